"""What a model can do, tested in five small calls: a schema, a label of a list, nested lists, a long answer,
Korean. The first call also finds out how an answer in JSON is best asked for: by a schema that the server
enforces, by its JSON mode, or in words.
"""

import re
from collections.abc import Callable, Sequence
from datetime import date
from typing import Any, Literal, NamedTuple

from pathfinder.adapters.models.anthropic.dialect import Dialect
from pathfinder.adapters.models.attempt import ModelAttempt
from pathfinder.adapters.models.faults import NotUnderstood
from pathfinder.adapters.models.received import Cut, Received, is_plain, read
from pathfinder.adapters.models.requests import Request
from pathfinder.adapters.models.settings import Seat
from pathfinder.prompts.library import REPAIR, prompts
from pathfinder.protocols.calls.asks import Answered, Usage
from pathfinder.protocols.calls.ports import Clock
from pathfinder.protocols.errors import AttemptFailed
from pathfinder.protocols.frozen import Frozen

Form = Literal["json_schema", "json_object", "none"]
FORMS: tuple[Form, ...] = ("json_schema", "json_object", "none")
Check = Literal["schema", "enum", "nested list", "long answer", "Korean"]
ROOM = 3_000
"""Tokens, for thinking too. A small model at home that comes to no end has to be done in minutes."""
MOST_CALLS = 12
"""Two for each question, one of them because its connection broke, and two in forms that are not enforced."""
LINES = 60
_SYSTEM = "Answer with one JSON object of the given schema and nothing else."
_HANGUL = re.compile("[가-힣]{2}")


class TrialSchema(Frozen):
    """No model would choose these names by itself."""

    colour_of_a_clear_sky: str
    wheels_of_a_bicycle: int


class TrialEnum(Frozen):
    sentiment: Literal["positive", "negative", "mixed"]


class TrialBook(Frozen):
    title: str
    pages: int


class TrialShelf(Frozen):
    shelf: str
    books: tuple[TrialBook, ...]


class TrialNested(Frozen):
    shelves: tuple[TrialShelf, ...]


class TrialLong(Frozen):
    lines: tuple[str, ...]


class TrialKorean(Frozen):
    translation: str


class _Question(NamedTuple):
    check: Check
    answer: type[Frozen]
    words: str
    holds: Callable[[Any], bool]
    """Whether an answer of the right type says what was asked for."""


QUESTIONS = (
    _Question(
        "schema",
        TrialSchema,
        "What colour is a clear sky by day, and how many wheels does a bicycle have?",
        lambda said: said.wheels_of_a_bicycle == 2,
    ),
    _Question(
        "enum",
        TrialEnum,
        'What is the sentiment of this review? "I love the handle, but the blade broke on the first day."',
        bool,
    ),
    _Question(
        "nested list",
        TrialNested,
        "Invent two shelves with two books each; say the title and the number of pages of every book.",
        lambda said: len(said.shelves) == 2 and all(len(shelf.books) == 2 for shelf in said.shelves),
    ),
    _Question(
        "long answer",
        TrialLong,
        f"Write the whole numbers from 1 to {LINES} in English words, in order, one to an entry.",
        lambda said: len(said.lines) == LINES,
    ),
    _Question(
        "Korean",
        TrialKorean,
        'Translate into Korean: "In one trial, drinking tea lowered blood pressure."',
        lambda said: bool(_HANGUL.search(said.translation)),
    ),
)


class Tried(Frozen):
    """What was found, and when."""

    model: str
    base_url: str
    dated: date
    form: Form
    """How an answer in JSON is asked for."""
    told: bool
    """The schema has to stand in the prompt."""
    effort: bool
    """The model takes how hard it is to think."""
    passed: tuple[Check, ...]
    cut: tuple[Check, ...] = ()
    """Not passed because thinking and answer did not fit into `ROOM`."""
    seconds: float
    """Of all calls."""
    tokens_per_second: float
    """Of the long answer, thinking included."""
    input_tokens: int
    output_tokens: int
    spent_usd_micros: int | None = None
    """None: nobody knows the price."""

    def dialect(self, usual: Dialect) -> Dialect:
        """What to send, in place of what is usual for the provider."""
        return usual._replace(
            schema=self.form == "json_schema",
            object=self.form == "json_object",
            told=self.told,
            effort=usual.effort and self.effort,
        )


