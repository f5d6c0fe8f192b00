"""Research that goes in circles is seen to, and what follows is done otherwise."""

from collections import Counter
from typing import Any, ClassVar, get_args
from zlib import crc32

from pathfinder.protocols.calls.asks import Ask, Unable
from pathfinder.protocols.calls.events import DriftActed, LessonKept, Reflected, RuleLearned
from pathfinder.protocols.calls.explorer_reports import StoredPage
from pathfinder.protocols.calls.ports import EngineFound, FetchedPage, Searched, SearchResult
from pathfinder.protocols.calls.questions import (
    BriefDraft,
    Briefs,
    QueryDraft,
    Reading,
    ReadPage,
    WriteBriefs,
)
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.calls.targets import Lens
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.edits import AddSearch
from pathfinder.protocols.graph.memory import Turn
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import PageHash
from pathfinder.protocols.planning.memory_words import lens_name
from pathfinder.reports.markdown.iteration_log import iteration_log
from tests.builders import a_page, page_hash
from tests.scenario.staged import DirectSources, Stage
from tests.worlds import QUESTION, respond


def turns(graph: CogniGraph, situation: str) -> dict[int, list[Turn]]:
    """What was changed for a situation, by iteration."""
    found = {
        thought.iteration: [turn for turn in thought.turns if turn.situation == situation]
        for thought in graph.thoughts
    }
    return {at: made for at, made in found.items() if made}


def stubborn(ask: Ask[Any], step: Step) -> Frozen | Unable | None:
    """A lead that proposes the same three queries every time."""
    if not isinstance(ask, WriteBriefs):
        return respond(ask, step)
    words = ("loop price velm", "soil heat velm", "drilling depth velm")
    drafts = tuple(QueryDraft(query=text, strategy="web") for text in words)
    briefs = (BriefDraft(slot=slot.slot, objective="o", strategy="WEB", queries=drafts) for slot in ask.slots)
    return Briefs(briefs=tuple(briefs))


def blind(ask: Ask[Any], step: Step) -> Frozen | Unable | None:
    """Nobody finds anything to quote."""
    return Reading() if isinstance(ask, ReadPage) else respond(ask, step)


def papers_in_vain(ask: Ask[Any], step: Step) -> Frozen | Unable | None:
    """The first Explorer goes for papers, as long as it is let, and searches for what is nowhere."""
    answer = respond(ask, step)
    if isinstance(answer, Briefs) and step.phase == "SELECT":
        queries = tuple(
            QueryDraft(query=f"qxz{step.iteration}{n} wvk{n}", strategy="verification") for n in range(5)
        )
        first = answer.briefs[0].model_copy(update={"strategy": "ACADEMIC", "queries": queries})
        return answer.model_copy(update={"briefs": (first, *answer.briefs[1:])})
    return answer


def test_a_repeated_query_is_varied_and_the_third_time_searched_in_another_way() -> None:
    stage = Stage(respond=stubborn, parallel=1)
    graph = stage.run(4)
    made = turns(graph, "repeated_query")
    assert {turn.change.split()[0] for turn in made[1]} == {"varied"}
    assert "loop price velm case study" in {one.query for one in graph.searches if one.iteration == 1}
    assert {turn.change.split()[0] for turn in made[2]} == {"changed"}
    changed = [one for one in graph.searches if one.iteration == 2 and one.query.startswith("loop price")]
    assert {one.strategy for one in changed} == {"academic"}
    assert max(Counter(one.normalized for one in graph.searches).values()) == 1
    told = [event.turn for event in stage.heard.events if isinstance(event, DriftActed)]
    assert made[1][0] in told
    assert made[1][0].change in iteration_log(graph, 2).replace("\\", "")


def test_three_iterations_of_one_work_change_where_the_fourth_searches() -> None:
    graph, seen = CogniGraph(question=QUESTION), list[set[tuple[int, str]]]()
    for _ in range(6):
        graph = Stage(parallel=1).iterate(graph).graph
        seen.append({(one.target_class, one.strategy) for one in graph.drift.actions[-1]})
    made = turns(graph, "same_pattern")
    assert made
    for at in made:
        before = set.intersection(*seen[at - 3 : at])
        assert before
        assert not before & seen[at]


def test_five_iterations_without_anything_new_change_the_light_and_where_is_searched() -> None:
    stage = Stage(respond=blind, parallel=2)
    graph = stage.run(6)
    assert turns(graph, "dry_spell").keys() == {5}
    words = {lens_name(lens, "en") for lens in get_args(Lens)}
    queries = [one.query for one in graph.searches if one.iteration == 5]
    assert any(query.endswith(tuple(words)) for query in queries)
    assert all(action.strategy != "WEB" for action in graph.drift.actions[-1])
    thought = graph.thoughts[-1]
    assert (thought.tool, thought.because) == ("first_principles", "nothing new has come in for a while")
    reflected = [event for event in stage.heard.events if isinstance(event, Reflected)]
    assert reflected[-1].tool == "first_principles"
    lessons = [event.lesson.outcome for event in stage.heard.events if isinstance(event, LessonKept)]
    assert lessons == ["failure"] * 6


