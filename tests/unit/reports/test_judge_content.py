"""The content of a report: what the graph says, each thing once, and nothing that rests on no quote."""

import json
from pathlib import Path
from typing import Any

import pytest

from pathfinder.protocols.answer.checks import check
from pathfinder.protocols.calls.events import ConflictSettled, StatusMoved, VerdictGiven
from pathfinder.protocols.graph.edits import AddHypothesis, SetFinding
from pathfinder.protocols.graph.judgement import Finding
from pathfinder.protocols.graph.reasons import Reason
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import HypothesisId, ObservationId, PageHash
from pathfinder.reports.content.judge_assembly import ReportContext, judge_report
from pathfinder.reports.content.judge_record import MOST_AROUND
from pathfinder.reports.content.judge_report import JudgeReport
from pathfinder.reports.content.judge_schema import report_json, report_schema
from tests.answers import VENDOR, a_ground, a_researched_graph, a_sentence, an_answer, page_number
from tests.builders import a_graph, a_hypothesis, a_source
from tests.judge_reports import A1, A2, A3, A4, A5, A6, B1, a_judged_graph
from tests.judging import a_finding, a_review, a_stance
from tests.scenario.staged import PAGES, Stage
from tests.schemas import faults
from tests.theses import FEW_TRUSTED, a_session, judged, said

SCHEMA = Path(__file__).parents[3] / "docs" / "schema" / "report.schema.json"


@pytest.fixture(scope="module")
def session() -> CogniGraph:
    return Stage().run(4)


def test_the_published_schema_is_the_one_in_use() -> None:
    assert SCHEMA.read_text(encoding="utf-8") == report_schema(), "write it anew: pathfinder report --schema"


def test_every_report_keeps_to_the_published_schema(session: CogniGraph) -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    for graph in (a_judged_graph(), a_session(), session, CogniGraph(question="Q?")):
        assert faults(schema, json.loads(report_json(judge_report(graph)))) == []


def test_the_schema_check_bites() -> None:
    schema = json.loads(report_schema())
    written = json.loads(report_json(judge_report(a_judged_graph())))
    spoilt: list[dict[str, Any]] = [
        {**written, "extra": 1},
        {key: value for key, value in written.items() if key != "summary"},
        {**written, "language": "fr"},
        {**written, "findings": [{**written["findings"][0], "strength": 1.5}]},
        {**written, "findings": [{**written["findings"][0], "id": "A1"}]},
    ]
    assert all(faults(schema, one) for one in spoilt)


def test_keys_are_snake_case_and_the_same_graph_gives_the_same_bytes(session: CogniGraph) -> None:
    text = report_json(judge_report(session))
    assert text == report_json(judge_report(CogniGraph.model_validate_json(session.model_dump_json())))
    assert text.isascii()
    assert JudgeReport.model_validate_json(text) == judge_report(session)
    assert all(key == key.lower() and "-" not in key for key in _keys(json.loads(text)))


def test_findings_stand_in_the_order_of_their_verdicts() -> None:
    report = judge_report(a_judged_graph())
    groups = [(one.id, one.group) for one in report.findings]
    assert groups == [
        (A1, "confirmed"),
        (A3, "confirmed"),
        (A2, "likely"),
        (A6, "uncertain"),
        (A5, "unjudged"),
        (B1, "unvisited"),
        (A4, "rejected"),
    ]
    assert report.summary.counts.confirmed == 2
    assert [one.leading for one in report.findings] == [True, *[False] * 6]


def test_each_strength_is_the_sum_of_its_terms(session: CogniGraph) -> None:
    for one in judge_report(session).findings:
        summed = one.reckoning
        total = summed.base + sum(term.change for term in summed.terms) + summed.bonus
        assert min(1.0, max(0.0, total)) == pytest.approx(summed.total)
        assert summed.total == pytest.approx(one.strength)
        assert {term.observation for term in summed.terms} == {
            seen.observation for seen in one.evidence if seen.counts
        }


def test_the_history_ends_where_the_claim_stands(session: CogniGraph) -> None:
    for one in judge_report(session).findings:
        assert one.history[-1].strength == pytest.approx(one.strength, abs=1e-6)
        iterations = [point.iteration for point in one.history]
        assert iterations == sorted(set(iterations))
    first = judge_report(a_judged_graph()).by_id[A1].history
    assert [(point.iteration, point.strength) for point in first] == [(0, 0.5), (1, 0.74), (2, 0.73)]


