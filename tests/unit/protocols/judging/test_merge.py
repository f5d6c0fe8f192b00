"""Merge: only words found on a page come in, each thing once, whoever brings it first."""

from typing import Any

from pathfinder.protocols.calls.explorer_reports import (
    ClaimRef,
    ExplorerReport,
    Fact,
    PairLabel,
)
from pathfinder.protocols.graph.edits import (
    AddFailure,
    AddObservation,
    AddSource,
    MergeHypotheses,
    RelateHypotheses,
)
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.graph_file import evidence_bytes, graph_bytes
from pathfinder.protocols.ids import HypothesisId, ObservationId
from pathfinder.protocols.judging.merge import MOST_NEW_CLAIMS, Caveat, Merged, merge
from tests.builders import (
    a_conflict,
    a_graph,
    a_hypothesis,
    a_page,
    a_report,
    a_source,
    evidence,
    page_hash,
    stance,
    stored,
    subject,
    told,
)

PAPER = a_page(
    "Ground loops were fitted to 312 flats. The heating bill fell by 41 per cent in two winters.\n"
    "Drilling cost rose. 땅속 열교환기는 추운 토양에서 효율이 높다.",
    "https://journal.example/loops",
)
BLOG = a_page("My loop froze in the first winter, and it was dear.", "https://blog.example/frozen", "blog")
PAGES = stored(PAPER, BLOG)
A1, A2, OBS_1 = HypothesisId("hyp_A1"), HypothesisId("hyp_A2"), ObservationId("obs_1")


def known(*claims: str) -> CogniGraph:
    return a_graph([(f"hyp_A{n}", a_hypothesis(claim)) for n, claim in enumerate(claims, 1)])


def merged(graph: CogniGraph, *reports: ExplorerReport, labels: tuple[PairLabel, ...] = ()) -> CogniGraph:
    return apply(graph, merge(graph, reports, PAGES, labels).edits)


def failures(outcome: Merged) -> list[str]:
    return [f"{e.failure.what}: {e.failure.reason}" for e in outcome.edits if isinstance(e, AddFailure)]


def label(report: ExplorerReport, key: str, other: Any, word: str) -> PairLabel:
    claim = {"iid": report.iid, "key": key}
    return PairLabel.model_validate({"claim": claim, "other": other, "label": word})


FELL = "The heating bill fell by 41 per cent"
SUPPORT = a_report(observations=[told("o1", PAPER, FELL)], stances=[stance("o1", "hyp_A1")])


def test_a_found_quote_becomes_an_observation_with_the_words_of_the_page() -> None:
    report = a_report(
        observations=[told("o1", PAPER, "the heating  bill fell by 41 per cent", "Bills fell 41%.")],
        stances=[stance("o1", "hyp_A1")],
    )
    graph = merged(known("Loops pay off"), report)
    observation = graph.observations[OBS_1]
    assert (observation.quote, observation.summary) == (FELL, "Bills fell 41%.")
    assert observation.page is not None
    assert PAPER.text[observation.offset or 0 :].startswith(FELL)
    assert (observation.source_type, observation.authority) == ("paper", 0.9)
    assert observation.found_by == report.iid
    assert graph.sources[observation.page].url == "https://journal.example/loops"
    assert graph.hypotheses[A1].strength == 0.602


def test_a_quote_that_is_not_on_the_page_stays_out_with_the_reason() -> None:
    report = a_report(
        observations=[told("o1", PAPER, "the heating bill did not fall"), told("o2", PAPER, FELL)],
        stances=[stance("o1", "hyp_A1", "CONTRADICTS"), stance("o2", "hyp_A1")],
    )
    outcome = merge(known("Loops pay off"), [report], PAGES)
    assert failures(outcome) == [
        f"{report.iid} o1: the quote is not on the page: the heating bill did not fall"
    ]
    graph = apply(known("Loops pay off"), outcome.edits)
    assert [edge.type for edge in graph.edges] == ["SUPPORTS"]


def test_a_page_nobody_stored_cannot_be_quoted() -> None:
    elsewhere = a_page("The heating bill fell by 41 per cent")
    outcome = merge(known("x"), [a_report(observations=[told("o1", elsewhere, FELL)])], PAGES)
    assert failures(outcome) == ["WEB-KW1-S1-I1-R1.0 o1: its page is not stored"]


