"""Stance by cues: what is said, denied, refuted, only told or left open, in and across both languages."""

from dataclasses import dataclass
from typing import Literal

import pytest

from pathfinder.adapters.embedded.stance import stance
from pathfinder.adapters.language.encoder import encoder

FEED = "Seaweed feed lowers methane from cattle"
사료 = "해조류 사료는 소의 메탄 배출을 줄인다"
재택 = "재택근무는 생산성을 높인다"
Wanted = Literal["SUPPORTS", "CONTRADICTS"] | None


@dataclass(frozen=True)
class Case:
    claim: str
    sentence: str
    wanted: Wanted
    basis: str = ""

    @property
    def id(self) -> str:
        return self.sentence


CASES = (
    # the same thing moves, the same way or the other
    Case(FEED, "Methane from cattle fell by 40% with seaweed feed.", "SUPPORTS", "same direction"),
    Case(FEED, "Seaweed feed raised methane emissions of cattle.", "CONTRADICTS", "opposite direction"),
    Case(
        FEED,
        "Seaweed feed did not lower methane from cattle.",
        "CONTRADICTS",
        "negation of the same direction",
    ),
    Case(FEED, "Seaweed feed lowered the milk yield of the herd.", None),
    Case(사료, "해조류 사료를 먹은 소는 메탄 배출이 40% 줄어들었다.", "SUPPORTS", "same direction"),
    Case(사료, "해조류 사료를 먹인 소의 메탄 배출은 증가했다.", "CONTRADICTS", "opposite direction"),
    Case(
        사료,
        "해조류 사료를 먹인 소의 메탄 배출은 줄지 않았다.",
        "CONTRADICTS",
        "negation of the same direction",
    ),
    Case(재택, "재택근무자의 생산성이 높아지지는 않았다.", "CONTRADICTS", "negation of the same direction"),
    Case(재택, "재택근무는 주거비를 높인다.", None),
    # improvement of a bad thing is less of it
    Case("Exercise reduces symptoms of depression", "Exercise improved symptoms of depression.", "SUPPORTS"),
    Case(
        "Exercise reduces symptoms of depression", "Exercise worsened symptoms of depression.", "CONTRADICTS"
    ),
    # praise and blame
    Case("The drug is safe for children", "The drug proved harmful to children under two.", "CONTRADICTS"),
    Case("이 약은 안전하다", "이 약은 임산부에게 위험하다.", "CONTRADICTS", "opposite direction"),
    # results of nothing
    Case(FEED, "Seaweed feed had no effect on methane from cattle.", "CONTRADICTS", "null result"),
    Case(재택, "재택근무는 생산성에 영향을 미치지 않았다.", "CONTRADICTS", "null result"),
    Case("Coffee does not cause dehydration", "Coffee caused no dehydration in trained men.", "SUPPORTS"),
    # refuted, told, or left open
    Case(
        FEED, "The claim that seaweed feed lowers methane from cattle is false.", "CONTRADICTS", "refutation"
    ),
    Case(재택, "재택근무가 생산성을 높인다는 통념은 사실이 아니다.", "CONTRADICTS", "refutation"),
    Case(FEED, "It is widely believed that seaweed feed lowers methane from cattle.", None),
    Case(
        FEED,
        "It is widely believed that seaweed feed lowers methane, but trials found no effect.",
        "CONTRADICTS",
    ),
    Case(재택, "재택근무가 생산성을 높인다는 소문이 있다.", None),
    Case(재택, "재택근무가 생산성을 높인다고 믿는 사람이 많다.", None),
    Case(FEED, "It is unclear whether seaweed feed lowers methane from cattle.", None),
    Case(FEED, "We investigated whether seaweed feed lowers methane from cattle, and how much.", None),
    Case(재택, "재택근무가 생산성을 높이는지는 아직 불분명하다.", None),
    Case(FEED, "Does seaweed feed lower methane from cattle?", None),
    Case(재택, "재택근무가 정말 생산성을 높일까?", None),
    # a condition does not turn a stance
    Case(FEED, "In winter, when the herd is indoors, seaweed feed lowers methane from cattle.", "SUPPORTS"),
    Case(사료, "겨울철에는 해조류 사료가 소의 메탄 배출을 줄인다.", "SUPPORTS"),
    # the weak cues
    Case(
        "Whales navigate by the magnetic field",
        "Whales do not navigate by the magnetic field.",
        "CONTRADICTS",
    ),
    Case(
        "고래는 자기장으로 길을 찾는다",
        "고래는 자기장으로 길을 찾지 않는다.",
        "CONTRADICTS",
        "negation on one side",
    ),
    Case(
        "Whales navigate by the magnetic field",
        "Whales navigate by the magnetic field of the sea.",
        "SUPPORTS",
    ),
    # across languages
    Case(재택, "Remote work raised productivity by 13%.", "SUPPORTS", "same direction"),
    Case(재택, "Remote work raised rents in the suburbs.", None),
    Case("Coffee lowers the risk of diabetes", "커피를 마신 사람은 당뇨병 위험이 높았다.", "CONTRADICTS"),
    Case("Coffee lowers the risk of diabetes", "커피가 당뇨병 위험을 낮춘다는 속설이 있다.", None),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_stance(case: Case) -> None:
    guess = stance(case.claim, case.sentence, encoder().similarity(case.claim, case.sentence))
    assert (guess.type if guess else None) == case.wanted
    if guess and case.basis:
        assert guess.basis.startswith(case.basis)


def test_the_basis_names_the_words_and_a_weak_cue_weighs_less() -> None:
    strong = stance(FEED, "Seaweed feed raised methane emissions of cattle.", 0.8)
    assert strong == ("CONTRADICTS", 0.5, "opposite direction: “lowers” / “raised”")
    weak = stance(
        "Whales navigate by the magnetic field", "Whales do not navigate by the magnetic field.", 0.9
    )
    assert weak == ("CONTRADICTS", 0.3, "negation on one side: navig")


def test_similarity_alone_gives_nothing() -> None:
    assert stance("Kelp lamps smell of salt", "The lamps of the harbour are made of kelp.", 1.0) is None
    assert stance("해초 등불은 짠 냄새가 난다", "항구의 등불은 해초로 만든다.", 1.0) is None


def test_another_topic_does_not_pass_the_gate_whatever_its_words() -> None:
    assert stance(FEED, "Seaweed feed raised methane emissions of cattle.", 0.29) is None
    assert stance(재택, "Remote work raised productivity by 13%.", 0.39) is None


def test_across_languages_it_has_to_be_one_thing_that_moves() -> None:
    assert stance(재택, "Remote work raised productivity in the suburbs.", 0.7) is not None
    assert stance(재택, "Remote work raised rents in the suburbs.", 0.7) is None