def test_copies_of_one_publisher_are_one_voice_and_only_one_counts() -> None:
    evidence = {one.observation: one for one in judge_report(a_judged_graph()).by_id[A1].evidence}
    press, copy = evidence[ObservationId("obs_4")], evidence[ObservationId("obs_5")]
    assert press.voice == copy.voice
    assert (press.counts, copy.counts) == (True, False)
    assert evidence[ObservationId("obs_3")].answered_by == "condition"


def test_a_quote_stands_in_its_passage() -> None:
    graph = a_judged_graph()
    quote = graph.observations[ObservationId("obs_1")].quote or ""
    before, after = "word " * 200, " tail" * 200
    texts = {graph.observations[ObservationId("obs_1")].page: before + quote + after}
    moved = apply_offset(graph, ObservationId("obs_1"), len(before))
    seen = judge_report(moved, ReportContext(page_text=lambda page: texts.get(page))).quotes[
        ObservationId("obs_1")
    ]
    assert (seen.before + seen.quote + seen.after) in texts[graph.observations[ObservationId("obs_1")].page]
    assert 0 < len(seen.before) <= MOST_AROUND
    assert 0 < len(seen.after) <= MOST_AROUND
    assert seen.before.startswith("word")
    assert seen.cut_before
    assert seen.cut_after


def test_a_page_that_does_not_say_the_quote_there_gives_no_passage() -> None:
    graph = a_judged_graph()
    other = judge_report(graph, ReportContext(page_text=lambda _: "quite another text")).observations
    assert all(one.before == one.after == "" and one.quote for one in other)


def test_a_short_page_is_shown_whole() -> None:
    pages = {page: stored.text for page, stored in _stored().items()}
    report = judge_report(Stage().run(1), ReportContext(page_text=pages.get))
    assert report.observations
    for one in report.observations:
        assert one.before + one.quote + one.after in pages.values()
        assert not one.cut_before
        assert not one.cut_after


def test_disagreements_have_both_sides_and_what_was_tried() -> None:
    sides, rivals = judge_report(a_judged_graph()).disagreements
    assert (sides.kind, sides.hypotheses) == ("sides", (A6,))
    assert [case.observations for case in sides.cases] == [("obs_2",), ("obs_3",)]
    assert [case.weight for case in sides.cases] == [0.425, 0.45]
    assert sides.passes == 1
    assert sides.sent_again == ("ACADEMIC-HYPA6", "WEB-HYPA6")
    assert (rivals.kind, rivals.hypotheses, rivals.given_up, rivals.attempts) == ("rivals", (A5, A6), True, 2)


def test_settled_conflicts_and_refuted_claims_are_told_with_their_evidence() -> None:
    report = judge_report(a_judged_graph())
    (settled,) = report.settled
    assert (settled.first, settled.second, settled.type) == (A1, A5, "condition_difference")
    assert settled.resolution.text == "it holds in sandy soil"
    assert set(settled.resolution.cites) == {"obs_1", "obs_2", "obs_3"}
    assert [(one.hypothesis, one.kind, one.against) for one in report.refuted] == [
        (A3, "contradicted", ("obs_7",)),
        (A4, "rejected", ("obs_7",)),
    ]


def test_a_claim_that_says_more_than_its_quotes_gives_way_to_a_quote() -> None:
    claim = a_hypothesis(
        "Loops save 7319 marks.", strength=0.8, status="verified", verdict=judged("Likely", "for")
    )
    graph = a_graph([(A1, claim)], *said(1, {A1: "SUPPORTS"}, "Loops save money.", a_source()))
    report = judge_report(graph)
    assert (report.findings[0].claim.text, report.findings[0].claim.words_of) == (
        "Loops save money.",
        "quote",
    )
    assert report.summary.answer[0].text == "Loops save money."
    assert [(one.text, one.what) for one in report.dropped] == [("Loops save 7319 marks.", "7319")]


def test_numbers_and_addresses_of_a_challenge_that_no_quote_says_are_taken_out() -> None:
    review = a_review(
        "WEAKENED",
        challenge="Only 7319 of 12 houses, see https://made.up/x.",
        evidence="obs_1",
        impact="By 88%.",
    )
    claim = a_hypothesis(
        "Loops save money.", strength=0.8, status="verified", verdict=judged("Likely", "for")
    )
    graph = a_graph([(A1, claim)], *said(1, {A1: "SUPPORTS"}, "Loops save money in 12 houses.", a_source()))
    finding = Finding(
        review=review,
        verdict=judged(
            "Likely",
            "for",
            caveats=(
                Reason(kind="challenge", words=f"{review.challenge} By 88%.", cites=review.named),
                f"{review.challenge} By 88%.",
            ),
        ),
    )
    report = judge_report(apply(graph, [SetFinding(hypothesis=A1, finding=finding)]))
    told = report.reviews[0]
    assert told.challenge.text == "Only […] of 12 houses, see […]."
    assert told.challenge.cites == ("obs_1",)
    assert told.impact.text == "By […]."
    rest = report.model_copy(update={"dropped": ()}).model_dump_json()
    assert not any(made_up in rest for made_up in ("7319", "made.up", "88"))


