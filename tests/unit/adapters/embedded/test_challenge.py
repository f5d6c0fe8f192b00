"""The counter-review: what is there against an agreed finding, and what it does to it."""

from typing import Any

from pathfinder.adapters.embedded import challenge
from pathfinder.adapters.language.encoder import encoder
from pathfinder.protocols.calls import Unable
from pathfinder.protocols.questions import Challenge, QuotedLine, ReviewDraft
from pathfinder.protocols.rules.languages import language
from tests.asks import SHORTENS

CLAIM = SHORTENS.model_copy(update={"conditions": ()})
FOR = (
    ("Coffee late in the day cut sleep by 41 minutes.", "journal.example"),
    ("People who drank it after lunch slept less.", "health.example"),
    ("늦은 오후의 커피는 잠을 줄인다.", "sleep.example"),
)
FIRM_NO = (
    ("The trial found no effect of afternoon caffeine on sleep.", "trial.example"),
    ("That afternoon caffeine shortens sleep is a myth.", "clinic.example"),
)


def lines(quotes: tuple[tuple[str, str], ...], start: int) -> list[QuotedLine]:
    return [
        QuotedLine.model_validate({"observation": f"obs_{start + place}", "quote": quote, "site": site})
        for place, (quote, site) in enumerate(quotes)
    ]


def reviewed(
    ours: tuple[tuple[str, str], ...], theirs: tuple[tuple[str, str], ...] = (), **fields: Any
) -> ReviewDraft:
    defaults: dict[str, Any] = {
        "claim": CLAIM,
        "side": "for",
        "supporting": lines(ours, 1),
        "opposing": lines(theirs, 101),
        "language": "en",
    }
    answer = challenge.answer(Challenge.model_validate(defaults | fields), encoder())
    assert isinstance(answer, ReviewDraft)
    return answer


def test_refutations_that_outweigh_the_agreement_refute_it() -> None:
    review = reviewed(FOR[:1], FIRM_NO)

    assert review.verdict == "REFUTED"
    assert review.evidence == ("obs_101", "obs_102")
    assert "trial.example" in review.challenge


def test_refutations_that_do_not_outweigh_it_weaken_it() -> None:
    assert reviewed(FOR, FIRM_NO).verdict == "WEAKENED"


def test_copies_of_one_refutation_are_one() -> None:
    copied = ((FIRM_NO[0][0], "one.example"), (FIRM_NO[0][0], "two.example"))

    assert reviewed(FOR[:1], copied).verdict == "WEAKENED"


def test_one_telling_quote_on_the_other_side_weakens() -> None:
    review = reviewed(FOR, FIRM_NO[:1])

    assert review.verdict == "WEAKENED"
    assert review.evidence == ("obs_101",)
    assert FIRM_NO[0][0] in review.challenge


def test_a_document_without_a_site_leaves_no_gap_in_the_sentence() -> None:
    no_site = tuple((quote, "") for quote, _ in FIRM_NO)

    for spoken, begins in (("en", "A document found otherwise: “"), ("ko", "한 문서의 관찰은 반대로")):
        told = reviewed(FOR, no_site[:1], language=spoken).challenge
        assert told.startswith(begins)
        assert "()" not in told
    assert "by a document and a document: “" in reviewed(FOR[:1], no_site).challenge


def test_quotes_of_one_site_are_one_voice() -> None:
    one_site = tuple((quote, "blog.example") for quote, _ in FOR)

    review = reviewed(one_site)

    assert review.verdict == "WEAKENED"
    assert "blog.example" in review.challenge
    assert len(review.evidence) == 3


def test_a_condition_that_the_claim_leaves_out_weakens() -> None:
    quotes = (
        ("In the dry season coffee shortens sleep.", "a.example"),
        ("Sleep gets shorter with coffee during the dry season.", "b.example"),
        ("Coffee costs an hour of sleep.", "c.example"),
    )
    plain = CLAIM.model_copy(update={"summary": "Coffee shortens sleep."})

    review = reviewed(quotes, claim=plain)

    assert review.verdict == "WEAKENED"
    assert "dry season" in review.challenge
    assert set(review.evidence) == {"obs_1", "obs_2"}
    told = plain.model_copy(update={"conditions": ("in the dry season",)})
    assert reviewed(quotes, claim=told).verdict == "UPHELD"


def test_a_weak_objection_leaves_the_finding_standing() -> None:
    review = reviewed(FOR, (("I sleep fine, whatever people say.", "forum.example"),))

    assert review.verdict == "UPHELD"
    assert review.evidence == ("obs_101",)


def test_without_any_objection_the_missing_counter_evidence_is_told() -> None:
    assert reviewed(FOR).verdict == "UPHELD"
    assert reviewed(FOR).evidence == ()
    assert "one language" in reviewed(FOR[:2]).challenge


def test_a_review_of_a_korean_question_is_in_korean() -> None:
    for review in (
        reviewed(FOR, FIRM_NO[:1], language="ko"),
        reviewed(FOR[:1], FIRM_NO, language="ko"),
        reviewed(FOR, language="ko"),
        reviewed(FOR[:1], language="ko"),
    ):
        assert language(review.impact) == "ko"


def test_one_figure_in_all_quotes_looks_like_one_study() -> None:
    repeated = (
        ("They slept 58% less often through the night.", "a.example"),
        ("밤새 자는 일이 58%나 줄었다고 한다.", "b.example"),
    )

    review = reviewed(repeated)

    assert review.verdict == "WEAKENED"
    assert "58%" in review.challenge
    measured = (repeated[0], ("They slept 51% less often through the night in our trial.", "b.example"))
    assert reviewed(measured).verdict == "UPHELD"


def test_much_newer_figures_on_the_other_side_weaken() -> None:
    old = (("In 1998 it was so.", "a.example"), ("In 2001 it was so too.", "b.example")) * 2
    old = (*old[:2], ("In 2002 again.", "c.example"), ("Everybody says so.", "d.example"))

    review = reviewed(old, (("In 2024 it is otherwise.", "e.example"),))

    assert review.verdict == "WEAKENED"
    assert "2002" in review.challenge


def test_nothing_to_rest_on_cannot_be_challenged() -> None:
    ask = Challenge(claim=CLAIM, side="for", supporting=(), opposing=(), language="en")

    assert isinstance(challenge.answer(ask, encoder()), Unable)
