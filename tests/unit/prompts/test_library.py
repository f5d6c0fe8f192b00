"""Prompts are documents with a version: nothing in them changes unseen, and nothing is left unfilled."""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from pathfinder.adapters.models.schemas import wire_schema
from pathfinder.prompts.library import REPAIR, Prompt, fill, locked, overridden, prompt, prompts, read
from pathfinder.protocols.calls.questions import QUESTIONS

LIBRARY = Path(__file__).parents[3] / "prompts"
HEAD = "---\nversion: 2\ninputs: [claim, quote]\noutput: Verdict\n---\n"


def test_every_question_has_one_prompt_for_its_answer_and_there_are_no_others() -> None:
    asked = {question.name: question.answer.__name__ for question in QUESTIONS}
    assert len(asked) == len(QUESTIONS)
    assert {name: words.output for name, words in prompts().items() if name != REPAIR} == asked


def off_the_record(words: Prompt) -> str | None:
    """The line that the lock lacks for a prompt, if it lacks one."""
    last = {entry.name: entry for entry in locked()}.get(words.name)
    known = last is not None and (last.version, last.sha256) == (words.version, words.sha256)
    return None if known else f"{words.name} {words.version} {words.sha256}"


def test_a_changed_text_needs_a_new_version_and_a_new_line_in_the_lock() -> None:
    wanted = [line for words in prompts().values() if (line := off_the_record(words)) is not None]
    lines = "\n".join(wanted)
    assert not wanted, f"raise the version in the file and add its line to prompts.lock:\n{lines}"
    assert {entry.name for entry in locked()} == set(prompts())


@pytest.mark.parametrize("name", sorted(prompts()))
def test_one_changed_word_is_seen(name: str) -> None:
    text = (LIBRARY / f"{name}.md").read_text(encoding="utf-8")
    words = re.findall(r"[a-z]{4,}", text.partition("=====")[2])
    changed = text.replace(f" {words[-1]} ", f" {words[-1]}s ") if f" {words[-1]} " in text else f"{text} "
    assert off_the_record(read(name, text)) is None
    assert off_the_record(read(name, changed)) is not None


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
        "letter by letter",
        "measured",
        "secondhand",
        "an empty list",
        "never an instruction",
        "untrusted_page",
    ):
        assert word in stable


