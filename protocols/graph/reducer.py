"""The one way a graph changes: `apply` folds edits into it and refuses what would break it.

An edit that changes the evidence on a hypothesis adds it to `_touched`: what rules computed from that
evidence is passed on to the next graph otherwise.
"""

from collections.abc import Iterable
from functools import cached_property
from typing import Any, assert_never

from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import EditRefused
from pathfinder.protocols.graph import edits as e
from pathfinder.protocols.graph.index import GraphIndex, index_of, same_form
from pathfinder.protocols.graph.judgement import Finding
from pathfinder.protocols.graph.memory import Concept, Drift, Failure, Reflexion, Relation, SearchRecord
from pathfinder.protocols.graph.types import (
    CogniGraph,
    ConflictEdge,
    Edge,
    EvidenceEdge,
    HistoryEntry,
    Hypothesis,
    Keyword,
    Observation,
    Source,
)
from pathfinder.protocols.ids import HypothesisId, ObservationId, PageHash, order


def apply(graph: CogniGraph, edits: Iterable[e.GraphEdit]) -> CogniGraph:
    """The graph after the edits. An edit that does not fit raises EditRefused; the graph given stays."""
    draft = _Draft(graph)
    for edit in edits:
        draft.carry_out(edit)
    return draft.finished()


_HypothesisEdit = (
    e.SetStrength
    | e.SetStatus
    | e.Reject
    | e.Revive
    | e.RecordVisit
    | e.AddHistory
    | e.RestHypothesis
    | e.AddCondition
    | e.RewordHypothesis
    | e.WidenHypothesis
)


