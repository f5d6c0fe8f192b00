"""The claims of a result, in the words that readers of every other view get."""

import json

from pathfinder.mcp_server.sections import claims_text
from pathfinder.reports.content.judge_assembly import judge_report
from pathfinder.reports.content.judge_schema import report_json
from tests.judge_reports import A1, A6, a_judged_graph


def test_a_claim_has_its_verdict_its_conditions_and_where_each_quote_stands() -> None:
    report = json.loads(report_json(judge_report(a_judged_graph())))
    claims = {one["id"]: one for one in map(json.loads, claims_text(report).splitlines())}
    assert len(claims) == len(report["findings"])
    assert (claims[A1]["verdict"], claims[A1]["conditions"]) == ("Confirmed", ["it holds in sandy soil"])
    assert claims[A6]["verdict"] == "Disputed", "sources speak on both sides"
    assert claims[A1]["evidence"][0].keys() == {"observation", "side", "quote", "url", "place"}
