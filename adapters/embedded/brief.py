"""Where the research stands, and what each Explorer is to do: queries from the target's own words."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple, cast

from pathfinder.adapters.embedded.angles import LENS_OBJECTIVES
from pathfinder.adapters.embedded.queries import Subject, plan
from pathfinder.adapters.embedded.reflection import reflection
from pathfinder.adapters.embedded.search_words import vocabulary
from pathfinder.adapters.embedded.wording import Spoken, shortened, speechless, spoken
from pathfinder.adapters.language.encoder import Encoder
from pathfinder.adapters.language.terms import phrases, terms
from pathfinder.protocols.calls import Unable
from pathfinder.protocols.ids import Strategy
from pathfinder.protocols.questions import BriefDraft, Briefs, SlotView, WriteBriefs
from pathfinder.protocols.rules.context_view import ContextView, HypothesisLine
from pathfinder.protocols.rules.languages import language
from pathfinder.protocols.targets import LENSES, Lens

CHOSEN_BROAD, CHOSEN_DEEP = 5, 4
NEAR = 0.35
"""Evidence this close to a target lends it words."""
MOST_NEIGHBOURS = 4
WORTH_FALSIFYING = 0.6
"""A claim this strong is better served by somebody who tries to break it than by one more supporter."""
_TARGET: Final = re.compile(r"HYP([AB]?\d+)(?:xHYP([AB]?\d+))?$")
_LENS: Final = re.compile(rf"^({'|'.join(LENSES)}):\s*")


class _Job(NamedTuple):
    """A slot, read."""

    slot: SlotView
    claims: tuple[str, ...]
    lens: Lens | None
    lines: tuple[HypothesisLine, ...]
    """The hypotheses it is about, as the context shows them."""


def answer(ask: WriteBriefs, encoder: Encoder) -> Briefs | Unable:
    """A reflection and a brief for every slot, in the language of the question."""
    tongue = spoken(ask.language)
    if tongue is None:
        return speechless(ask.language)
    jobs = [_job(slot, ask.context) for slot in ask.slots]
    taken: list[str] = []
    briefs = []
    for job in jobs:
        brief = _brief(job, jobs, ask, tongue, taken, encoder)
        taken += [draft.query for draft in brief.queries]
        briefs.append(brief)
    return Briefs(reflection=reflection(ask, tongue), briefs=tuple(briefs))


def _job(slot: SlotView, context: ContextView) -> _Job:
    pair = _TARGET.match(slot.target)
    names = [f"hyp_{number}" for number in pair.groups() if number] if pair is not None else []
    known = {line.id: line for line in (*context.active, *context.hypotheses)}
    lines = tuple(line for name, line in known.items() if name in names)
    lens = _LENS.match(slot.about) if slot.target.startswith("LENS") else None
    text = slot.about[lens.end() :] if lens is not None else slot.about
    if len(names) == 2:
        claims = tuple(line.summary for line in lines) if len(lines) == 2 else tuple(text.split(" / ", 1))
    else:
        claims = (text,)
    return _Job(slot, claims, cast("Lens | None", lens and lens[1]), lines)


def _brief(
    job: _Job, jobs: Sequence[_Job], ask: WriteBriefs, tongue: Spoken, taken: Sequence[str], encoder: Encoder
) -> BriefDraft:
    strategy = _strategy(job, ask)
    most = CHOSEN_BROAD if ask.mode == "broad" or ask.advice else CHOSEN_DEEP
    queries = plan(
        _subject(job, ask, tongue, encoder),
        tongue,
        taken,
        most,
        skeptic=strategy == "SKEPTIC",
        encoder=encoder,
    )
    return BriefDraft(
        slot=job.slot.slot,
        objective=_objective(job, strategy, ask.context.question, tongue),
        boundaries=_boundaries(job, jobs, tongue),
        strategy=strategy,
        reason=_reason(job, strategy, tongue),
        queries=tuple(queries.candidates[place - 1] for place in queries.chosen)[:5],
    )


def _subject(job: _Job, ask: WriteBriefs, tongue: Spoken, encoder: Encoder) -> Subject:
    """The words for the queries: the target's, those of the evidence next to it, and the user's hints."""
    about = " ".join(job.claims)
    lines = [(line.summary, line.quote or line.summary) for line in ask.context.observations]
    told = [summary for summary, _ in lines]
    claims = [line.summary for line in (*ask.context.active, *ask.context.hypotheses)]
    near = _nearest(about, [*told, *(text for text in claims if text not in job.claims)], encoder)
    own = set(terms(about))
    words = [phrase for text in near for phrase in phrases(text, most=3) if not own & set(terms(phrase))]
    ours = [phrase for phrase in dict.fromkeys(words) if language(phrase) == tongue]
    other = [phrase for text in near if language(text) != tongue for phrase in phrases(text, most=3)]
    # A dry spell asks for another approach: the words move on further than an iteration would move them.
    turn = 3 * ask.context.iteration + job.slot.slot + (7 if ask.advice else 0)
    return Subject(
        slot=job.slot,
        claims=job.claims,
        lens=job.lens,
        neighbours=tuple(ours[turn % len(ours) :] + ours[: turn % len(ours)]) if ours else (),
        foreign=tuple(dict.fromkeys(other)),
        known=tuple(quote for _, quote in lines if quote in near or _ in near)[:6],
        notes=ask.notes[:2],
        question=ask.context.question,
        open_part=_open_part(job, ask.context),
        met=vocabulary((*told, *claims)),
        turn=turn,
    )


def _open_part(job: _Job, context: ContextView) -> str | None:
    """A part of the question for the first slot, in turn, those without an answer first.

    Claims lead from one to the next; a part that no claim speaks of would never be searched again.
    """
    if job.slot.slot != 1 or job.lens is not None:
        return None
    lines = context.sub_questions
    waiting = [line.text for line in lines if not line.answered_by] or [line.text for line in lines]
    return waiting[context.iteration % len(waiting)] if waiting else None


def _nearest(about: str, texts: Sequence[str], encoder: Encoder) -> list[str]:
    distinct = list(dict.fromkeys(texts))
    if not distinct:
        return []
    rows = encoder.vectors([about, *distinct])
    near = sorted(((float(row @ rows[0]), -at) for at, row in enumerate(rows[1:])), reverse=True)
    return [distinct[-at] for score, at in near[:MOST_NEIGHBOURS] if score >= NEAR]


def _strategy(job: _Job, ask: WriteBriefs) -> Strategy:
    """A skeptic for what looks settled, papers where sources were poor, the open web for the rest."""
    if len(job.lines) == 1:
        line = job.lines[0]
        if line.status == "verified" or (line.status == "tested" and line.strength >= WORTH_FALSIFYING):
            return "SKEPTIC"
    if "LOW_QUALITY" in ask.issues or job.lens in ("definition", "comparison"):
        return "ACADEMIC"
    return "ACADEMIC" if len(job.lines) == 1 and (ask.context.iteration + job.slot.slot) % 2 else "WEB"


def _objective(job: _Job, strategy: Strategy, question: str, tongue: Spoken) -> str:
    first = shortened(job.claims[0], 350)
    if len(job.claims) > 1:
        second = shortened(job.claims[1], 350)
        return (
            f"둘 중 어느 쪽이 맞는지, 아니면 각각 어떤 조건에서 맞는지 찾는다: “{first}” / “{second}”"
            if tongue == "ko"
            else f"Find which of the two holds, or under which condition each does: “{first}” / “{second}”"
        )
    if job.lens is not None:
        return f"{LENS_OBJECTIVES[tongue][job.lens]}: {first}"
    if not _TARGET.match(job.slot.target):
        asked = shortened(question, 350)
        return (
            f"“{first}”에 대해 알려진 것 가운데 질문에 관계되는 것을 찾는다: {asked}"
            if tongue == "ko"
            else f"Find what is known about “{first}” as far as it bears on the question: {asked}"
        )
    if strategy == "SKEPTIC":
        return (
            f"이 주장이 틀렸거나 일부에서만 맞는다는 근거를 찾는다: {first}"
            if tongue == "ko"
            else f"Try to show that this is wrong, or holds only in part: {first}"
        )
    return (
        f"이 주장을 뒷받침하는 근거와 반대되는 근거를 찾는다: {first}"
        if tongue == "ko"
        else f"Find evidence for and against: {first}"
    )


def _boundaries(job: _Job, jobs: Sequence[_Job], tongue: Spoken) -> str:
    """What the siblings look after, so that nobody does it twice."""
    others = [f"“{shortened(other.slot.about, 90)}”" for other in jobs if other.slot.slot != job.slot.slot]
    if not others:
        return ""
    listed = ", ".join(others)[:900]
    return (
        f"다른 탐색자가 맡은 것은 그대로 둔다: {listed}" if tongue == "ko" else f"Others look after: {listed}"
    )


def _reason(job: _Job, strategy: Strategy, tongue: Spoken) -> str:
    """Why this target now; selection's own words in English, the same said again in Korean."""
    if tongue == "en":
        return job.slot.reason[:1_000]
    if len(job.claims) > 1:
        marks = ", ".join(f"{line.id} {line.strength:.2f}" for line in job.lines)
        return f"서로 어긋나는 두 주장이다 ({marks})" if marks else "서로 어긋나는 두 주장이다"
    if job.lens is not None:
        return "질문을 다른 쪽에서 넓게 본다"
    if not job.lines:
        return "아직 아무도 따라가 보지 않은 방향이다"
    line = job.lines[0]
    if line.status == "unvisited":
        return (
            "아직 아무도 확인하지 않은 생각이다" if line.type == "B" else "아직 아무도 확인하지 않은 주장이다"
        )
    if strategy == "SKEPTIC":
        return f"강도 {line.strength:.2f}로 강해 보이므로 무너뜨려 본다"
    return f"아직 확정되지 않았다 (강도 {line.strength:.2f})"
