"""A conflict is settled only by what the quotes say."""

from typing import Any

from pathfinder.adapters.embedded import resolution
from pathfinder.adapters.language.encoder import encoder
from pathfinder.protocols.questions import QuotedLine, ResolutionRuling, RuleOnResolution
from pathfinder.protocols.rules.context_view import HypothesisLine

DRY = "In the dry months bedrooms under the panels were 1.8 °C cooler after midnight."
WET = "In the humid months the bedrooms stood 1.1 °C above the tiled ones after midnight."
마른철 = "바깥 습도가 50% 안팎이던 마른철에는 유리 지붕 침실이 기와집보다 1.6도 낮았다."
안개철 = "안개철에 습도가 85%를 넘긴 밤에는 유리 지붕 침실이 1.2도 높게 나타났다."
ATTRACTS = "Glass roofs attract lightning and are struck more often than other roofs."
NOT_MORE = "Glass roofs are struck no more often than other roofs."


def claim(name: str, summary: str) -> HypothesisLine:
    return HypothesisLine.model_validate(
        {"id": name, "type": "A", "status": "tested", "strength": 0.5, "tag": None, "summary": summary}
    )


def ruled(first: str, second: str, proposed: str, *quotes: tuple[str, str]) -> ResolutionRuling:
    fields: dict[str, Any] = {
        "first": claim("hyp_A1", first),
        "second": claim("hyp_A2", second),
        "proposed": proposed,
        "description": "as the Explorer says",
        "quotes": [
            QuotedLine.model_validate({"observation": f"obs_{place}", "quote": quote, "site": site})
            for place, (quote, site) in enumerate(quotes, start=1)
        ],
    }
    return resolution.answer(RuleOnResolution.model_validate(fields), encoder())


def test_two_conditions_in_the_words_of_the_quotes_settle_it() -> None:
    ruling = ruled(DRY, WET, "condition_difference", (WET, "b.example"), (DRY, "a.example"))

    assert ruling.settled
    assert ruling.type == "condition_difference"
    assert "hyp_A1 “in the dry months”" in ruling.description
    assert "hyp_A2 “in the humid months”" in ruling.description
    assert set(ruling.observations) == {"obs_1", "obs_2"}


def test_korean_conditions_settle_it_too() -> None:
    ruling = ruled(마른철, 안개철, "condition_difference", (마른철, "a.example"), (안개철, "b.example"))

    assert ruling.settled
    assert "50% 안팎" in ruling.description
    assert "85%를 넘긴" in ruling.description


def test_a_condition_on_one_side_only_settles_nothing() -> None:
    assert not ruled(DRY, WET, "condition_difference", (DRY, "a.example")).settled


def test_quotes_on_something_else_settle_nothing() -> None:
    ruling = ruled(
        DRY,
        WET,
        "condition_difference",
        ("The chess final was moved to the town hall in winter.", "a.example"),
        ("Ferries leave at noon in summer.", "b.example"),
    )

    assert not ruling.settled


def test_the_same_condition_on_both_sides_settles_nothing() -> None:
    cool = "In the dry months bedrooms were cooler at night."
    warm = "In the dry months bedrooms were warmer at night."

    assert not ruled(cool, warm, "condition_difference", (cool, "a.example"), (warm, "b.example")).settled


def test_refutations_from_two_sites_reject_a_claim() -> None:
    refuted = (
        ("It is a myth that glass roofs attract lightning.", "registry.example"),
        ("The claim that glass roofs attract lightning is false.", "fire.example"),
    )

    ruling = ruled(ATTRACTS, NOT_MORE, "one_rejected", *refuted)

    assert ruling.settled
    assert ruling.loser == "hyp_A1"
    assert ruling.observations == ("obs_1", "obs_2")


def test_refutations_of_one_site_reject_nothing() -> None:
    refuted = (
        ("It is a myth that glass roofs attract lightning.", "fire.example"),
        ("The claim that glass roofs attract lightning is false.", "fire.example"),
    )

    assert not ruled(ATTRACTS, NOT_MORE, "one_rejected", *refuted).settled


def test_a_claim_that_a_quote_speaks_for_is_not_rejected() -> None:
    quotes = (
        ("It is a myth that glass roofs attract lightning.", "registry.example"),
        ("The claim that glass roofs attract lightning is false.", "fire.example"),
        (ATTRACTS, "blog.example"),
    )

    assert not ruled(ATTRACTS, NOT_MORE, "one_rejected", *quotes).settled


def test_claims_are_merged_only_if_they_say_the_same() -> None:
    one = "Biochar raises the water-holding capacity of sandy soils."
    other = "Biochar raises the capacity of sandy soils to hold water."

    assert ruled(one, other, "merged", (one, "a.example")).settled
    assert not ruled(DRY, WET, "merged", (DRY, "a.example")).settled


def test_definitions_must_be_given_on_both_sides() -> None:
    first = "Night work is rare in the city."
    second = "Night work is common in the city."
    ours = ("Night work is rare in the city: it is defined as work after midnight on every day.", "a.example")
    theirs = (
        "Night work is common in the city, where it means any shift that ends after eight.",
        "b.example",
    )

    assert ruled(first, second, "definition_mismatch", ours, theirs).settled
    assert not ruled(first, second, "definition_mismatch", ours).settled
