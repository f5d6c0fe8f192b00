"""Strength: the worked example, and what one voice can and cannot do."""

import pytest

from pathfinder.protocols.evidence.strength import authority_of, strength, strength_for, terms, voices_of
from pathfinder.protocols.evidence.voices import voices
from pathfinder.protocols.graph.edits import AddObservation, GraphEdit, RetractSource
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph, Source
from pathfinder.protocols.ids import HypothesisId, ObservationId
from pathfinder.protocols.text.signatures import signature
from tests.builders import a_graph, a_hypothesis, a_source, an_observation, evidence, page_hash

A1 = HypothesisId("hyp_A1")
STORY = " ".join(
    f"Sentence number {n} of the story tells of heat in the ground and loops of pipe." for n in range(40)
)


def strong(*edits: GraphEdit, type_: str = "A") -> float:
    return strength(a_graph([("hyp_A1", a_hypothesis(type=type_))], *edits), A1)


def site(number: int, type_: str = "paper", **fields: object) -> Source:
    return a_source(f"https://site{number}.example/page", type_, **fields)


def test_the_worked_example_of_the_plan_ends_at_0_5665() -> None:
    paper, docs, rival = site(1), site(2, "official"), site(3)
    steps = [
        evidence(2, "hyp_A1", paper, "SUPPORTS", 0.8),
        evidence(5, "hyp_A1", docs, "SUPPORTS", 0.5),
        evidence(9, "hyp_A1", rival, "CONTRADICTS", 0.8),
    ]
    assert strong(*steps[0], *steps[1]) == 0.6745
    assert strong(*steps[0], *steps[1], *steps[2]) == 0.5665


@pytest.mark.parametrize(("type_", "base"), [("A", 0.5), ("B", 0.4)])
def test_a_claim_without_evidence_has_its_base(type_: str, base: float) -> None:
    assert strong(type_=type_) == base


def test_two_quotes_of_one_work_count_once_with_the_larger() -> None:
    first = site(1, work="arxiv:2401.00001", publisher=None)
    again = a_source("https://mirror.example/x", "paper", work="arxiv:2401.00001", publisher=None)
    both = strong(*evidence(1, "hyp_A1", first, weight=0.3), *evidence(2, "hyp_A1", again, weight=0.8))
    assert both == strong(*evidence(2, "hyp_A1", again, weight=0.8))
    assert both == 0.602


def test_two_arxiv_papers_are_two_voices() -> None:
    one = a_source("https://arxiv.org/abs/2401.00001", work="arxiv:2401.00001", publisher=None)
    other = a_source("https://arxiv.org/abs/2401.00002", work="arxiv:2401.00002", publisher=None)
    assert strong(*evidence(1, "hyp_A1", one), *evidence(2, "hyp_A1", other)) == 0.704


def test_ten_copies_of_one_blog_are_one_voice() -> None:
    copies = [
        edit
        for n in range(10)
        for edit in evidence(
            n + 1, "hyp_A1", site(n, "blog", signature=signature(f"{STORY} Reposted by {n}."))
        )
    ]
    graph = a_graph([("hyp_A1", a_hypothesis())], *copies)
    assert len(set(voices_of(graph, A1).values())) == 1
    assert strength(graph, A1) == strong(*evidence(1, "hyp_A1", site(0, "blog")))


def test_pages_of_one_publisher_are_one_voice_and_of_two_are_two() -> None:
    one, other = a_source("https://paper.example/a"), a_source("https://paper.example/b")
    assert strong(*evidence(1, "hyp_A1", one), *evidence(2, "hyp_A1", other)) == 0.602
    assert strong(*evidence(1, "hyp_A1", site(1)), *evidence(2, "hyp_A1", site(2))) == 0.704


def test_pages_that_name_one_canonical_address_are_one_voice() -> None:
    first, second = (site(n, canonical="https://origin.example/") for n in (1, 2))
    assert strong(*evidence(1, "hyp_A1", first), *evidence(2, "hyp_A1", second)) == 0.602


def test_different_long_texts_are_different_voices() -> None:
    other = " ".join(
        f"Entirely different matter, item {n}, about tides and the moon above the sea." for n in range(40)
    )
    pages = [site(1, signature=signature(STORY)), site(2, signature=signature(other)), site(3)]
    edits = [edit for n, page in enumerate(pages, 1) for edit in evidence(n, "hyp_A1", page)]
    graph = a_graph([("hyp_A1", a_hypothesis())], *edits)
    assert len(set(voices_of(graph, A1).values())) == 3


def test_untrusted_voices_earn_no_bonus_and_five_add_little() -> None:
    forums = [edit for n in range(5) for edit in evidence(n + 1, "hyp_A1", site(n, "unknown"))]
    assert strong(*forums) == pytest.approx(0.58)


