"""The sections of a result: the answer, the claims and the sources as text, taken from report.json."""

import json
from typing import Any, Literal

from pathfinder.mcp_server.replies import json_lines
from pathfinder.reports.content.answer import ReportAnswer
from pathfinder.reports.markdown.answer_lines import answer_lines

Section = Literal["answer", "claims", "sources", "report", "claim", "page"]


def answer_text(report: dict[str, Any]) -> str:
    """The answer with its citations; empty if none was written."""
    if not report.get("answer"):
        return ""
    told = ReportAnswer.model_validate(report["answer"])
    return "\n".join(answer_lines(told, report["language"], whole=True))


def claims_text(report: dict[str, Any]) -> str:
    """One claim a line: verdict, words, and the quotes it rests on. Without a model: the passages found."""
    if "findings" not in report:
        return json_lines([passage for part in report["parts"] for passage in part["passages"]])
    observations = {one["id"]: one for one in report["observations"]}
    return json_lines([_claim(finding, observations) for finding in report["findings"]])


def _claim(finding: dict[str, Any], observations: dict[str, dict[str, Any]]) -> dict[str, Any]:
    verdict = finding["verdict"] or {}
    return {
        "id": finding["id"],
        "claim": finding["claim"]["text"],
        "verdict": finding["reader"],
        "side": verdict.get("side"),
        "status": finding["status"],
        "strength": finding["strength"],
        "conditions": [condition["text"] for condition in finding["conditions"]],
        "caveats": [caveat["text"] for caveat in verdict.get("caveats", ())],
        "evidence": [
            {"observation": one["observation"], "side": one["side"]}
            | {name: observations[one["observation"]][name] for name in ("quote", "url", "place")}
            for one in finding["evidence"]
            if one["observation"] in observations
        ],
    }


def sources_text(report: dict[str, Any]) -> str:
    """One source a line, with the number that the answer cites and the hash of its stored page."""
    if "findings" not in report:
        known = [
            source
            for part in report["parts"]
            for passage in part["passages"]
            for source in passage["sources"]
        ]
        return json_lines(list({source["url"]: source for source in known}.values()))
    kept = ("number", "title", "url", "site", "date", "type", "authority", "retracted", "page")
    return json_lines([{name: source[name] for name in kept} for source in report["sources"]])


def shown_text(shown: dict[str, Any]) -> str:
    """A claim or an observation as JSON; of a page its source as JSON, then its text."""
    if "text" not in shown:
        return json.dumps(shown, ensure_ascii=False, indent=1)
    return f"{json_lines([shown['source']])}\n\n{shown['text']}"
