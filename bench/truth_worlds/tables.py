"""The measured worlds as Markdown tables."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from bench.truth_worlds import statistics as figure
from bench.truth_worlds.compare import Rows
from bench.truth_worlds.scoring import Tally
from bench.truth_worlds.statistics import interval, paired

MAJORITY = "majority of pages"
PROTOCOL_ROW = "protocol at 20"
HEAD = (
    "way",
    "Confirmed / 100",
    "wrong Confirmed / 100",
    "precision",
    "Likely right",
    "decided right / 100",
    "true found",
    "Brier",
    "ECE",
    "calls",
)


class Measured(NamedTuple):
    """One reader: the test worlds, and those on which tags got their probabilities."""

    accuracy: float
    worlds: Sequence[Rows]
    calibration: Sequence[Rows]


def column(worlds: Sequence[Rows], way: str) -> list[Tally]:
    """One way over all worlds."""
    return [rows[way] for rows in worlds]


def base_table(measured: Measured) -> str:
    """Every way, then its differences to the majority of pages on the same worlds."""
    worlds = measured.worlds
    title = f"### Base worlds, reader {measured.accuracy:.0%}: {len(worlds)} worlds"
    rows = [_row(way, column(worlds, way), measured.calibration) for way in worlds[0]]
    head = (f"way less {MAJORITY}", "wrong Confirmed / 100", "decided right / 100", "true found")
    others = [_against(worlds, way, MAJORITY) for way in worlds[0] if way != MAJORITY]
    return "\n".join([title, "", *_markdown(HEAD, rows), "", *_markdown(head, others), ""])


def parts_table(worlds: Sequence[Rows]) -> str:
    """The protocol as it goes on, and without each of its parts, beside itself."""
    rows = [_row(way, column(worlds, way), ()) for way in worlds[0]]
    head = (f"way less {PROTOCOL_ROW}", "wrong Confirmed / 100", "decided right / 100", "true found")
    others = [_against(worlds, way, PROTOCOL_ROW) for way in worlds[0] if way != PROTOCOL_ROW]
    title = f"### Parts, reader 81%: {len(worlds)} worlds"
    return "\n".join([title, "", *_markdown(HEAD, rows), "", *_markdown(head, others), ""])


def others_table(recipes: Mapping[str, Sequence[Rows]]) -> str:
    """Every way on the other recipes."""
    rows = [
        (name, str(len(worlds)), *_row(way, column(worlds, way), ())[:7])
        for name, worlds in recipes.items()
        for way in worlds[0]
    ]
    head = ("recipe", "worlds", *HEAD[:7])
    return "\n".join(["### Other recipes, reader 81%", "", *_markdown(head, rows), ""])


def _row(way: str, tallies: Sequence[Tally], calibration: Sequence[Rows]) -> tuple[str, ...]:
    known = [rows[way] for rows in calibration if way in rows]
    stands_for = figure.meanings(known)
    return (
        way,
        f"{figure.confirmed(tallies):.1f}",
        str(interval(tallies, figure.wrong_confirmed)),
        _share(figure.precision(tallies)),
        _share(figure.likely_precision(tallies)),
        str(interval(tallies, figure.found)),
        f"{figure.true_found(tallies):.0f} %",
        f"{figure.brier(tallies, stands_for):.3f}" if known else "-",
        f"{figure.calibration_error(tallies, stands_for):.3f}" if known else "-",
        f"{figure.calls(tallies):.0f}",
    )


def _share(per_cent: float | None) -> str:
    return "-" if per_cent is None else f"{per_cent:.0f} %"


def _against(worlds: Sequence[Rows], way: str, other: str) -> tuple[str, ...]:
    one, two = column(worlds, way), column(worlds, other)
    figures = (figure.wrong_confirmed, figure.found, figure.true_found)
    return (way, *(str(paired(one, two, measure)) for measure in figures))


def _markdown(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"