async def tried(
    attempt: ModelAttempt[Any],
    model: str,
    base_url: str,
    usual: Dialect,
    possible: Sequence[Form],
    clock: Clock,
) -> Tried:
    """Five calls, and as many more as it takes to find out what the server understands.

    AttemptFailed or ProviderFailed if one does not come back.
    """
    most = FORMS.index("json_object" if usual.object else "json_schema" if usual.schema else "none")
    forms = [form for form in FORMS[most:] if form in possible]
    effort, usages, begun = usual.effort, list[Usage](), clock.monotonic()
    passed: list[Check] = []
    cut: list[Check] = []
    speed = 0.0
    for question in QUESTIONS:
        broken = False
        while True:
            form, at = forms[0], clock.monotonic()
            asked = _request(question, model, _dialect(usual, form, effort=effort))
            try:
                received = await attempt.exchange(asked)
            except NotUnderstood as error:
                if effort and "effort" in str(error):
                    effort = False
                elif len(forms) > 1:
                    forms.pop(0)
                else:
                    raise
                continue
            except AttemptFailed as failure:
                # Servers close connections that were idle for seconds.
                if broken or not failure.helps or failure.wait_seconds is not None:
                    raise
                broken = True
                continue
            usages.append(received.usage.counted())
            said = _said(question, received, form)
            if isinstance(said, Cut):
                # Says nothing about the form: a model that thinks long has come to no answer yet.
                cut.append(question.check)
            elif said is not None and question.holds(said):
                passed.append(question.check)
            elif said is None and question.check == "schema" and len(forms) > 1:
                # The server did not enforce what it was sent.
                forms.pop(0)
                continue
            break
        if question.check == "long answer":
            speed = usages[-1].output_tokens / max(0.001, clock.monotonic() - at)
    return Tried(
        model=model,
        base_url=base_url,
        dated=clock.now().date(),
        form=forms[0],
        told=forms[0] != "json_schema" or not {"schema", "enum", "nested list"} <= {*passed},
        effort=effort,
        passed=tuple(passed),
        cut=tuple(cut),
        seconds=round(clock.monotonic() - begun, 2),
        tokens_per_second=round(speed, 1),
        input_tokens=sum(
            used.input_tokens + used.cache_read_tokens + used.cache_write_tokens for used in usages
        ),
        output_tokens=sum(used.output_tokens for used in usages),
    )


def _dialect(usual: Dialect, form: Form, *, effort: bool) -> Dialect:
    """With a schema the prompt says nothing of it: it shows whether the server enforces it."""
    return Dialect(
        schema=form == "json_schema",
        object=form == "json_object",
        told=form != "json_schema",
        effort=effort,
        cache=usual.cache,
    )


def _request(question: _Question, model: str, dialect: Dialect) -> Request:
    return Request(
        call=f"trial.{question.check}",
        seat=Seat(model=model, effort="low", max_tokens=ROOM),
        stable=_SYSTEM,
        parts=(question.words,),
        answer=question.answer,
        cache=False,
        repair=prompts()[REPAIR],
        words=ROOM,
        dialect=dialect,
    )


def _said(question: _Question, received: Received, form: Form) -> Frozen | Cut | None:
    """The answer, if it is of the right type."""
    outcome = read(received, question.answer)
    if isinstance(outcome, Cut):
        return outcome
    # Words around the object are read, but who enforces a schema or JSON has none.
    if not isinstance(outcome, Answered) or (form != "none" and not is_plain(received.text)):
        return None
    return outcome.value
