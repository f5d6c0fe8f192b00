"""What happened in an iteration, as the timeline of the page tells it."""

from typing import NamedTuple, get_args

from pathfinder.locales.catalogue import translator
from pathfinder.protocols.errors import FailureKind
from pathfinder.protocols.graph.judgement import FindingClass, ReviewVerdict, Tag
from pathfinder.protocols.graph.types import ReasoningTool, ResolutionType
from pathfinder.protocols.ids import HypothesisId
from pathfinder.protocols.text.languages import Language
from pathfinder.reports.content.record import Happening, ReportIteration

SMALL = frozenset({"raised", "moved", "classified"})
"""What happens to many claims in every iteration."""
ALONE = frozenset({"moved", "rejected", "revived"})
"""What is listed for each claim by itself."""


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
    t = translator(language)
    kinds = {
        "finding-class": FindingClass,
        "judge-reviews-said": ReviewVerdict,
        "thesis-resolutions": ResolutionType,
        "thesis-tools": ReasoningTool,
        "thesis-failure-kinds": FailureKind,
    }
    return {name: t(f"{group}-{name}") for group, values in kinds.items() for name in get_args(values)}


def _verdict(recorded: str, language: Language) -> str:
    """`Likely against` as the chips say it; anything else stays."""
    tag, _, side = recorded.partition(" ")
    if tag not in get_args(Tag):
        return recorded
    t = translator(language)
    name = t(f"tag-{tag}")
    return t("html-against-chip", tag=name) if side == "against" else name
