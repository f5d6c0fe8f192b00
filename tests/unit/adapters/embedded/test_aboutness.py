"""Two sentences on one effect are on one matter only where they share its cause too."""

import pytest

from pathfinder.adapters.embedded.aboutness import common
from pathfinder.adapters.embedded.agreement import cue
from pathfinder.adapters.embedded.claims import announces, claim
from pathfinder.adapters.embedded.conditions import conditions
from pathfinder.adapters.embedded.facets import facets
from pathfinder.adapters.embedded.page_topic import off_subject
from pathfinder.adapters.embedded.read import verify_keywords
from pathfinder.adapters.embedded.relations import relation
from pathfinder.adapters.language.encoder import encoder
from pathfinder.protocols.rules.facets import relation as met


@pytest.mark.parametrize(
    ("claimed", "sentence"),
    [
        ("Aspirin lowers mortality after surgery.", "Exercise lowered mortality in retired miners."),
        ("Street trees reduce noise.", "Thicker windows reduced the noise by half."),
        ("Cycling lanes increase accidents.", "Fog increases accidents on mountain passes."),
    ],
)
def test_another_cause_of_the_same_effect_says_nothing(claimed: str, sentence: str) -> None:
    # However alike the vectors find them: 0.45 is past every other bar.
    assert cue(claimed, sentence, 0.45) is None


def test_the_same_cause_and_effect_in_other_words_does() -> None:
    claimed = "Street trees in the old town reduce traffic noise."
    guess = cue(claimed, "Where trees were planted in the old town, traffic noise was reduced.", 0.6)
    assert guess is not None
    assert (guess.type, guess.weight) == ("SUPPORTS", 0.5)


def test_what_moves_is_not_counted_as_common_ground() -> None:
    assert not common("Aspirin lowers mortality.", "Mortality fell.").any
    assert common("Aspirin lowers mortality.", "With aspirin mortality fell.").well
    # A claim that names nothing but its effect leaves nothing to ask for.
    assert common("Mortality fell.", "Mortality rose.").any


def test_a_null_result_weighs_little() -> None:
    guess = cue("Honey shortens coughs in children.", "Honey had no effect on coughs in children.", 0.7)
    assert guess is not None
    assert (guess.type, guess.weight) == ("CONTRADICTS", 0.3)


@pytest.mark.parametrize(
    ("question", "on", "off"),
    [
        (
            "Does vitamin D supplementation reduce the risk of cancer?",
            "Vitamin D was given to 900 adults.",
            "Cancer took 900 lives.",
        ),
        ("What are the risks of statins?", "Statins may hurt muscles.", "Muscles hurt after running."),
        ("조석유리 지붕은 집을 시원하게 하는가?", "조석유리는 비싸다.", "도서관이 문을 열었다."),
        (
            "Is it true that obesity is determined solely by environmental factors?",
            "Environmental factors explain little.",
            "It is true that the ferry runs daily.",
        ),
        ("Is there evidence that coffee causes ulcers?", "Coffee was drunk.", "There is evidence of frost."),
    ],
)
def test_a_text_is_on_the_question_if_it_names_what_is_asked_about(question: str, on: str, off: str) -> None:
    assert not off_subject(question, on)
    assert off_subject(question, off)


def test_two_other_things_of_the_question_are_enough() -> None:
    question = "Should cities introduce a congestion toll for lorries?"
    assert not off_subject(question, "A congestion toll halved the number of lorries downtown.")


def test_keywords_are_names_that_a_person_would_type() -> None:
    found = verify_keywords("Subsidised buyers paid the full housing grant back within five years.")
    assert "full housing grant" in found
    assert not any("paid" in keyword for keyword in found)


@pytest.mark.parametrize(
    "text",
    [
        "Objectives To develop and validate prediction algorithms for the risk of heart disease.",
        "OBJECTIVE To determine the effect of folate on the risk of stroke.",
        "To assess the effect of tea on sleep in older adults.",
    ],
)
def test_an_aim_is_no_finding(text: str) -> None:
    assert announces(text)
    assert claim(text) is None


def test_a_heading_in_capitals_is_no_part_of_a_claim() -> None:
    told = "CONCLUSIONS AND RELEVANCE Vaccination was associated with a lower risk of heart attacks."
    assert claim(told) == "Vaccination was associated with a lower risk of heart attacks."


@pytest.mark.parametrize(
    ("sentence", "condition"),
    [
        ("In the warmth the dough rises within an hour.", "In the warmth"),
        ("Where a cellar is cold, cheese ripens slowly.", "Where a cellar is cold"),
        ("On 600 mg they slept 38 minutes less.", "On 600 mg"),
        ("더운 움에서는 가루가 빨리 상한다.", "더운 움에서는"),
        ("온도가 13도를 밑돈 곳에서는 가루가 오래간다.", "온도가 13도를 밑돈 곳에서는"),
    ],
)
def test_a_condition_is_known_by_a_word_of_some_kind_of_condition(sentence: str, condition: str) -> None:
    assert condition in conditions(sentence)


def test_rivals_under_opposite_conditions_meet_though_their_words_differ() -> None:
    cold = "In cold cellars each extra week of ripening adds months to the shelf life of the cheese."
    warm = "In warm cellars, every week of ripening past the second takes months off the cheese."
    assert met(facets(cold, warm, encoder())) == "opposing"


@pytest.mark.parametrize("text", ["The decline was slow for five days.", "Daily use leads to raised prices."])
def test_a_scrap_of_a_sentence_is_no_cause(text: str) -> None:
    assert relation(text) is None
