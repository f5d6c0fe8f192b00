"""Where each setting comes from, the later over the earlier: the default, the user's own file, the file of
the home folder, the environment, the session, a flag.

The home folder and the session may have come with data, so what they say about addresses, keys, folders,
models and money counts only as far as the user has allowed it (`cli/settings/allowed.py`).

The file is JSON in which `//` comments and a comma before a closing bracket are allowed, so that a line of
what `config init` wrote can be switched on by taking its `//` away.
"""

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import TypeAdapter, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from pathfinder.adapters.system import system_reason
from pathfinder.cli.settings.allowed import PermissionRequest, allowed, escaped, guarded
from pathfinder.cli.settings.environment import user_folder
from pathfinder.config import COMMON_MEANINGS, MEANINGS, Config
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import UserError
from pathfinder.protocols.frozen import Frozen

Origin = Literal["default", "user", "file", "environment", "session", "flag"]
Written = Mapping[str, Any]
"""Settings by their path, such as `research.budget_usd`, as JSON has them."""

NAME = "config.json"
PREFIX = "PATHFINDER_"
_COMMENT = re.compile(r'("(?:\\.|[^"\\])*")|//[^\n]*')
_SPARE_COMMA = re.compile(r'("(?:\\.|[^"\\])*")|,(?=\s*[}\]])')
_EXA_TYPE = "search.exa.search_type"
OTHER_NAMES: Mapping[str, str] = {
    "search.parallel_count": "research.parallel_count",
    "search.claude.fetch_content": "search.fetch_content",
}
"""Keys of config files for earlier programs, and the settings that they are now."""
MOST_IGNORED = 5


@dataclass(frozen=True)
class Resolved:
    """The config as it holds now, and where each value comes from."""

    config: Config
    origins: Mapping[str, Origin]
    warnings: tuple[str, ...] = ()
    wishes: tuple[PermissionRequest, ...] = ()
    """What the session or the config of the home folder asked for and was not allowed. It does not count."""

    def given(self, path: str) -> bool:
        """Whether anybody said it; otherwise it is the default."""
        return self.origins[path] != "default"


@dataclass(frozen=True)
class _Layer:
    origin: Origin
    values: Written
    named: str
    """What to call it when one of its values is wrong."""
    from_data: bool = False
    """It may have come with a cloned folder or a backup."""


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
    permitted: Collection[str] | None = None,
) -> Resolved:
    """The config. `file` stands in for the one in the home folder; UserError in one sentence if it is wrong.

    `flags` are those of this command, `session` those that the session was started with. `permitted` stands
    in for what the user has allowed so far.
    """
    place = file or home / NAME
    known = [path for path, _ in leaves()]
    if unknown := next((path for path in session or {} if path not in known), None):
        raise UserError(Message("session-options-refused", reason=_unknown(unknown, known)))
    folder = user_folder(environ)
    ignored: list[str] = []
    own = {} if folder is None else _read(folder / NAME, ignored, must_exist=False)
    layers = (
        _Layer("user", own, "" if folder is None else str(folder / NAME)),
        # A file that the user has named is the user's choice.
        _Layer(
            "file", _read(place, ignored, must_exist=file is not None), str(place), from_data=file is None
        ),
        _Layer("environment", dict(_from_environment(environ)), "the environment"),
        _Layer("session", session or {}, "the session's asked.json", from_data=True),
        _Layer("flag", flags or {}, "the command line"),
    )
    merged = _merged(layers)
    warnings = (*ignored, *_without_keyword(merged.values, merged.named))
    config = _validated(merged)
    if not any(layer.from_data and layer.values for layer in layers):
        return Resolved(config, merged.origins, warnings)
    wishes = _refuse(merged, layers, allowed(environ) if permitted is None else permitted)
    return Resolved(_validated(merged) if wishes else config, merged.origins, warnings, wishes)


@dataclass(frozen=True)
class _Merged:
    """Layers on top of each other."""

    values: dict[str, Any]
    origins: dict[str, Origin]
    named: dict[str, str]


def _merged(layers: Iterable[_Layer]) -> _Merged:
    known = _Merged(
        dict(flat(Config().model_dump(mode="json"))), {path: "default" for path, _ in leaves()}, {}
    )
    for layer in layers:
        for path, value in layer.values.items():
            known.values[path], known.origins[path] = value, layer.origin
            known.named[path] = variable(path) if layer.origin == "environment" else layer.named
    return known


def _validated(merged: _Merged) -> Config:
    try:
        return Config.model_validate_json(json.dumps(_nested(merged.values)), strict=True)
    except ValidationError as error:
        raise UserError(_sentence(error.errors()[0], merged.named)) from None


def _refuse(
    merged: _Merged, layers: Sequence[_Layer], permitted: Collection[str]
) -> tuple[PermissionRequest, ...]:
    """Put the user's own values back where data asks for something that was not allowed."""
    own = _merged(layer for layer in layers if not layer.from_data)
    by = {layer.origin: layer for layer in layers if layer.from_data}
    from_data = {path for path, origin in merged.origins.items() if origin in by}
    found: dict[PermissionRequest, None] = {}
    for guard, wishes in guarded(merged.values, own.values, from_data):
        if all(wish in permitted for wish in wishes):
            continue
        origin = next(merged.origins[path] for path in guard.paths if path in from_data)
        who = (
            Message("this-session")
            if origin == "session"
            else Message("the-config", path=escaped(by[origin].named))
        )
        found |= {PermissionRequest(who, wish): None for wish in wishes if wish not in permitted}
        for path in guard.paths:
            if path in merged.values:
                merged.values[path], merged.origins[path] = own.values[path], own.origins[path]
    return tuple(found)


