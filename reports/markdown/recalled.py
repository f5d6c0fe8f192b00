"""The archive of one iteration as lines a person can read."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from pathfinder.locales.catalogue import Translator, said, translator
from pathfinder.protocols.evidence.marked_text import raised_text, seen_text
from pathfinder.protocols.graph import edits as e
from pathfinder.protocols.judging.wording import worded
from pathfinder.reports.markdown.summary import Tongue, verdict_words

COUNTED: Final = frozenset(
    {
        "add_edge", "add_keyword", "add_concept", "add_relation", "answer_contradiction", "merge_hypotheses",
        "record_visit", "set_status", "turn_away_query",
    }
)  # fmt: skip
"""Edits that are only counted; those about the run's own accounts are left out."""


def recalled_lines(number: int, edits: Iterable[e.GraphEdit], speak: Tongue = "en") -> Iterator[str]:
    """What an iteration searched, saw, claimed and judged, in the order it happened; the rest is counted."""
    t = translator(speak)
    yield t("recall-iteration", number=number)
    rest: Counter[str] = Counter()
    parts: set[str] = set()
    for edit in edits:
        told = [line for line in _lines(edit, t, speak) if line not in parts]
        yield from told
        if isinstance(edit, e.SetSubQuestions):
            # It is set again whenever a claim is noted with a part; its text is told once.
            parts.update(told)
        elif not told and edit.kind in COUNTED:
            rest[edit.kind] += 1
    if rest:
        pairs = sorted((t(f"recall-counted-{kind}"), count) for kind, count in rest.items())
        counted = ", ".join(t("recall-count", what=what, count=count) for what, count in pairs)
        yield "  " + t("recall-rest", counted=counted)


def _lines(edit: e.GraphEdit, t: Translator, speak: Tongue) -> Iterator[str]:
    match edit:
        case e.AddSearch():
            known = edit.search
            told = t("recall-searched", query=known.query, engine=known.engine, results=known.result_count)
            yield f"  {told}"
        case e.AddSource():
            named, kind = edit.source.title or edit.source.url, t(f"thesis-types-{edit.source.type}")
            yield f"  {t('recall-page')} {edit.page[:12]} {named} ({kind})"
        case e.AddObservation():
            yield f"  {edit.name}: {seen_text(edit.observation, speak)}"
            yield f"    > {edit.observation.quote or t('recall-unquoted')}"
        case e.AddHypothesis():
            yield f"  {edit.name} ({edit.hypothesis.type}): {raised_text(edit.hypothesis, speak)}"
        case e.SetSubQuestions():
            for name, part in edit.sub_questions.items():
                yield f"  {name}: {part.text}"
        case e.SetStrength():
            yield "  " + t("recall-stands", name=edit.hypothesis, strength_4=f"{edit.strength:.4f}")
        case e.Reject():
            yield "  " + t("recall-rejected", name=edit.hypothesis, because=worded(edit.because, speak))
        case e.SetFinding():
            verdict = edit.finding.verdict
            if verdict is not None:
                called = verdict_words(verdict.tag, verdict.side, speak)
                yield f"  {edit.hypothesis} {called}: {worded(verdict.because, speak)}"
        case e.AddFailure():
            told_of = edit.failure
            kind = t(f"thesis-failure-kinds-{told_of.kind}")
            yield f"  {kind}: {said(told_of.what, speak)}: {said(told_of.reason, speak)}"
        case _:
            return