class TwoEngines(DirectSources):
    """Two engines that know the same pages; each can be asked alone."""

    engine = "atlas+gazette"

    async def search(self, query: str, iteration: int) -> Searched:
        both = await super().search(query, iteration)
        found = (EngineFound(engine=name, urls=both.found[0].urls) for name in ("atlas", "gazette"))
        return both.model_copy(update={"found": tuple(found)})

    async def search_on(self, engine: str, query: str, iteration: int) -> Searched:
        alone = await super().search(query, iteration)
        return alone.model_copy(update={"found": (EngineFound(engine=engine, urls=alone.found[0].urls),)})


def test_where_several_engines_answer_a_dry_spell_sends_each_explorer_to_one_of_them() -> None:
    stage = Stage(respond=blind, parallel=2, sources=TwoEngines)
    graph = stage.run(6)
    asked = [
        {
            query: {one.engine for one in graph.searches if (one.iteration, one.query) == (at, query)}
            for query in {one.query for one in graph.searches if one.iteration == at}
        }
        for at in range(6)
    ]
    assert all(engines == {"atlas", "gazette"} for before in asked[:5] for engines in before.values())
    assert all(len(engines) == 1 for engines in asked[5].values())
    assert {action.engine for action in graph.drift.actions[-1]} == {"atlas", "gazette"}
    changes = [turn.change for turn in turns(graph, "dry_spell")[5]]
    assert any("is searched on atlas alone" in change for change in changes)
    assert changes[0] in iteration_log(graph, 6).replace("\\", "")


def test_when_everything_was_asked_before_another_angle_is_searched() -> None:
    stage, graph, asked = Stage(parallel=1), CogniGraph(question=QUESTION), 0
    after = stage.iterate(graph).graph
    while not (made := turns(after, "no_new_search")):
        # The very same iteration again, with all that it asked on record already.
        new = after.searches[len(graph.searches) :]
        assert new
        asked += len(new)
        graph = apply(graph, [AddSearch(search=one) for one in new])
        after = stage.iterate(graph).graph
    assert asked
    run = {one.query for one in after.searches[len(graph.searches) :] if one.iteration == 0}
    assert run
    assert any(query in made[0][0].change for query in run)
    assert not run & {one.query for one in graph.searches}
    assert any(isinstance(event, DriftActed) and event.turn == made[0][0] for event in stage.heard.events)
    assert made[0][0].change in iteration_log(after, 1).replace("\\", "")


class Endless(DirectSources):
    """A page of its own for every query, and none for what is nowhere."""

    shelf: ClassVar[dict[PageHash, StoredPage]] = {}

    async def search(self, query: str, iteration: int) -> Searched:  # noqa: ARG002  (always the same)
        url = f"https://endless{crc32(query.encode())}.example/page"
        results = () if query.startswith("qxz") else (SearchResult(url=url, title=query),)
        found = EngineFound(engine=self.engine, urls=tuple(result.url for result in results))
        return Searched(results=results, found=(found,))

    async def page(self, found: SearchResult, iteration: int) -> FetchedPage:  # noqa: ARG002  (likewise)
        page = a_page(f"Somebody in Velm has looked into {found.title}.", found.url, "blog")
        name = page_hash(page.text)
        self.shelf[name] = page
        return FetchedPage(name, page)

    async def stored(self, page: PageHash) -> StoredPage:
        return self.shelf[page]


def test_a_rule_is_learned_from_lessons_followed_when_it_drifts_and_judged_by_what_came_of_it() -> None:
    stage = Stage(respond=papers_in_vain, sources=Endless)
    graph = stage.run(8)
    learned = [event.rule for event in stage.heard.events if isinstance(event, RuleLearned) and event.new]
    assert (None, "WEB") in {(rule.avoid, rule.prefer) for rule in learned}
    followed = [turn for thought in graph.thoughts for turn in thought.turns if turn.rule]
    assert followed
    judged = [event.rule for event in stage.heard.events if isinstance(event, RuleLearned) and not event.new]
    assert {rule.rule for rule in judged} == {turn.rule for turn in followed}
    assert all(0 < rule.applied_count >= rule.success_count for rule in judged)
    number = next(at for at, thought in enumerate(graph.thoughts, start=1) if followed[0] in thought.turns)
    assert followed[0].rule in iteration_log(graph, number)


def test_the_memory_of_a_korean_question_speaks_korean() -> None:
    stage = Stage(respond=blind, parallel=2)
    graph = stage.run(6, CogniGraph(question="벨름의 땅속 열 설비는 이득이 되는가?"))
    (lesson, *_), thought = graph.reflexion.iterations, graph.thoughts[-1]
    assert lesson.lesson == "아무도 새로운 것을 가져오지 못했다."
    assert thought.because == "한동안 새로운 것이 없었다"
    assert any("5번 연속 새로운 관찰이 없다" in turn.reason for turn in thought.turns)
