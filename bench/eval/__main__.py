"""`make eval`: the product and a plain agent on public data or on folders of your own, graded blind.

Any provider will do: keys and addresses are read from the environment as the library reads them, `--model`
names a model for everything. It says what it will cost and asks first. Answers and grades are kept under
--out by what they were made of: after a kill, or with more cases, the same command pays nothing twice.
"""

import argparse
import asyncio
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import get_args

from bench.data import LeftOut
from bench.data import data_root as usual_root
from bench.eval.agreement import agreement, write_sample
from bench.eval.calls import Cache, Calls, digest
from bench.eval.cases import TASKS, Case, ClaimSet, claims, drbench, fingerprint, own
from bench.eval.grading import grade
from bench.eval.questions import GRADER, PLAIN, WRITER, settings
from bench.eval.systems import Answer, ToldClaim, claims_of, pathfinder, plain_agent, texts
from bench.eval.table import Row, table
from bench.results import BUILD
from pathfinder import __version__
from pathfinder.adapters.models.expected import Usual
from pathfinder.adapters.models.openai_compatible.registry import reference
from pathfinder.adapters.models.seats import SeatedAttempt
from pathfinder.adapters.system import SystemClock
from pathfinder.cli.settings.environment import environment
from pathfinder.cli.settings.forecast import FREE_SEARCH, Prices, forecast, material_of
from pathfinder.config import Config
from pathfinder.model_access import attempt_at, prices_of, seat_settings
from pathfinder.protocols.errors import PathfinderError, ProviderFailed, UserError
from pathfinder.run_config import RunConfig

ITERATIONS, BUDGET_USD, CLAIMS = 2, 20.0, 6
GRADING = Usual(prompt=25_000, answer=3_000, thinking=3_000)
"""Of all grading calls of an answer together."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Ask, grade, write; one sentence and an exit code if it cannot."""
    asked = _parser().parse_args(arguments)
    try:
        return asyncio.run(_Evaluation(asked, environment()).run())
    except PathfinderError as error:
        print(f"eval: {' '.join(str(error).split())}", file=sys.stderr)
        return error.exit_code
    except LeftOut as missing:
        print(f"eval: {missing}", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="eval", description=__doc__)
    sets = ("drbench", *get_args(ClaimSet))
    parser.add_argument(
        "--set", action="append", choices=sets, default=[], help="public data; repeat for several"
    )
    parser.add_argument(
        "--folder", action="append", type=Path, default=[], help="a folder with documents/ and key.json"
    )
    parser.add_argument(
        "--task", action="append", choices=TASKS, default=[], help="tasks of drbench (usually all)"
    )
    parser.add_argument("--claims", type=int, default=CLAIMS, help=f"claims of each set (usually {CLAIMS})")
    parser.add_argument("--data", type=Path, help="folder of the data sets (or EVAL_DATA)")
    parser.add_argument("--model", help="one model for everything; usually the seats of the product")
    parser.add_argument("--grader", help="a model for the graders alone")
    parser.add_argument(
        "--iterations", type=int, default=ITERATIONS, help=f"of Pathfinder (usually {ITERATIONS})"
    )
    parser.add_argument(
        "--budget", type=float, default=BUDGET_USD, help="USD that this run may spend; it holds"
    )
    parser.add_argument(
        "--out", type=Path, default=BUILD / "eval", help="folder of results and of what is kept"
    )
    parser.add_argument(
        "--labels", type=Path, help="hand labels: written if it is not there, compared if it is"
    )
    parser.add_argument("--yes", action="store_true", help="do not ask before it begins")
    return parser


