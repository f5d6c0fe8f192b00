"""Laws of rounds 2 to 4 and of Track B, whatever Explorers bring and in whatever order."""

from collections import Counter
from dataclasses import dataclass, replace
from itertools import chain
from typing import Literal

from hypothesis import given
from hypothesis import strategies as st

from pathfinder.protocols.evidence.strength import side_units, strength_for, terms
from pathfinder.protocols.graph.edits import AddEdge, GraphEdit
from pathfinder.protocols.graph.judgement import Finding, Stance
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import HypothesisId, order
from pathfinder.protocols.judging.classification import (
    Ruling,
    classify,
    current,
    current_ruling,
    reclassify,
    review_in_force,
    reviewed_voices,
)
from pathfinder.protocols.judging.respawn import MOST_RESPAWNS, AvailableExplorers, ResearchTrack, plan
from pathfinder.protocols.judging.sides import BETTER, case, edge_type, opposite, outweighing
from pathfinder.protocols.judging.stances import latest, with_stances
from pathfinder.protocols.judging.tags import source_tag
from pathfinder.protocols.judging.verdicts import verdict
from pathfinder.protocols.judging.wording import worded
from tests.builders import a_conflict, a_graph, a_hypothesis, a_source, evidence
from tests.judging import A1, A2, ANSWERED, a_finding, a_review, a_stance

CLASSES = ("AGREED", "DISAGREED", "UNCERTAIN", "NEEDS_MORE")
SWAPPED = {"for": "against", "against": "for", None: None}


@dataclass(frozen=True)
class Quote:
    """One observation: who says it (a host is a voice), what it is worth, and on which side it stands."""

    host: int
    kind: str
    weight: float
    side: str
    answered: bool = False

    def edits(self, number: int, to: str) -> list[GraphEdit]:
        """Its edits, as observation `number` on hypothesis `to`."""
        source = a_source(f"https://v{self.host}.example/{number}", self.kind)
        type_ = "SUPPORTS" if self.side == "for" else "CONTRADICTS"
        answered = ANSWERED if self.answered and type_ == "CONTRADICTS" else None
        return evidence(number, to, source, type_, self.weight, answered=answered)


hosts = st.integers(1, 6)
kinds = st.sampled_from(["paper", "official", "news", "blog", "forum", "unknown"])
weights = st.sampled_from([0.8, 0.5, 0.3])
sides = st.sampled_from(["for", "against"])
quotes = st.builds(Quote, hosts, kinds, weights, sides, st.booleans())
plain_quotes = st.builds(Quote, hosts, kinds, weights, sides)
stances = st.builds(
    lambda lineage, side, slot, iteration, round_, evidence, confidence, scope: a_stance(
        lineage,
        side,
        f"S{slot}-I{iteration}-R{round_}.0",
        evidence=evidence,
        confidence=confidence,
        needs_further=scope,
    ),
    st.sampled_from(
        ["WEB-HYPA1", "ACADEMIC-HYPA1", "SKEPTIC-HYPA1", "WEB-LENS2", "LOCAL-KW1", "WEB-HYPA1xHYPA2"]
    ),
    st.sampled_from(["for", "against", None]),
    st.integers(1, 3),
    st.integers(1, 12),
    st.sampled_from([1, 3]),
    st.sampled_from(["STRONG", "MODERATE", "WEAK"]),
    st.sampled_from([0.2, 0.8]),
    st.sampled_from([None, None, None, "children"]),
)
many_quotes = st.lists(quotes, max_size=8)
many_stances = st.lists(stances, max_size=6)
one_each = st.lists(stances, max_size=6, unique_by=lambda stance: stance.iid)
"""A report speaks once, as the merge sees to it; two stances of one name have no mirror image."""
reviews = st.sampled_from([None, "UPHELD", "WEAKENED", "REFUTED"])


def graph_of(on_one: list[Quote], on_two: list[Quote] = [], *, order_: list[int] | None = None) -> CogniGraph:  # noqa: B006  (never changed)
    """hyp_A1 and hyp_A2 with their quotes, brought in the given order; opposed if hyp_A2 has any."""
    bundles = [quote.edits(number, A1) for number, quote in enumerate(on_one, 1)]
    bundles += [quote.edits(number, A2) for number, quote in enumerate(on_two, 101)]
    places = range(len(bundles)) if order_ is None else order_
    conflict: list[GraphEdit] = [a_conflict(A1, A2)] if on_two else []
    claims = [(A1, a_hypothesis("A holds.")), (A2, a_hypothesis("B holds."))]
    return a_graph(claims, *chain.from_iterable(bundles[place] for place in places), *conflict)


