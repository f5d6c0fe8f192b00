"""Ideas: each tool works on what the graph holds, and says one thing that can be tested."""

from pathfinder.adapters.embedded import ideate
from pathfinder.adapters.embedded.relations import relation
from pathfinder.adapters.language.encoder import encoder
from pathfinder.protocols.calls import Unable
from pathfinder.protocols.questions import IdeaDraft, Ideas, Ideate
from pathfinder.protocols.rules.context_view import ConflictLine, ContextView, HypothesisLine
from pathfinder.protocols.rules.languages import Language, language

ENGLISH = (
    "Biochar raises soil moisture in sandy fields.",
    "Soil moisture reduces wind erosion.",
    "Compost raises soil moisture in clay fields.",
    "Biochar raises yields in acid soils.",
    "Biochar lowers yields in alkaline soils.",
)
KOREAN = (
    "바이오차는 토양 수분을 높인다.",
    "토양 수분은 바람 침식을 줄인다.",
    "퇴비는 토양 수분을 높인다.",
    "산성 토양에서는 바이오차가 수확량을 높인다.",
    "알칼리 토양에서는 바이오차가 수확량을 낮춘다.",
)


def context(claims: tuple[str, ...], *conflicts: tuple[int, int]) -> ContextView:
    lines = tuple(
        HypothesisLine.model_validate(
            {
                "id": f"hyp_A{place}",
                "type": "A",
                "status": "unvisited" if place == 2 else "tested",
                "strength": round(0.7 - 0.03 * place, 2),
                "tag": None,
                "summary": summary,
            }
        )
        for place, summary in enumerate(claims, start=1)
    )
    pairs = tuple(
        ConflictLine.model_validate(
            {"first": f"hyp_A{one}", "second": f"hyp_A{other}", "since": 1, "attempts": 1}
        )
        for one, other in conflicts
    )
    question = (
        "Does biochar help farmers?" if language(claims[0]) == "en" else "바이오차는 농가에 도움이 되는가?"
    )
    return ContextView(question=question, iteration=3, active=lines, conflicts=pairs)


def by_tool(view: ContextView, tongue: Language = "en") -> dict[str, IdeaDraft]:
    answer = ideate.answer(Ideate(context=view, language=tongue), encoder())
    assert isinstance(answer, Ideas)
    return {draft.tool: draft for draft in answer.candidates}


def test_two_steps_make_a_chain() -> None:
    chain = by_tool(context(ENGLISH))["causal_chain"]

    assert chain.summary == "Biochar lowers wind erosion by way of soil moisture."
    assert chain.derived_from == ("hyp_A1", "hyp_A2")
    assert any("wind erosion" in query for query in chain.verify_keywords)


def test_a_conflict_asks_for_what_unites_it_and_that_idea_is_chosen() -> None:
    answer = ideate.answer(Ideate(context=context(ENGLISH, (4, 5)), language="en"), encoder())

    assert isinstance(answer, Ideas)
    best = answer.candidates[answer.chosen - 1]
    assert best.tool == "first_principles"
    assert best.derived_from == ("hyp_A4", "hyp_A5")
    assert "“in acid soils” or “in alkaline soils”" in best.summary


def test_a_pair_settled_by_conditions_is_united_too() -> None:
    view = context(ENGLISH)
    settled = {"conditions": ("Each holds under its own condition.",)}
    claims = (*view.active[:3], *(line.model_copy(update=settled) for line in view.active[3:]))

    found = by_tool(view.model_copy(update={"active": claims}))

    assert found["first_principles"].derived_from == ("hyp_A4", "hyp_A5")
    assert "first_principles" not in by_tool(view)


def test_the_strongest_untested_claim_is_turned_round() -> None:
    assert by_tool(context(ENGLISH))["inversion"].summary == "Soil moisture has no effect on wind erosion."


def test_one_cause_of_two_effects_and_two_causes_of_one_effect() -> None:
    found = by_tool(context(ENGLISH))

    assert "because both follow biochar" in found["pattern"].summary.lower()
    assert found["scamper"].summary.startswith("Biochar and Compost together change soil moisture")
    assert "“in sandy fields”" in found["analogy"].summary


def test_korean_ideas_are_korean_sentences() -> None:
    found = by_tool(context(KOREAN, (4, 5)), "ko")

    assert found["causal_chain"].summary == "바이오차가 토양 수분의 변화를 거쳐 바람 침식을 낮춘다."
    assert found["inversion"].summary == "토양 수분은 바람 침식에 영향을 미치지 않는다."
    assert "“산성 토양에서는” 또는 “알칼리 토양에서는”" in found["first_principles"].summary
    assert all(language(draft.summary) == "ko" for draft in found.values())


def test_what_the_graph_holds_already_is_no_idea() -> None:
    claims = (*ENGLISH[:2], "Biochar lowers wind erosion by way of soil moisture.")

    assert "causal_chain" not in by_tool(context(claims))


def test_too_thin_a_graph_gives_no_idea() -> None:
    thin = ideate.answer(Ideate(context=context(ENGLISH[:1]), language="en"), encoder())
    unrelated = context(("The ferry leaves at noon.", "The library opened a second reading room."))
    without = ideate.answer(Ideate(context=unrelated, language="en"), encoder())

    assert isinstance(thin, Unable)
    assert isinstance(without, Unable)


def test_a_denied_relation_is_not_read_as_one() -> None:
    assert relation("Biochar does not raise yields in acid soils.") is None
    assert relation("바이오차는 수확량을 높이지 않는다.") is None
    assert relation("Biochar raises yields in acid soils.") == ("Biochar", 1, "yields")


def test_an_idea_agrees_with_what_it_speaks_of_and_is_of_one_language() -> None:
    plural = by_tool(context(("Night trams reduce car traffic.", "Wide hedges raise bird numbers.")))
    assert plural["inversion"].summary == "Wide hedges have no effect on bird numbers."
    mixed = context(
        ("Night trams reduce car traffic.", "Wide hedges raise bird numbers.", "야간 전차는 소음을 줄인다.")
    )
    assert all(language(idea.summary) == "en" for idea in by_tool(mixed).values())


def test_a_number_is_no_name() -> None:
    assert relation("Five days of 200 mg raised the clotting index.") is None
