"""`python -m bench.live`: SciFact claims put to a live model. Says what it will cost, and asks first.

Needs ANTHROPIC_API_KEY (or ANTHROPIC_BASE_URL). A session may spend what those before it left of --budget, so
the sum holds; where it ends, the rest is not asked. Results go to build/eval.json and build/eval.md after
each claim; a second run starts anew.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.data import LeftOut, data_root
from bench.figures import table
from bench.live.asking import DEPTH, EXPLORERS, ITERATIONS, Answer, answer
from bench.live.marking import figures
from bench.live.rows import SEED, Row, chosen, write
from bench.results import BUILD
from pathfinder.adapters.models.prices import listed_prices
from pathfinder.adapters.models.settings import ClaudeSettings
from pathfinder.adapters.system import SystemClock
from pathfinder.cli.settings.environment import environment
from pathfinder.cli.settings.forecast import Prices, Shape, forecast
from pathfinder.credentials import BASE_URL, KEY
from pathfinder.protocols.errors import KeyRefused, PathfinderError, UserError
from pathfinder.protocols.graph.memory import Limits
from pathfinder.protocols.planning.depth import REACH

CLAIMS, OTHERS, BUDGET_USD = 20, 400, 10.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Ask, measure, write; one sentence and an exit code if it cannot."""
    parser = argparse.ArgumentParser(prog="eval", description=__doc__)
    parser.add_argument("--claims", type=_count, default=CLAIMS, help=f"how many (usually {CLAIMS})")
    parser.add_argument("--others", type=_count, default=OTHERS, help="abstracts that theirs are among")
    parser.add_argument("--budget", type=float, default=BUDGET_USD, help="USD, over all of them; it holds")
    parser.add_argument("--out", type=Path, default=BUILD, help="folder of eval.json and eval.md")
    parser.add_argument("--yes", action="store_true", help="do not ask before it begins")
    asked = parser.parse_args(arguments)
    try:
        return _evaluate(asked)
    except PathfinderError as error:
        print(f"eval: {' '.join(str(error).split())}", file=sys.stderr)
        return error.exit_code
    except LeftOut as missing:
        print(f"eval: {missing}", file=sys.stderr)
        return 1


def _evaluate(asked: argparse.Namespace) -> int:
    environ = environment()
    if not any(environ.get(name, "").strip() for name in (KEY, BASE_URL)):
        raise KeyRefused(f"No key: this asks a live model, so set {KEY} (or {BASE_URL}) and run it again.")
    cap = round(asked.budget * 1e6)
    if cap <= 0:
        raise UserError("The budget must be more than 0 USD.")
    rows, abstracts = chosen(data_root(), asked.claims, asked.others)
    print(_plan(len(rows), len(abstracts), cap))
    if not asked.yes and not _agreed():
        print("Nothing was asked and nothing was paid.")
        return 3
    with TemporaryDirectory() as folder:
        documents = Path(folder) / "documents"
        write(abstracts, documents)
        answers: list[Answer] = []
        for place, row in enumerate(rows, start=1):
            left = cap - sum(one.usd_micros for one in answers)
            found = answer(row, documents, Path(folder) / "home", left, environ)
            answers.append(found)
            _write(asked.out, answers, rows, cap)
            if found.ended == "budget":
                print(f"The budget ended at claim {place} of {len(rows)}: it and the rest do not count.")
                break
            print(_line(place, len(rows), found), flush=True)
    print(table(figures(answers)))
    print(f"Wrote {asked.out / 'eval.json'} and {asked.out / 'eval.md'}.")
    return 0


def expected_usd_micros(claims: int) -> int:
    """By planned calls at list prices, as `research --dry-run` says it for one question."""
    limits = Limits(max_iterations=ITERATIONS, budget_usd_micros=10**12)
    prices = Prices(listed_prices(), ClaudeSettings().seats)
    one = forecast(limits, None, Shape(EXPLORERS, REACH[DEPTH]), prices)
    return ceil(claims * one.total_usd_micros)


def _plan(claims: int, abstracts: int, cap: int) -> str:
    expected = expected_usd_micros(claims) / 1e6
    return (
        f"{claims} claims of SciFact over {abstracts} abstracts: a session each, {ITERATIONS} iteration, "
        f"{EXPLORERS} Explorers.\nExpected: about {expected:.2f} USD at list prices (planned calls, assumed "
        f"sizes); never more than {cap / 1e6:.2f} USD (--budget)."
    )


def _agreed() -> bool:
    if not sys.stdin.isatty():
        raise UserError("Nobody is here to agree to the cost; say --yes if you do.")
    return input("Begin? [y/N] ").strip().casefold() in ("y", "yes")


def _line(place: int, of: int, one: Answer) -> str:
    right = "right" if one.said == one.gold else "wrong" if one.said != "NONE" else "left open"
    return (
        f"{place}/{of} {right}: {one.said}, is {one.gold}; {one.usd_micros / 1e6:.3f} USD; {one.claim[:80]}"
    )


def _write(out: Path, answers: Sequence[Answer], rows: Sequence[Row], cap: int) -> None:
    out.mkdir(parents=True, exist_ok=True)
    models = sorted({seat.model for seat in ClaudeSettings().seats.values()})
    told = {
        "when": SystemClock().now().isoformat(timespec="minutes"),
        "models": models,
        "seed": SEED,
        "claims": len(rows),
        "cap_usd_micros": cap,
        "spent_usd_micros": sum(one.usd_micros for one in answers),
        "answers": [{**asdict(one), "cited": [cited._asdict() for cited in one.cited]} for one in answers],
        "figures": [asdict(figure) for figure in figures(answers)],
    }
    text = json.dumps(told, indent=1, ensure_ascii=False)
    (out / "eval.json").write_text(text + "\n", encoding="utf-8")
    head = f"# SciFact, live\n\n{told['when']}, {', '.join(models)}; {len(answers)} of {len(rows)} claims.\n"
    (out / "eval.md").write_text(f"{head}\n```\n{table(figures(answers))}\n```\n", encoding="utf-8")


def _count(text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a number of 1 or more")
    return number


if __name__ == "__main__":
    sys.exit(main())
