"""Whole iterations, one after another: no select, merge, judge, close or check breaks an invariant."""

from random import Random
from typing import Literal

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from pathfinder.protocols.calls.explorer_reports import Resolution
from pathfinder.protocols.calls.targets import Target, hypotheses_of
from pathfinder.protocols.evidence.status import restrengthen
from pathfinder.protocols.evidence.strength import strength, terms
from pathfinder.protocols.graph.edits import ARCHIVE, GraphEdit, RetractSource, SetFinding
from pathfinder.protocols.graph.invariants import breaches
from pathfinder.protocols.graph.judgement import Finding
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph, EvidenceEdge
from pathfinder.protocols.graph_file import graph_bytes, read_graph
from pathfinder.protocols.ids import HypothesisId
from pathfinder.protocols.judging.classification import current_ruling, record
from pathfinder.protocols.judging.conflicts import Unsettled, settle
from pathfinder.protocols.judging.merge import merge
from pathfinder.protocols.judging.stances import with_stances
from pathfinder.protocols.judging.verdicts import judged, verdict
from pathfinder.protocols.planning.closing import Outcome, close
from pathfinder.protocols.planning.health import examine
from pathfinder.protocols.planning.ideas import Idea, adopt_idea, ideas_due
from pathfinder.protocols.planning.priority import ranked
from pathfinder.protocols.planning.selection import select
from tests.builders import page_hash
from tests.property.seeded import seeded_labels, seeded_reports
from tests.property.strategies import CLAIMS, PAGE_LIST, PAGES

SIDES: tuple[Literal["SUPPORTS", "CONTRADICTS"], ...] = ("SUPPORTS", "CONTRADICTS")
RESOLUTIONS = ("condition_difference", "definition_mismatch", "scope_mismatch", "one_rejected", "merged")