def test_a_summary_with_a_number_of_its_own_gives_way_to_the_quote() -> None:
    report = a_report(observations=[told("o1", PAPER, FELL, "Bills fell by 14 per cent.")])
    outcome = merge(known("x"), [report], PAGES)
    graph = apply(known("x"), outcome.edits)
    assert graph.observations[OBS_1].summary == FELL
    assert failures(outcome) == []


def test_the_same_quote_of_the_same_page_is_one_observation() -> None:
    reports = [
        a_report(1, observations=[told("o1", PAPER, FELL)], stances=[stance("o1", "hyp_A1", weight=0.3)]),
        a_report(
            2, observations=[told("x", PAPER, FELL.upper())], stances=[stance("x", "hyp_A1", weight=0.8)]
        ),
    ]
    graph = merged(known("Loops pay off"), *reports)
    assert list(graph.observations) == ["obs_1"]
    (edge,) = graph.evidence(A1)
    assert (edge.weight, edge.found_by) == (0.8, reports[1].iid)


def test_a_stored_edge_is_not_upgraded_by_asking_again() -> None:
    weak = a_report(observations=[told("o1", PAPER, FELL)], stances=[stance("o1", "hyp_A1", weight=0.3)])
    graph = merged(known("Loops pay off"), weak)
    again = merged(graph, SUPPORT)
    assert again.evidence(A1)[0].weight == 0.3


def test_new_claims_get_ids_in_slot_order_whoever_came_back_first() -> None:
    def claiming(slot: int, summary: str) -> ExplorerReport:
        return a_report(
            slot,
            observations=[told("o1", PAPER, FELL)],
            claims=[{"key": "c1", "summary": summary, "verify_keywords": [f"look for {summary}"]}],
            stances=[stance("o1", "c1")],
        )

    first, second = claiming(1, "It pays"), claiming(10, "Shared drilling pays")
    graph = merged(known(), second, first)
    assert [h.summary for h in graph.hypotheses.values()] == ["It pays", "Shared drilling pays"]
    assert [k.keyword for k in graph.unexplored] == ["look for It pays", "look for Shared drilling pays"]
    assert graph.unexplored[0].origin == "hyp_A1"
    assert evidence_bytes(graph) == evidence_bytes(merged(known(), first, second))


def test_an_explorer_brings_so_many_new_claims_at_most_also_when_merged_again() -> None:
    count = MOST_NEW_CLAIMS + 2
    report = a_report(
        observations=[told("o1", PAPER, FELL)],
        claims=[{"key": f"c{n}", "summary": f"Claim {chr(64 + n)}"} for n in range(1, count + 1)],
        stances=[stance("o1", f"c{n}") for n in range(1, count + 1)],
    )
    outcome = merge(known(), [report], PAGES)
    graph = apply(known(), outcome.edits)
    assert len(graph.hypotheses) == MOST_NEW_CLAIMS
    assert [ref.key for ref in outcome.overflow] == [f"c{count - 1}", f"c{count}"]
    assert merge(graph, [report], PAGES).edits == ()


def test_a_claim_without_a_quoted_observation_stays_out() -> None:
    report = a_report(
        observations=[told("o1", PAPER, "never written"), told("o2", PAPER, FELL)],
        claims=[
            {"key": "c1", "summary": "It pays"},
            {"key": "c2", "summary": "It is dear"},
            {"key": "c3", "summary": " "},
        ],
        stances=[stance("o1", "c1"), stance("o2", "c2", "QUALIFIES")],
    )
    outcome = merge(known(), [report], PAGES)
    assert not apply(known(), outcome.edits).hypotheses
    assert failures(outcome)[1:] == [
        f"{report.iid} c3: the claim is empty",
        f"{report.iid} c1: no quoted observation speaks for or against it",
        f"{report.iid} c2: no quoted observation speaks for or against it",
    ]


def test_a_number_of_a_claim_that_no_quote_has_is_marked() -> None:
    report = a_report(
        observations=[told("o1", PAPER, FELL)],
        claims=[
            {"key": "c1", "summary": "Loops save 60 per cent"},
            {"key": "c2", "summary": "Loops save 41%"},
        ],
        stances=[stance("o1", "c1"), stance("o1", "c2")],
    )
    first, second = merged(known(), report).hypotheses.values()
    assert first.unbound == ("60 per cent",)
    assert second.unbound == ()


