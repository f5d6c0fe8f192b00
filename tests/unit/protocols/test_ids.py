"""Ids say what they name, and sort as people do."""

import pytest

from pathfinder.protocols.calls.targets import (
    ConflictTarget,
    HypothesisTarget,
    KeywordTarget,
    LensTarget,
    Target,
    code,
    conflict_target,
    hypotheses_of,
)
from pathfinder.protocols.ids import (
    HypothesisId,
    Iid,
    SlotPlace,
    iid,
    investigator,
    lineage,
    number,
    order,
    target_code,
)


def test_an_iid_reads_back_what_it_was_made_of() -> None:
    name = iid("SKEPTIC", "HYPA1xHYPB3", 12, SlotPlace(round=3, pass_=2, slot=10))
    assert name == "SKEPTIC-HYPA1xHYPB3-S10-I12-R3.2"
    assert investigator(name) == ("SKEPTIC", "HYPA1xHYPB3", 12, (3, 2, 10))
    assert lineage(name) == "SKEPTIC-HYPA1xHYPB3"


@pytest.mark.parametrize(
    "broken", ["", "WEB-HYPA1", "WEB-HYPC1-S1-I1-R1.0", "WEB-KW0-S1-I1-R1.0", "WEB-KW1-S1-I1-R1.0\n"]
)
def test_what_is_not_an_iid_is_refused(broken: str) -> None:
    with pytest.raises(ValueError, match="not an IID"):
        investigator(Iid(broken))


def test_ids_sort_by_kind_and_number() -> None:
    names = ["hyp_B1", "hyp_A10", "hyp_A2", "hyp_3", "obs_20", "obs_3"]
    assert sorted(names, key=order) == ["hyp_3", "hyp_A2", "hyp_A10", "hyp_B1", "obs_3", "obs_20"]
    assert [number(name) for name in names] == [1, 10, 2, 3, 20, 3]


def test_a_hand_written_hypothesis_has_a_code_too() -> None:
    assert [target_code(HypothesisId(name)) for name in ("hyp_1", "hyp_A3", "hyp_B2")] == [
        "HYP1",
        "HYPA3",
        "HYPB2",
    ]


@pytest.mark.parametrize(
    ("target", "spelled", "visits"),
    [
        (HypothesisTarget(hypothesis=HypothesisId("hyp_A3")), "HYPA3", ("hyp_A3",)),
        (
            ConflictTarget(first=HypothesisId("hyp_A1"), second=HypothesisId("hyp_A3")),
            "HYPA1xHYPA3",
            ("hyp_A1", "hyp_A3"),
        ),
        (KeywordTarget(number=17, keyword="잠열"), "KW17", ()),
        (LensTarget(lens="scope"), "LENS2", ()),
    ],
)
def test_each_target_has_a_code_and_the_hypotheses_it_visits(
    target: Target, spelled: str, visits: tuple[str, ...]
) -> None:
    assert code(target) == spelled
    assert hypotheses_of(target) == visits


def test_a_pair_is_one_target_in_either_order() -> None:
    one, other = HypothesisId("hyp_A10"), HypothesisId("hyp_A2")
    assert conflict_target(one, other) == conflict_target(other, one)
    assert conflict_target(one, other).first == "hyp_A2"
