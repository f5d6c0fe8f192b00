"""RAMDocs: questions with several right answers, wrong ones, and documents that state each, or nothing."""

import json
from dataclasses import dataclass
from pathlib import Path

from bench.data import data_folder
from bench.evidence.topics import Stance, Text, Topic
from bench.truth_worlds.chance import place, share
from pathfinder.protocols.graph.types import SourceType

FILES = ("questions.jsonl",)
TYPE: SourceType = "blog"
"""The documents are passages of the web and of Wikipedia, which the source table counts as a blog."""


@dataclass(frozen=True)
class Question:
    """A question, its answers, and which answer each document states; None: it states none."""

    words: str
    right: tuple[str, ...]
    wrong: tuple[str, ...]
    documents: tuple[tuple[str, str | None], ...]

    @property
    def answers(self) -> tuple[str, ...]:
        """All of them, right ones first."""
        return (*self.right, *self.wrong)

    def read(self, accuracy: float) -> tuple[str | None, ...]:
        """Which answer a reader that is right so often reads in each document; its errors are fixed."""
        return tuple(self._misread(text, answer, accuracy) for text, answer in self.documents)

    def _misread(self, text: str, answer: str | None, accuracy: float) -> str | None:
        if share("read", self.words, text) < accuracy:
            return answer
        others = [other for other in (*self.answers, None) if other != answer]
        return others[place(len(others), "wrong", self.words, text)]

    def claim(self, answer: str) -> str:
        """An answer as a claim."""
        return f"The answer to “{self.words}” is {answer}"


def questions(root: Path | None = None) -> list[Question]:
    """All questions, in the order of the file. An answer that is on both lists is a right one."""
    path = data_folder("ramdocs", FILES, root) / FILES[0]
    with path.open(encoding="utf-8") as lines:
        return [_question(json.loads(line)) for line in lines]


def _question(row: dict[str, list[dict[str, str]]]) -> Question:
    right = tuple(dict.fromkeys(map(str, row["gold_answers"])))
    wrong = tuple(one for one in dict.fromkeys(map(str, row["wrong_answers"])) if one not in right)
    stated = {
        " ".join(one["text"].split()): None if one["answer"] == "unknown" else one["answer"]
        for one in row["documents"]
    }
    return Question(str(row["question"]), right, wrong, tuple(stated.items()))


def topic(question: Question, read: tuple[str | None, ...]) -> Topic:
    """A document is evidence for the answer it states, and says nothing of the others.

    Whether two answers exclude each other nobody can tell here: most questions have several right ones.
    """
    texts = tuple(
        Text(text, _stance(question, answer), answer or "")
        for (text, _), answer in zip(question.documents, read, strict=True)
    )
    return Topic(question.words, tuple(map(question.claim, question.answers)), texts, TYPE)


def _stance(question: Question, answer: str | None) -> dict[int, Stance]:
    return {} if answer is None else {question.answers.index(answer): "SUPPORTS"}