def claim(slot: int, summary: str) -> ExplorerReport:
    return a_report(
        slot,
        observations=[told("o1", PAPER, FELL)],
        claims=[{"key": "c1", "summary": summary}],
        stances=[stance("o1", "c1")],
    )


def test_a_claim_in_other_words_joins_the_hypothesis_the_judge_names() -> None:
    report = claim(1, "Ground heat is worth its price")
    graph = merged(known("Loops pay off"), report, labels=(label(report, "c1", "hyp_A1", "same"),))
    assert list(graph.hypotheses) == ["hyp_A1"]
    assert len(graph.evidence(A1)) == 1


def test_a_claim_of_the_same_words_joins_without_a_label_even_a_rejected_one() -> None:
    rejected = a_graph([("hyp_A1", a_hypothesis("Loops pay off", status="rejected", rejected_at=0))])
    graph = merged(rejected, claim(1, "loops  PAY off"))
    assert list(graph.hypotheses) == ["hyp_A1"]
    assert len(graph.evidence(A1)) == 1


def test_claims_of_two_explorers_that_say_the_same_are_one_hypothesis() -> None:
    one, other, third = claim(1, "It pays"), claim(2, "It is worth it"), claim(3, "it  pays")
    labels = (label(other, "c1", {"iid": one.iid, "key": "c1"}, "same"),)
    outcome = merge(known(), [third, other, one], PAGES, labels)
    graph = apply(known(), outcome.edits)
    assert [h.summary for h in graph.hypotheses.values()] == ["It pays"]
    assert set(outcome.names.values()) == {"hyp_A1"}


def test_labels_on_unknown_claims_or_hypotheses_do_nothing() -> None:
    report, absent = claim(1, "It pays"), claim(7, "never sent")
    labels = (
        label(absent, "c1", "hyp_A1", "same"),
        label(absent, "c1", "hyp_A1", "opposes"),
        label(report, "c1", "hyp_A9", "same"),
        label(report, "c1", "hyp_A9", "opposes"),
        label(report, "c1", {"iid": absent.iid, "key": "c1"}, "same"),
        label(report, "c1", {"iid": absent.iid, "key": "c1"}, "opposes"),
        label(report, "c1", "hyp_A1", "separate"),
    )
    graph = merged(known("Loops pay off"), report, labels=labels)
    assert list(graph.hypotheses) == ["hyp_A1", "hyp_A2"]
    assert graph.active_conflicts() == ()


def test_of_two_hypotheses_a_claim_joins_the_lower() -> None:
    report = claim(1, "It pays")
    labels = (label(report, "c1", "hyp_A2", "same"), label(report, "c1", "hyp_A1", "same"))
    graph = merged(known("Loops pay off", "Heat pays"), report, labels=labels)
    assert (len(graph.evidence(A1)), len(graph.evidence(A2))) == (1, 0)


def test_opposed_claims_become_one_conflict() -> None:
    one, other = claim(1, "It pays"), claim(2, "It never pays")
    labels = (
        label(one, "c1", {"iid": other.iid, "key": "c1"}, "opposes"),
        label(other, "c1", {"iid": one.iid, "key": "c1"}, "opposes"),
        label(other, "c1", "hyp_A1", "opposes"),
        label(other, "c1", {"iid": other.iid, "key": "c1"}, "opposes"),
    )
    graph = merged(known("Loops pay off"), one, other, labels=labels)
    assert [(e.first, e.second) for e in graph.active_conflicts()] == [
        ("hyp_A1", "hyp_A3"),
        ("hyp_A2", "hyp_A3"),
    ]
    assert graph.active_conflicts()[1].found_by == one.iid
    assert merge(graph, [one, other], PAGES, labels).edits == ()


def test_what_was_merged_away_is_meant_for_the_survivor() -> None:
    graph = apply(known("one", "two"), [MergeHypotheses(survivor=A1, absorbed=A2, at=0)])
    report = a_report(observations=[told("o1", PAPER, FELL)], stances=[stance("o1", "hyp_A2")])
    assert [edge.key for edge in merged(graph, report).edges] == [("obs_1", "hyp_A1", "SUPPORTS")]


