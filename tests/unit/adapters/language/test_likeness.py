"""Likeness by meaning: a shelf of vectors leads to the same claims as comparing with each."""

from pathfinder.adapters.language.encoder import encoder
from pathfinder.adapters.language.likeness import FIRST_ROOM, ByMeaning
from pathfinder.protocols.rules.nearest import claims_of
from tests.builders import a_graph, a_hypothesis

SUBJECTS = ("A heat pump", "Straw mulch", "The tram", "짚 덮기", "Night work", "A tide gate", "Coffee")
EFFECTS = ("saves money", "cools the soil", "costs more", "땅 온도를 낮춘다", "harms sleep", "stops floods")
ENDS = ("in winter", "for most people")


def test_the_nearest_by_vectors_are_the_nearest_of_all() -> None:
    said = [f"{one} {other} {end}" for one in SUBJECTS for other in EFFECTS for end in ENDS]
    assert len(said) > FIRST_ROOM
    graph = a_graph([(f"hyp_A{number}", a_hypothesis(text)) for number, text in enumerate(said, start=1)])
    measure, plain = ByMeaning(encoder()), encoder().similarity
    for summary in (*said[::9], "Heat pumps cut bills", "커피는 잠을 해친다"):
        found = claims_of(graph, measure).nearest(graph, summary, 0.3, 5)
        assert found == claims_of(graph, plain).nearest(graph, summary, 0.3, 5)
        assert len(found) > 1


def test_no_text_is_nearer_than_its_bound() -> None:
    measure = ByMeaning(encoder())
    shelf = measure.shelf()
    for subject in SUBJECTS:
        shelf.add(subject)
    for effect in EFFECTS:
        near = [measure(effect, subject) for subject in SUBJECTS]
        assert all(bound >= score for bound, score in zip(shelf.bounds(effect), near, strict=True))
