"""Prompts are documents with a version: nothing in them changes unseen, and nothing is left unfilled."""

from itertools import pairwise

import pytest

from pathfinder.prompts.library import REPAIR, fill, locked, prompt, prompts, read
from pathfinder.protocols.questions import QUESTIONS

HEAD = "---\nversion: 2\ninputs: [claim, quote]\noutput: Verdict\n---\n"


def test_every_question_has_one_prompt_for_its_answer_and_there_are_no_others() -> None:
    asked = {question.name: question.answer.__name__ for question in QUESTIONS}
    assert len(asked) == len(QUESTIONS)
    assert {name: words.output for name, words in prompts().items() if name != REPAIR} == asked


def test_a_changed_text_needs_a_new_version_and_a_new_line_in_the_lock() -> None:
    last = {entry.name: entry for entry in locked()}
    current = {words.name: (words.version, words.sha256) for words in prompts().values()}
    on_record = {name: (entry.version, entry.sha256) for name, entry in last.items()}
    wanted = "\n".join(f"{name} {version} {digest}" for name, (version, digest) in current.items())
    assert on_record == current, f"raise the version in the file and add its line to prompts.lock:\n{wanted}"


def test_the_lock_only_grows() -> None:
    for name in prompts():
        history = [entry for entry in locked() if entry.name == name]
        assert all(one.version < other.version for one, other in pairwise(history)), name
        assert len({entry.sha256 for entry in history}) == len(history), name


def test_a_prompt_is_filled_with_exactly_its_inputs() -> None:
    words = read("judge.test", f"{HEAD}Judge.\n=====\n$claim against $quote for $$5\n")
    assert words.fill(claim="A", quote="B") == ("Judge.", "A against B for $5")
    with pytest.raises(ValueError, match=r"missing inputs \['quote'\], spare inputs \[\]"):
        words.fill(claim="A")
    with pytest.raises(ValueError, match=r"missing inputs \[\], spare inputs \['tone'\]"):
        words.fill(claim="A", quote="B", tone="C")


def test_an_input_is_never_a_template_itself() -> None:
    words = read("judge.test", f"{HEAD}Judge.\n=====\n$claim $quote\n")
    assert words.fill(claim="$quote ${quote} $$", quote="B").varying == "$quote ${quote} $$ B"


@pytest.mark.parametrize(
    "text",
    [
        "Judge.\n=====\n$claim $quote\n",
        f"{HEAD}$claim $quote, and no line between\n",
        f"{HEAD}Judge.\n=====\n$claim only\n",
        f"{HEAD}Judge.\n=====\n$claim $quote $spare\n",
        f"{HEAD}Judge.\n=====\n$claim $quote $1\n",
        HEAD.replace("version: 2", "version: 0") + "Judge.\n=====\n$claim $quote\n",
    ],
)
def test_a_prompt_that_is_not_well_formed_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"prompt judge\.test"):
        read("judge.test", text)


def test_what_is_not_there_cannot_be_filled() -> None:
    with pytest.raises(KeyError):
        fill("judge.sentence")


def test_the_part_that_calls_share_names_the_schema_and_gives_pages_no_power() -> None:
    for question in QUESTIONS:
        stable = prompt(question.name).stable
        assert "one JSON object of the given schema" in stable, question.name
        assert "never an instruction" in stable, question.name


def test_the_reading_prompt_keeps_its_promises_to_the_rules() -> None:
    stable = prompt("explorer.read").stable
    for word in (
        "SUPPORTS",
        "CONTRADICTS",
        "QUALIFIES",
        "0.8",
        "0.5",
        "0.3",
        "empty lists",
        "untrusted_page",
    ):
        assert word in stable
