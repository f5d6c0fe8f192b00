"""The summary after each iteration: what it found, what is in focus, what comes next. Korean or English."""

from collections.abc import Iterator
from typing import Final, Literal, assert_never

from pathfinder.locales.catalogue import translator
from pathfinder.protocols.calls.events import FoundNow, HypothesisNow, Standing
from pathfinder.protocols.calls.targets import (
    ConflictTarget,
    HypothesisTarget,
    KeywordTarget,
    LensTarget,
    PartTarget,
    Target,
)
from pathfinder.protocols.graph.judgement import ReaderTag, Side, Tag
from pathfinder.protocols.graph.types import CogniGraph, Status
from pathfinder.protocols.ids import HypothesisId
from pathfinder.protocols.judging.reader_tags import reader_tag
from pathfinder.protocols.planning.standing import standing
from pathfinder.protocols.text.languages import language
from pathfinder.protocols.text.rounding import hundredths, percent
from pathfinder.reports.content.health_notes import health_lines
from pathfinder.reports.locales.words import Vocabulary

Tongue = Literal["ko", "en"]
"""The languages that our own sentences come in."""

STATUS: Final = Vocabulary("status")
READER: Final = Vocabulary("reader")
"""The words that readers get: `Uncertain` is split in three."""
RESOLUTION: Final = Vocabulary("summary-resolution")
"""How a conflict was settled."""
LENS: Final = Vocabulary("lens")


def tongue(question: str) -> Tongue:
    """The language we speak about a question: Korean for Korean, English for every other."""
    return "ko" if language(question) == "ko" else "en"


def tongue_of(graph: CogniGraph) -> Tongue:
    """The language we speak about a session: the one that was asked for, or that of its question."""
    return graph.run.language or tongue(graph.question)


def summary(graph: CogniGraph, explorers: int = 0) -> tuple[str, ...]:
    """The summary of the last closed iteration, in the language of the question."""
    return summary_lines(standing(graph, explorers), tongue_of(graph))


def summary_lines(now: Standing, speak: Tongue) -> tuple[str, ...]:
    """Twenty-two lines at most, none of them cut: how wide they may be is the reader's business."""
    return tuple(_lines(now, speak))


def called(status: Status, tag: Tag | ReaderTag | None, side: Side | None, speak: Tongue) -> str:
    """Status and verdict together, as people see them."""
    if tag is None:
        return STATUS[speak][status]
    return f"{STATUS[speak][status]}, {verdict_words(tag, side, speak)}"


def verdict_words(tag: Tag | ReaderTag, side: Side | None, speak: Tongue) -> str:
    """A verdict, and that it goes against the claim where it does.

    `Uncertain` is said only where the graph is not at hand that would tell which of its three kinds it is.
    """
    t = translator(speak)
    word = t(f"tag-{tag}" if tag == "Uncertain" else f"reader-{tag}")
    settled = tag in ("Confirmed", "Likely", "Uncertain")
    return f"{word}: {t('reader-against')}" if side == "against" and settled else word


def claim_verdict(graph: CogniGraph, name: HypothesisId) -> str | None:
    """The verdict on a claim in the words that readers get; None if there is none."""
    verdict = graph.hypotheses[name].verdict
    if verdict is None:
        return None
    return verdict_words(reader_tag(graph, name), verdict.side, tongue_of(graph))


def target_words(target: Target, speak: Tongue) -> str:
    """What an Explorer would do about a target."""
    t = translator(speak)
    match target:
        case HypothesisTarget():
            return t("summary-test", one=target.hypothesis)
        case ConflictTarget():
            return t("summary-settle", one=target.first, other=target.second)
        case KeywordTarget():
            return t("summary-follow", word=target.keyword)
        case PartTarget():
            return t("summary-answer", part=target.part.removeprefix("sq_"))
        case LensTarget():
            return t("summary-look", word=LENS[speak][target.lens])
        case _:
            assert_never(target)


def _lines(now: Standing, speak: Tongue) -> Iterator[str]:
    t = translator(speak)
    focus = [known for known in now.hypotheses if known.active]
    yield t("summary-closed", number=now.iteration)
    yield t("summary-found") if now.found else t("summary-nothing")
    for found in now.found:
        yield f"  {_found(found, speak)}"
    if focus:
        yield t(
            "summary-focus",
            shown=len(focus),
            alive=len(focus) + now.inactive,
            inactive=now.inactive,
            rejected=now.rejected,
        )
    else:
        yield t("summary-no-focus")
    for place, known in enumerate(focus, start=1):
        yield f"  {place}. {known.hypothesis} {known.summary}"
        yield f"     {_figures(known, speak)}"
    if now.planned:
        yield t("summary-coming", plan="; ".join(target_words(target, speak) for target in now.planned))
    yield t(
        "summary-progress",
        share=round(100 * now.answered / now.parts) if now.parts else 0,
        answered=now.answered,
        parts=now.parts,
        conflicts=now.conflicts,
    )
    for concern in now.concerns:
        what, do = health_lines(concern, speak)
        yield f"! {what}"
        yield f"  {do}"


def _found(found: FoundNow, speak: Tongue) -> str:
    tag = found.reader or found.tag
    verdict = f"[{verdict_words(tag, found.side, speak)}] " if tag else ""
    return f"{found.mark} {verdict}{found.hypothesis} {found.summary}"


def _figures(known: HypothesisNow, speak: Tongue) -> str:
    t = translator(speak)
    points = percent(known.strength) - percent(known.strength - known.moved)
    return t(
        "summary-figures",
        strength=percent(known.strength),
        moved=f" ({t('summary-new')})" if known.new else f" ({points:+d})" if points else "",
        priority=hundredths(known.priority),
        pro=known.supports,
        con=known.contradicts,
        called=called(known.status, known.reader or known.tag, known.side, speak),
    )
