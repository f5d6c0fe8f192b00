"""What is asked of the person at the terminal before a run: which session, and is the plan right."""

import os
import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import typer

from pathfinder.adapters.system import system_reason
from pathfinder.cli.screen.output import lines
from pathfinder.cli.settings.similar_sessions import SimilarSession
from pathfinder.locales.catalogue import Message, translator
from pathfinder.orchestrator.planning import Proposal
from pathfinder.protocols.errors import UserError
from pathfinder.protocols.graph.types import SubQuestion
from pathfinder.protocols.planning.steering import parts_of
from pathfinder.reports.markdown.summary import Tongue

MOST_PARTS = 9
LONGEST_PART = 500


def at_terminal() -> bool:
    """Whether somebody is there to answer."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def which(found: Sequence[SimilarSession], speak: Tongue) -> SimilarSession | None:
    """The session to go on with; None: a new one. The same question goes on by default, a similar one not."""
    exact, t = found[0].exact, translator(speak)
    rows = [f"  {number}  {_row(one, speak)}" for number, one in enumerate(found, start=1)]
    lines([t("choose-same" if exact else "choose-similar"), *rows, f"  n  {t('choose-new')}"])
    answers = {str(number): one for number, one in enumerate(found, start=1)}
    while True:
        said = typer.prompt(t("choose-which"), default="1" if exact else "n").strip().lower()
        if said in answers:
            return answers[said]
        if said == "n":
            return None


def _row(one: SimilarSession, speak: Tongue) -> str:
    return translator(speak)(
        "choose-go-on",
        question=one.session.question,
        iteration=one.session.iteration,
        status=one.session.status,
        likeness=f"{one.likeness:.0%}",
    )


def approved(proposed: Proposal, speak: Tongue, environ: Mapping[str, str]) -> tuple[SubQuestion, ...] | None:
    """The plan as the person wants it; None: they want none of it."""
    t = translator(speak)
    texts = [part.text for part in proposed.parts.values()]
    while True:
        lines(
            [t("plan-parts"), *(f"  {number}. {text}" for number, text in enumerate(texts, start=1))],
            width=400,
        )
        if texts == [part.text for part in proposed.parts.values()]:
            lines([t("plan-targets"), *(f"  - {target}" for target in proposed.targets)], width=400)
        said = typer.prompt(t("plan-approve"), default="y").strip().lower()
        if said == "y":
            return parts_of(texts, proposed.parts)
        if said == "n":
            return None
        if said == "e":
            texts = read_plan(_edited("\n".join([f"# {t('plan-how')}", *texts]) + "\n", environ), "the plan")


def read_plan(text: str, name: str) -> list[str]:
    """The parts in a text: one a line, numbers and bullets in front taken off, # left out."""
    rows = (line.strip() for line in text.splitlines())
    parts = [row.lstrip("-*•0123456789.) ").strip() for row in rows if row and not row.startswith("#")]
    parts = list(dict.fromkeys(" ".join(part.split()) for part in parts if part))
    if not 1 <= len(parts) <= MOST_PARTS or any(len(part) > LONGEST_PART for part in parts):
        raise UserError(
            Message("plan-wrong", most=MOST_PARTS, longest=LONGEST_PART, name=name, count=len(parts))
        )
    return parts


def plan_file(path: Path) -> tuple[SubQuestion, ...]:
    """The plan in a file."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = system_reason(error) if isinstance(error, OSError) else Message("file-not-utf8")
        raise UserError(Message("plan-file-unreadable", path=path, reason=reason)) from None
    return parts_of(read_plan(text, str(path)), {})


def _edited(text: str, environ: Mapping[str, str]) -> str:
    """The text after the person's editor."""
    editor = environ.get("VISUAL") or environ.get("EDITOR") or "vi"
    with TemporaryDirectory(prefix="pathfinder-") as folder:
        path = Path(folder) / "plan.txt"
        path.write_text(text, encoding="utf-8")
        try:
            ended = subprocess.run([*shlex.split(editor), os.fspath(path)], check=False)
        except (OSError, ValueError) as error:
            raise UserError(Message("editor-not-started", editor=ascii(editor), reason=error)) from None
        if ended.returncode:
            raise UserError(Message("editor-failed", editor=ascii(editor), code=ended.returncode))
        return path.read_text(encoding="utf-8", errors="replace")
