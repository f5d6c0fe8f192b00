"""Where each setting comes from: the default, the file, the environment, the session, a flag; the later wins.

The file is JSON in which `//` comments and a comma before a closing bracket are allowed, so that a line of
what `config init` wrote can be switched on by taking its `//` away.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import TypeAdapter, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from pathfinder.cli.config import COMMON_MEANINGS, MEANINGS, Config
from pathfinder.protocols.errors import UserError
from pathfinder.protocols.frozen import Frozen

Origin = Literal["default", "file", "environment", "session", "flag"]
Written = Mapping[str, Any]
"""Settings by their path, such as `research.budget_usd`, as JSON has them."""

NAME = "config.json"
PREFIX = "PATHFINDER_"
_COMMENT = re.compile(r'("(?:\\.|[^"\\])*")|//[^\n]*')
_SPARE_COMMA = re.compile(r'("(?:\\.|[^"\\])*")|,(?=\s*[}\]])')
_EXA_TYPE = "search.exa.search_type"


@dataclass(frozen=True)
class Resolved:
    """The config as it holds now, and where each value comes from."""

    config: Config
    origins: Mapping[str, Origin]
    warnings: tuple[str, ...] = ()

    def given(self, path: str) -> bool:
        """Whether anybody said it; otherwise it is the default."""
        return self.origins[path] != "default"


@dataclass(frozen=True)
class _Layer:
    origin: Origin
    values: Written
    named: str
    """What to call it when one of its values is wrong."""


def leaves(section: type[Frozen] = Config, before: str = "") -> Iterator[tuple[str, FieldInfo]]:
    """Every single setting: its path and its type."""
    for name, field in section.model_fields.items():
        inner = field.annotation
        if isinstance(inner, type) and issubclass(inner, Frozen):
            yield from leaves(inner, f"{before}{name}.")
        else:
            yield f"{before}{name}", field


def meaning(path: str, field: FieldInfo) -> str:
    """What a setting is for, in a sentence."""
    return field.description or MEANINGS.get(path) or COMMON_MEANINGS.get(path.rpartition(".")[2], "")


def variable(path: str) -> str:
    """The environment variable of a setting."""
    return PREFIX + path.replace(".", "_").upper()


def resolve(
    home: Path,
    environ: Mapping[str, str],
    flags: Written | None = None,
    *,
    file: Path | None = None,
    session: Written | None = None,
) -> Resolved:
    """The config. `file` stands in for the one in the home folder; UserError in one sentence if it is wrong.

    `flags` are those of this command, `session` those that the session was started with.
    """
    place = file or home / NAME
    layers = (
        _Layer("file", _read(place, must_exist=file is not None), str(place)),
        _Layer("environment", dict(_from_environment(environ)), "the environment"),
        _Layer("session", session or {}, "the session's asked.json"),
        _Layer("flag", flags or {}, "the command line"),
    )
    origins: dict[str, Origin] = {path: "default" for path, _ in leaves()}
    values = dict(flat(Config().model_dump(mode="json")))
    named: dict[str, str] = {}
    for layer in layers:
        for path, value in layer.values.items():
            values[path], origins[path] = value, layer.origin
            named[path] = variable(path) if layer.origin == "environment" else layer.named
    warnings = _without_keyword(values, named)
    try:
        config = Config.model_validate_json(json.dumps(_nested(values)), strict=True)
    except ValidationError as error:
        raise UserError(_sentence(error.errors()[0], named)) from None
    return Resolved(config, origins, warnings)


def flat(value: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """A config as JSON, setting by setting; UserError for a key that there is not."""
    known = dict(leaves())
    sections = {path.rpartition(".")[0] for path in known}
    sections |= {section.partition(".")[0] for section in sections}
    for name, inner in value.items():
        path = f"{before}{name}"
        if path in known:
            yield path, inner
        elif path not in sections:
            raise UserError(f"{_unknown(path, sorted({*known, *sections} - {''}))}.")
        elif not isinstance(inner, dict):
            raise UserError(f"{path} is a group of settings and takes an object, not {json.dumps(inner)}.")
        else:
            yield from flat(inner, f"{path}.")


def _unknown(path: str, known: list[str]) -> str:
    """Told with the likest neighbour, or else with the likest name anywhere."""
    group, _, last = path.rpartition(".")
    near: list[str] = []
    for among in ([name for name in known if name.rpartition(".")[0] == group], known):
        by_last = {name.rpartition(".")[2]: name for name in reversed(among)}
        near = near or [by_last[word] for word in get_close_matches(last, by_last, 1, 0.7)]
    hint = f"; did you mean {near[0]}" if near else "; `pathfinder config show` lists what there is"
    return f"There is no setting {path!a}{hint}"


def _read(path: Path, *, must_exist: bool) -> dict[str, Any]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        if must_exist:
            raise UserError(f"There is no config at {path}.") from None
        return {}
    except (OSError, UnicodeDecodeError) as error:
        reason = "it is not UTF-8" if isinstance(error, UnicodeDecodeError) else error.strerror
        raise UserError(f"The config {path} cannot be read: {reason}.") from None
    # Comments give way to blanks of the same length, so that a fault is told at its true place.
    bare = _COMMENT.sub(lambda found: found[1] or " " * len(found[0]), text)
    bare = _SPARE_COMMA.sub(lambda found: found[1] or " ", bare)
    try:
        value = json.loads(bare, object_pairs_hook=_once)
        if not isinstance(value, dict):
            raise UserError("it has to be one object in braces.")  # noqa: TRY301  (told with the file's name below)
        return dict(flat(value))
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise UserError(f"The config {path} is not JSON: {error.msg} in {where}.") from None
    except (UserError, RecursionError) as error:
        raise UserError(f"The config {path} was not taken: {error}") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; a key that stands in it twice is a mistake that JSON would hide."""
    known: dict[str, Any] = {}
    for name, value in pairs:
        if name in known:
            raise UserError(f"{name!a} stands there twice.")
        known[name] = value
    return known