class _Draft:
    """Working copies, made when first asked for; nothing of the original graph is written to."""

    def __init__(self, graph: CogniGraph) -> None:
        self._graph = graph
        self._values: dict[str, Any] = {}
        self._touched: set[HypothesisId] = set()
        """The hypotheses whose evidence changed."""
        self._all_touched = False
        self._reworded = False

    @cached_property
    def observations(self) -> dict[ObservationId, Observation]:
        return dict(self._graph.observations)

    @cached_property
    def sources(self) -> dict[PageHash, Source]:
        return dict(self._graph.sources)

    @cached_property
    def hypotheses(self) -> dict[HypothesisId, Hypothesis]:
        return dict(self._graph.hypotheses)

    @cached_property
    def edges(self) -> list[Edge]:
        return list(self._graph.edges)

    @cached_property
    def findings(self) -> dict[HypothesisId, Finding]:
        return dict(self._graph.findings)

    @cached_property
    def unexplored(self) -> list[Keyword]:
        return list(self._graph.unexplored)

    @cached_property
    def searches(self) -> list[SearchRecord]:
        return list(self._graph.searches)

    @cached_property
    def failures(self) -> list[Failure]:
        return list(self._graph.failures)

    @cached_property
    def concept_nodes(self) -> dict[str, Concept]:
        return dict(self._graph.concepts.nodes)

    @cached_property
    def concept_relations(self) -> list[Relation]:
        return list(self._graph.concepts.relations)

    @cached_property
    def turned_away(self) -> dict[str, int]:
        return dict(self._graph.drift.turned_away)

    @cached_property
    def index(self) -> GraphIndex:
        return self._graph.index.copy()

    def finished(self) -> CogniGraph:
        """The new graph, with the index it grew."""
        update = dict(self._values)
        for name in ("observations", "sources", "hypotheses", "findings"):
            if name in self.__dict__:
                update[name] = self.__dict__[name]
        for name in ("edges", "unexplored", "searches", "failures"):
            if name in self.__dict__:
                update[name] = tuple(self.__dict__[name])
        if "concept_nodes" in self.__dict__ or "concept_relations" in self.__dict__:
            known = {"nodes": self.concept_nodes, "relations": tuple(self.concept_relations)}
            update["concepts"] = self._graph.concepts.model_copy(update=known)
        if "turned_away" in self.__dict__:
            drift: Drift = self._now("drift")
            update["drift"] = drift.model_copy(update={"turned_away": self.turned_away})
        graph = self._graph.model_copy(update=update)
        if self._reworded:
            # What was sorted by its old words is sorted anew.
            graph.caches.claims = None
        if not self._all_touched:
            graph.with_derived_caches(self._graph, self._touched)
        if "index" in self.__dict__:
            graph.caches.index = self.index
        return graph

    def carry_out(self, edit: e.GraphEdit) -> None:
        """One edit; a new kind of edit must break the type check here."""
        match edit:
            case e.AddSource() | e.RetractSource():
                self._source(edit)
            case e.AddObservation():
                self._add_observation(edit)
            case e.AddHypothesis():
                self._add_hypothesis(edit)
            case e.AddEdge():
                self._add_edge(edit.edge)
            case e.AnswerContradiction():
                self._answer(edit)
            case e.StrikeEvidence():
                self._strike(edit)
            case e.DiscountObservation():
                self._discount(edit)
            case e.UpdateConflict():
                self.edges[self._place(edit.edge.key)] = edit.edge
            case (
                e.SetStrength()
                | e.SetStatus()
                | e.Reject()
                | e.Revive()
                | e.RecordVisit()
                | e.AddHistory()
                | e.RestHypothesis()
                | e.AddCondition()
                | e.RewordHypothesis()
                | e.WidenHypothesis()
            ):
                self._hypothesis(edit)
                if isinstance(edit, e.RewordHypothesis):
                    self._reworded = True
                    self.index.claims.setdefault(same_form(edit.summary), edit.hypothesis)
            case e.MergeHypotheses():
                self._merge(edit)
            case e.RelateHypotheses():
                self._relate(edit)
            case e.SetFinding():
                self._set_finding(edit)
            case e.AddKeyword():
                self.unexplored.append(edit.keyword)
                self.index.add_keyword(len(self.unexplored), edit.keyword)
            case e.UseKeyword():
                self._keyword(edit.number, used=True)
            case e.RestKeyword():
                self._keyword(edit.number, attempts=edit.attempts, last_attempt=edit.at)
            case e.AddSearch():
                self.searches.append(edit.search)
            case e.AddFailure():
                self.failures.append(edit.failure)
            case e.AddLesson() | e.SetLearnedRules() | e.AddThought() | e.AddConcept() | e.AddRelation():
                self._memory(edit)
            case e.TurnAwayQuery() | e.RecordActions():
                self._drift(edit)
            case (
                e.CountRespawn()
                | e.AdvanceLens()
                | e.SetSelection()
                | e.SetHealth()
                | e.SetSubQuestions()
                | e.AddReading()
                | e.SetAudit()
                | e.SetRun()
                | e.CloseIteration()
            ):
                self._progress(edit)
            case _:
                assert_never(edit)

    def _now(self, field: str) -> Any:  # noqa: ANN401  (the field names its type)
        return self._values.get(field, getattr(self._graph, field))

    def _source(self, edit: e.AddSource | e.RetractSource) -> None:
        known = self.sources.get(edit.page)
        match edit:
            case e.AddSource():
                if known is not None:
                    raise EditRefused(Message("edit-page-already-there", page=edit.page[:12]))
                self.sources[edit.page] = edit.source
                self.index.add_source(edit.source)
            case e.RetractSource():
                if known is None:
                    raise EditRefused(Message("edit-retracts-unknown", page=edit.page[:12]))
                self.sources[edit.page] = known.model_copy(update={"retracted": edit.because})
                self._all_touched = True
            case _:
                assert_never(edit)

    def _add_observation(self, edit: e.AddObservation) -> None:
        if edit.name in self.observations:
            raise EditRefused(Message("edit-already-there", name=edit.name))
        if edit.observation.page is not None and edit.observation.page not in self.sources:
            raise EditRefused(
                Message("edit-cites-unknown-page", name=edit.name, page=edit.observation.page[:12])
            )
        self.observations[edit.name] = edit.observation
        self.index.add_observation(edit.name, edit.observation)

    def _add_hypothesis(self, edit: e.AddHypothesis) -> None:
        if edit.name in self.hypotheses:
            raise EditRefused(Message("edit-already-there", name=edit.name))
        self.hypotheses[edit.name] = edit.hypothesis
        self.index.add_hypothesis(edit.name, edit.hypothesis)

    def _add_edge(self, edge: Edge) -> None:
        if edge.key in self.index.place_of:
            raise EditRefused(Message("edit-edge-already-there", edge=" ".join(edge.key)))
        match edge:
            case EvidenceEdge():
                if edge.observation not in self.observations:
                    raise EditRefused(Message("edit-edge-without-start", observation=edge.observation))
                self._known(edge.hypothesis)
                self._touched.add(edge.hypothesis)
            case ConflictEdge():
                if edge.first == edge.second:
                    raise EditRefused(Message("edit-conflicts-with-itself", name=edge.first))
                self._known(edge.first)
                self._known(edge.second)
            case _:
                assert_never(edge)
        self.index.add_edge(len(self.edges), edge)
        self.edges.append(edge)

    def _answer(self, edit: e.AnswerContradiction) -> None:
        place = self._place((edit.observation, edit.hypothesis, "CONTRADICTS"))
        self.edges[place] = self.edges[place].model_copy(update={"answered": edit.answer})
        self._touched.add(edit.hypothesis)

    def _strike(self, edit: e.StrikeEvidence) -> None:
        place = self._place(edit.key)
        self.edges[place] = self.edges[place].model_copy(update={"struck": edit.because})
        self._touched.add(edit.key[1])

    def _discount(self, edit: e.DiscountObservation) -> None:
        known = self.observations.get(edit.observation)
        if known is None:
            raise EditRefused(Message("edit-discounts-unknown", observation=edit.observation))
        self.observations[edit.observation] = known.model_copy(update={"discounted": edit.because})
        self._all_touched = True

    def _place(self, key: tuple[str, str, str]) -> int:
        place = self.index.place_of.get(key)
        if place is None:
            raise EditRefused(Message("edit-edge-unknown", edge=" ".join(key)))
        return place

    def _hypothesis(
        self,
        edit: _HypothesisEdit,
    ) -> None:
        known = self._known(edit.hypothesis)
        self.hypotheses[edit.hypothesis] = known.model_copy(update=_changed(known, edit))

    def _merge(self, edit: e.MergeHypotheses) -> None:
        """Move the edges, drop what became an edge to itself or a second copy, and leave a forwarding id."""
        survivor, absorbed = self._known(edit.survivor), self._known(edit.absorbed)
        # Both alive, so no chain of mergers can come back to where it began.
        if edit.survivor == edit.absorbed or not (survivor.alive and absorbed.alive):
            raise EditRefused(Message("edit-merge-refused", absorbed=edit.absorbed, survivor=edit.survivor))
        moved: dict[tuple[str, str, str], Edge] = {}
        dropped = set[tuple[str, str, str]](edit.dropped)
        for edge in self.edges:
            new = None if edge.key in dropped else _moved(edge, edit.absorbed, edit.survivor)
            if new is not None:
                moved.setdefault(new.key, new)
        self.edges[:] = moved.values()
        self._all_touched = True
        self._merge_findings(edit)
        self.hypotheses[edit.absorbed] = absorbed.model_copy(
            update={
                "verdict": None,
                "status": "rejected",
                "merged_into": edit.survivor,
                "rejected_because": edit.because or f"merged into {edit.survivor}",
                "rejected_at": edit.at,
            }
        )
        self.index = index_of(self.observations, self.hypotheses, self.edges, self.unexplored, self.sources)

    def _merge_findings(self, edit: e.MergeHypotheses) -> None:
        """The survivor takes over the other's stances, unless it has one of the same investigator."""
        gone = self.findings.pop(edit.absorbed, None)
        if gone is None:
            return
        kept = self.findings.get(edit.survivor, Finding())
        heard = {stance.lineage for stance in kept.stances}
        stances = (*kept.stances, *(stance for stance in gone.stances if stance.lineage not in heard))
        limits = tuple(dict.fromkeys((*kept.qualified_by, *gone.qualified_by)))
        update = {"stances": stances, "qualified_by": limits}
        self.findings[edit.survivor] = kept.model_copy(update=update)

    def _relate(self, edit: e.RelateHypotheses) -> None:
        if edit.first == edit.second:
            raise EditRefused(Message("edit-relates-to-itself", name=edit.first))
        for name, other in ((edit.first, edit.second), (edit.second, edit.first)):
            known = self._known(name)
            related = tuple(sorted({*known.related, other}, key=order))
            self.hypotheses[name] = known.model_copy(update={"related": related})

    def _set_finding(self, edit: e.SetFinding) -> None:
        known = self._known(edit.hypothesis)
        self.findings[edit.hypothesis] = edit.finding
        self.hypotheses[edit.hypothesis] = known.model_copy(update={"verdict": edit.finding.verdict})

    def _keyword(self, number: int, **update: Any) -> None:  # noqa: ANN401  (fields of Keyword)
        if number > len(self.unexplored):
            raise EditRefused(Message("edit-keyword-unknown", number=number))
        self.unexplored[number - 1] = self.unexplored[number - 1].model_copy(update=update)

    def _memory(
        self, edit: e.AddLesson | e.SetLearnedRules | e.AddThought | e.AddConcept | e.AddRelation
    ) -> None:
        reflexion: Reflexion = self._now("reflexion")
        match edit:
            case e.AddLesson():
                lessons = (*reflexion.iterations, edit.lesson)
                self._values["reflexion"] = reflexion.model_copy(update={"iterations": lessons})
            case e.SetLearnedRules():
                self._values["reflexion"] = reflexion.model_copy(update={"learned_rules": edit.rules})
            case e.AddThought():
                self._values["thoughts"] = (*self._now("thoughts"), edit.thought)
            case e.AddConcept():
                self.concept_nodes[edit.name] = edit.concept
            case e.AddRelation():
                missing = {edit.relation.origin, edit.relation.to} - self.concept_nodes.keys()
                if missing:
                    raise EditRefused(Message("edit-concept-unknown", name=min(missing)))
                self.concept_relations.append(edit.relation)
            case _:
                assert_never(edit)

    def _drift(self, edit: e.TurnAwayQuery | e.RecordActions) -> None:
        match edit:
            case e.TurnAwayQuery():
                self.turned_away[edit.query] = self.turned_away.get(edit.query, 0) + 1
            case e.RecordActions():
                drift: Drift = self._now("drift")
                actions = (*drift.actions, edit.actions)[-3:]
                self._values["drift"] = drift.model_copy(update={"actions": actions})
            case _:
                assert_never(edit)

    def _progress(
        self,
        edit: e.CountRespawn
        | e.AdvanceLens
        | e.SetSelection
        | e.SetHealth
        | e.SetSubQuestions
        | e.AddReading
        | e.SetAudit
        | e.SetRun
        | e.CloseIteration,
    ) -> None:
        match edit:
            case e.CountRespawn():
                respawns = self._now("respawns")
                self._values["respawns"] = {**respawns, edit.lineage: respawns.get(edit.lineage, 0) + 1}
            case e.AdvanceLens():
                self._values["lens_index"] = self._now("lens_index") + edit.by
            case e.SetSelection():
                self._values["selection"] = edit.selection
            case e.SetHealth():
                self._values["health"] = edit.health
            case e.SetSubQuestions():
                self._values["sub_questions"] = edit.sub_questions
            case e.AddReading():
                self._values["pages_read"] = {**self._now("pages_read"), edit.page: edit.reading}
            case e.SetAudit():
                self._values["audit"] = edit.points
            case e.SetRun():
                self._values["run"] = edit.run
            case e.CloseIteration():
                self._values["iteration"] = self._now("iteration") + 1
            case _:
                assert_never(edit)

    def _known(self, name: HypothesisId) -> Hypothesis:
        known = self.hypotheses.get(name)
        if known is None:
            raise EditRefused(Message("edit-not-there", name=name))
        return known


