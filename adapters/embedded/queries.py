"""The queries of one Explorer: at least ten candidates in three strategies, the best few chosen.

A candidate is worth asking if it stays with its target, reaches past what is already quoted, differs from the
others that are chosen, and is made of words that occur where the research goes.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple, get_args

from pathfinder.adapters.embedded.angles import ANGLES, CONDITION_WORDS, LENS_WORDS
from pathfinder.adapters.embedded.search_words import MOST_WORDS, anchored, parts, search_words
from pathfinder.adapters.embedded.wording import Spoken, shortened
from pathfinder.adapters.language.encoder import Encoder
from pathfinder.adapters.language.terms import terms
from pathfinder.protocols.questions import QueryDraft, QueryStrategy, SlotView
from pathfinder.protocols.rules.languages import language
from pathfinder.protocols.rules.queries import REPEAT_ABOVE, normalize
from pathfinder.protocols.rules.queries import similarity as wording_overlap
from pathfinder.protocols.targets import Lens

FEWEST_CANDIDATES, MOST_CANDIDATES = 10, 18
LONGEST_QUERY = 150
COMFORTABLE: Final = range(2, 11)
"""So many content words find something; fewer are vague, more find nothing by words."""
_RELEVANCE, _GAIN, _DIVERSITY, _FEASIBILITY = 0.35, 0.25, 0.25, 0.15
_STRATEGIES: Final[tuple[QueryStrategy, ...]] = get_args(QueryStrategy)


class Subject(NamedTuple):
    """What the queries of a slot are made of."""

    slot: SlotView
    claims: tuple[str, ...]
    """The target in words: one text, or the two of a conflict."""
    lens: Lens | None
    neighbours: tuple[str, ...]
    """Key phrases of the nearest evidence that the target does not say itself."""
    foreign: tuple[str, ...]
    """Key phrases on the same thing in the other language, where evidence in it was met."""
    known: tuple[str, ...]
    """What is quoted already on this target."""
    notes: tuple[str, ...]
    question: str
    open_part: str | None
    """A part of the question whose turn it is."""
    met: Mapping[str, int]
    """In how many texts of the research each term stands."""
    turn: int
    """Moves on with every iteration and slot; other turns use other words."""


class Plan(NamedTuple):
    """The candidates, and the places of the chosen ones counted from 1."""

    candidates: tuple[QueryDraft, ...]
    chosen: tuple[int, ...]


def plan(
    subject: Subject, tongue: Spoken, taken: Sequence[str], most: int, skeptic: bool, encoder: Encoder
) -> Plan:
    """The queries of a slot, none of them in the words of one that another slot has (`taken`)."""
    candidates = _candidates(subject, tongue, taken)
    order = _ranked(subject, candidates, encoder)
    # What the user asked for is searched, whatever it promises by itself.
    hinted = [0] if subject.notes and candidates else []
    part = _fitted(" ".join(_words(subject, subject.open_part))) if subject.open_part is not None else None
    same = (place for place, draft in enumerate(candidates) if draft.query == part and place not in hinted)
    hinted += [*same][:1]
    return Plan(candidates, tuple(_chosen(candidates, order, most, skeptic, hinted, encoder)))


def _candidates(subject: Subject, tongue: Spoken, taken: Sequence[str]) -> tuple[QueryDraft, ...]:
    kept: list[QueryDraft] = []
    for draft in _proposed(subject, tongue):
        query = _fitted(draft.query)
        words = [*taken, *(other.query for other in kept)]
        if not normalize(query) or any(_alike(query, other) for other in words):
            continue
        kept.append(QueryDraft(query=query, strategy=draft.strategy))
        if len(kept) == MOST_CANDIDATES:
            break
    return tuple(kept)


def _alike(one: str, other: str) -> bool:
    return normalize(one) == normalize(other) or wording_overlap(one, other) > REPEAT_ABOVE


def _fitted(query: str) -> str:
    """One line, cut at a word."""
    flat = " ".join(query.replace('"', " ").split()).strip(" .?!…")
    return flat if len(flat) <= LONGEST_QUERY else flat[:LONGEST_QUERY].rsplit(" ", 1)[0]


def _proposed(subject: Subject, tongue: Spoken) -> Iterator[QueryDraft]:
    """Everything worth a look, the plainest first, the three strategies mixed so that a cut leaves all."""
    bases = _bases(subject)
    base = bases[0]
    own = _tongue(base, tongue)
    angles, turn = ANGLES[own], subject.turn
    for note in subject.notes:
        yield QueryDraft(query=f"{base} {shortened(note, 60).rstrip('…')}"[:200], strategy="web")
    yield QueryDraft(query=base[:200], strategy="web")
    if len(subject.claims) > 1:
        for words in CONDITION_WORDS[own]:
            yield QueryDraft(query=f"{base} {words}"[:200], strategy="verification")
    for claim in subject.claims:
        yield QueryDraft(query=claim[:200], strategy="web")
    if subject.lens is not None:
        for words in LENS_WORDS[own][subject.lens]:
            yield QueryDraft(query=f"{base} {words}"[:200], strategy="web")
    if subject.open_part is not None:
        part = " ".join(_words(subject, subject.open_part))
        yield QueryDraft(query=part[:200], strategy="web")
        yield QueryDraft(
            query=f"{part} {_at(ANGLES[_tongue(part, tongue)]['academic'], turn)}"[:200], strategy="academic"
        )
    short = bases[min(1, len(bases) - 1)]
    for phrase in subject.neighbours[:3]:
        yield QueryDraft(query=f"{short} {phrase}"[:200], strategy="web")
    if subject.foreign:
        other = _other(tongue)
        key = " ".join(subject.foreign[:2])
        yield QueryDraft(query=key[:200], strategy="web")
        for strategy in ("academic", "verification"):
            yield QueryDraft(query=f"{key} {_at(ANGLES[other][strategy], turn)}"[:200], strategy=strategy)
    for step in range(len(angles["web"])):
        for strategy in _STRATEGIES:
            word = _at(angles[strategy], turn + step)
            yield QueryDraft(query=f"{_at(bases, step)} {word}"[:200], strategy=strategy)


def _bases(subject: Subject) -> list[str]:
    """What a query may begin with: the telling words of the target, and parts of them."""
    if len(subject.claims) > 1:
        # What both speak of comes first: the condition that parts them stands next to it.
        each = [_words(subject, claim) for claim in subject.claims]
        first, second = (frozenset(term for word in words for term in terms(word)) for words in each)
        shared = [word for word in each[0] if first & second & frozenset(terms(word))]
        found = [" ".join((*shared, *each[0])[:MOST_WORDS]), *(" ".join(words) for words in each)]
        return [" ".join(dict.fromkeys(text.split())) for text in dict.fromkeys(found) if text]
    words = anchored(_words(subject, subject.claims[0]), subject.question)
    found = parts(words) or [subject.claims[0][:80]]
    if subject.lens is None:
        return found
    # A part of the question is searched as it is asked, too: across languages only the whole is understood.
    return [found[0], subject.claims[0][:80].rstrip("?？. "), *found[1:]]


def _words(subject: Subject, text: str) -> tuple[str, ...]:
    asked = frozenset(terms(subject.question))
    return search_words(text, asked, subject.met)


def _tongue(text: str, tongue: Spoken) -> Spoken:
    """The language a query is put in: that of its words, whatever the question is asked in."""
    told = language(text)
    return "ko" if told == "ko" else "en" if told == "en" else tongue


def _at(words: Sequence[str], turn: int) -> str:
    return words[turn % len(words)]


def _other(tongue: Spoken) -> Spoken:
    return "en" if tongue == "ko" else "ko"


class _Scored(NamedTuple):
    place: int
    worth: float


def _ranked(subject: Subject, candidates: Sequence[QueryDraft], encoder: Encoder) -> list[_Scored]:
    """What each candidate promises by itself, in the order of the candidates."""
    target = " ".join(subject.claims)
    texts = [target, *subject.known, *(draft.query for draft in candidates)]
    rows = encoder.vectors(texts)
    about, known, asked = rows[0], rows[1 : 1 + len(subject.known)], rows[1 + len(subject.known) :]
    vocabulary = {
        term for text in (*subject.claims, *subject.known, *subject.neighbours) for term in terms(text)
    }
    scored = []
    for place, (draft, row) in enumerate(zip(candidates, asked, strict=True)):
        relevance = max(0.0, float(row @ about))
        gain = 1.0 - max((float(row @ quote) for quote in known), default=0.0)
        words = terms(draft.query)
        met = sum(word in vocabulary for word in words) / len(words) if words else 0.0
        feasible = met if len(words) in COMFORTABLE else met / 2
        scored.append(_Scored(place, _RELEVANCE * relevance + _GAIN * gain + _FEASIBILITY * feasible))
    return scored


def _chosen(
    candidates: Sequence[QueryDraft],
    scored: Sequence[_Scored],
    most: int,
    skeptic: bool,
    hinted: Sequence[int],
    encoder: Encoder,
) -> Iterator[int]:
    """Best first, each judged also by how it differs from those before; all three strategies get a place."""
    rows = encoder.vectors([draft.query for draft in candidates])
    taken = list(hinted)
    wanted: list[QueryStrategy | None] = ["verification", "web", "academic"]
    if skeptic:
        wanted.insert(1, "verification")
    other = _languages(candidates)
    while len(taken) < min(most, len(candidates)):
        strategy = wanted.pop(0) if wanted else None
        free = [one for one in scored if one.place not in taken]
        fitting = [one for one in free if strategy is None or candidates[one.place].strategy == strategy]
        if (
            len(other) > 1
            and strategy is None
            and len({language(candidates[place].query) for place in taken}) == 1
        ):
            seen = language(candidates[taken[0]].query)
            fitting = [one for one in fitting if language(candidates[one.place].query) != seen] or fitting
        best = max(
            fitting or free,
            key=lambda one: (
                one.worth
                + _DIVERSITY * (1.0 - max((float(rows[one.place] @ rows[old]) for old in taken), default=0.0))
            ),
        )
        taken.append(best.place)
    for place in taken:
        yield place + 1


def _languages(candidates: Sequence[QueryDraft]) -> set[str]:
    return {language(draft.query) for draft in candidates}
