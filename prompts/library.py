"""The wording of each call: Markdown files with a version, declared inputs and the type they ask for.

A file has three parts: a head between `---` lines, the part that never changes, and, after a line `=====`,
the part into which the inputs are filled. Only the last part is a template, so the one before it is the same,
byte for byte, for every call of a kind. Limits of the answer are named, not written, `{Reading.claims}` for
a list or a text, `{ReadObservation.concepts.each}` for the texts in a list; reading the file fills in the
numbers of the type. A file is a call's prompt if its name has two parts (`role.call.md`); `repair.md` is the
one turn that all calls share. A folder of the user's own may replace any of them.
"""

import re
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from string import Template
from types import MappingProxyType
from typing import NamedTuple

from pathfinder.protocols.calls.questions import QUESTIONS
from pathfinder.protocols.frozen import Frozen

REPAIR = "repair"
LOCK = "prompts.lock"

_FILE = re.compile(
    r"---\nversion: (?P<version>[1-9][0-9]*)\n"
    r"inputs: \[(?P<inputs>[a-z_, ]*)\]\n"
    r"output: (?P<output>\w+)\n---\n"
    r"(?P<stable>.*?)^=====\n(?P<varying>.*)",
    re.DOTALL | re.MULTILINE,
)
_LIMIT = re.compile(r"\{([A-Z]\w*(?:\.\w+)+)\}")


class Filled(NamedTuple):
    """A prompt ready to send: what all calls of its kind share, then what is this call's own."""

    stable: str
    varying: str


class Prompt(Frozen):
    """The wording of one call."""

    name: str
    version: int
    sha256: str
    """Of the text with its limits filled in: who changes a limit changes the prompt."""
    inputs: tuple[str, ...]
    output: str
    """The name of the type it asks for."""
    stable: str
    varying: str

    def fill(self, **inputs: str) -> Filled:
        """The prompt with its inputs; one that is missing or spare raises ValueError."""
        if inputs.keys() != set(self.inputs):
            missing, spare = (
                sorted(set(self.inputs) - inputs.keys()),
                sorted(inputs.keys() - set(self.inputs)),
            )
            raise ValueError(f"prompt {self.name}: missing inputs {missing}, spare inputs {spare}")
        # Filled in one pass: a `$` inside an input stays what it is.
        return Filled(self.stable, Template(self.varying).substitute(inputs))


def read(name: str, text: str) -> Prompt:
    """A prompt from the text of its file; one that is not well formed raises ValueError."""
    parts = _FILE.fullmatch(text)
    if parts is None:
        raise ValueError(
            f"prompt {name}: a head with version, inputs and output, and one line ===== belong in it"
        )
    told = limits(parts["output"])
    unknown = [limit for limit in _LIMIT.findall(text) if limit not in told]
    if unknown:
        raise ValueError(f"prompt {name}: {parts['output']} has no limit {unknown[0]}")
    text = _LIMIT.sub(lambda found: f"{told[found[1]]:,}", text)
    parts = _FILE.fullmatch(text) or parts
    inputs = tuple(word.strip() for word in parts["inputs"].split(",") if word.strip())
    varying = Template(parts["varying"].strip())
    if not varying.is_valid() or sorted(varying.get_identifiers()) != sorted(inputs):
        raise ValueError(f"prompt {name}: its placeholders are not the inputs it declares")
    return Prompt(
        name=name,
        version=int(parts["version"]),
        sha256=sha256(text.encode()).hexdigest(),
        inputs=inputs,
        output=parts["output"],
        stable=parts["stable"].strip(),
        varying=varying.template,
    )


@cache
def limits(output: str) -> Mapping[str, int]:
    """The most that each list and text of a type of answer may have, by its place: `Reading.claims`."""
    answer = next((question.answer for question in QUESTIONS if question.answer.__name__ == output), None)
    if answer is None:
        return {}
    schema, found = answer.model_json_schema(), dict[str, int]()
    for part in (schema, *schema.get("$defs", {}).values()):
        for name, field in part.get("properties", {}).items():
            place = f"{part['title']}.{name}"
            for one in (field, *field.get("anyOf", ())):
                if one.keys() & {"maxItems", "maxLength"}:
                    found[place] = one.get("maxItems", one.get("maxLength"))
                if "maxLength" in one.get("items", {}):
                    found[f"{place}.each"] = one["items"]["maxLength"]
    return found


@cache
def prompts() -> Mapping[str, Prompt]:
    """Every prompt that ships with the product, by name."""
    found = {}
    for file in sorted(files(__package__).iterdir(), key=lambda file: file.name):
        if file.name.endswith(".md"):
            name = file.name.removesuffix(".md")
            found[name] = read(name, file.read_text(encoding="utf-8"))
    return MappingProxyType(found)


def overridden(folder: Path) -> Mapping[str, Prompt]:
    """The prompts of the product with those of a folder in their place; ValueError says what is wrong there.

    A file takes the place of the prompt of its name, asks for the same type and takes the same inputs: what
    is asked may be worded anew, what is known and what is wanted may not change.
    """
    try:
        own = sorted(path for path in folder.iterdir() if path.suffix == ".md")
        texts = {path.stem: path.read_text(encoding="utf-8-sig") for path in own}
    except OSError as error:
        raise ValueError(f"it cannot be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise ValueError("it holds a file that is not UTF-8 text") from error
    if not texts:
        raise ValueError(
            "it holds no prompt; copy one of Pathfinder's there (explorer.read.md) and change it"
        )
    return MappingProxyType({**prompts(), **{name: _own(name, text) for name, text in texts.items()}})


def _own(name: str, text: str) -> Prompt:
    shipped = prompts().get(name)
    if shipped is None:
        raise ValueError(f"there is no prompt {name} to replace; there are {', '.join(prompts())}")
    own = read(name, text)
    if sorted(own.inputs) != sorted(shipped.inputs):
        raise ValueError(f"prompt {name}: its inputs must be {', '.join(shipped.inputs)}")
    if own.output != shipped.output:
        raise ValueError(f"prompt {name}: it must ask for {shipped.output}")
    return own


def prompt(name: str) -> Prompt:
    """The prompt of a call; one that is not there raises KeyError."""
    return prompts()[name]


def fill(name: str, **inputs: str) -> Filled:
    """A call's prompt with its inputs; missing or spare ones raise ValueError."""
    return prompt(name).fill(**inputs)


class Locked(NamedTuple):
    """A line of the lock: a wording that was in use once."""

    name: str
    version: int
    sha256: str


def locked() -> tuple[Locked, ...]:
    """The wordings on record, oldest first for each name; the last of a name is the one in use."""
    lines = files(__package__).joinpath(LOCK).read_text(encoding="utf-8").splitlines()
    entries = (line.split() for line in lines if line and not line.startswith("#"))
    return tuple(Locked(name, int(version), digest) for name, version, digest in entries)
