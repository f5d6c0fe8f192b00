"""The knowledge graph: concepts that observations name, with a type, and how they bear on each other.

Nothing here is a model's judgement. A node is a concept of an observation, the paper it stands in, or who
published that; its type is told by its spelling and by where it came from. A relation is

    published_by    a paper and its publisher
    supports, contradicts    a paper and a concept that both its quote and the claim it bears on name
    based_on, enables, part_of, developed_by    two concepts of one quote with words between them that say so

Two concepts that merely stand in one quote are not related by that. Both lists are bounded: once full, what
is known only gathers sources.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, Literal

from pathfinder.protocols.graph.edits import AddConcept, AddEdge, AddObservation, AddRelation, GraphEdit
from pathfinder.protocols.graph.index import same_form
from pathfinder.protocols.graph.memory import Concept, Relation
from pathfinder.protocols.graph.types import CogniGraph, EvidenceEdge, Observation, Source
from pathfinder.protocols.text.sanitize import one_line

MOST_CONCEPTS, MOST_RELATIONS = 900, 1_800
"""What is kept; views show the worthiest."""
MOST_SOURCES = 5
LABEL_WIDTH = 80
CONFIDENCES = (0.6, 0.8, 0.95)
"""By how many sites say it: one, two, three or more."""

ConceptType = Literal["concept", "technology", "person", "organization", "event", "publication"]
RelationType = Literal["based_on", "enables", "part_of", "developed_by"]

_TYPES: Final[tuple[tuple[ConceptType, re.Pattern[str]], ...]] = (
    (
        "organization",
        re.compile(
            r"\b(?:inc|ltd|corp|gmbh|university|institute|agency|ministry|council|committee|association|"
            r"foundation|laboratory|commission|organi[sz]ation|department|bureau|company|office)\b"
            r"|(?:대학교?|연구[원소]|학회|협회|재단|위원회|공사|[가-힣]{2,}[부청]|기업|회사)$",
            re.IGNORECASE,
        ),
    ),
    (
        "event",
        re.compile(
            r"\b(?:conference|summit|war|election|crisis|launch|outbreak|pandemic|accident|disaster|"
            r"earthquake|festival|olympics)\b|(?:회의|전쟁|선거|위기|사태|사고|대회|지진|출시)$",
            re.IGNORECASE,
        ),
    ),
    (
        "technology",
        re.compile(
            r"\b(?:algorithm|software|engine|battery|sensor|reactor|network|protocol|model|machine|robot|"
            r"vaccine|device|system|platform|pump|drug)s?\b|\b[A-Za-z]+-?\d+[A-Za-z]*\b"
            r"|(?:기술|시스템|엔진|배터리|센서|장치|백신|모델|알고리즘|펌프)$",
            re.IGNORECASE,
        ),
    ),
    (
        "technology",
        # Names of things that are made: gRPC, HTTP/2, PostgreSQL, load_balancer, v1.2.
        re.compile(r"\b[a-z]?[A-Z]{2,}[A-Za-z0-9]*\b|\b[A-Z][a-z]+[A-Z]\w*|\b[a-z]+_[a-z]+\b|\w[/.]\d"),
    ),
    ("person", re.compile(r"\b(?:Dr|Prof|Mr|Ms|Mrs)\.? [A-Z]|[가-힣]{2,4} ?(?:박사|교수)$")),
)

_CUES: Final[tuple[tuple[RelationType, bool, re.Pattern[str]], ...]] = (
    ("developed_by", False, re.compile(r"\b(?:developed|built|made|invented|designed) by\b", re.I)),
    ("based_on", False, re.compile(r"\b(?:based on|builds on|derived from|relies on)\b", re.I)),
    ("part_of", False, re.compile(r"\b(?:part of|belongs to|component of)\b|의 (?:일부|구성)", re.I)),
    (
        "enables",
        False,
        re.compile(r"\b(?:enables?|allows?|makes? possible|leads? to)\b|(?:을|를) 가능하게", re.I),
    ),
    ("based_on", True, re.compile(r"(?:을|를|에) (?:기반|바탕)")),
    ("developed_by", True, re.compile(r"(?:이|가|에서) (?:개발|설계|제작)한")),
)
"""The relation, whether the second of the two concepts is the one it starts from, and the words between."""


def concept_edits(graph: CogniGraph, edits: Iterable[GraphEdit]) -> tuple[GraphEdit, ...]:
    """Edits of the concept graph that follow from observations and edges just added; `graph` has them."""
    builder = _ConceptBuilder(graph)
    for edit in edits:
        match edit:
            case AddObservation():
                builder.observe(edit.observation)
            case AddEdge() if isinstance(edit.edge, EvidenceEdge):
                builder.bear(edit.edge)
            case _:
                pass
    return (*builder.concepts(), *builder.made)


@dataclass
class _ConceptBuilder:
    """The nodes and relations under work."""

    graph: CogniGraph
    nodes: dict[str, Concept] = field(init=False)
    names: dict[str, str] = field(init=False)
    """The id of each node, by the form of its label."""
    touched: dict[str, None] = field(default_factory=dict)
    made: list[AddRelation] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.nodes = dict(self.graph.concepts.nodes)
        self.names = {same_form(node.label): name for name, node in self.nodes.items()}
        self._known = {_key(relation) for relation in self.graph.concepts.relations}

    def concepts(self) -> Iterator[AddConcept]:
        """The nodes that are new or gathered a source."""
        return (AddConcept(name=name, concept=self.nodes[name]) for name in self.touched)

    def observe(self, seen: Observation) -> None:
        """A quote that code has found names concepts; what is unverified names nothing."""
        source = self.graph.sources.get(seen.page) if seen.page is not None and seen.verified else None
        if source is None:
            return
        site = source.site or source.url
        named = [name for label in seen.concepts if (name := self._node(label, kind(label), site))]
        paper = self._paper(source)
        if paper is not None and source.publisher:
            publisher = self._node(source.publisher, "organization", site)
            self._relate(paper, publisher, "published_by", site)
        self._said_between(seen.quote or "", named, site)

    def bear(self, edge: EvidenceEdge) -> None:
        """A paper bears on the concepts its quote shares with the claim."""
        seen = self.graph.observations[edge.observation]
        source = self.graph.sources.get(seen.page) if seen.page is not None and seen.verified else None
        paper = self._paper(source) if source is not None else None
        if source is None or paper is None:
            return
        claim = same_form(self.graph.hypotheses[edge.hypothesis].summary)
        relation: Literal["supports", "contradicts"] = (
            "supports" if edge.type == "SUPPORTS" else "contradicts"
        )
        for label in seen.concepts:
            if (form := same_form(label)) and form in claim:
                self._relate(paper, self.names.get(_form(label)), relation, source.site or source.url)

    def _paper(self, source: Source) -> str | None:
        if source.type != "paper" or not source.title:
            return None
        return self._node(source.title, "publication", source.site or source.url)

    def _node(self, label: str, type_: ConceptType, site: str) -> str | None:
        """The id of a node, made or given one more source; None where there is no room."""
        form = _form(label)
        name = self.names.get(form)
        if name is None:
            if not form or len(self.nodes) >= MOST_CONCEPTS:
                return None
            name = f"{type_}_{len(self.nodes) + 1:03}"
            self.names[form] = name
            known = Concept(
                label=one_line(label, LABEL_WIDTH),
                type=type_,
                confidence=CONFIDENCES[0],
                added_iteration=self.graph.iteration,
            )
        else:
            known = self.nodes[name]
        sources = tuple(dict.fromkeys((*known.sources, site)))[:MOST_SOURCES]
        if sources != known.sources:
            told = CONFIDENCES[min(len(sources), len(CONFIDENCES)) - 1]
            self.nodes[name] = known.model_copy(update={"sources": sources, "confidence": told})
            self.touched[name] = None
        return name

    def _said_between(self, quote: str, named: Sequence[str], site: str) -> None:
        """Two concepts with words between them that say how they are related."""
        text = quote.casefold()
        places = sorted(
            (place, name) for name in dict.fromkeys(named) if (place := self._place(text, name)) >= 0
        )
        for (start, one), (end, other) in pairwise(places):
            between = quote[start + len(self.nodes[one].label) : end + 1]
            for relation, turned, cue in _CUES:
                if cue.search(between):
                    self._relate(*((other, one) if turned else (one, other)), relation, site)
                    break

    def _place(self, text: str, name: str) -> int:
        return text.find(self.nodes[name].label.casefold())

    def _relate(
        self,
        one: str | None,
        other: str | None,
        relation: RelationType | Literal["published_by", "supports", "contradicts"],
        site: str,
    ) -> None:
        full = len(self._known) >= MOST_RELATIONS
        if one is None or other is None or one == other or full or (one, other, relation) in self._known:
            return
        self._known.add((one, other, relation))
        made = Relation(
            origin=one,
            to=other,
            relation=relation,
            confidence=CONFIDENCES[0],
            sources=(site,),
            added_iteration=self.graph.iteration,
        )
        self.made.append(AddRelation(relation=made))


def _form(label: str) -> str:
    """What makes two labels one: as much of them as is kept, or the next iteration would not know it."""
    return same_form(one_line(label, LABEL_WIDTH))


def kind(label: str) -> ConceptType:
    """The type of a concept, as far as its spelling tells."""
    return next((type_ for type_, pattern in _TYPES if pattern.search(label.strip())), "concept")


def _key(relation: Relation) -> tuple[str, str, str]:
    return relation.origin, relation.to, relation.relation
