"""The screens that do not move: library, new question, asking further, comparing; and the frame of all."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from pathfinder.locales.catalogue import Message, said
from pathfinder.protocols.graph.judgement import ReaderTag
from pathfinder.reports.content.answer import ReportAnswer, block_runs
from pathfinder.reports.html.document import asset as report_asset
from pathfinder.reports.html.rendering import render
from pathfinder.reports.locales.words import answer_words, judge_words
from pathfinder.reports.markdown.summary import READER, Tongue
from pathfinder.serve.shelf import Row
from pathfinder.serve.uploads import MOST_BYTES, MOST_FILES

TEMPLATES = "pathfinder.serve"
"""The package whose templates the screens are."""
COLOURS: dict[ReaderTag, str] = {
    "Confirmed": "confirmed",
    "Likely": "likely",
    "Reported": "uncertain",
    "Disputed": "rejected",
    "Open": "unjudged",
}
_NAMES = re.compile(r"\b(obs_[0-9]+|hyp_[AB][0-9]+)\b")
ASSETS: dict[str, tuple[str, str]] = {
    "report.css": ("report.css", "text/css"),
    "report.js": ("report.js", "text/javascript"),
    "app.css": ("", "text/css"),
    "app.js": ("", "text/javascript"),
    "icon.svg": ("", "image/svg+xml"),
}
"""By the name that pages use: the file of the report, or empty for one of ours; and its type."""


@cache
def asset(name: str) -> str:
    """A file that pages load."""
    place = ASSETS[name][0]
    if place:
        return report_asset(place)
    return files("pathfinder.serve").joinpath("static", name).read_text(encoding="utf-8")


@dataclass(frozen=True)
class Page:
    """What all screens need: the language, the key of forms, and the session that is open."""

    lang: Tongue
    form: str
    session: str = ""
    here: str = ""
    said: str = ""
    """A sentence on what was just done."""
    fleet: bool = False
    """Whether there is a screen of a fleet."""

    def say(self, id: str) -> str:
        """A message in the language of the screens."""
        return Message(id).to(self.lang)

    def at(self, screen: str = "") -> str:
        """The address of a screen of the session."""
        return f"/sessions/{self.session}/{screen}"

    def in_language(self, text: str) -> str:
        """A sentence of the record in the language of the screens."""
        return said(text, self.lang)

    def dollars(self, usd_micros: int) -> str:
        """An amount: cents, and more digits where there is less than a cent."""
        amount = usd_micros / 1_000_000
        return f"${amount:.2f}" if amount >= 0.01 or not amount else f"${amount:.4f}"

    def status(self, status: str, *, running: bool) -> tuple[str, str]:
        """Where a session stands: a colour and a word."""
        if running:
            return "likely running", self.say("serve-running")
        if status == "unreadable":
            return "rejected", self.say("serve-unreadable")
        known = {str(name): text for name, text in judge_words(self.lang).run_statuses.items()}
        # What says that it runs and has no process was killed.
        shown = "paused" if status == "running" else status
        return "confirmed" if status == "completed" else "unjudged", known.get(shown, shown)

    def verdicts(self, row: Row) -> list[tuple[str, str]]:
        """How many claims have each verdict: a colour and words."""
        ordered = sorted(row.verdicts, key=lambda one: tuple(COLOURS).index(one[0]))
        return [(COLOURS[tag], f"{READER[self.lang][tag]} {count}") for tag, count in ordered]

    def piece(self, template: str, **context: object) -> str:
        """A part of a screen."""
        shared = {
            "page": self,
            "w": judge_words(self.lang),
            "answer_words": answer_words(self.lang),
            "blocks": block_runs,
        }
        return render(template, self.lang, shared | context, package=TEMPLATES)

    def screen(self, template: str, title: str, /, *scripts: str, **context: object) -> str:
        """A whole page, which loads these scripts beside its own."""
        return self.piece(template, title=title, scripts=scripts, **context)


def login(page: Page, *, wrong: bool) -> str:
    """The form for the token."""
    return page.screen("screen_login.html", page.say("serve-login"), wrong=wrong)


def refused(page: Page, reason: str) -> str:
    """A page that says what did not work."""
    return page.screen("screen_refused.html", page.say("serve-refused"), reason=reason)


def library(page: Page, rows: Sequence[Row], words: str, older: int) -> str:
    """All sessions, the latest first."""
    title = page.say("serve-library")
    return page.screen("screen_library.html", title, rows=rows, words=words, older=older)


def new(page: Page, folders: Sequence[str], engines: Sequence[str], asked: Mapping[str, str]) -> str:
    """The question and how it is to be researched; `asked` is what the form was sent with before."""
    choices = [
        ("", page.say("serve-documents-none")),
        *((str(place), name) for place, name in enumerate(folders)),
    ]
    return page.screen(
        "screen_new.html",
        page.say("serve-new"),
        folders=choices if folders else (),
        engines=engines,
        asked=defaultdict(str, {"documents": "0", **asked}),
        most_files=MOST_FILES,
        most_megabytes=MOST_BYTES // 1_000_000,
    )


def review(
    page: Page, asked: Mapping[str, str], forecast: Mapping[str, Any], parts: Sequence[str] | None
) -> str:
    """The forecast and the plan, to approve; `parts` is None until they were proposed."""
    return page.screen(
        "screen_review.html",
        page.say("serve-forecast"),
        asked=asked,
        forecast=forecast,
        engine=page.in_language(str(forecast["engine"])),
        parts=parts,
    )


def ask(page: Page, question: str, asked: str = "", answer: ReportAnswer | None = None) -> str:
    """A further question, and its answer."""
    title = page.say("serve-ask")
    return page.screen("screen_ask.html", title, question=question, asked=asked, answer=answer)


class Change(NamedTuple):
    """A line of a comparison, in pieces; those that name a quote or a claim have an address."""

    inner: bool
    pieces: list[tuple[str, str]]


def compare(
    page: Page,
    question: str,
    closed: int,
    chosen: tuple[int, int],
    lines: Sequence[str],
    others: Sequence[tuple[str, str]],
) -> str:
    """What changed from one iteration to a later one, and the way to another session."""
    first, second = chosen
    return page.screen(
        "screen_compare.html",
        page.say("serve-compare"),
        question=question,
        closed=closed,
        first=first,
        second=second,
        lines=[Change(text[:1].isspace(), list(_linked(page, text.strip()))) for text in lines],
        others=others,
    )


def _linked(page: Page, text: str) -> Iterator[tuple[str, str]]:
    for piece in _NAMES.split(text):
        if not _NAMES.fullmatch(piece):
            yield piece, ""
        elif piece.startswith("obs_"):
            yield piece, page.at(f"quote/{piece}")
        else:
            yield piece, f"{page.at('answer')}#{piece}"


class Column(NamedTuple):
    """A session beside another one."""

    question: str
    row: Row
    answer: str
    claims: list[tuple[str, str, str]]
    """Colour, verdict and text."""


def beside(page: Page, columns: Sequence[Column]) -> str:
    """Two sessions side by side: where each stands, its answer, its claims."""
    return page.screen("screen_beside.html", page.say("serve-compare"), columns=columns)