def test_the_plain_text_of_an_older_session_keeps_the_figures_of_the_rules_and_none_of_a_model() -> None:
    told = judged(
        "Likely",
        "for",
        because="2 lineages on 3 voices all say for. A challenge weakened it: by 88 per cent",
        caveats=("Only 1 of its 2 voices are trusted.", "In 77 towns it failed."),
    )
    graph = a_graph([(A1, a_hypothesis("Loops save.", verdict=told))])
    verdict = judge_report(graph).findings[0].verdict
    assert verdict is not None
    assert verdict.because == "2 lineages on 3 voices all say for. A challenge weakened it: by […]"
    assert [one.text for one in verdict.caveats] == [
        "Only 1 of its 2 voices are trusted.",
        "In […] towns it failed.",
    ]


def test_what_the_rules_say_keeps_its_figures_and_a_model_has_none_in_their_sentences() -> None:
    agreed = Reason(kind="agreed", side="for", figures={"heads": 2, "voices": 2})
    weakened = Reason(kind="weakened", words="by 88 per cent", then=agreed)
    verdict = judged("Likely", "for", caveats=(weakened, FEW_TRUSTED))
    finding = a_finding(a_stance()).model_copy(update={"verdict": verdict})
    graph = a_graph([(A1, a_hypothesis("Loops save.", verdict=finding.verdict))])
    caveats = judge_report(apply(graph, [SetFinding(hypothesis=A1, finding=finding)])).findings[0].verdict
    assert caveats is not None
    assert [one.text for one in caveats.caveats] == [
        "Investigators for it: 2; independent sources: 2. A challenge weakened it: by […]",
        "Trusted independent sources: 1 of 2, too few to confirm it.",
    ]


def test_an_idea_without_evidence_says_no_number_of_its_own() -> None:
    idea = a_hypothesis("Loops save 7319 marks.", type="B", reasoning_tool="analogy")
    report = judge_report(apply(CogniGraph(question="Q?"), [AddHypothesis(name=B1, hypothesis=idea)]))
    assert report.findings[0].claim.text == "Loops save […] marks."
    assert report.findings[0].claim.cites == ()


def test_the_answer_of_a_writer_is_told_as_far_as_it_stands_and_its_sources_come_first() -> None:
    graph = a_researched_graph()
    written = an_answer(a_sentence("It is enough.", "obs_6"), a_sentence("It takes 7,319.", "obs_1"))
    kept = check(a_ground(graph), written).kept
    report = judge_report(graph, ReportContext(answer=kept))
    assert report.answer is not None
    assert [(one.text, one.cites) for one in report.answer.answer] == [("It is enough.", ("1",))]
    assert [one.site for one in report.answer.sources] == ["forum.example", "bench.example", "docs.example"]
    assert [one.site for one in report.sources[:3]] == ["forum.example", "bench.example", "docs.example"]
    assert "It takes 7,319." in [one.text for one in report.dropped]


def test_a_quote_of_the_answer_alone_is_told_as_such() -> None:
    ground = a_ground()
    own = (page_number(ground, VENDOR), "Nobody should need a broker.")
    kept = check(ground, an_answer(a_sentence("A vendor is sure.", quotes=(own,)))).kept
    report = judge_report(ground.graph, ReportContext(answer=kept))
    assert report.answer is not None
    (quote,) = report.answer.sources[0].quotes
    assert (quote.label, quote.quote, quote.observation) == ("1", "Nobody should need a broker.", None)


def test_a_claim_that_is_judged_not_so_is_an_answer_where_nothing_holds() -> None:
    claim = a_hypothesis("Loops freeze.", strength=0.4, status="tested", verdict=judged("Likely", "against"))
    graph = a_graph([(A1, claim)], *said(1, {A1: "CONTRADICTS"}, "No loop froze.", a_source()))
    summary = judge_report(graph).summary
    assert (summary.hypothesis, summary.side, summary.settled) == (A1, "against", True)
    assert [(one.text, one.cites) for one in summary.answer] == [("No loop froze.", ("obs_1",))]


