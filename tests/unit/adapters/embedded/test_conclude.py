"""Taking stock: places not quotes, the other side looked for, conflicts settled where quotes carry it."""

import pytest

from pathfinder.adapters.embedded import conclude
from pathfinder.adapters.language.encoder import encoder
from pathfinder.protocols.questions import ClaimLine, Conclude, Conclusion, FoundLine
from pathfinder.protocols.reports import KnownHypothesis, NewClaim
from pathfinder.protocols.rules.languages import Language
from pathfinder.protocols.rules.queries import is_repeat

COOLS = "Straw mulch lowers soil temperature."
WARMS = "Straw mulch raises soil temperature."


def line(
    place: int,
    about: str = "hyp_A1",
    type_: str = "SUPPORTS",
    quote: str = "",
    weight: float = 0.5,
    site: str = "",
) -> FoundLine:
    return FoundLine.model_validate(
        {
            "observation": f"p{place}_o1",
            "about": about,
            "type": type_,
            "weight": weight,
            "quote": quote or f"Plot {place} under straw mulch was cooler than bare soil.",
            "site": site or f"s{place}.example",
        }
    )


def concluded(
    *found: FoundLine,
    target: str = "HYPA1",
    about: str = COOLS,
    turns_left: int = 2,
    queries: tuple[str, ...] = (),
    language: Language = "en",
) -> Conclusion:
    ask = Conclude(
        objective=about,
        about=about,
        target=target,
        turn=3 - turns_left,
        turns_left=turns_left,
        queries=queries,
        found=found,
        claims=(ClaimLine(key="p1_c1", summary="Straw draws slugs."),),
        language=language,
    )
    answer = conclude.answer(ask, encoder())
    assert isinstance(answer, Conclusion)
    return answer


def in_conflict(*found: FoundLine) -> Conclusion:
    return concluded(*found, target="HYPA1xHYPA3", about=f"{COOLS} / {WARMS}")


def test_two_places_on_the_target_are_enough_and_one_is_not() -> None:
    assert concluded(line(1), line(2)).enough
    assert not concluded(line(1)).enough
    assert not concluded(line(1), line(2, about="hyp_A9")).enough
    assert not concluded(line(1), line(2, type_="QUALIFIES")).enough


def test_pages_of_one_site_and_copies_of_one_text_are_one_place() -> None:
    assert not concluded(line(1, site="one.example"), line(2, site="one.example")).enough
    copied = "Straw mulch lowers soil temperature by three degrees."
    assert not concluded(line(1, quote=copied), line(2, quote=copied)).enough


def test_a_local_file_has_no_site_and_is_its_own_place() -> None:
    bare = (line(1).model_copy(update={"site": ""}), line(2).model_copy(update={"site": ""}))
    assert concluded(*bare).enough


def test_any_two_places_do_where_the_target_is_a_direction() -> None:
    assert concluded(line(1, about="p1_c1"), line(2, about="hyp_A9"), target="KW3").enough


def test_a_conflict_wants_both_sides_heard() -> None:
    assert not in_conflict(line(1), line(2)).enough
    assert in_conflict(line(1), line(2, about="hyp_A3")).enough


def test_evidence_is_weighed_by_places_and_by_what_stands_against_it() -> None:
    def weighed(*found: FoundLine) -> tuple[str, float, bool]:
        told = next(
            known
            for known in concluded(*found).assessments
            if known.about == KnownHypothesis(hypothesis="hyp_A1")  # type: ignore[arg-type]  # checked by the model
        )
        return told.evidence, told.confidence, told.needs_further is not None

    assert weighed(line(1)) == ("WEAK", 0.6, True)
    assert weighed(line(1), line(2)) == ("MODERATE", 0.7, False)
    assert weighed(line(1), line(2), line(3)) == ("STRONG", 0.8, False)
    assert weighed(*(line(n, weight=0.3) for n in (1, 2, 3)))[0] == "WEAK"
    assert weighed(line(1), line(2), line(3, type_="CONTRADICTS"), line(4, type_="CONTRADICTS")) == (
        "WEAK",
        0.5,
        False,
    )
    assert weighed(line(1, type_="CONTRADICTS"), line(2, type_="CONTRADICTS")) == ("MODERATE", 0.7, False)


def test_every_claim_with_a_line_is_assessed_the_target_first() -> None:
    found = (
        line(1, about="p1_c1"),
        line(2, about="hyp_A9"),
        line(3),
        line(4, type_="QUALIFIES", about="hyp_A8"),
    )
    abouts = [known.about for known in concluded(*found).assessments]
    assert abouts[0] == KnownHypothesis.model_validate({"hypothesis": "hyp_A1"})
    assert NewClaim(key="p1_c1") in abouts
    assert len(abouts) == 3