def flat(
    value: Mapping[str, Any], before: str = "", unknown: list[str] | None = None
) -> Iterator[tuple[str, Any]]:
    """A config as JSON, setting by setting. A key that there is not is added to `unknown`, or a UserError."""
    known = dict(leaves())
    sections = {path.rpartition(".")[0] for path in known}
    sections |= {section.partition(".")[0] for section in sections}
    for name, inner in value.items():
        path = f"{before}{name}"
        if path in known:
            yield path, inner
        elif path in OTHER_NAMES and OTHER_NAMES[path] in known:
            yield OTHER_NAMES[path], inner
        elif path not in sections and unknown is not None:
            unknown.append(path)
        elif path not in sections:
            raise UserError(Message("sentence", text=_unknown(path, sorted({*known, *sections} - {""}))))
        elif not isinstance(inner, dict):
            raise UserError(Message("setting-is-a-group", path=path, value=json.dumps(inner)))
        else:
            yield from flat(inner, f"{path}.", unknown)


def _unknown(path: str, known: list[str]) -> Message:
    """Told with the likest neighbour, or else with the likest name anywhere."""
    group, _, last = path.rpartition(".")
    near: list[str] = []
    for among in ([name for name in known if name.rpartition(".")[0] == group], known):
        by_last = {name.rpartition(".")[2]: name for name in reversed(among)}
        near = near or [by_last[word] for word in get_close_matches(last, by_last, 1, 0.7)]
    if near:
        return Message("no-such-setting-near", path=ascii(path), near=near[0])
    return Message("no-such-setting", path=ascii(path))


def _read(path: Path, ignored: list[str], *, must_exist: bool) -> dict[str, Any]:
    """The settings of a file; keys that are no setting are left out, with one warning for all of them."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        if must_exist:
            raise UserError(Message("config-missing", path=path)) from None
        return {}
    except (OSError, UnicodeDecodeError) as error:
        reason = Message("file-not-utf8") if isinstance(error, UnicodeDecodeError) else system_reason(error)
        raise UserError(Message("config-unreadable", path=path, reason=reason)) from None
    # Comments give way to blanks of the same length, so that a fault is told at its true place.
    bare = _COMMENT.sub(lambda found: found[1] or " " * len(found[0]), text)
    bare = _SPARE_COMMA.sub(lambda found: found[1] or " ", bare)
    try:
        value = json.loads(bare, object_pairs_hook=_once)
        if not isinstance(value, dict):
            raise UserError(Message("config-not-an-object"))  # noqa: TRY301  (told with the file's name below)
        unknown: list[str] = []
        values = dict(flat(value, unknown=unknown))
        if unknown:
            ignored.append(_ignored(path, unknown))
        return values
    except json.JSONDecodeError as error:
        where = Message("place-line-column", line=str(error.lineno), column=error.colno)
        raise UserError(Message("config-not-json", path=path, reason=error.msg, where=where)) from None
    except UserError as error:
        raise UserError(Message("config-refused", path=path, reason=error)) from None
    except (ValueError, RecursionError):
        raise UserError(Message("config-too-deep", path=path)) from None


def _ignored(path: Path, unknown: Sequence[str]) -> str:
    """One line on all keys that are no setting; the first with the setting that may have been meant."""
    known = [name for name, _ in leaves()]
    near = _unknown(unknown[0], [*known, *Config.model_fields]).fields.get("near")
    names = ", ".join(ascii(name)[1:-1] for name in unknown[:MOST_IGNORED])
    if len(unknown) > MOST_IGNORED:
        names = Message("list-more", names=names, count=len(unknown) - MOST_IGNORED)
    if near is not None:
        return Message("settings-ignored-near", path=path, names=names, near=near)
    return Message("settings-ignored", path=path, names=names)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; a key that stands in it twice is a mistake that JSON would hide."""
    known: dict[str, Any] = {}
    for name, value in pairs:
        if name in known:
            raise UserError(Message("config-key-twice", name=ascii(name)))
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
            if near:
                raise UserError(Message("variable-unknown-near", name=name, near=near[0]))
            raise UserError(Message("variable-unknown", name=name))


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
    reason = Message("setting-names-variable") if path.endswith("api_key_env") else problem(error)
    where = named.get(path) or Message("setting-of-config")
    return Message("setting-refused", place=place, where=where, reason=reason)


_PROBLEMS = {"int": "value-integer", "float": "value-number", "date": "value-date", "datetime": "value-date"}
_BOUNDS = {
    "greater_than_equal": ("value-at-least", "ge"),
    "less_than_equal": ("value-at-most", "le"),
    "greater_than": ("value-more-than", "gt"),
    "less_than": ("value-less-than", "lt"),
}


def problem(error: "ErrorDetails") -> str:
    """What is wrong with a value, as the end of a sentence."""
    context = error.get("ctx", {})
    if (bound := _BOUNDS.get(error["type"])) is not None:
        return Message(bound[0], bound=str(context[bound[1]]))
    if (known := _PROBLEMS.get(error["type"].partition("_")[0])) is not None:
        return Message(known)
    told = error["msg"].removeprefix("Value error, ")
    return told[:1].lower() + told[1:]