def test_without_evidence_there_is_no_answer() -> None:
    report = judge_report(a_graph([(A1, a_hypothesis("Loops pay.", strength=0.9, status="verified"))]))
    assert not report.has_evidence
    assert report.simple
    assert report.summary.answer == ()


def test_quick_runs_are_known_by_the_round_they_left_out(session: CogniGraph) -> None:
    assert not judge_report(session).metadata.quick
    assert judge_report(Stage(quick=True).run(3)).metadata.quick
    rounds = {one.round: one.iterations for one in judge_report(Stage(parallel=3).run(2)).metadata.rounds}
    assert rounds == {1: 2, 2: 2, 3: 2, 4: 2}, "every agreement is challenged"
    assert judge_report(session).summary.rounds == 4


def test_the_picture_and_the_findings_name_only_what_is_there(session: CogniGraph) -> None:
    report = judge_report(session)
    nodes = {node.id for node in report.picture.nodes}
    assert nodes == {*session.hypotheses, *session.observations}
    assert all(link.source in nodes and link.target in nodes for link in report.picture.links)
    assert len(report.picture.links) >= len(session.edges)
    for one in report.findings:
        assert {seen.observation for seen in one.evidence} <= report.quotes.keys()
        assert set(one.claim.cites) <= report.quotes.keys()
    assert all(report.source_of(one.id) is not None for one in report.observations)


def test_the_timeline_tells_what_the_archives_know() -> None:
    events = {
        1: (
            StatusMoved(hypothesis=A1, before="tested", after="verified", because=""),
            VerdictGiven(hypothesis=A1, verdict=judged("Likely", "for")),
        ),
        2: (
            StatusMoved(hypothesis=A2, before="verified", after="tested", because=""),
            StatusMoved(hypothesis=A3, before="rejected", after="tested", because=""),
            ConflictSettled(first=A1, second=A5, type="condition_difference", resolution="r"),
            VerdictGiven(hypothesis=A1, verdict=judged("Confirmed", "for")),
            VerdictGiven(hypothesis=A1, verdict=judged("Likely", "for")),
        ),
    }
    first, second = judge_report(a_judged_graph(), ReportContext(events=events)).timeline
    told = [(one.kind, one.hypotheses, one.after) for one in first.happenings]
    assert ("verified", (A1,), "") in told
    assert ("judged", (A1,), "Likely for") in told
    assert ("moved", (A1,), "0.7400") in told
    assert ("invented", (B1,), "") in told
    assert ("conflict", (A5, A6), "") in told
    kinds = [one.kind for one in second.happenings]
    assert {"demoted", "revived", "settled", "rejected", "failed"} <= set(kinds)
    assert "judged" not in kinds, "the verdict is what it was"


def test_cost_failures_and_metadata_come_from_the_run() -> None:
    report = judge_report(a_judged_graph(), ReportContext(session="s1"))
    assert [(one.name, one.usd_micros) for one in report.cost.by_role] == [
        ("judge", 90_000),
        ("explorer", 30_000),
    ]
    assert report.cost.language_model
    assert (report.failures.total, report.failures.latest[0].reason) == (1, "timed out")
    known = report.metadata
    assert (known.session, known.source_tables, known.iterations) == ("s1", ("2026-11-16",), 2)
    assert [part.answered_by for part in known.parts] == [(A1,), ()]
    assert report.unknown.parts == ("sq_2",)
    embedded = judge_report(a_session(engine="embedded engine, no language model"))
    assert not embedded.cost.language_model


def apply_offset(graph: CogniGraph, name: ObservationId, offset: int) -> CogniGraph:
    known = graph.observations[name].model_copy(update={"offset": offset})
    return graph.model_copy(update={"observations": {**graph.observations, name: known}})


def _stored() -> dict[PageHash, Any]:
    from tests.builders import page_hash

    return {page_hash(page.text): page for page in PAGES}


def _keys(value: object) -> set[str]:
    if isinstance(value, dict):
        return set(value).union(*(_keys(one) for one in value.values()))
    return set[str]().union(*(_keys(one) for one in value)) if isinstance(value, list) else set()


def test_a_claim_is_named_by_what_survives_of_it() -> None:
    graph = a_judged_graph()
    merged = graph.hypotheses[A6].model_copy(
        update={"merged_into": A5, "status": "rejected", "rejected_at": 1}
    )
    report = judge_report(graph.model_copy(update={"hypotheses": {**graph.hypotheses, A6: merged}}))
    assert HypothesisId("hyp_A6") not in report.by_id
    assert any(link.kind == "MERGED" and link.target == A5 for link in report.picture.links)
    assert any(one.kind == "merged" for told in report.timeline for one in told.happenings)