def test_related_claims_know_of_each_other_once_and_nothing_else_comes_of_it() -> None:
    report = a_report(
        observations=[told("o1", PAPER, FELL)],
        claims=[{"key": "c1", "summary": "It pays in clay"}],
        stances=[stance("o1", "c1")],
    )
    graph = known("It pays in sand", "It costs")
    labels = [label(report, "c1", "hyp_A1", "related"), label(report, "c1", "hyp_A2", "opposes")]
    labels += [label(report, "c1", "hyp_A2", "related"), label(report, "c1", "hyp_A1", "related")]
    outcome = merge(graph, [report], PAGES, labels)
    assert [edit for edit in outcome.edits if isinstance(edit, RelateHypotheses)] == [
        RelateHypotheses(first=A1, second=HypothesisId("hyp_A3"))
    ]
    after = apply(graph, outcome.edits)
    assert after.hypotheses[A1].related == ("hyp_A3",)
    assert after.hypotheses[HypothesisId("hyp_A3")].related == ("hyp_A1",)
    assert [edge.key for edge in after.conflicts(HypothesisId("hyp_A3"))] == [
        ("hyp_A2", "hyp_A3", "CONFLICTS")
    ]
    assert not any(isinstance(edit, RelateHypotheses) for edit in merge(after, [report], PAGES, labels).edits)


def test_a_qualification_is_a_caveat_and_no_edge() -> None:
    report = a_report(
        observations=[told("o1", PAPER, "추운 토양에서 효율이 높다.")],
        stances=[stance("o1", "hyp_A1", "QUALIFIES")],
    )
    outcome = merge(known("x"), [report], PAGES)
    assert outcome.caveats == (Caveat(A1, OBS_1),)
    assert apply(known("x"), outcome.edits).edges == ()


def test_garbage_in_a_report_is_told_and_the_rest_goes_on() -> None:
    report = a_report(
        observations=[told("o1", PAPER, FELL), told("o1", BLOG, "My loop froze")],
        claims=[{"key": "c1", "summary": "It pays"}, {"key": "c1", "summary": "It does not"}],
        stances=[
            stance("o1", "hyp_A9"),
            stance("o1", "c9"),
            stance("o9", "hyp_A1"),
            stance("o1", "hyp_A1"),
            stance("o9", "c1"),
        ],
    )
    outcome = merge(known("x"), [report, report], PAGES)
    assert failures(outcome) == [
        f"{report.iid} o1: two observations have this key",
        f"{report.iid} c1: two claims have this key",
        f"{report.iid} report: two reports have this name",
        f"{report.iid} c1: no quoted observation speaks for or against it",
        f"{report.iid} o1: there is no hyp_A9",
        f"{report.iid} o1: there is no claim c9",
        f"{report.iid} o9: a stance names this observation, which is not reported",
    ]
    assert [edge.key for edge in apply(known("x"), outcome.edits).edges] == [("obs_1", "hyp_A1", "SUPPORTS")]


def test_of_a_failed_explorer_the_facts_count_that_were_read_and_nothing_else() -> None:
    failed = a_report(
        status="failure",
        reason="timed out",
        observations=[told("o1", PAPER, FELL)],
        claims=[{"key": "c1", "summary": "It pays"}],
        stances=[stance("o1", "c1"), stance("o1", "hyp_A1")],
        keywords=["loops again"],
    )
    outcome = merge(known("x"), [failed], PAGES)
    after = apply(known("x"), outcome.edits)
    assert failures(outcome) == [f"{failed.iid}: timed out"]
    assert (len(after.observations), len(after.hypotheses), after.edges, after.unexplored) == (1, 1, (), ())


def test_what_went_wrong_on_the_way_is_told_once() -> None:
    trouble = {"kind": "unreachable", "what": "https://dead.example/", "reason": "it timed out"}
    reports = [a_report(1, troubles=[trouble]), a_report(2, troubles=[trouble])]
    outcome = merge(known("x"), reports, PAGES)
    assert failures(outcome) == ["https://dead.example/: it timed out"]
    assert merge(apply(known("x"), outcome.edits), reports, PAGES).edits == ()


def test_a_search_is_recorded_once_with_what_was_new() -> None:
    def searched(slot: int, query: str, *urls: str) -> ExplorerReport:
        search = {"query": query, "strategy": "web", "engine": "local", "urls": urls}
        return a_report(slot, searches=[search])

    graph = merged(known("Loops pay off"), SUPPORT)
    reports = [
        searched(1, "loops", "https://journal.example/loops", "https://a.example/"),
        searched(2, "Loops", "https://b.example/"),
        searched(3, "wells", "https://a.example/", "https://c.example/"),
    ]
    after = merged(graph, *reports)
    assert [(s.query, s.normalized, s.result_count, s.new_sources) for s in after.searches] == [
        ("loops", "loops", 2, 1),
        ("wells", "wells", 2, 1),
    ]
    assert merge(after, reports, PAGES).edits == ()


