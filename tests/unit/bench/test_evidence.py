"""Public data through whole sessions: what is read is fixed, and all of it reaches the Judge."""

import csv
import json
from pathlib import Path

import numpy as np
import pytest

from bench.bench_ramdocs import Row, figures_of
from bench.evidence import conflicts, ramdocs
from bench.evidence.best import best_bar, chances, counts
from bench.evidence.conflicts import Claim, topic
from bench.evidence.marks import NOTHING, said
from bench.evidence.reader import quoted
from bench.evidence.session import played
from bench.evidence.topics import LABELS, Label, Text, misread

WORDS = "Of {n} towns that were looked at in year {n}, the loops of town {n} {did} the bill of its heating."


def a_claim(*labels: Label) -> Claim:
    did = {"SUPPORTS": "cut", "CONTRADICTS": "did not cut", "NONE": "were painted beside"}
    texts = tuple((WORDS.format(n=n, did=did[label]), label) for n, label in enumerate(labels))
    return Claim("Ground loops cut the heating bill", texts)


def test_a_reader_errs_as_often_as_it_is_said_to_and_always_in_the_same_places() -> None:
    read = [misread("SUPPORTS", 0.81, "claim", at) for at in range(4_000)]
    assert read == [misread("SUPPORTS", 0.81, "claim", at) for at in range(4_000)]
    assert read.count("SUPPORTS") / 4_000 == pytest.approx(0.81, abs=0.02)
    assert read.count("NONE") / 4_000 == pytest.approx(0.095, abs=0.02)
    assert {misread(label, 1.0, "claim", 1) for label in LABELS} == set(LABELS)


@pytest.mark.parametrize(
    ("labels", "disputed", "side"),
    [
        (("SUPPORTS", "SUPPORTS", "SUPPORTS", "NONE", "CONTRADICTS"), False, "for"),
        (("SUPPORTS", "SUPPORTS", "CONTRADICTS", "CONTRADICTS", "NONE"), True, None),
    ],
)
def test_a_session_hears_every_text_and_tells_a_dispute_from_a_lone_voice(
    labels: tuple[Label, ...], disputed: bool, side: str | None, tmp_path: Path
) -> None:
    claim = a_claim(*labels)
    told = said(played(topic(claim, claim.read(1.0), "paper"), tmp_path / "home"), claim.words)
    assert told.heard == sum(label != "NONE" for label in labels)
    assert (told.disputed, told.side) == (disputed, side)
    nothing: Label = "NONE"
    silent = tuple(nothing for _ in labels)
    assert said(played(topic(claim, silent, "paper"), tmp_path / "none"), claim.words) == NOTHING


def test_a_reader_that_is_always_right_leaves_nothing_to_chance() -> None:
    gold = [counts(labels) for labels in (("SUPPORTS", "CONTRADICTS"), ("SUPPORTS", "NONE"))] * 2
    assert chances(gold, gold, 1.0) == pytest.approx([1, 0, 1, 0])


def test_chance_falls_with_errors_and_the_best_bar_is_the_one_with_the_highest_f1() -> None:
    gold = [(1, 1, 0), (2, 0, 0), (2, 0, 0), (2, 0, 0), (1, 1, 0)]
    found = chances(gold, [(1, 1, 0)] * 5, 0.8)
    # By hand for the first: 1 other claim like it read so with 0.8² + 0.1², 3 others with 2 x 0.8 x 0.1.
    assert found[0] == pytest.approx(0.65 / (0.65 + 3 * 0.16))
    bar = best_bar(np.array([0.9, 0.2, 0.6, 0.1]), np.array([1.0, 0.0, 1.0, 0.0]))
    assert bar == 0.6


def test_the_data_sets_are_read_as_they_come(tmp_path: Path) -> None:
    for name in ("healthver", "climate-fever", "ramdocs"):
        (tmp_path / name).mkdir()
    for name, label in zip(conflicts.HEALTHVER, ("Supports", "Refutes"), strict=True):
        with (tmp_path / "healthver" / name).open("w", encoding="utf-8", newline="") as file:
            rows = csv.writer(file)
            rows.writerows([("evidence", "claim", "label"), (f"It {label}", "It is so ", label)])
    assert [claim.disputed for claim in conflicts.healthver(tmp_path)] == [True]
    evidence = [
        {"evidence": "It is.", "evidence_label": "SUPPORTS"},
        {"evidence": "Who knows?", "evidence_label": "NOT_ENOUGH_INFO"},
    ]
    line = json.dumps({"claim": "It is so", "evidences": evidence})
    (tmp_path / "climate-fever" / "claims.jsonl").write_text(line + "\n", encoding="utf-8")
    (claim,) = conflicts.climate_fever(tmp_path)
    assert (claim.disputed, [label for _, label in claim.texts]) == (False, ["SUPPORTS", "NONE"])


def a_question() -> ramdocs.Question:
    documents = [(f"Document {n} of the archive says {word}.", word) for n, word in enumerate("aaabbc")]
    return ramdocs.Question("Which letter?", ("a", "b"), ("c",), (*documents, ("Nothing is said.", None)))


def test_answers_that_two_documents_state_are_kept_and_a_lone_one_is_not(tmp_path: Path) -> None:
    question = a_question()
    read = question.read(1.0)
    assert read == ("a", "a", "a", "b", "b", "c", None)
    graph = played(ramdocs.topic(question, read), tmp_path / "home")
    tags = {answer: said(graph, question.claim(answer)).tag for answer in question.answers}
    assert tags["a"] in ("Confirmed", "Likely")
    assert tags["c"] == "Uncertain"


def test_what_is_kept_is_counted_beside_listing_all_and_the_majority() -> None:
    question = a_question()
    row = Row(question, question.read(1.0), frozenset("ab"))
    exact, right, wrong, whole = figures_of("made", [row, row])
    assert (exact.value, right.value, wrong.value, whole.value) == (1, 1, 0, 1)
    assert [one.value for one in exact.baselines] == [0, 0, 1]
    assert [one.value for one in right.baselines] == [1, 0.5, 1]
    assert [one.value for one in wrong.baselines] == [1, 0, 0]
    assert not any(figure.guarded for figure in (exact, right))


def test_a_quote_holds_what_it_should_and_stands_in_the_text() -> None:
    words = " ".join(f"word{at}" for at in range(400))
    for around in ("word0", "word200 word201", "word399", "not there", ""):
        quote = quoted(Text(words, {}, around))
        assert quote in words
        assert len(quote) <= 300
        assert around in quote or around == "not there"