def _changed(known: Hypothesis, edit: _HypothesisEdit) -> dict[str, Any]:
    """The fields of a hypothesis that an edit gives new values."""
    match edit:
        case e.SetStrength():
            return {"strength": edit.strength, **_lived(known, edit.entry)}
        case e.SetStatus():
            if not known.alive:
                raise EditRefused(Message("edit-hypothesis-rejected", hypothesis=edit.hypothesis))
            return {"status": edit.status}
        case e.Reject():
            return {"status": "rejected", "rejected_because": edit.because, "rejected_at": edit.at}
        case e.Revive():
            if known.alive or known.revived or known.merged_into is not None:
                raise EditRefused(Message("edit-revival-refused", hypothesis=edit.hypothesis))
            return {"status": "tested", "revived": True}
        case e.RecordVisit():
            status = "tested" if known.status == "unvisited" else known.status
            visits = {"visit_count": known.visit_count + 1, "last_visited": edit.at, "status": status}
            return visits | _lived(known, edit.entry)
        case e.AddHistory():
            return _lived(known, edit.entry)
        case e.RestHypothesis():
            return {"attempts": edit.attempts, "last_attempt": edit.at}
        case e.AddCondition():
            return {"conditions": (*known.conditions, edit.condition)}
        case e.RewordHypothesis():
            conditions = known.conditions if edit.conditions is None else edit.conditions
            changed = {"summary": edit.summary, "unbound": edit.unbound, "conditions": conditions}
            return changed | _lived(known, edit.entry)
        case e.WidenHypothesis():
            if edit.hypothesis == edit.wider:
                raise EditRefused(Message("edit-case-of-itself", hypothesis=edit.hypothesis))
            return {"wider": tuple(sorted({*known.wider, edit.wider}, key=order))}
        case _:
            assert_never(edit)


def _lived(hypothesis: Hypothesis, entry: HistoryEntry | None) -> dict[str, Any]:
    return {} if entry is None else {"history": (*hypothesis.history, entry)}


def _moved(edge: Edge, absorbed: HypothesisId, survivor: HypothesisId) -> Edge | None:
    """The edge with one end renamed; None where both ends are now the same."""
    match edge:
        case EvidenceEdge():
            return edge.model_copy(update={"hypothesis": survivor}) if edge.hypothesis == absorbed else edge
        case ConflictEdge():
            if absorbed not in (edge.first, edge.second):
                return edge
            ends = [survivor if end == absorbed else end for end in (edge.first, edge.second)]
            if ends[0] == ends[1]:
                return None
            first, second = sorted(ends, key=order)
            return edge.model_copy(update={"first": first, "second": second})
        case _:
            assert_never(edge)
