"""The archive of one iteration as lines a person can read."""

from collections import Counter
from collections.abc import Iterable, Iterator

from pathfinder.protocols import edits as e
from pathfinder.protocols.rules.wording import worded


def recalled_lines(number: int, edits: Iterable[e.GraphEdit]) -> Iterator[str]:
    """What an iteration searched, saw, claimed and judged, in the order it happened; the rest is counted."""
    yield f"Iteration {number}"
    rest: Counter[str] = Counter()
    for edit in edits:
        told = list(_lines(edit))
        yield from told
        if not told:
            rest[edit.kind] += 1
    if rest:
        counted = ", ".join(f"{count} {kind}" for kind, count in sorted(rest.items()))
        yield f"  and also: {counted}"


def _lines(edit: e.GraphEdit) -> Iterator[str]:
    match edit:
        case e.AddSearch():
            known = edit.search
            yield f'  searched "{known.query}" on {known.engine}: {known.result_count} results'
        case e.AddSource():
            yield f"  page {edit.page[:12]} {edit.source.title or edit.source.url} ({edit.source.type})"
        case e.AddObservation():
            yield f"  {edit.name}: {edit.observation.summary}"
            yield f"    > {edit.observation.quote or 'no quote: unverified'}"
        case e.AddHypothesis():
            yield f"  {edit.name} ({edit.hypothesis.type}): {edit.hypothesis.summary}"
        case e.SetSubQuestions():
            for name, part in edit.sub_questions.items():
                yield f"  {name}: {part.text}"
        case e.SetStrength():
            yield f"  {edit.hypothesis} stands at {edit.strength:.4f}"
        case e.Reject():
            yield f"  {edit.hypothesis} rejected: {worded(edit.because)}"
        case e.SetFinding():
            verdict = edit.finding.verdict
            if verdict is not None:
                yield f"  {edit.hypothesis} {verdict.tag}: {worded(verdict.because)}"
        case e.AddFailure():
            yield f"  {edit.failure.kind}: {edit.failure.what}: {edit.failure.reason}"
        case _:
            return
