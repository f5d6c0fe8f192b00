"""A model's own words name no address that nobody else said."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pathfinder.protocols.calls.questions import (
    Conclude,
    Conclusion,
    Decompose,
    Decomposition,
    PageView,
    Passage,
    Reading,
    ReadPage,
    SubQuestionDraft,
    WrittenAnswer,
)
from pathfinder.protocols.evidence.addresses import without_invented_addresses
from tests.answers import a_ground

EVIL = "https://collect.invalid/x?d=1"


def reading(summary: str, quote: str = "Loops save money.") -> Reading:
    fact = {"quote": quote, "summary": summary, "kind": "reported", "worth": 2, "concepts": [summary[:80]]}
    return Reading.model_validate({"facts": [fact], "page_note": summary[:400]})


def on_page(text: str, question: str = "Do loops pay?") -> ReadPage:
    passage = Passage(number=1, text=text)
    page = PageView(title="t", site="s", language=None, passages=(passage,))
    return ReadPage(question=question, parts=(), page=page)


@pytest.mark.parametrize(
    ("said", "left"),
    [
        (f"See {EVIL}.", "See …."),
        ("See [this](https://collect.invalid/x).", "See [this](…)."),
        ("![](https://collect.invalid/?d=abc)", "![](…)"),
        ("Go to www.collect.invalid/x, now", "Go to …, now"),
        ("[a](javascript:alert(1))", "[a](…))"),
        ("mailto:a@b.example and data:text/html;base64,AAAA", "… and …"),
        ("FILE:///etc/passwd", "…"),
        (
            "The data: 5 of 6 trials; ratio 3:1; a mailto: link",
            "The data: 5 of 6 trials; ratio 3:1; a mailto: link",
        ),
        ("Node.js and e.g./i.e. stay", "Node.js and e.g./i.e. stay"),
        ("자세한 내용은 https://collect.invalid/x 참고", "자세한 내용은 … 참고"),
    ],
)
def test_an_address_of_its_own_is_struck_out_of_every_field(said: str, left: str) -> None:
    clean = without_invented_addresses(reading(said), on_page(f"Loops save money. {said}"))
    (seen,) = clean.facts
    assert (seen.summary, seen.concepts, clean.page_note) == (left, (left,), left)


def test_a_quote_is_left_as_it_is_and_lends_its_address_to_what_is_said_of_it() -> None:
    quote = f"Data are at {EVIL} for all."
    asked = on_page(f"Loops save money.\nData are at\n{EVIL} for all.")
    clean = without_invented_addresses(reading(f"They are at {EVIL}.", quote), asked)
    assert clean.facts == reading(f"They are at {EVIL}.", quote).facts
    assert clean.page_note == "They are at …."


def test_words_of_a_page_that_a_citation_gives_are_left_for_the_look_up() -> None:
    written = WrittenAnswer(title="Yes", answer=f"See {EVIL} [[p1: at {EVIL}]] and {EVIL}.")
    assert without_invented_addresses(written, a_ground().ask).answer == f"See … [[p1: at {EVIL}]] and …."


def test_an_invented_quote_lends_nothing() -> None:
    quote = f"Data are at {EVIL} for all."
    clean = without_invented_addresses(
        reading(f"They are at {EVIL}.", quote), on_page(f"Loops save money. {EVIL}")
    )
    assert clean.facts[0].quote == quote
    assert clean.facts[0].summary == "They are at …."


def test_what_the_user_asks_about_may_be_named() -> None:
    part = SubQuestionDraft(
        text="What does https://velm.example/loops say, and https://other.example?",
        kind="which",
        done_when="",
        priority=1,
    )
    asked = Decompose(question="What does https://velm.example/loops say?", language="en")
    clean = without_invented_addresses(Decomposition(sub_questions=(part,)), asked)
    assert clean.sub_questions[0].text == "What does https://velm.example/loops say, and …?"


@given(st.text(max_size=60), st.sampled_from(["", EVIL, "www.a.b", "x://"]), st.text(max_size=60))
def test_an_answer_never_grows_and_twice_is_once(before: str, address: str, after: str) -> None:
    said = f"{before}{address}{after}"
    asked = Conclude(
        question="q",
        parts=(),
        objective="o",
        about="a",
        target="KW1",
        turn=1,
        turns_left=0,
        queries=(),
        pages=(),
        language="en",
    )
    answer = Conclusion(missing=(said[:200],), state="open")
    once = without_invented_addresses(answer, asked)
    assert len(once.missing[0]) <= len(answer.missing[0])
    assert "://" not in once.missing[0] or "://" in said.replace(EVIL, "").replace("x://", "")
    assert without_invented_addresses(once, asked) == once
