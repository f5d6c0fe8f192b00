"""The findings of a thesis whose answer a model wrote: by part of the question, each with its claims."""

from collections.abc import Iterator, Sequence

from pathfinder.protocols.ids import HypothesisId
from pathfinder.protocols.rules.figures import hundredths
from pathfinder.protocols.rules.thesis import one_per_voice
from pathfinder.reports.answer_content import ReportAnswer
from pathfinder.reports.answer_markdown import bullets, heading
from pathfinder.reports.markdown import plain
from pathfinder.reports.thesis_saying import Saying, cites_of, tool_of

MOST_CITES, MOST_CLAIMS = 3, 8


def findings_by_part(say: Saying, told: ReportAnswer) -> Iterator[str]:
    """The sections of the answer as findings; under each the claims on its parts, told once."""
    w, listed = say.words, list[HypothesisId]()
    for number, section in enumerate(told.sections, start=1):
        yield f"### {w.finding} {number}: {heading(section.title, section.sure)}"
        yield ""
        yield from bullets(section.sentences, say.around)
        yield ""
        parts = [say.graph.sub_questions[part] for part in section.parts if part in say.graph.sub_questions]
        claims = [name for name in _core(say) if any(name in part.answered_by for part in parts)]
        new = [name for name in claims if name not in listed]
        listed += new
        yield from _claims(say, new)
    rest = [name for name in _core(say) if name not in listed]
    if rest:
        yield from (f"### {w.further.rstrip(':')}", "")
        yield from _claims(say, rest)
    yield f"_{w.local}_"


def _core(say: Saying) -> list[HypothesisId]:
    return [one.hypothesis for one in (*say.findings, *say.insights)]


def _claims(say: Saying, names: Sequence[HypothesisId]) -> Iterator[str]:
    """Claims in a line each: verdict, confidence, words, evidence and thinking tool."""
    if not names:
        return
    w = say.words
    yield from (f"**{say.around.claims}:**", "")
    by_name = {one.hypothesis: one for one in (*say.findings, *say.insights)}
    for name in names[:MOST_CLAIMS]:
        one = by_name[name]
        cites = cites_of(witness.observation for witness in one_per_voice(one.supported_by)[:MOST_CITES])
        about = f"{say.tag(one.verdict)}, {w.confidence}: {hundredths(one.strength)}"
        tool = f"; {w.tool}: {tool_of(say, name)}" if one.type == "B" else ""
        yield f"- {name} ({about}{tool}): {say.topic(name)} {cites}".rstrip()
    if len(names) > MOST_CLAIMS:
        rest = names[MOST_CLAIMS:]
        yield f"- {w.more.format(count=len(rest))}: {', '.join(rest)}"
    yield ""


def not_told(say: Saying, told: ReportAnswer) -> Iterator[str]:
    """What the answer leaves out, by kind."""
    w, left = say.around, told.not_told
    yield from (w.not_told_intro, "")
    yield from (f"- {w.not_told_parts}: {plain(text)}" for text in left.parts)
    yield from (f"- {w.not_told_claims}: {say.named(name)}" for name in left.claims)
    yield from (f"- {w.not_told_facts}: {say.quote(name)}" for name in left.facts)
    yield from (f"- {w.not_told_audit}: {plain(text)}" for text in left.audit)
