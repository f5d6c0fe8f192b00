"""The flags that several commands share, each declared once."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass, fields
from datetime import date, datetime
from functools import wraps
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args, get_type_hints

import typer

from pathfinder.cli.commands.config import ConfigOption
from pathfinder.cli.commands.inspect import JsonOption
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import UserError
from pathfinder.protocols.graph.types import SourceType

if TYPE_CHECKING:
    from pathfinder.cli.screen.lines import Shown

DocsOption = Annotated[
    Path | None,
    typer.Option("--docs", help="A folder of documents to search: Markdown, HTML, PDF, office files, mail."),
]
DocsAsOption = Annotated[
    SourceType | None, typer.Option("--docs-as", help="What kind of source the documents are (unknown).")
]
TrustOption = Annotated[
    bool | None,
    typer.Option("--trust-front-matter", help="Take address, date, author and type from the documents."),
]
SourcesOption = Annotated[
    Path | None, typer.Option("--sources", help="A table of your own: which site is what kind of source.")
]
EngineOption = Annotated[
    str | None,
    typer.Option("--engine", help="claude, exa, hybrid, academic, searxng, mcp:NAME, local; several with +."),
]
SinceOption = Annotated[
    datetime | None, typer.Option("--from", formats=["%Y-%m-%d"], help="Only pages from this day on.")
]
UntilOption = Annotated[
    str | None,
    typer.Option(
        "--until",
        metavar="STATE|DAY",
        help="Go on until answered, saturated or a limit; or: only pages up to this DAY.",
    ),
]
AllowDomainOption = Annotated[
    list[str] | None, typer.Option("--allow-domain", help="Only pages under this domain; repeat for more.")
]
BlockDomainOption = Annotated[
    list[str] | None, typer.Option("--block-domain", help="No page under this domain; repeat for more.")
]
AllowRemoteOption = Annotated[
    bool, typer.Option("--allow-remote", help="With --docs: web engines and a remote model may be used.")
]
AllowSettingsOption = Annotated[
    bool,
    typer.Option(
        "--allow-settings", help="Allow the addresses, folders and models that session and config ask for."
    ),
]
ModelOption = Annotated[
    str | None,
    typer.Option("--model", help="One model for all calls, NAME or PROVIDER:NAME; `reading-list`: none."),
]
PresetOption = Annotated[
    Literal["economy", "balanced", "best"] | None,
    typer.Option("--preset", help="Which models answer which calls (balanced)."),
]
PromptsOption = Annotated[
    Path | None, typer.Option("--prompts", help="A folder of prompts of your own, in place of ours.")
]
PriceOption = Annotated[
    list[str] | None, typer.Option("--price", help="MODEL=INPUT,OUTPUT, dollars per million tokens.")
]
RateOption = Annotated[int, typer.Option("--rate", min=1, help="Model calls per minute, at most.")]
ParallelOption = Annotated[
    int | None, typer.Option("--parallel", min=1, max=10, help="Explorers at once (5).")
]
IterationsOption = Annotated[int | None, typer.Option("--iterations", min=1, help="End after so many (100).")]
BudgetOption = Annotated[float | None, typer.Option("--budget", min=0, help="Dollars, at most (10).")]
MinutesOption = Annotated[int | None, typer.Option("--max-minutes", min=1, help="End after so many minutes.")]
ExplorerSecondsOption = Annotated[
    float | None, typer.Option("--explorer-seconds", help="Cut an Explorer short after so many (1200).")
]
StopState = Literal["limit", "saturated", "answered"]
StopWhenOption = Annotated[
    StopState | None,
    typer.Option("--stop-when", help="The same as `--until answered`; beside `--until DAY`."),
]
QuickOption = Annotated[
    bool | None,
    typer.Option("--quick/--no-quick", help="Without round 3, with the preset economy (--no-quick)."),
]
LengthOption = Annotated[
    Literal["short", "normal", "full"] | None, typer.Option("--length", help="Length of the answer (normal).")
]
LangOption = Annotated[
    Literal["ko", "en"] | None, typer.Option("--lang", help="Language of reports (the question's).")
]
TextLangOption = Annotated[
    Literal["ko", "en"] | None, typer.Option("--lang", help="Language of the text (the question's).")
]
WriterModelOption = Annotated[str | None, typer.Option("--model", help="The model that writes.")]
TraceOption = Annotated[
    str | None,
    typer.Option("--trace", metavar="URL", help="Send traces to this OpenTelemetry collector."),
]
EventsOption = Annotated[bool, typer.Option("--events", help="Every event as one JSON object a line.")]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help="Say only how it ended.")]
VerboseOption = Annotated[bool, typer.Option("--verbose", "-v", help="Say every event, in plain lines.")]


@dataclass(frozen=True)
class Flags:
    """How a run is to be done, as the command line says it. One field is one option."""

    docs: DocsOption = None
    docs_as: DocsAsOption = None
    trust_front_matter: TrustOption = None
    sources: SourcesOption = None
    engine: EngineOption = None
    since: SinceOption = None
    until: UntilOption = None
    allow_domain: AllowDomainOption = None
    block_domain: BlockDomainOption = None
    allow_remote: AllowRemoteOption = False
    allow_settings: AllowSettingsOption = False
    model: ModelOption = None
    preset: PresetOption = None
    prompts: PromptsOption = None
    price: PriceOption = None
    rate: RateOption = 1000
    parallel: ParallelOption = None
    iterations: IterationsOption = None
    budget: BudgetOption = None
    max_minutes: MinutesOption = None
    explorer_seconds: ExplorerSecondsOption = None
    stop_when: StopWhenOption = None
    quick: QuickOption = None
    length: LengthOption = None
    lang: LangOption = None
    trace: TraceOption = None
    config: ConfigOption = None
    json_: JsonOption = False
    events: EventsOption = False
    quiet: QuietOption = False
    verbose: VerboseOption = False

    def settings(self) -> dict[str, Any]:
        """What was said about settings of the config, by their paths."""
        if self.budget is not None and not isfinite(self.budget):
            raise UserError(Message("budget-wrong"))
        said = {
            "models.all": self.model,
            "models.preset": self.preset,
            "prompts": str(self.prompts.resolve()) if self.prompts else None,
            "search.engine": self.engine,
            "search.domains.allow": self.allow_domain,
            "search.domains.block": self.block_domain,
            "research.parallel_count": self.parallel,
            "research.max_iterations": self.iterations,
            "research.budget_usd": self.budget,
            "research.max_minutes": self.max_minutes,
            "research.explorer_seconds": self.explorer_seconds,
            "research.stop_when": self.stop_when or self._until_state(),
            "research.answer_length": self.length,
            "research.language": self.lang,
            "trace.endpoint": self.trace,
        }
        return {path: value for path, value in said.items() if value is not None}

    def until_day(self) -> date | None:
        """The last day of pages, if `--until` names one."""
        if self.until is None or self._until_state() is not None:
            return None
        try:
            return date.fromisoformat(self.until)
        except ValueError:
            raise UserError(Message("until-wrong")) from None

    def _until_state(self) -> StopState | None:
        return next((state for state in get_args(StopState) if state == self.until), None)

    def shown(self) -> "Shown":
        """How much is printed of the run, and in which form."""
        forms: dict[Shown, bool] = {
            "json": self.json_,
            "events": self.events,
            "quiet": self.quiet,
            "all": self.verbose,
        }
        asked = [name for name, wanted in forms.items() if wanted]
        if len(asked) > 1:
            raise UserError(Message("output-options-exclude"))
        return asked[0] if asked else "normal"


def with_flags(command: Callable[..., None]) -> Callable[..., None]:
    """A command whose last parameter, `flags`, becomes one option for each field of Flags."""
    own = [known for name, known in inspect.signature(command).parameters.items() if name != "flags"]
    types = get_type_hints(Flags, include_extras=True)
    options = [
        inspect.Parameter(
            option.name, inspect.Parameter.KEYWORD_ONLY, default=option.default, annotation=types[option.name]
        )
        for option in fields(Flags)
    ]

    @wraps(command)
    def spread(**given: Any) -> None:  # noqa: ANN401  (typer passes each option as its own type)
        flags = Flags(**{name: given.pop(name) for name in types})
        command(**given, flags=flags)

    taken = [known.replace(kind=inspect.Parameter.KEYWORD_ONLY) for known in own]
    hints = get_type_hints(command, include_extras=True)
    spread.__signature__ = inspect.Signature([*taken, *options])  # type: ignore[attr-defined]  # typer reads it
    spread.__annotations__ = {name: hints[name] for name in hints if name != "flags"} | types
    return spread
