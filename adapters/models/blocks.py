"""The varying part of a prompt in the order that pays: what calls share first, what differs last.

The provider keeps the beginning of a prompt for some minutes and reads it at a tenth of the price or less,
up to the last marked place that is the same, byte for byte. Each block says in its tag what it is, so their
order is free. All Explorers of an iteration share the question and the hypotheses; the pages of one Explorer
share its objective as well; the page itself is met once, so it comes last and is not marked: writing costs a
quarter more than reading for the first time, which a page read again by few would not earn back.
"""

import re

_SHARED: dict[str, tuple[tuple[str, ...], ...]] = {
    "explorer.read": (("question", "parts"),),
    "writer.answer": (
        ("pages", "facts"),
        ("question", "research", "parts", "claims", "audit", "settled", "not_found"),
    ),
}
"""By call: groups of blocks, from the most shared to the least. The end of each is marked."""
ALONE = frozenset({"lead.decompose", "thinker.ideate", "writer.edit", "writer.check"})
"""Calls that are made once in minutes, or all at once: nobody would read what they write to the cache."""

_BLOCK = re.compile(r'^<material name="(\w+)">\n.*?\n</material>\n*', re.DOTALL | re.MULTILINE)


def ordered(call: str, varying: str) -> tuple[str, ...]:
    """The text in parts, all but the last to be marked; one part if the blocks are not all there."""
    blocks = {found[1]: found[0] for found in _BLOCK.finditer(varying)}
    groups = _SHARED.get(call, ())
    if not groups or not all(name in blocks for group in groups for name in group):
        return (varying,)
    rest, parts = varying, []
    for group in groups:
        parts.append("".join(blocks[name] for name in group))
        for name in group:
            rest = rest.replace(blocks[name], "", 1)
    return (*parts, rest) if rest.strip() else (varying,)
