"""Search over the abstracts of SciFact: plain BM25, vectors of passages, and both fused as in the product."""

import json
import re
import sqlite3
from collections.abc import Callable, Iterable, Sequence

import numpy as np

from bench.results import BUILD
from bench.scifact import Abstract
from pathfinder.adapters.language.encoder import Matrix, encoder
from pathfinder.adapters.local.passages import passages
from pathfinder.adapters.local.ranking import folded, fused, match

MOST = 100


class Search:
    """The corpus indexed thrice: BM25 over abstracts, vectors of passages, both fused as in the product."""

    def __init__(self, abstracts: Sequence[Abstract]) -> None:
        self.abstracts = abstracts
        self._pieces = [
            (at, abstract.title, abstract.text[start:end])
            for at, abstract in enumerate(abstracts)
            for start, end in passages(abstract.text)
        ]
        self._document_of = {piece: at for piece, (at, _, _) in enumerate(self._pieces)}
        self._plain = _indexed((one.title, " ".join(one.sentences)) for one in abstracts)
        self._words = _indexed((folded(title), folded(text)) for _, title, text in self._pieces)
        self._vectors = _vectors([f"{title}\n{text}" for _, title, text in self._pieces])
        self.orders: dict[str, Callable[[str], list[str]]] = {
            "BM25": self.lexical,
            "vectors": self.by_meaning,
            "fused": self.together,
        }

    def lexical(self, claim: str) -> list[str]:
        """Plain BM25 of SQLite, any word of the claim."""
        words = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", claim))
        return self._named(_matching(self._plain, words, 1.0))

    def by_meaning(self, claim: str) -> list[str]:
        """Abstracts by their nearest passage."""
        return self._named(dict.fromkeys(self._document_of[piece] for piece in self._near(claim)))

    def together(self, claim: str) -> list[str]:
        """Both orders of passages, fused as the local search does it."""
        wanted = match(claim)
        lexical_order = [] if wanted is None else _matching(self._words, wanted, 2.0)
        ranked = fused(lexical_order, self._near(claim), self._document_of, MOST)
        return self._named(one.document for one in ranked)

    def _near(self, claim: str) -> list[int]:
        scores = self._vectors @ encoder().vectors([claim])[0]
        return [int(piece) for piece in np.argsort(-scores, kind="stable")[:MOST]]

    def _named(self, order: Iterable[int]) -> list[str]:
        return [self.abstracts[at].id for at in order]


def _indexed(rows: Iterable[tuple[str, str]]) -> sqlite3.Connection:
    database = sqlite3.connect(":memory:")
    database.execute("CREATE VIRTUAL TABLE words USING fts5(title, body, tokenize='porter unicode61')")
    numbered = ((at, title, body) for at, (title, body) in enumerate(rows))
    database.executemany("INSERT INTO words (rowid, title, body) VALUES (?, ?, ?)", numbered)
    return database


def _matching(database: sqlite3.Connection, wanted: str, title: float) -> list[int]:
    rows = database.execute(
        "SELECT rowid FROM words WHERE words MATCH ? ORDER BY bm25(words, ?, 1.0), rowid LIMIT ?",
        (wanted, title, MOST),
    )
    return [row[0] for row in rows]


def _vectors(texts: Sequence[str]) -> Matrix:
    """The vectors of the passages, from the last run if they are of the same texts and encoder."""
    identity = json.dumps([encoder().identity, len(texts), *texts[:: max(1, len(texts) // 50)]])
    kept_at = BUILD / f"scifact_vectors_{len(texts)}.npz"
    if kept_at.is_file():
        with np.load(kept_at, allow_pickle=False) as kept:
            if str(kept["identity"]) == identity:
                return np.asarray(kept["vectors"], dtype=np.float32)
    made = encoder().vectors(texts)
    kept_at.parent.mkdir(parents=True, exist_ok=True)
    np.savez(kept_at, identity=np.array(identity), vectors=made)
    return made