def reviewed(graph: CogniGraph, said: list[Stance], how: str | None, side: str | None = None) -> Finding:
    """The finding with a review of what the graph holds."""
    review = None if how is None else a_review(how, voices=reviewed_voices(graph, A1), side=side)
    return a_finding(*said, review=review)


@given(many_quotes, st.lists(quotes, max_size=3), many_stances, reviews, st.booleans(), st.data())
def test_class_verdict_tag_and_missions_do_not_depend_on_the_order_of_arrival(
    on_one: list[Quote],
    on_two: list[Quote],
    said: list[Stance],
    how: str | None,
    challenged: bool,
    data: st.DataObject,
) -> None:
    shuffled = data.draw(st.permutations(range(len(on_one) + len(on_two))))
    one, other = graph_of(on_one, on_two), graph_of(on_one, on_two, order_=shuffled)
    first = reviewed(one, said, how)
    second = reviewed(other, data.draw(st.permutations(said)), how)
    ruling = classify(one, A1, first)
    assert ruling.finding_class in CLASSES
    assert worded(ruling.because)
    assert ruling == classify(other, A1, second)
    assert verdict(one, A1, first, challenged=challenged) == verdict(other, A1, second, challenged=challenged)
    assert source_tag(one, A1) == source_tag(other, A1)
    assert track(one, {A1: classed(first, ruling)}) == track(other, {A1: classed(second, ruling)})


def classed(finding: Finding, ruling: Ruling) -> Finding:
    return a_finding(*finding.stances, class_=ruling.finding_class, side=ruling.side, review=finding.review)


def track(graph: CogniGraph, findings: dict[HypothesisId, Finding]) -> ResearchTrack:
    return plan(graph, findings, AvailableExplorers(explorers=4, strategies=("WEB", "ACADEMIC")), 1)


@given(st.lists(stances, max_size=10), st.data())
def test_the_latest_stances_are_the_same_in_any_order_and_any_batches(
    said: list[Stance], data: st.DataObject
) -> None:
    kept = latest(said)
    assert kept == latest(kept) == latest(data.draw(st.permutations(said)))
    cut = data.draw(st.integers(0, len(said)))
    assert with_stances(with_stances(a_finding(), said[cut:]), said[:cut]).stances == kept
    sided = Counter(stance.lineage for stance in kept if stance.side is not None)
    assert all(count == 1 for count in sided.values())


@given(many_quotes, many_stances, kinds, weights)
def test_one_more_lineage_or_voice_on_the_agreed_side_leaves_it_agreed(
    on_one: list[Quote], said: list[Stance], kind: str, weight: float
) -> None:
    before = classify(graph_of(on_one), A1, a_finding(*said))
    side = before.side
    if before.finding_class != "AGREED" or side is None:
        # Most draws agree on nothing: make this one agree, so that the law is put to the test.
        side = "for"
        on_one = [Quote(host, "paper", 0.8, "for") for host in (1, 2, 3, 4)]
        said = [a_stance("WEB-KW8"), a_stance("LOCAL-KW8"), a_stance("SKEPTIC-HYPA1", "against")]
    one_more = [*said, a_stance("ACADEMIC-KW9", side, evidence="WEAK")]
    spoken = classify(graph_of(on_one), A1, a_finding(*one_more))
    assert (spoken.finding_class, spoken.side) == ("AGREED", side)
    quoted = classify(graph_of([*on_one, Quote(9, kind, weight, side)]), A1, a_finding(*one_more))
    assert (quoted.finding_class, quoted.side) == ("AGREED", side)


@given(many_quotes, st.lists(quotes, max_size=2), many_stances, reviews, st.booleans())
def test_confirmed_implies_two_trusted_voices_and_an_agreed_side_that_held(
    on_one: list[Quote],
    on_two: list[Quote],
    said: list[Stance],
    how: str | None,
    challenged: bool,
) -> None:
    graph = graph_of(on_one, on_two)
    finding = reviewed(graph, said, how)
    given_ = verdict(graph, A1, finding, challenged=challenged)
    if given_.tag == "Uncertain":
        assert given_.side is None
        assert given_.follow_up
        return
    assert given_.side is not None
    if given_.tag == "Likely":
        assert given_.caveats
        return
    ours = case(graph, A1, finding, given_.side)
    assert current_ruling(graph, A1, finding).finding_class == "AGREED"
    assert ours.trusted >= 2
    assert ours.holders, "agreement is counted in independent sources (ADR 35), but somebody holds it"
    assert strength_for(graph, A1, given_.side) >= 0.6
    review = review_in_force(graph, A1, finding, given_.side)
    assert (review.verdict == "UPHELD") if review is not None else (not challenged and given_.unchallenged)