def test_follow_ups_go_after_the_side_nobody_spoke_for() -> None:
    asked = ("straw mulch soil temperature",)
    ahead = concluded(line(1), queries=asked).follow_ups
    assert any("no effect" in query for query in ahead)
    assert all(is_repeat(query, asked) is None for query in ahead)
    korean = concluded(line(1), about="짚을 덮으면 땅 온도가 낮아진다.").follow_ups
    assert any("효과 없음" in query for query in korean)


@pytest.mark.parametrize("found", [(), (line(1), line(2))])
def test_no_query_is_proposed_when_it_is_enough_or_no_turn_is_left(found: tuple[FoundLine, ...]) -> None:
    done = concluded(*found, turns_left=0)
    assert (done.follow_ups, done.retry_keywords) == ((), ())


def test_nothing_found_is_tried_again_in_shorter_words() -> None:
    asked = ("straw mulch lowers soil temperature",)
    again = concluded(queries=asked).retry_keywords
    assert again
    assert all(len(query) < len(asked[0]) and query not in asked for query in again)
    assert concluded(about="짚을 덮으면 땅 온도가 낮아진다.").retry_keywords


def test_phrases_of_several_sites_that_nobody_asked_for_are_directions() -> None:
    quote = "Straw mulch lowers soil temperature and feeds {} earthworm colonies."
    found = [line(n, quote=quote.format(word)) for n, word in enumerate(("the", "large"), start=1)]
    directions = concluded(*found).keywords
    assert any("earthworm" in keyword for keyword in directions)
    assert not any(keyword in COOLS.casefold() for keyword in directions)


def test_conditions_named_on_either_side_settle_a_conflict() -> None:
    settled = in_conflict(
        line(1, quote="In summer straw mulch lowers soil temperature by three degrees."),
        line(2, about="hyp_A3", quote="In winter straw mulch raises soil temperature by one degree."),
    ).resolutions
    assert [known.type for known in settled] == ["condition_difference"]
    assert settled[0].observations == ("p1_o1", "p2_o1")
    assert "summer" in settled[0].description
    assert "winter" in settled[0].description


def test_one_sentence_that_explains_both_settles_it_in_korean_too() -> None:
    quote = "짚은 여름에는 땅 온도를 낮추지만 겨울에는 땅 온도를 높인다."
    settled = concluded(
        line(1, quote=quote),
        target="HYPA1xHYPA3",
        about="짚을 덮으면 땅 온도가 낮아진다. / 짚을 덮으면 땅 온도가 높아진다.",
    ).resolutions
    assert [(known.type, known.observations) for known in settled] == [("condition_difference", ("p1_o1",))]


def test_where_a_study_was_made_is_no_condition() -> None:
    assert not in_conflict(
        line(1, quote="In the first trial straw mulch lowered soil temperature."),
        line(2, about="hyp_A3", quote="In the second trial straw mulch raised soil temperature."),
    ).resolutions


def test_a_claim_with_nothing_left_but_refutations_loses() -> None:
    refuted = (
        line(
            1, about="hyp_A3", type_="CONTRADICTS", quote="Straw mulch did not raise soil temperature at all."
        ),
        line(
            2, about="hyp_A3", type_="CONTRADICTS", quote="No rise of soil temperature under straw was found."
        ),
    )
    settled = in_conflict(*refuted, line(3)).resolutions
    assert [(known.type, known.loser) for known in settled] == [("one_rejected", "hyp_A3")]
    assert settled[0].observations == ("p1_o1", "p2_o1")
    stands = line(4, about="hyp_A3", quote="Straw mulch raised soil temperature by a degree.")
    assert not in_conflict(*refuted, line(3), stands).resolutions
    assert not in_conflict(refuted[0], line(3)).resolutions


def test_two_wordings_of_one_claim_are_merged_but_never_a_claim_and_its_denial() -> None:
    same = f"{COOLS} / Straw mulch lowers the soil temperature."
    assert [known.type for known in concluded(line(1), target="HYPA1xHYPA3", about=same).resolutions] == [
        "merged"
    ]
    denied = f"{COOLS} / Straw mulch does not lower soil temperature."
    assert not concluded(line(1), target="HYPA1xHYPA3", about=denied).resolutions


def test_a_target_that_is_no_conflict_has_nothing_to_settle() -> None:
    assert not concluded(line(1), line(2)).resolutions


@pytest.mark.parametrize(("language", "wish"), [("en", "a second"), ("ko", "독립된 두 번째")])
def test_what_is_wished_for_is_in_the_language_of_the_research(language: Language, wish: str) -> None:
    """An objective quotes its claim, which may be of a page in another language."""
    told = concluded(
        line(1), about="짚은 땅의 온도를 낮춘다." if language == "en" else COOLS, language=language
    )
    assert (told.assessments[0].needs_further or "").startswith(wish)
