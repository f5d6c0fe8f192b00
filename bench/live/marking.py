"""How good the answers are: figures with intervals, beside always saying yes, on the same rows."""

from collections.abc import Callable, Sequence

from bench.bootstrap import Way, compared, of_rows, share
from bench.figures import Figure
from bench.live.asking import Answer
from bench.scifact import Label

Saying = Callable[[Answer], Label]
_SAID: dict[str, Saying] = {"verdicts": lambda one: one.said, "weight of evidence": lambda one: one.leans}


def figures(answers: Sequence[Answer]) -> list[Figure]:
    """Of verdicts, citations and the bill; a claim that the budget cut short counts for the bill only."""
    spent = sum(one.usd_micros for one in answers) / 1e6
    whole = [one for one in answers if one.ended == "done"]
    cut = "one more was cut short by the budget; " if len(whole) < len(answers) else ""
    asked = Figure("claims asked", len(whole), "", None, f"{cut}{spent:.2f} USD in all")
    if not whole:
        return [asked]
    each = sum(one.usd_micros for one in whole) / 1e6 / len(whole)
    return [*_verdicts(whole), *_citations(whole), asked, Figure("cost of a claim", each, "USD")]


def _verdicts(answers: Sequence[Answer]) -> list[Figure]:
    found = []
    for name, said in _SAID.items():
        right = of_rows([(said(one) == one.gold, 1.0) for one in answers], share)
        always = of_rows([(one.gold == "SUPPORTS", 1.0) for one in answers], share)
        found += [
            compared(
                f"{name}: precision where it takes a side",
                _way(answers, said, of_said=True),
                {"always SUPPORTS": _way(answers, _yes, of_said=True)},
            ),
            compared(
                f"{name}: recall of claims with evidence",
                _way(answers, said, of_said=False),
                {"always SUPPORTS": _way(answers, _yes, of_said=False)},
            ),
            compared(f"{name}: right, silence on open claims included", right, {"always SUPPORTS": always}),
        ]
    return found


def _way(answers: Sequence[Answer], said: Saying, *, of_said: bool) -> Way:
    """Right sides over sides taken, or over sides there are to take."""
    rows = [
        (said(one) == one.gold != "NONE", (said(one) if of_said else one.gold) != "NONE") for one in answers
    ]
    return of_rows(rows, share)


def _yes(_: Answer) -> Label:
    return "SUPPORTS"


def _citations(answers: Sequence[Answer]) -> list[Figure]:
    rows = [
        (sum(one.right for one in each.cited), sum(one.rationale for one in each.cited), len(each.cited))
        for each in answers
    ]
    cited = sum(row[2] for row in rows)
    if not cited:
        return []
    return [
        compared(
            "citations: from an abstract that takes that side",
            of_rows([(row[0], row[2]) for row in rows], share),
            {},
            note=f"{cited} quotes",
        ),
        compared(
            "citations: the very sentences that are evidence",
            of_rows([(row[1], row[2]) for row in rows], share),
            {},
            note=f"{cited} quotes",
        ),
    ]