def test_a_voice_is_trusted_if_one_of_its_pages_is() -> None:
    mirrored = [site(1, "forum", work="doi:10.1/x"), site(2, "blog", work="doi:10.1/x")]
    edits = [
        edit
        for n, page in enumerate(mirrored, 1)
        for edit in evidence(n, "hyp_A1", page, weight=(0.8, 0.3)[n - 1])
    ]
    graph = a_graph([("hyp_A1", a_hypothesis())], *edits)
    (term,) = terms(graph, A1, "SUPPORTS")
    assert (term.trusted, term.edge.observation, term.weight) == (True, "obs_1", 0.24)


def test_the_bonus_ends_at_five_trusted_voices() -> None:
    many = [edit for n in range(6) for edit in evidence(n + 1, "hyp_A1", site(n), weight=0.3)]
    assert strong(*many) == 0.812


def test_strength_stays_between_0_and_1() -> None:
    for type_, end in (("SUPPORTS", 1.0), ("CONTRADICTS", 0.0)):
        assert strong(*[edit for n in range(40) for edit in evidence(n + 1, "hyp_A1", site(n), type_)]) == end


def test_a_retracted_page_has_no_weight() -> None:
    graph = a_graph([("hyp_A1", a_hypothesis())], *evidence(1, "hyp_A1", site(1)))
    after = apply(graph, [RetractSource(page=page_hash("https://site1.example/page 1"), because="withdrawn")])
    assert strength(graph, A1) == 0.602
    assert strength(after, A1) == 0.5
    assert authority_of(after, ObservationId("obs_1")) == 0


def test_an_unverified_observation_has_no_weight() -> None:
    source, observation, edge = evidence(1, "hyp_A1", site(1))
    by_hand = observation.model_copy(
        update={"observation": observation.observation.model_copy(update={"quote": None})}  # type: ignore[union-attr]  # it is the AddObservation
    )
    assert strong(source, by_hand, edge) == 0.5


def test_answered_contradictions_leave_the_standing_side_only() -> None:
    answered = evidence(1, "hyp_A1", site(1), "CONTRADICTS", answered={"by": "quote", "reason": "r"})
    graph: CogniGraph = a_graph([("hyp_A1", a_hypothesis())], *answered)
    assert len(terms(graph, A1, "CONTRADICTS")) == 1
    assert terms(graph, A1, "CONTRADICTS", standing=True) == ()
    assert strength(graph, A1) == 0.392


def test_a_page_without_weight_is_no_voice_and_hides_no_other() -> None:
    edits = [*evidence(1, "hyp_A1", site(1, retracted="withdrawn")), *evidence(2, "hyp_A1", site(2))]
    graph = a_graph([("hyp_A1", a_hypothesis())], *edits)
    assert [term.edge.observation for term in terms(graph, A1, "SUPPORTS")] == ["obs_2"]


def test_full_authority_counts_in_full() -> None:
    graph = a_graph([("hyp_A1", a_hypothesis())], *evidence(1, "hyp_A1", site(1, authority=1.0)))
    assert [term.units for term in terms(graph, A1, "SUPPORTS")] == [8_000]
    assert strength(graph, A1) == 0.61


def test_the_strength_of_the_denial_is_the_formula_with_the_sides_swapped() -> None:
    graph = a_graph(
        [("hyp_A1", a_hypothesis())],
        *evidence(1, "hyp_A1", site(1), "CONTRADICTS"),
        *evidence(2, "hyp_A1", site(2), "CONTRADICTS", answered={"by": "quote", "reason": "r"}),
        *evidence(3, "hyp_A1", site(3, "forum"), "SUPPORTS", 0.5),
    )
    # What was answered still weighs against the claim, but speaks for its denial no longer.
    assert strength_for(graph, A1, "against") == 0.5795
    assert strength_for(graph, A1, "for") == strength(graph, A1) == 0.299


def test_an_observation_without_a_page_is_no_voice() -> None:
    """As a file written by hand may have it: unverified, and outside strength."""
    paper = site(1)
    _, _, edge = evidence(1, "hyp_A1", paper)
    alone = AddObservation(name=ObservationId("obs_1"), observation=an_observation(paper, None))
    graph = a_graph([("hyp_A1", a_hypothesis())], alone, edge)
    assert not voices_of(graph, A1)
    assert strength(graph, A1) == 0.5


def test_a_cut_copy_that_says_it_in_the_same_words_adds_no_voice() -> None:
    said = "Customers pay four pell a loaf for it, less than for the paper the loaf is wrapped in."
    other = " ".join(f"Another word{n} of the copier stands here{n}." for n in range(20))
    texts = STORY + said, " ".join(STORY.split()[:300]) + said + other
    pages = [
        edit
        for number, text in enumerate(texts, start=1)
        for edit in _saying(number, said, site(number, "news", signature=signature(text)))
    ]
    graph = a_graph([("hyp_A1", a_hypothesis())], *pages)
    assert len(set(voices(graph.sources).values())) == 2
    assert len(set(voices_of(graph, A1).values())) == 1


def _saying(number: int, quote: str, source: Source) -> list[GraphEdit]:
    page, seen, edge = evidence(number, "hyp_A1", source)
    assert isinstance(seen, AddObservation)
    told = seen.observation.model_copy(update={"quote": quote})
    return [page, seen.model_copy(update={"observation": told}), edge]
