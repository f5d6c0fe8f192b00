"""The live screen, in pieces that are replaced as the run goes on; without a script it is a page."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice
from typing import NamedTuple

from pathfinder.protocols.answer.reading_list import is_reading_list
from pathfinder.protocols.evidence.marked_text import claim_text
from pathfinder.protocols.graph.memory import Limits
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import HypothesisId
from pathfinder.protocols.judging.reader_tags import reader_tag
from pathfinder.protocols.planning.sub_questions import part_state
from pathfinder.protocols.text.rounding import percent
from pathfinder.reports.content.scene import ExplorerSeen
from pathfinder.reports.markdown.summary import READER, claim_verdict, target_words, verdict_words
from pathfinder.serve.live import Fact as LiveFact
from pathfinder.serve.live import Position, Seen
from pathfinder.serve.screens import COLOURS, Page
from pathfinder.serve.shelf import Row

MOST_FACTS = 40
MOST_CLAIMS = 60
PIECES = ("meters", "parts", "explorers", "claims", "facts", "failures")
"""The parts of the screen; each is the template `live_<name>.html`."""


@dataclass(frozen=True)
class Moment:
    """All that is known of a run, as it is now."""

    position: Position
    row: Row
    graph: CogniGraph
    seen: Seen
    facts: tuple[LiveFact, ...]
    errors: str = ""


class ShownClaim(NamedTuple):
    """A claim of the live screen."""

    colour: str
    tag: str
    text: str
    percent: int


class ShownFact(NamedTuple):
    """A fact of the live screen, and the address of its page within the session."""

    quote: str
    summary: str
    source: str
    place: str


class Live(NamedTuple):
    """What the live screen shows of a moment."""

    limits: Limits
    spent: int
    iteration: int
    engine: str
    minutes: int | None
    reason: str
    error: str
    parts: list[tuple[str, str]]
    """Each with its state."""
    explorers: list[tuple[str, ExplorerSeen]]
    """What each looks into."""
    claims: list[ShownClaim] | None
    """None where no model judges, so that there are no claims."""
    facts: list[ShownFact]
    fact_count: int
    most_facts: int = MOST_FACTS


def live(page: Page, now: Moment) -> str:
    """The whole screen."""
    return page.screen("screen_live.html", now.graph.question, now=now, live=_live(page, now))


def pieces(page: Page, now: Moment) -> dict[str, str]:
    """The parts of the screen by name."""
    shown = _live(page, now)
    return {name: page.piece(f"live_{name}.html", now=now, live=shown) for name in PIECES}


def _live(page: Page, now: Moment) -> Live:
    row, seen = now.row, now.seen
    reason = row.line.reason or (seen.ended.reason if seen.ended else "")
    minutes = None
    if seen.started is not None and seen.latest is not None and row.running:
        minutes = int((seen.latest - seen.started).total_seconds() // 60)
    facts = islice(chain(_read_facts(now), _recorded_facts(now.graph)), MOST_FACTS)
    return Live(
        limits=seen.scene.limits if seen.started else row.limits,
        spent=max(seen.scene.spent_usd_micros, row.spent_usd_micros),
        # The answer is written after an iteration was closed and before the next is begun.
        iteration=max(1, row.line.iteration if seen.scene.phase == "OUTPUT" else now.position.iteration),
        engine=page.in_language(seen.scene.engine) if seen.scene.engine else "",
        minutes=minutes,
        reason=page.in_language(reason) if reason else "",
        error=now.errors if now.errors != reason else "",
        parts=_parts(now),
        explorers=_explorers(page, now),
        claims=None if is_reading_list(now.graph) else list(islice(_claims(page, now), MOST_CLAIMS)),
        facts=list(facts),
        fact_count=len(now.facts) + len(now.graph.observations),
    )


def _parts(now: Moment) -> list[tuple[str, str]]:
    graph = now.graph
    if graph.sub_questions:
        return [(part.text, part_state(graph, name)) for name, part in graph.sub_questions.items()]
    return [(text, "open") for text in now.seen.parts]


def _explorers(page: Page, now: Moment) -> list[tuple[str, ExplorerSeen]]:
    scene = now.seen.scene
    if not scene.explorers or not now.row.running:
        return []
    return [(one.about or target_words(one.target, page.lang), one) for one in scene.latest_round]


def _claims(page: Page, now: Moment) -> Iterator[ShownClaim]:
    """Claims of the open iteration first, as they stand now, then those of the record."""
    graph, scene = now.graph, now.seen.scene
    told = {name: one for name, one in scene.hypotheses.items() if one.now.summary}
    fresh = [
        name for name, one in told.items() if name not in graph.hypotheses and one.now.status != "rejected"
    ]
    known = sorted(graph.alive(), key=lambda name: -graph.hypotheses[name].strength)
    for name in (*fresh, *known):
        seen = told.get(name)
        strength = seen.now.strength if seen is not None else graph.hypotheses[name].strength
        text = claim_text(graph, name) if name in graph.hypotheses else told[name].now.summary
        yield ShownClaim(*_verdict(page, now, name), text, percent(strength))


def _verdict(page: Page, now: Moment, name: HypothesisId) -> tuple[str, str]:
    """The verdict of the record, or the one that was just given: a colour and words."""
    graph = now.graph
    known = graph.hypotheses[name].verdict if name in graph.hypotheses else None
    if known is not None:
        tag = reader_tag(graph, name)
        words = claim_verdict(graph, name) or READER[page.lang][tag]
        return "against" if known.side == "against" else COLOURS[tag], words
    given = now.seen.verdicts.get(name)
    if given is None:
        return "unjudged", page.say("serve-claim-new")
    verdict = given.verdict
    words = verdict_words(verdict.tag, verdict.side, page.lang)
    return "against" if verdict.side == "against" else verdict.tag.lower(), words


def _read_facts(now: Moment) -> Iterator[ShownFact]:
    """What the open iteration read, the latest first."""
    for one in reversed(now.facts):
        yield ShownFact(one.quote, one.summary, one.source.title or one.source.url, f"page/{one.page}")


def _recorded_facts(graph: CogniGraph) -> Iterator[ShownFact]:
    """What the record holds, the latest first."""
    for name, known in reversed(graph.observations.items()):
        if known.quote and known.page is not None:
            source = graph.sources[known.page]
            yield ShownFact(known.quote, known.summary, source.title or source.url, f"quote/{name}")