def test_merging_twice_changes_not_a_byte() -> None:
    reports = [
        claim(1, "It pays"),
        claim(2, "It never pays"),
        SUPPORT,
        a_report(4, observations=[told("o1", PAPER, "no")]),
    ]
    once = merged(known("Loops pay off"), *reports)
    assert graph_bytes(merged(once, *reports)) == graph_bytes(once)


def test_keywords_are_noted_once() -> None:
    report = a_report(keywords=["Soil  temperature", "soil temperature", " ", "drill"])
    graph = merged(known(), report)
    assert [k.keyword for k in graph.unexplored] == ["Soil temperature", "drill"]
    assert merge(graph, [report], PAGES).edits == ()


def test_an_investigator_stands_where_its_own_quotes_point() -> None:
    def says(slot: int, *stances: dict[str, Any], further: str | None = None) -> ExplorerReport:
        assessment = {
            "about": subject("hyp_A1"),
            "evidence": "STRONG",
            "confidence": 0.9,
            "needs_further": further,
        }
        return a_report(
            slot,
            observations=[told("o1", PAPER, FELL), told("o2", BLOG, "My loop froze")],
            stances=list(stances),
            assessments=[assessment, assessment, {**assessment, "about": subject("hyp_A9")}],
        )

    reports = [
        says(1, stance("o1", "hyp_A1", weight=0.5), stance("o2", "hyp_A1", "CONTRADICTS", 0.3)),
        says(2, stance("o1", "hyp_A1", weight=0.3), stance("o2", "hyp_A1", "CONTRADICTS", 0.5)),
        says(3, stance("o1", "hyp_A1", "QUALIFIES")),
        says(4, stance("o9", "hyp_A1"), further="colder soils"),
    ]
    stances = merge(known("x"), reports, PAGES).stances[A1]
    assert [(s.iid[9], s.side, s.needs_further) for s in stances] == [
        ("1", "for", None),
        ("2", "against", None),
        ("4", None, "colder soils"),
    ]
    assert stances[0].lineage == "WEB-KW1"


def test_a_new_voice_wakes_a_conflict_left_open() -> None:
    graph = a_graph(
        [("hyp_A1", a_hypothesis("one")), ("hyp_A2", a_hypothesis("two"))],
        *evidence(1, "hyp_A1", a_source("https://old.example/a")),
        a_conflict("hyp_A1", "hyp_A2", open=True, attempts=6),
    )
    assert [edge.open for edge in merged(graph, SUPPORT).active_conflicts()] == [False]


def test_an_observation_known_from_an_earlier_iteration_is_quoted_for_a_new_claim() -> None:
    graph = merged(known("x"), SUPPORT)
    after = merged(graph, claim(2, "It saves 41 per cent"))
    assert list(after.observations) == ["obs_1"]
    assert after.hypotheses[A2].unbound == ()
    assert page_hash(PAPER.text) in after.sources


def test_a_claim_over_the_limit_enters_by_another_explorer_with_room() -> None:
    full = a_report(
        observations=[told("o1", PAPER, FELL)],
        claims=[{"key": f"c{n}", "summary": f"Claim {chr(64 + n)}"} for n in range(1, MOST_NEW_CLAIMS + 2)],
        stances=[stance("o1", f"c{n}") for n in range(1, MOST_NEW_CLAIMS + 2)],
    )
    last = f"claim {chr(97 + MOST_NEW_CLAIMS)}"
    outcome = merge(known(), [full, claim(2, last)], PAGES)
    graph = apply(known(), outcome.edits)
    name = HypothesisId(f"hyp_A{MOST_NEW_CLAIMS + 1}")
    assert outcome.names[ClaimRef(iid=full.iid, key=f"c{MOST_NEW_CLAIMS + 1}")] == name
    assert graph.hypotheses[name].summary == last
    assert outcome.overflow == ()


