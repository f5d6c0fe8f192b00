"""A request read as the model would read it: the blocks of material, and the passages of a page."""

import json
import re
from dataclasses import dataclass
from typing import Any

_MATERIAL = re.compile(r'^<material name="(\w+)">\n(.*?)\n</material>$', re.DOTALL | re.MULTILINE)
_PASSAGE = re.compile(r'^<passage number="(\d+)">\n(.*?)\n</passage>$', re.DOTALL | re.MULTILINE)
_FIELD = re.compile(r"^(Language of your answer|Choose at most|Turns left|Target): (.+)$", re.MULTILINE)


@dataclass(frozen=True)
class Material:
    """What was asked."""

    title: str
    """Of the schema: which type of answer is wanted."""
    blocks: dict[str, str]
    passages: tuple[str, ...]
    fields: dict[str, str]

    def __getitem__(self, name: str) -> Any:
        return json.loads(self.blocks[name])

    def lines(self, name: str) -> list[dict[str, Any]]:
        """A block that is one JSON object a line."""
        return [json.loads(line) for line in self.blocks[name].splitlines() if line]


def material(body: dict[str, Any]) -> Material:
    """The first turn of a request; a repair turn asks for the same again."""
    asked = text(body["messages"][0]["content"])
    page = asked.partition("<untrusted_page>\n")[2]
    return Material(
        title=schema_title(body),
        blocks=dict(_MATERIAL.findall(asked.replace(page, ""))),
        passages=tuple(text for _, text in _PASSAGE.findall(page)),
        fields=dict(_FIELD.findall(asked)),
    )


def text(content: Any) -> str:
    """The words of a turn, in one block or several."""
    return content if isinstance(content, str) else "".join(block["text"] for block in content)


def schema_title(body: dict[str, Any]) -> str:
    """The type of answer that a request wants, said in the schema sent or in the prompt."""
    schema = body.get("output_config", {}).get("format", {}).get("schema", {})
    if not schema and body.get("system"):
        told = dict(_MATERIAL.findall(text(body["system"]))).get("schema")
        schema = json.loads(told) if told else {}
    return str(schema.get("title", ""))
