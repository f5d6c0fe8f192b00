"""What happened in an iteration, as the timeline of the page tells it."""

from typing import NamedTuple, get_args

from pathfinder.locales.catalogue import Message
from pathfinder.protocols.graph.judgement import FindingClass
from pathfinder.protocols.ids import HypothesisId
from pathfinder.protocols.text.languages import Language
from pathfinder.reports.content.record import Happening, ReportIteration
from pathfinder.reports.locales.words import judge_words

SMALL = frozenset({"raised", "moved", "classified"})
"""What happens to many claims in every iteration."""
ALONE = frozenset({"moved", "rejected", "revived"})
"""What is told of each claim by itself."""


class Happened(NamedTuple):
    """Something that happened to one or several claims."""

    kind: str
    before: str
    after: str
    detail: str
    claims: tuple[HypothesisId, ...]


class Happenings(NamedTuple):
    """What an iteration did, and its smaller moves."""

    large: list[Happened]
    small: list[Happened]
    small_count: int
    """Before those that are alike were put together."""


def happenings(one: ReportIteration, language: Language) -> Happenings:
    """The happenings of an iteration, one entry for all claims that the same happened to."""
    large = [known for known in one.happenings if known.kind not in SMALL]
    small = [known for known in one.happenings if known.kind in SMALL]
    return Happenings(_grouped(large, language), _grouped(small, language), len(small))


def _grouped(known: list[Happening], language: Language) -> list[Happened]:
    alike: dict[tuple[str, str, str], list[Happening]] = {}
    for place, one in enumerate(known):
        alone = len(one.hypotheses) != 1 or one.kind in ALONE
        key = (str(place), "", "") if alone else (one.kind, one.after, one.detail)
        alike.setdefault(key, []).append(one)
    words = _words(language)
    return [
        Happened(
            same[0].kind,
            same[0].before,
            words.get(same[0].after) or _verdict(same[0].after, language),
            words.get(same[0].detail) or same[0].detail,
            tuple(name for one in same for name in one.hypotheses),
        )
        for same in alike.values()
    ]


def _words(language: Language) -> dict[str, str]:
    """What the values in the record of an iteration are called."""
    w = judge_words(language)
    classes = {name: Message(f"finding-class-{name}").to(language) for name in get_args(FindingClass)}
    tables = (classes, w.reviews_said, w.base.resolutions, w.base.tools, w.base.failure_kinds)
    return {str(name): text for table in tables for name, text in table.items()}


def _verdict(recorded: str, language: Language) -> str:
    """`Likely against` as the chips say it; anything else stays."""
    tag, _, side = recorded.partition(" ")
    name = {str(known): text for known, text in judge_words(language).base.tags.items()}.get(tag)
    if name is None:
        return recorded
    return Message("html-against-chip", tag=name).to(language) if side == "against" else name
