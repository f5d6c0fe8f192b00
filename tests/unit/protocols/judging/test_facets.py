"""The facet table, row by row and as a whole."""

from typing import get_args

import pytest

from pathfinder.protocols.calls.comparison import Direction, Facets, Likeness
from pathfinder.protocols.judging.facets import Relation, pair_label, relation

SEPARATE = [
    ("same", "other", "other"),
    ("other", "same", "other"),
    ("other", "same", "opposite"),
    ("other", "other", "same"),
    ("other", "other", "other"),
    ("other", "other", "opposite"),
]
TABLE: dict[tuple[str, str, str], Relation] = {
    ("same", "same", "same"): "same",
    ("same", "same", "opposite"): "opposing",
    ("same", "other", "opposite"): "opposing",
    ("same", "other", "same"): "other_cause",
    ("other", "same", "same"): "related",
    ("same", "same", "other"): "related",
    **dict.fromkeys(SEPARATE, "separate"),
}


def facets(subject: str, cause: str, direction: str) -> Facets:
    return Facets.model_validate({"subject": subject, "cause": cause, "direction": direction})


@pytest.mark.parametrize(("labels", "expected"), TABLE.items(), ids=lambda value: "-".join(value))
def test_each_row_of_the_facet_table(labels: tuple[str, str, str], expected: Relation) -> None:
    assert relation(facets(*labels)) == expected


def test_the_table_above_has_every_combination_of_labels() -> None:
    combinations = {
        (subject, cause, direction)
        for subject in get_args(Likeness)
        for cause in get_args(Likeness)
        for direction in get_args(Direction)
    }
    assert set(TABLE) == combinations


def test_only_the_same_finding_is_joined_and_both_kinds_of_disagreement_oppose() -> None:
    assert {found: pair_label(found) for found in get_args(Relation)} == {
        "same": "same",
        "opposing": "opposes",
        "other_cause": "opposes",
        "related": "related",
        "separate": "separate",
        "narrower": "narrower",
        "wider": "wider",
    }


@pytest.mark.parametrize("scope", ["narrower", "wider"])
def test_a_case_of_a_general_claim_points_at_it_if_it_goes_the_same_way(scope: str) -> None:
    narrower = {"subject": "same", "cause": "same", "direction": "same", "scope": scope}
    assert relation(Facets.model_validate(narrower)) == scope
    assert relation(Facets.model_validate(narrower | {"direction": "opposite"})) == "opposing"
