"""Two claims compared: what means the same is found, and what does not is never joined."""

import pytest

from pathfinder.adapters.embedded import facets
from pathfinder.adapters.embedded.poles import apart, ends
from pathfinder.adapters.language.encoder import encoder
from pathfinder.protocols.ids import HypothesisId, Iid
from pathfinder.protocols.questions import LabelPairs
from pathfinder.protocols.reports import ClaimRef
from pathfinder.protocols.rules.candidates import CandidatePair
from pathfinder.protocols.rules.facets import pair_label, relation
from tests.unit.adapters.embedded.facet_pairs import FRESH, TUNED, UNSEEN, Label, Pair


def labelled(one: str, other: str) -> Label:
    """Whether the merge joins two claims, sets them against each other, or leaves them apart."""
    label = pair_label(relation(facets.facets(one, other, encoder())))
    return label if label in ("same", "opposes") else "separate"


def test_claims_with_one_noun_exchanged_are_left_apart() -> None:
    assert (
        labelled("가로수는 여름철 도시의 기온을 낮춘다.", "옥상 정원은 여름철 도시의 기온을 낮춘다.")
        == "separate"
    )
    assert (
        labelled(
            "Street trees lower summer temperatures in cities.",
            "Green roofs lower summer temperatures in cities.",
        )
        == "separate"
    )


def test_a_claim_meets_its_translation() -> None:
    assert (
        labelled("Caffeine in the afternoon shortens sleep.", "오후의 카페인은 수면 시간을 줄인다.") == "same"
    )


def test_other_figures_of_one_unit_are_neither_the_same_nor_the_opposite() -> None:
    assert labelled("Biochar raises the yield by 10%.", "Biochar raises the yield by 25%.") == "separate"
    assert labelled("Biochar raises the yield by 10%.", "Biochar raises the yield by 10.4%.") == "same"


def test_opposite_ends_under_other_conditions_become_a_conflict() -> None:
    dry = "In the dry months bedrooms under the panels were 1.8 °C cooler at midnight."
    wet = "In the humid months the bedrooms stood 1.1 °C above the tiled ones after midnight."

    assert labelled(dry, wet) == "opposes"


def test_one_direction_under_other_conditions_stays_two_claims() -> None:
    mild = "Heat pumps save energy in mild winters."
    insulated = "Heat pumps save energy in buildings with good insulation."

    assert labelled(mild, insulated) == "separate"


def test_a_denial_is_never_joined_with_what_it_denies() -> None:
    for pair in (*TUNED, *UNSEEN, *FRESH):
        if pair.label == "opposes":
            assert labelled(pair.one, pair.other) != "same", pair


def test_labels_are_numbered_as_the_pairs_were_asked() -> None:
    pairs = tuple(
        CandidatePair(
            claim=ClaimRef(iid=Iid("WEB-KW1-S1-I1-R1.0"), key="c1"),
            summary=pair.one,
            other=HypothesisId("hyp_A1"),
            other_summary=pair.other,
            similarity=0.5,
        )
        for pair in TUNED[-3:]
    )

    answer = facets.answer(LabelPairs(pairs=pairs), encoder())

    assert [label.pair for label in answer.labels] == [1, 2, 3]


@pytest.mark.parametrize(
    ("pairs", "fewest_same", "fewest_opposed"), [(TUNED, 8, 12), (UNSEEN, 10, 4), (FRESH, 9, 6)]
)
def test_joins_are_right_and_frequent_enough(
    pairs: tuple[Pair, ...], fewest_same: int, fewest_opposed: int
) -> None:
    """A wrong join cannot be undone: at most one in the set; and enough paraphrases meet."""
    found = [(pair.label, labelled(pair.one, pair.other)) for pair in pairs]

    wrong = [given for given in found if given[1] != "separate" and given[0] != given[1]]
    assert len(wrong) <= 1
    assert found.count(("same", "same")) >= fewest_same
    assert found.count(("opposes", "opposes")) >= fewest_opposed


def test_the_ends_of_scales_are_read_in_both_languages() -> None:
    assert ends("평균 1.6도 낮았다") == {"temperature": -1}
    assert ends("the rooms were not warmer") == {"temperature": -1}
    assert apart("밤에는 더 서늘했다", "the room stood 2 °C above the other")
    assert not apart("It was quieter.", "It was cooler.")
