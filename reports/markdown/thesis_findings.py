"""The findings of a thesis by part of the question: a line for each claim, the rest by id."""

from collections.abc import Iterator, Sequence

from pathfinder.protocols.answer.thesis import CoreFinding, one_per_voice
from pathfinder.protocols.graph.types import SubQuestion
from pathfinder.protocols.ids import HypothesisId
from pathfinder.protocols.planning.sub_questions import in_order
from pathfinder.protocols.text.rounding import hundredths
from pathfinder.reports.content.answer import ReportAnswer
from pathfinder.reports.markdown.answer_old import section as section_text
from pathfinder.reports.markdown.answer_old import tables
from pathfinder.reports.markdown.escaping import plain, short
from pathfinder.reports.markdown.thesis_page import Saying, cites_of, tool_of

MOST_CITES, MOST_CLAIMS, MOST_IDEAS = 2, 3, 3
MOST_LINE = 90
MOST_IDS = 8
MOST_WARNINGS, MOST_WARNING = 3, 160


def findings_by_part(say: Saying, told: ReportAnswer) -> Iterator[str]:
    """The sections of the answer as findings; under each how the claims on its parts stand."""
    w, left = say.words, [*say.findings, *say.insights]
    for number, section in enumerate(told.sections, start=1):
        yield f"### {w.finding} {number}: {plain(section.title)}"
        yield ""
        yield from section_text(section, say.around)
        yield ""
        parts = [say.graph.sub_questions[part] for part in section.parts if part in say.graph.sub_questions]
        claims = _answering([one for one in left if one.type == "A"], parts)
        left = [one for one in left if one not in claims]
        yield from _standing(say, claims)
    yield from tables(told.tables, say.around)
    ideas = [one for one in left if one.type == "B"]
    if ideas:
        yield from (f"### {w.insights}", "")
        yield from claim_lines(say, ideas, MOST_IDEAS, MOST_LINE)
    yield f"_{w.claims_in}_"


def _standing(say: Saying, claims: Sequence[CoreFinding]) -> Iterator[str]:
    """The claims behind a section in one line: which they are, and how each stands."""
    if claims:
        shown = [
            f"{one.hypothesis} ({say.tag_word(one.hypothesis) if one.verdict else say.words.unjudged}, "
            f"{say.words.confidence} {hundredths(one.strength)})"
            for one in claims[:MOST_CLAIMS]
        ]
        more = len(claims) - MOST_CLAIMS
        rest = say.words.and_more.format(count=more) if more > 0 else ""
        yield from (f"_{say.around.claims}: {', '.join(shown)}{rest}_", "")


def lines_by_part(say: Saying, findings: Sequence[CoreFinding], most: int, longest: int) -> Iterator[str]:
    """Claims under the part of the question that they answer; what answers none comes last."""
    left = list(findings)
    for name in in_order(say.graph):
        part = say.graph.sub_questions[name]
        claims = _answering(left, [part])
        if claims:
            yield from (f"### {plain(part.text)}", "")
            yield from claim_lines(say, claims, most, longest)
    if left:
        yield from (f"### {say.words.further.rstrip(':')}", "")
        yield from claim_lines(say, left, most, longest)


def _answering(left: list[CoreFinding], parts: Sequence[SubQuestion]) -> list[CoreFinding]:
    """The claims that answer a part, taken out of those that are left: each is told once."""
    found = [one for one in left if any(one.hypothesis in part.answered_by for part in parts)]
    left[:] = [one for one in left if one not in found]
    return found


def claim_lines(say: Saying, claims: Sequence[CoreFinding], most: int, longest: int) -> Iterator[str]:
    """Claims in a line each: verdict, confidence, words and evidence; of an idea its thinking tool."""
    if not claims:
        return
    w = say.words
    yield from (f"**{say.around.claims}:**", "")
    for one in claims[:most]:
        cites = cites_of(witness.observation for witness in one_per_voice(one.supported_by)[:MOST_CITES])
        tag = say.tag_word(one.hypothesis) if one.verdict is not None else w.unjudged
        about = f"{tag}, {w.confidence} {hundredths(one.strength)}"
        tool = f"; {w.tool}: {tool_of(say, one.hypothesis)}" if one.type == "B" else ""
        topic = say.topic(one.hypothesis)
        words = say.marked(say.topic(one.hypothesis, longest), topic)
        yield f"- {one.hypothesis} ({about}{tool}): {words} {cites}".rstrip()
    if len(claims) > most:
        rest = [one.hypothesis for one in claims[most:]]
        yield f"- {w.more.format(count=len(rest))}: {_ids(say, rest)}"
    yield ""


def _ids(say: Saying, names: Sequence[HypothesisId] | Sequence[str]) -> str:
    more = len(names) - MOST_IDS
    rest = say.words.and_more.format(count=more) if more > 0 else ""
    return ", ".join(names[:MOST_IDS]) + rest


def not_told(say: Saying, told: ReportAnswer) -> Iterator[str]:
    """What the answer leaves out: parts and warnings in words, claims and measurements by id."""
    w, left = say.around, told.not_told
    yield from (w.not_told_intro, "")
    yield from (f"- {w.not_told_parts}: {plain(text)}" for text in left.parts)
    yield from (
        f"- {w.not_told_audit}: {plain(short(text, MOST_WARNING))}" for text in left.audit[:MOST_WARNINGS]
    )
    if left.claims:
        yield f"- {w.not_told_claims}: {_ids(say, left.claims)}"
    if left.facts:
        yield f"- {w.not_told_facts}: {_ids(say, left.facts)}"
    yield from ("", w.in_the_report)