def test_what_an_explorer_brought_before_counts_towards_its_limit() -> None:
    def bringing(*summaries: str) -> ExplorerReport:
        keys = [f"c{n}" for n in range(1, len(summaries) + 1)]
        return a_report(
            observations=[told("o1", PAPER, FELL)],
            claims=[{"key": key, "summary": text} for key, text in zip(keys, summaries, strict=True)],
            stances=[stance("o1", key) for key in keys],
        )

    graph = merged(known(), bringing("Claim A"))
    after = merged(graph, bringing(*(f"Claim {n}" for n in range(MOST_NEW_CLAIMS))))
    assert len(after.hypotheses) == MOST_NEW_CLAIMS


def test_of_two_equal_readings_the_first_in_place_is_kept() -> None:
    reports = [
        a_report(slot, observations=[told("o1", PAPER, FELL)], stances=[stance("o1", "hyp_A1")])
        for slot in (1, 2)
    ]
    (edge,) = merged(known("Loops pay off"), *reversed(reports)).evidence(A1)
    assert edge.found_by == reports[0].iid


def test_evidence_that_points_both_ways_alike_stands_for_the_claim() -> None:
    report = a_report(
        observations=[told("o1", PAPER, FELL), told("o2", BLOG, "My loop froze")],
        stances=[stance("o1", "hyp_A1", weight=0.5), stance("o2", "hyp_A1", "CONTRADICTS", 0.5)],
        assessments=[{"about": subject("hyp_A1"), "evidence": "WEAK", "confidence": 0.5}],
    )
    assert [held.side for held in merge(known("x"), [report], PAGES).stances[A1]] == ["for"]


def test_a_number_of_a_claim_that_no_quote_says_is_marked_and_no_failure() -> None:
    outcome = merge(known(), [claim(1, "Loops save 60 per cent"), claim(2, "Loops save 41 per cent")], PAGES)
    marks = [known.unbound for known in apply(known(), outcome.edits).hypotheses.values()]
    assert marks == [("60 per cent",), ()]
    assert failures(outcome) == []


def test_conflicts_come_in_the_order_of_their_claims_whatever_the_labels() -> None:
    report = claim(1, "It never pays")
    labels = tuple(label(report, "c1", other, "opposes") for other in ("hyp_A9", "hyp_A2", "hyp_A1"))
    graph = merged(known("It pays", "Heat pays"), report, labels=labels)
    assert [(edge.first, edge.second) for edge in graph.active_conflicts()] == [
        ("hyp_A1", "hyp_A3"),
        ("hyp_A2", "hyp_A3"),
    ]


def test_a_stance_on_nothing_does_not_stop_the_ones_after_it() -> None:
    report = a_report(
        observations=[told("o1", PAPER, FELL)],
        stances=[stance("o9", "hyp_A1"), stance("o1", "hyp_A1", "QUALIFIES"), stance("o1", "hyp_A1")],
    )
    assert len(merged(known("x"), report).edges) == 1


def test_a_second_quote_of_a_page_brings_no_second_source() -> None:
    text = "Ground loops cut the bill. They last forty years."
    page = a_page(text)
    told = tuple(
        Fact(key=key, page=page_hash(text), quote=quote, summary=quote)
        for key, quote in (("a", "Ground loops cut the bill."), ("b", "They last forty years."))
    )
    edits = merge(a_graph(), [a_report(observations=told)], stored(page), ()).edits
    assert sum(isinstance(edit, AddSource) for edit in edits) == 1
    assert sum(isinstance(edit, AddObservation) for edit in edits) == 2


def test_a_quote_stays_where_it_was_found_when_its_page_was_read() -> None:
    """Words that stand twice on a page are not moved to the first place by the second look."""
    text = "Ground loops cut the bill. A neighbour says so too: Ground loops cut the bill."
    page, quote = a_page(text), "Ground loops cut the bill."
    fact = Fact(key="a", page=page_hash(text), quote=quote, summary=quote, offset=text.rindex(quote))
    assert fact.span == (page_hash(text), text.rindex(quote), len(quote))
    elsewhere = fact.model_copy(update={"offset": 3})

    def offsets(told: Fact) -> list[int | None]:
        edits = merge(a_graph(), [a_report(observations=(told,))], stored(page), ()).edits
        return [edit.observation.offset for edit in edits if isinstance(edit, AddObservation)]

    assert offsets(fact) == [text.rindex(quote)]
    assert offsets(elsewhere) == [0]  # a place where the words do not stand is not believed