def _from_environment(environ: Mapping[str, str]) -> Iterator[tuple[str, Any]]:
    """What variables say. One of ours that is no setting is refused: a slip must not go unseen."""
    names = {variable(path): (path, field) for path, field in leaves()}
    groups = tuple(f"{PREFIX}{name}_".upper() for name in Config.model_fields)
    for name, text in sorted(environ.items()):
        if name in names:
            path, field = names[name]
            yield path, _parsed(text, field)
        elif name.startswith(groups):
            near = get_close_matches(name, names, 1)
            hint = f"; did you mean {near[0]}" if near else ""
            raise UserError(f"The variable {name} is no setting{hint}.")


def _parsed(text: str, field: FieldInfo) -> Any:  # noqa: ANN401  (JSON of any kind)
    """The text as a value of the setting's type, if it is JSON for one; otherwise as it is written."""
    kind: TypeAdapter[Any] = TypeAdapter(Annotated[field.annotation, field])  # type: ignore[arg-type]  # known at run time
    try:
        return kind.dump_python(kind.validate_json(text, strict=True), mode="json")
    except ValidationError:
        return text


def _without_keyword(values: dict[str, Any], named: Mapping[str, str]) -> tuple[str, ...]:
    if values[_EXA_TYPE] != "keyword":
        return ()
    values[_EXA_TYPE] = "auto"
    return (f"{_EXA_TYPE} (in {named[_EXA_TYPE]}): Exa has no `keyword` search any more; auto is used.",)


def _nested(values: Written) -> dict[str, Any]:
    whole: dict[str, Any] = {}
    for path, value in values.items():
        *sections, name = path.split(".")
        inner = whole
        for section in sections:
            inner = inner.setdefault(section, {})
        inner[name] = value
    return whole


def _sentence(error: ErrorDetails, named: Mapping[str, str]) -> str:
    """What is wrong with a value. The value is not repeated: it may be a key that landed here by mistake."""
    place = ".".join(str(part) for part in error["loc"])
    path = next((path for path in named if place == path or place.startswith(f"{path}.")), place)
    told = error["msg"].removeprefix("Value error, ")
    if path.endswith("api_key_env"):
        told = "it takes the name of an environment variable, such as EXA_API_KEY, never the key itself"
    return f"{place} in {named.get(path, 'the config')} was not taken: {told[:1].lower()}{told[1:]}."
