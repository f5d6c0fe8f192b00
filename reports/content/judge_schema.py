"""report.json and the schema it keeps to: docs/schema/report.schema.json is this, written down."""

import json

from pathfinder.reports.content.judge_report import JudgeReport

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def report_json(report: JudgeReport) -> str:
    """The content as JSON, in ASCII: nothing that a page wrote reaches a terminal as a control character."""
    return json.dumps(report.model_dump(mode="json", by_alias=True), indent=1) + "\n"


def report_schema() -> str:
    """The schema of report.json: every field is there, and none that it does not name."""
    known = JudgeReport.model_json_schema(mode="serialization", by_alias=True)
    return json.dumps({"$schema": DIALECT, **known}, indent=1) + "\n"
