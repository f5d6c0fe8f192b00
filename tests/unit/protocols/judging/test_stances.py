"""An investigator's latest stance replaces its earlier ones; a wish for more does not change its mind."""

from itertools import permutations

import pytest

from pathfinder.protocols.judging.stances import holders, latest, lineages, open_requests, with_stances
from tests.judging import a_finding, a_stance

EARLY = a_stance(side="against", at="S1-I1-R1.0")


@pytest.mark.parametrize("at", ["S1-I2-R1.0", "S1-I1-R3.0", "S1-I1-R1.1", "S2-I1-R1.0"])
def test_a_later_iteration_round_pass_or_slot_replaces(at: str) -> None:
    later = a_stance(side="for", at=at)
    assert latest([later, EARLY]) == latest([EARLY, later]) == (later,)


def test_the_tenth_iteration_comes_after_the_ninth() -> None:
    ninth, tenth = a_stance(side="against", at="S1-I9-R3.2"), a_stance(side="for", at="S1-I10-R1.0")
    assert latest([tenth, ninth]) == (tenth,)


def test_the_iteration_counts_before_the_round() -> None:
    assert latest([a_stance(at="S1-I2-R1.0"), a_stance(at="S9-I1-R3.2")])[0].iid.endswith("I2-R1.0")


def test_lineages_are_kept_apart_and_sorted() -> None:
    web, academic = a_stance("WEB-HYPA1"), a_stance("ACADEMIC-HYPA1", "against")
    finding = a_finding(web, academic)
    assert latest([web, academic]) == (academic, web)
    assert holders(finding, "for") == (web,)
    assert holders(finding, "against") == (academic,)


def test_a_later_wish_keeps_the_side_that_was_taken() -> None:
    wish = a_stance(side=None, at="S1-I2-R1.0", needs_further="trials in children")
    finding = a_finding(wish, EARLY)
    assert latest(finding.stances) == (EARLY, wish)
    assert holders(finding, "against") == (EARLY,)
    assert open_requests(finding) == (wish,)


def test_a_stance_after_a_wish_ends_it() -> None:
    wish = a_stance(side=None, at="S1-I1-R1.0", needs_further="trials in children")
    later = a_stance(at="S1-I2-R1.0")
    assert latest([later, wish]) == (later,)
    assert open_requests(a_finding(wish, later)) == ()


def test_a_wish_from_somebody_unknown_is_kept_but_is_no_lineage_on_a_side() -> None:
    wish = a_stance(side=None, needs_further="trials in children")
    finding = a_finding(wish)
    assert latest(finding.stances) == (wish,)
    assert lineages(finding) == frozenset()


def test_new_stances_join_a_finding_in_any_order() -> None:
    said = [EARLY, a_stance(at="S1-I2-R1.0"), a_stance("LOCAL-KW3", "against")]
    joined = {with_stances(a_finding(), order).model_dump_json() for order in permutations(said)}
    stepwise = with_stances(with_stances(a_finding(), said[:2]), said[2:])
    assert joined == {stepwise.model_dump_json()}
    assert lineages(stepwise) == {"WEB-HYPA1", "LOCAL-KW3"}


def test_two_stances_under_one_name_are_decided_the_same_way_in_any_order() -> None:
    one, other = a_stance(side="for"), a_stance(side="against")
    assert latest([one, other]) == latest([other, one])


def test_a_wish_from_the_same_report_as_a_stance_adds_nothing() -> None:
    assert latest([a_stance(), a_stance(side=None, needs_further="more")]) == (a_stance(),)