class _Evaluation:
    def __init__(self, asked: argparse.Namespace, environ: Mapping[str, str]) -> None:
        self.asked, self.environ = asked, environ
        known = Config()
        if asked.model:
            known = known.model_copy(update={"models": known.models.model_copy(update={"all": asked.model})})
        self.config = RunConfig.from_settings(known, environ=environ, attended=False)
        if self.config.without_model:
            raise ProviderFailed("No model can be reached: set a key or an address, or name a --model.")
        self.seats = seat_settings(self.config)
        writer, grader = self.seats.seats[WRITER], self.seats.seats[GRADER]
        if asked.grader:
            grader = grader.model_copy(update={"model": asked.grader})
        self.words = settings(writer, grader)
        self.cache = Cache(asked.out / "kept")
        attempts = {
            name: attempt_at(self.config, name, self.words)
            for name in {reference(seat.model).provider for seat in (writer, grader)}
        }
        who = SeatedAttempt(attempts, lambda ask: reference(self.words.seat(ask).model).provider)
        self.calls = Calls(who, self.cache, round(asked.budget * 1e6))

    async def run(self) -> int:
        cases = list(self._cases())
        print(self._plan(cases))
        if not self.asked.yes and not _agreed():
            print("Nothing was asked and nothing was paid.")
            return 3
        rows: list[Row] = []
        try:
            for place, case in enumerate(cases, start=1):
                rows.append(await self._row(case))
                self._write(rows)
                print(f"{place}/{len(cases)} {case.set} {case.name}: done", flush=True)
        finally:
            await self.calls.close()
        print(table(rows))
        print(f"Wrote {self.asked.out / 'results.jsonl'} and {self.asked.out / 'results.md'}.")
        if self.asked.labels is not None:
            print(_labels(rows, self.asked.labels))
        return 0

    def _cases(self) -> Iterator[Case]:
        asked, place = self.asked, self.asked.out / "documents"
        named = self.environ.get("EVAL_DATA", "")
        data = asked.data or (Path(named) if named else usual_root())
        sets = asked.set or ([] if asked.folder else ["drbench"])
        if "drbench" in sets:
            yield from drbench(asked.task or TASKS, data, place)
        for name in get_args(ClaimSet):
            if name in sets:
                yield from claims(name, asked.claims, data, place)
        yield from map(own, asked.folder)

    async def _row(self, case: Case) -> Row:
        documents = await texts(case)
        made_of = (case.question, fingerprint(case.documents), __version__)
        ours, told = await self._pathfinder(case, *made_of)
        answers = {"Pathfinder": ours}
        key = digest(
            "plain agent", self.words.seats[WRITER].model_dump(), self.words.prompts[PLAIN].sha256, *made_of
        )
        known = self.cache.get(key, Answer)
        if known is None:
            known = await plain_agent(case, documents, self.calls)
            self._keep(key, known)
        answers["plain agent"] = known
        grades = {
            name: await grade(case, answer, documents, self.calls, told if name == "Pathfinder" else ())
            for name, answer in answers.items()
        }
        return Row(case=case, answers=answers, grades=grades)

    async def _pathfinder(self, case: Case, *made_of: object) -> tuple[Answer, Sequence[ToldClaim]]:
        seats = {name: seat.model_dump() for name, seat in self.seats.seats.items()}
        prompts = {name: one.sha256 for name, one in self.seats.prompts.items()}
        key = digest("Pathfinder", self.asked.iterations, seats, prompts, *made_of)
        home = self.asked.out / "sessions" / key
        known = self.cache.get(key, Answer)
        if known is None:
            left = self.calls.left_usd_micros / 1e6
            known = await pathfinder(case, home, self.asked.model, self.asked.iterations, left, self.environ)
            self.calls.left_usd_micros -= known.usd_micros
            self._keep(key, known)
        return known, await asyncio.to_thread(claims_of, home)

    def _keep(self, key: str, known: Answer) -> None:
        """Only a whole answer is kept; any other is asked for again by the next run."""
        if known.text and not known.ended:
            self.cache.put(key, known)

    def _plan(self, cases: Sequence[Case]) -> str:
        table_ = prices_of(self.config)
        ours, theirs = Prices(table_, self.seats.seats), Prices(table_, self.words.seats)
        limits = self.config.limits.model_copy(update={"max_iterations": self.asked.iterations})
        config = replace(self.config, limits=limits)
        total = 0.0
        for case in cases:
            material = material_of(case.documents)
            total += forecast(config, None, ours, FREE_SEARCH, material).total_usd_micros
            tokens = (material.documents or 0) * material.tokens_each
            total += theirs.usd_micros(WRITER, Usual(prompt=max(1, tokens), answer=4_000, thinking=4_000))
            total += 2 * theirs.usd_micros(GRADER, GRADING)
        return (
            f"{len(cases)} questions to Pathfinder ({self.asked.iterations} iterations) and a plain agent; "
            f"all answers are graded.\nExpected: about {total / 1e6:.2f} USD at list prices (assumed sizes; "
            "what is kept already is free); this run spends at most "
            f"{self.asked.budget:.2f} USD (--budget)."
        )

    def _write(self, rows: Sequence[Row]) -> None:
        out = self.asked.out
        lines = "".join(row.model_dump_json() + "\n" for row in rows)
        (out / "results.jsonl").write_text(lines, encoding="utf-8")
        models = ", ".join(
            sorted({seat.model for seat in self.words.seats.values()} | set(self.config.model_names))
        )
        now = SystemClock().now().strftime("%Y-%m-%d %H:%M UTC")
        head = f"# Pathfinder beside a plain agent\n\n{now}; models: {models}."
        (out / "results.md").write_text(f"{head}\n\n{table(rows)}\n", encoding="utf-8")


def _labels(rows: Sequence[Row], path: Path) -> str:
    if path.exists():
        return agreement(rows, path)
    count = write_sample(rows, path)
    return (
        f"Wrote {count} statements to {path}: fill in the labels (faithful, partly, not) and run this again."
    )


def _agreed() -> bool:
    if not sys.stdin.isatty():
        raise UserError("Nobody is here to agree to the cost; say --yes if you do.")
    return input("Begin? [y/N] ").strip().casefold() in ("y", "yes")


if __name__ == "__main__":
    sys.exit(main())
