"""Who holds what of a finding: an investigator's latest stance replaces its earlier ones."""

from collections.abc import Iterable

from pathfinder.protocols.graph.judgement import Finding, Side, Stance
from pathfinder.protocols.ids import Lineage, investigator

_Age = tuple[int, int, int, int]


def latest(stances: Iterable[Stance]) -> tuple[Stance, ...]:
    """The stances that count, by lineage, in whatever order they came.

    A lineage keeps its latest stance with a side. A later wish for more stands beside it: an investigator
    that found nothing new has not changed its mind.
    """
    sided: dict[Lineage, Stance] = {}
    wishes: dict[Lineage, Stance] = {}
    for stance in sorted(stances, key=_order):
        kept = wishes if stance.side is None else sided
        kept[stance.lineage] = stance
    counting = list(sided.values())
    counting += [wish for name, wish in wishes.items() if name not in sided or _age(sided[name]) < _age(wish)]
    return tuple(sorted(counting, key=lambda stance: (stance.lineage, _age(stance))))


def with_stances(finding: Finding, new: Iterable[Stance]) -> Finding:
    """The finding after its investigators spoke again."""
    return finding.model_copy(update={"stances": latest((*finding.stances, *new))})


def holders(finding: Finding, side: Side) -> tuple[Stance, ...]:
    """The latest stances that take a side, one per lineage."""
    return tuple(stance for stance in latest(finding.stances) if stance.side == side)


def open_requests(finding: Finding) -> tuple[Stance, ...]:
    """The last word of each lineage, where that word asks for more."""
    last = {stance.lineage: stance for stance in latest(finding.stances)}
    return tuple(stance for stance in last.values() if stance.needs_further)


def lineages(finding: Finding) -> frozenset[Lineage]:
    """Every investigator that took a side on it."""
    return frozenset(stance.lineage for stance in latest(finding.stances) if stance.side is not None)


def _age(stance: Stance) -> _Age:
    who = investigator(stance.iid)
    return who.iteration, *who.place


def _order(stance: Stance) -> tuple[_Age, str]:
    """By age. One report speaks once; if two stances claim its name, their text decides, not their order."""
    return _age(stance), stance.model_dump_json()