@given(many_quotes, st.lists(quotes, max_size=4))
def test_the_side_that_outweighs_is_heavier_and_no_rival_outweighs_too(
    on_one: list[Quote], on_two: list[Quote]
) -> None:
    graph = graph_of(on_one, on_two)
    lead = outweighing(graph, A1)
    if lead is None:
        return
    ours = terms(graph, A1, edge_type(lead.side), standing=True)
    theirs = terms(graph, A1, edge_type(opposite(lead.side)), standing=True)
    assert (side_units(ours), len(ours)) == (lead.units, lead.voices)
    assert lead.units >= 6_000
    assert lead.units >= (1.5 if lead.units - lead.other_units >= 6_000 else 2) * lead.other_units
    assert lead.units - side_units(theirs) >= lead.units - lead.other_units >= 2_000
    assert lead.voices >= 2 or lead.units - lead.other_units >= 6_000
    better, other = (
        side_units(terms(graph, A1, edge_type(side), standing=True, least=BETTER))
        for side in (lead.side, opposite(lead.side))
    )
    assert better >= other
    rival = outweighing(graph, A2) if on_two else None
    assert (lead.side, rival and rival.side) != ("for", "for")


@given(many_quotes, many_quotes, many_stances, many_stances)
def test_of_two_rivals_the_lighter_is_never_asserted_and_never_both(
    on_one: list[Quote], on_two: list[Quote], said: list[Stance], of_two: list[Stance]
) -> None:
    """As in a session, what supports one of the two contradicts the other and makes it weak."""
    graph = graph_of(on_one, on_two)
    crossed = [
        AddEdge(edge=edge.model_copy(update={"hypothesis": other, "type": "CONTRADICTS"}))
        for name, other in ((A1, A2), (A2, A1))
        for edge in graph.evidence(name)
        if edge.type == "SUPPORTS"
    ]
    graph = apply(graph, [*crossed, *([] if on_two else [a_conflict(A1, A2)])])
    units = {name: side_units(terms(graph, name, "SUPPORTS")) for name in (A1, A2)}
    asserted = []
    for name, other, held in ((A1, A2, said), (A2, A1, of_two)):
        told = verdict(graph, name, reviewed(graph, held, None), challenged=False)
        if told.side == "for":
            asserted.append(name)
            assert units[name] > units[other]
            assert told.tag != "Confirmed" or units[name] > 3 * units[other]
    assert len(asserted) < 2


@given(many_quotes, st.lists(quotes, max_size=2), quotes)
def test_one_more_quote_for_the_side_that_outweighs_leaves_it_ahead(
    on_one: list[Quote], on_two: list[Quote], more: Quote
) -> None:
    lead = outweighing(graph_of(on_one, on_two), A1)
    if lead is None:
        # Most draws are near: make this one a disagreement with a side ahead, so that the law is tested.
        on_one = [Quote(host, "paper", 0.8, "for") for host in (1, 2)] + [Quote(3, "news", 0.8, "against")]
        on_two, lead = [], outweighing(graph_of(on_one), A1)
    assert lead is not None
    grown = outweighing(graph_of([*on_one, replace(more, side=lead.side, answered=False)], on_two), A1)
    assert grown is not None
    assert grown.side == lead.side
    assert grown.units >= lead.units


@given(st.lists(plain_quotes, max_size=8), one_each, reviews, sides, st.booleans())
def test_swapping_the_sides_swaps_the_side_of_class_and_verdict(
    on_one: list[Quote],
    said: list[Stance],
    how: str | None,
    side: str,
    challenged: bool,
) -> None:
    graph = graph_of(on_one)
    mirror = graph_of([replace(quote, side=SWAPPED[quote.side] or "") for quote in on_one])
    turned = [stance.model_copy(update={"side": SWAPPED[stance.side]}) for stance in said]
    finding, reflected = reviewed(graph, said, how, side), reviewed(mirror, turned, how, SWAPPED[side])
    one, other = current_ruling(graph, A1, finding), current_ruling(mirror, A1, reflected)
    assert (one.finding_class, SWAPPED[one.side]) == (other.finding_class, other.side)
    first = verdict(graph, A1, finding, challenged=challenged)
    second = verdict(mirror, A1, reflected, challenged=challenged)
    assert (first.tag, SWAPPED[first.side]) == (second.tag, second.side)
    assert first.follow_up == second.follow_up


