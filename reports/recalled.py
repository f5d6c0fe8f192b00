"""The archive of one iteration as lines a person can read."""

from collections import Counter
from collections.abc import Iterable, Iterator

from pathfinder.protocols import edits as e
from pathfinder.protocols.rules.wording import worded

_COUNTED = {
    "add_edge": "links of quotes or claims",
    "add_keyword": "directions to follow",
    "add_concept": "concepts",
    "add_relation": "relations of concepts",
    "answer_contradiction": "contradictions answered",
    "merge_hypotheses": "claims joined",
    "record_visit": "visits counted",
    "set_status": "changes of status",
    "turn_away_query": "queries turned away as repeats",
}
"""What is told by its number only; how the run keeps its own accounts is not told at all."""


def recalled_lines(number: int, edits: Iterable[e.GraphEdit]) -> Iterator[str]:
    """What an iteration searched, saw, claimed and judged, in the order it happened; the rest is counted."""
    yield f"Iteration {number}"
    rest: Counter[str] = Counter()
    parts: set[str] = set()
    for edit in edits:
        told = [line for line in _lines(edit) if line not in parts]
        yield from told
        if isinstance(edit, e.SetSubQuestions):
            # It is set again whenever a claim is noted with a part; its text is told once.
            parts.update(told)
        elif not told and edit.kind in _COUNTED:
            rest[_COUNTED[edit.kind]] += 1
    if rest:
        yield f"  and also: {', '.join(f'{count} {what}' for what, count in sorted(rest.items()))}"


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
