"""The results as a table in Markdown: shares with Wilson intervals, and the lead over the plain agent."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import sqrt
from typing import NamedTuple, get_args

from bench.bootstrap import compared, mean
from bench.eval.cases import Case
from bench.eval.grading import Grades
from bench.eval.questions import Faithful, Right
from bench.eval.systems import Answer
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.judgement import READER_TAGS

OURS = "Pathfinder"
SYSTEMS = (OURS, "plain agent")
HEAD = "| set | measure | Pathfinder | plain agent | lead, 95 % |\n|---|---|---|---|---|"
Z = 1.959964


class Row(Frozen):
    """One case: the answer and the grades of each system."""

    case: Case
    answers: Mapping[str, Answer]
    grades: Mapping[str, Grades]


Values = Callable[[Grades], Sequence[float]]


class Measure(NamedTuple):
    """What is counted in an answer: a value from 0 to 1 for each thing that is graded."""

    name: str
    values: Values
    paired: bool
    """Both systems are graded on the same things, so their difference has an interval."""


def _stated(*, insight: bool, half: float) -> Values:
    worth = {"full": 1.0, "part": half, "no": 0.0, None: 0.0}
    return lambda known: [worth[one.stated] for one in known.facts if one.insight == insight]


def _verdicts(wanted: Faithful) -> Values:
    return lambda known: [float(one.verdict == wanted) for one in known.statements if one.verdict is not None]


def _side(known: Grades) -> Sequence[float]:
    return [] if known.right is None else [float(known.right == known.side)]


MEASURES = (
    Measure("insights stated in full", _stated(insight=True, half=0.0), paired=True),
    Measure("insights stated in full or part", _stated(insight=True, half=1.0), paired=True),
    Measure("distractors in the answer (less is better)", _stated(insight=False, half=1.0), paired=True),
    Measure("cited statements that are faithful", _verdicts("faithful"), paired=False),
    Measure("cited statements not carried at all (less is better)", _verdicts("not"), paired=False),
    Measure("claims: the right side", _side, paired=True),
)


def calibration(rows: Sequence[Row]) -> str:
    """Of the claims that a session calls Confirmed, Likely, ..., how many the documents bear out.

    Questions fall into two halves by their place; rules that are changed by one half are judged by the other.
    """
    halves = [[one for row in rows[first::2] for one in row.grades[OURS].claims] for first in (0, 1)]
    lines = ["| standing | half | claims | right | partly | wrong | open |\n|---|---|---|---|---|---|---|"]
    for tag in READER_TAGS:
        for name, half in (("first", halves[0]), ("second", halves[1])):
            verdicts = [one.verdict for one in half if one.tag == tag and one.verdict is not None]
            counts = (str(verdicts.count(one)) for one in get_args(Right))
            if verdicts:
                lines.append(f"| {tag} | {name} | {len(verdicts)} | {' | '.join(counts)} |")
    return "\n".join(lines) if len(lines) > 1 else ""


def wilson(hits: float, of: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    if not of:
        return 0.0, 1.0
    share, z2 = hits / of, Z * Z
    middle = (share + z2 / (2 * of)) / (1 + z2 / of)
    wide = Z / (1 + z2 / of) * sqrt(share * (1 - share) / of + z2 / (4 * of * of))
    return max(0.0, middle - wide), min(1.0, middle + wide)


def table(rows: Sequence[Row]) -> str:
    """The table, and under it what could not be graded or answered."""
    lines = [HEAD]
    for name in dict.fromkeys(row.case.set for row in rows):
        lines += _lines(name, [row for row in rows if row.case.set == name])
    notes = [*_notes(rows)]
    sure = calibration(rows)
    return "\n".join([*lines, *(["", sure] if sure else ()), *(["", *notes] if notes else ())])


def _lines(name: str, rows: Sequence[Row]) -> Iterator[str]:
    for measure in MEASURES:
        values = {
            system: [value for row in rows for value in measure.values(row.grades[system])]
            for system in SYSTEMS
        }
        if not any(values.values()):
            continue
        ours, theirs = (values[system] for system in SYSTEMS)
        lead = ""
        if measure.paired and len(ours) == len(theirs) > 1:
            beside = compared(measure.name, mean(ours), {"plain agent": mean(theirs)}).baselines[0]
            lead = f"{100 * (mean(ours).value - beside.value):+.0f} points"
            if beside.ahead:
                lead += f" [{100 * beside.ahead[0]:+.0f}, {100 * beside.ahead[1]:+.0f}]"
        yield f"| {name} | {measure.name} | {_share(ours)} | {_share(theirs)} | {lead} |"
    asked = f"a question ({len(rows)} questions)"
    answers = [[row.answers[system] for row in rows] for system in SYSTEMS]
    usd = [sum(one.usd_micros for one in some) / len(rows) / 1e6 for some in answers]
    seconds = [sum(one.seconds for one in some) / len(rows) for some in answers]
    yield f"| {name} | USD {asked} | {usd[0]:.2f} | {usd[1]:.2f} | |"
    yield f"| {name} | seconds {asked} | {seconds[0]:.0f} | {seconds[1]:.0f} | |"


def _share(values: Sequence[float]) -> str:
    if not values:
        return "none"
    hits, of = sum(values), len(values)
    low, high = wilson(hits, of)
    return f"{hits:g} of {of} = {100 * hits / of:.0f} % [{100 * low:.0f}, {100 * high:.0f}]"


def _notes(rows: Sequence[Row]) -> Iterator[str]:
    for system in SYSTEMS:
        missing = [row.answers[system] for row in rows if not row.answers[system].text]
        if missing:
            why = missing[0].ended or "no answer was written"
            yield f"- {system} gave no answer to {len(missing)} of {len(rows)} questions (the first: {why})."
        graded = [row.grades[system] for row in rows]
        facts = sum(one.stated is None for known in graded for one in known.facts)
        statements = sum(one.verdict is None for known in graded for one in known.statements)
        if facts or statements:
            yield (
                f"- Of {system}, {facts} facts could not be graded, which count as not stated, and "
                f"{statements} statements, which do not count."
            )