@given(many_quotes, many_stances, st.sampled_from([*CLASSES, None]), reviews, st.booleans())
def test_reclassification_keeps_to_the_table(
    on_one: list[Quote],
    said: list[Stance],
    before: str | None,
    how: str | None,
    unable: bool,
) -> None:
    graph = graph_of(on_one)
    finding = a_finding(*said, class_=before, review=reviewed(graph, said, how).review)
    now, fresh = reclassify(graph, A1, finding, unable=unable), classify(graph, A1, finding)
    if fresh.finding_class == "AGREED":
        assert now.finding_class == ("DISAGREED" if how == "REFUTED" else "AGREED")
    elif fresh.finding_class == "NEEDS_MORE":
        second_look = before in ("DISAGREED", "UNCERTAIN") or (before == "NEEDS_MORE" and unable)
        assert now.finding_class == ("UNCERTAIN" if second_look else "NEEDS_MORE")
    else:
        assert now == fresh


names = st.sampled_from([HypothesisId(f"hyp_A{number}") for number in range(1, 7)])
classified = st.builds(
    lambda said, class_, side: a_finding(*said, class_=class_, side=side),
    many_stances,
    st.sampled_from([*CLASSES, None]),
    st.sampled_from(["for", "against", None]),
)
fleets = st.builds(
    lambda explorers, strategies: AvailableExplorers(explorers=explorers, strategies=tuple(strategies)),
    st.integers(1, 10),
    st.lists(st.sampled_from(["WEB", "ACADEMIC", "LOCAL"]), min_size=1, max_size=3, unique=True),
)


def six(on_each: dict[HypothesisId, list[Quote]]) -> CogniGraph:
    """hyp_A1 to hyp_A6 with their quotes."""
    edits: list[GraphEdit] = []
    for name in sorted(on_each, key=order):
        for quote in on_each[name]:
            edits += quote.edits(len(edits) + 1, name)
    return a_graph([(f"hyp_A{number}", a_hypothesis(f"{number} holds.")) for number in range(1, 7)], *edits)


@given(
    st.dictionaries(names, st.lists(quotes, max_size=3)),
    st.dictionaries(names, classified),
    fleets,
    st.data(),
)
def test_missions_keep_every_cap_until_nobody_may_go_any_more(
    on_each: dict[HypothesisId, list[Quote]],
    findings: dict[HypothesisId, Finding],
    fleet: AvailableExplorers,
    data: st.DataObject,
) -> None:
    graph = six(on_each)
    for _ in range(60):
        pass_: Literal[1, 2] = data.draw(st.sampled_from([1, 2]))
        track_b = plan(graph, findings, fleet, pass_)
        check(track_b, findings, fleet, pass_)
        graph = apply(graph, track_b.edits())
        assert max(graph.respawns.values(), default=0) <= MOST_RESPAWNS
        if not plan(graph, findings, fleet, 1).missions:
            return
    raise AssertionError("Track B never ends")


def check(
    track_b: ResearchTrack,
    findings: dict[HypothesisId, Finding],
    fleet: AvailableExplorers,
    pass_: Literal[1, 2],
) -> None:
    open_ = {"DISAGREED"} if pass_ == 2 else {"DISAGREED", "UNCERTAIN", "NEEDS_MORE"}
    looked_into = {mission.finding for mission in track_b.missions}
    answers = [*looked_into, *track_b.carried, *track_b.exhausted]
    assert len(track_b.missions) <= (fleet.explorers + 1) // 2
    assert sorted(answers) == sorted(name for name, finding in findings.items() if current(finding) in open_)
    for name in looked_into:
        sent = [mission for mission in track_b.missions if mission.finding == name]
        assert len({mission.lineage for mission in sent}) == len(sent)
        if current(findings[name]) == "DISAGREED":
            assert [mission.side for mission in sent] == ["for", "against"]