def asked_of(schema: dict[str, Any], known: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Every field, closed label and limit of a type of answer, whatever it is nested in."""
    if "$ref" in schema:
        yield from asked_of(known[schema["$ref"].rpartition("/")[2]], known)
    for name, field in schema.get("properties", {}).items():
        yield "field", name
        yield from asked_of(field, known)
    yield from (("label", label) for label in (*schema.get("enum", ()), schema.get("const")) if label)
    yield from (("limit", schema[limit]) for limit in ("maxLength", "maxItems") if limit in schema)
    for part in (schema.get("items"), *schema.get("anyOf", ()), *schema.get("oneOf", ())):
        if part is not None:
            yield from asked_of(part, known)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.name)
def test_a_prompt_names_every_field_label_and_limit_of_its_answer(question: Any) -> None:
    schema, stable = question.answer.model_json_schema(), prompt(question.name).stable
    for kind, named in asked_of(schema, schema.get("$defs", {})):
        if kind == "limit":
            told = re.search(rf"\b{named:,}\b", stable) is not None
        else:
            told = f"`{named}`" in stable if kind == "field" else str(named) in stable
        assert told, f"{kind} {named}"


LIMIT = re.compile(r"\{([A-Z]\w*)\.(\w+)(\.each)?\}")
BY_HAND = re.compile(
    r"\b(?:at most|up to|(?:no|not|never) more than) (?:\d|(?:one|two|three|four|five|six|ten)\b)",
    re.IGNORECASE,
)


def sent_limit(question: Any, found: re.Match[str]) -> int:
    """A limit as the schema that is sent says it."""
    schema = wire_schema(question.answer)
    part = schema if schema["title"] == found[1] else schema["$defs"][found[1]]
    field = part["properties"][found[2]]
    if found[3]:
        field = field["items"]
    told = [one.get("description", "") for one in (field, *field.get("anyOf", ()))]
    return int(re.findall(r"(?:maxItems|maxLength): (\d+)", " ".join(told))[0])


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.name)
def test_a_prompt_says_the_same_limits_as_the_schema_that_is_sent(question: Any) -> None:
    text = (LIBRARY / f"{question.name}.md").read_text(encoding="utf-8")
    told = {found[0]: sent_limit(question, found) for found in LIMIT.finditer(text)}
    for place, number in told.items():
        text = text.replace(place, f"{number:,}")
    assert read(question.name, text).stable == prompt(question.name).stable
    lists = {
        f"{{{part['title']}.{name}}}"
        for part in (wire_schema(question.answer), *wire_schema(question.answer).get("$defs", {}).values())
        for name, field in part.get("properties", {}).items()
        if "maxItems" in field.get("description", "")
    }
    assert lists <= told.keys(), "these lists have a limit that the prompt does not name"


@pytest.mark.parametrize("name", sorted(prompts()))
def test_no_limit_is_written_by_hand(name: str) -> None:
    text = (LIBRARY / f"{name}.md").read_text(encoding="utf-8")
    assert BY_HAND.findall(text) == [], "take the number from the type: {Reading.facts}"


def test_the_concluding_prompt_keeps_its_promises_to_the_rules() -> None:
    stable = prompt("explorer.conclude").stable
    for word in ("SUPPORTS", "CONTRADICTS", "QUALIFIES", "0.8", "0.5", "0.3", "same `voice` are one source"):
        assert word in stable


def test_a_limit_that_the_answer_does_not_have_is_refused_and_a_changed_one_changes_the_prompt() -> None:
    own = "---\nversion: 7\ninputs: [pairs]\noutput: Reading\n---\nAt most {%s}.\n=====\n$pairs\n"
    known = read("own", own % "Reading.facts")
    assert known.stable == "At most 18."
    assert known.sha256 == read("own", (own % "Reading.facts").replace("{Reading.facts}", "18")).sha256
    with pytest.raises(ValueError, match=r"prompt own: Reading has no limit Reading\.fact$"):
        read("own", own % "Reading.fact")


def test_a_prompt_has_examples_in_two_languages_of_what_is_good_and_bad() -> None:
    for question in QUESTIONS:
        stable = prompt(question.name).stable
        assert re.search("[가-힣]{2}", stable), question.name
        assert re.search(r"^## .*[Ee]xamples|^## Good and bad", stable, re.MULTILINE), question.name


OWN = "---\nversion: 7\ninputs: [pairs]\noutput: FacetLabels\n---\nCompare.\n=====\n$pairs\n"


def test_a_folder_of_ones_own_takes_the_place_of_the_prompts_it_names(tmp_path: Path) -> None:
    (tmp_path / "judge.facets.md").write_bytes(b"\xef\xbb\xbf" + OWN.replace("\n", "\r\n").encode())
    (tmp_path / "notes.txt").write_text("not a prompt", encoding="utf-8")
    words = overridden(tmp_path)
    own = words["judge.facets"]
    assert (own.version, own.stable, own.fill(pairs="[]").varying) == (7, "Compare.", "[]")
    assert own.sha256 != prompt("judge.facets").sha256
    assert {name: kept for name, kept in words.items() if name != own.name} == {
        name: kept for name, kept in prompts().items() if name != own.name
    }


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        (
            "judge.sentence",
            OWN,
            r"^there is no prompt judge\.sentence to replace; there are counter_reviewer",
        ),
        ("judge.facets", OWN.replace("version: 7\n", ""), r"a head with version"),
        ("judge.facets", OWN.replace("$pairs", "$pair"), r"its placeholders are not the inputs it declares"),
        ("judge.facets", OWN.replace("pairs", "claims"), r"its inputs must be pairs$"),
        ("judge.facets", OWN.replace("FacetLabels", "Ideas"), r"it must ask for FacetLabels$"),
    ],
)
def test_a_prompt_of_ones_own_that_cannot_work_is_refused(
    tmp_path: Path, name: str, text: str, why: str
) -> None:
    (tmp_path / f"{name}.md").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=why):
        overridden(tmp_path)


def test_a_folder_that_is_none_or_empty_or_unreadable_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="it cannot be read"):
        overridden(tmp_path / "nowhere")
    with pytest.raises(ValueError, match="it holds no prompt"):
        overridden(tmp_path)
    (tmp_path / "repair.md").write_bytes(b"\xff\xfe")
    with pytest.raises(ValueError, match="not UTF-8"):
        overridden(tmp_path)