class Iterations(RuleBasedStateMachine):
    """A session on garbage: what hypothesis draws stands for models that say anything their types allow."""

    def __init__(self) -> None:
        super().__init__()
        self.start = self.graph = CogniGraph(question="지열 난방은 경제적인가?")
        self.archive: list[GraphEdit] = []

    def do(self, edits: tuple[GraphEdit, ...]) -> None:
        self.archive += edits
        self.graph = apply(self.graph, edits)

    @rule(seed=st.integers(0, 2**32), n=st.integers(1, 10))
    def iterate(self, seed: int, n: int) -> None:
        """One iteration, with reports that may say anything."""
        before, rng = self.graph, Random(seed)
        chosen = select(self.graph, n)
        targets = [slot.target for slot in chosen.targets]
        assert len(set(targets)) == len(targets) <= n
        self.do(chosen.edits)
        brought = seeded_reports(rng, self.graph)
        merged = merge(self.graph, brought, PAGES, seeded_labels(rng, brought, self.graph))
        self.do(merged.edits)
        self.settle_one(rng)
        changed = {
            edge.hypothesis
            for edge in self.graph.edges[len(before.edges) :]
            if isinstance(edge, EvidenceEdge)
        }
        self.judge(sorted(changed | merged.stances.keys()), merged.stances)
        if ideas_due(self.graph):
            summary = rng.choice([*CLAIMS, f"한 생각 {self.graph.iteration}"])
            self.do(adopt_idea(self.graph, Idea(summary=summary, reasoning_tool="inversion")))
        self.do(close(self.graph, self.outcomes(rng, targets), changed))
        self.do(examine(self.graph))
        assert self.graph.iteration == before.iteration + 1

    def settle_one(self, rng: Random) -> None:
        """The Judge may try to settle a conflict in any of the five ways."""
        conflicts = self.graph.active_conflicts()
        if not conflicts or rng.random() < 0.7:
            return
        edge = rng.choice(conflicts)
        asked = Resolution.model_validate(
            {
                "first": edge.first,
                "second": edge.second,
                "type": rng.choice(RESOLUTIONS),
                "description": "it depends on the soil",
                "loser": rng.choice((None, edge.first, edge.second)),
                "observations": tuple(self.graph.observations)[:1],
            }
        )
        edits = settle(self.graph, asked)
        if not isinstance(edits, Unsettled):
            self.do(edits)
            self.do(restrengthen(self.graph, (edge.first, edge.second), "JUDGE"))
            assert edge not in self.graph.active_conflicts()

    def judge(self, names: list[HypothesisId], stances: object) -> None:
        """Rounds 2 and 4 on everything that changed."""
        assert isinstance(stances, dict)
        for name in names:
            finding = with_stances(self.graph.findings.get(name, Finding()), stances.get(name, ()))
            ruling = current_ruling(self.graph, name, finding)
            finding = record(finding, ruling, iteration=self.graph.iteration, round_=2)
            finding = judged(finding, verdict(self.graph, name, finding, challenged=True))
            self.do((SetFinding(hypothesis=name, finding=finding),))

    @staticmethod
    def outcomes(rng: Random, targets: list[Target]) -> list[Outcome]:
        """Some Explorers brought something, some nothing, some failed."""
        ends = [(True, True), (True, True), (True, False), (False, False)]
        picked = [rng.choice(ends) for _ in targets]
        return [
            Outcome(target=target, ran=ran, brought=brought)
            for target, (ran, brought) in zip(targets, picked, strict=True)
        ]

    @precondition(lambda self: self.graph.iteration % 10 == 9)
    @rule(place=st.integers(0, 7))
    def retract(self, place: int) -> None:
        """A page loses its weight between two iterations."""
        page = page_hash(PAGE_LIST[place].text)
        source = self.graph.sources.get(page)
        if source is not None and source.retracted is None:
            self.do((RetractSource(page=page, because="withdrawn"),))
            touched = {
                edge.hypothesis
                for edge in self.graph.edges
                if isinstance(edge, EvidenceEdge) and self.graph.observations[edge.observation].page == page
            }
            self.do(restrengthen(self.graph, touched, "CHECK"))

    @invariant()
    def nothing_is_broken(self) -> None:
        """No dangling edge, no id twice, no foreign weight, no verdict apart from its finding."""
        assert list(breaches(self.graph)) == []

    @invariant()
    def strength_is_what_the_evidence_says(self) -> None:
        """Stored strength never drifts from the formula, and what is verified lacked nothing when it was."""
        for name, hypothesis in self.graph.hypotheses.items():
            if hypothesis.merged_into is None:
                assert hypothesis.strength == strength(self.graph, name), name
            if hypothesis.status == "verified":
                assert hypothesis.visit_count >= 2
            if hypothesis.status == "unvisited":
                assert hypothesis.visit_count == 0

    @invariant()
    def every_selected_target_exists(self) -> None:
        """Selection never sends an Explorer after something rejected or unknown."""
        for slot in select(self.graph, 10).targets:
            assert all(self.graph.hypotheses[name].alive for name in hypotheses_of(slot.target))

    def teardown(self) -> None:
        """Folding the archive gives the graph, and the graph comes back from its file."""
        folded = apply(self.start, ARCHIVE.validate_json(ARCHIVE.dump_json(tuple(self.archive))))
        assert graph_bytes(folded) == graph_bytes(self.graph)
        read = read_graph(graph_bytes(self.graph), "cognigraph.json")
        assert read == self.graph
        self.nothing_kept_is_stale(read)

    def nothing_kept_is_stale(self, read: CogniGraph) -> None:
        """What graphs pass on to the next is what a graph fresh from its file works out anew."""
        assert self.graph.index == read.index
        assert self.graph.alive() == read.alive()
        assert ranked(self.graph) == ranked(read)
        for name in read.hypotheses:
            for side in SIDES:
                for standing_only in (False, True):
                    kept = terms(self.graph, name, side, standing=standing_only)
                    assert kept == terms(read, name, side, standing=standing_only)


TestIterations = Iterations.TestCase
# One example is 60 iterations, so a soak of N draws N / 50 sessions.
TestIterations.settings = settings(
    stateful_step_count=60,
    max_examples=max(20, settings().max_examples // 50),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
