"""Draws docs/architecture.svg from the import graph and the phases: python -m tools.architecture_picture.

A row is a layer; a box is a package with its number of modules. A line leads from a package to one that it
imports, the thicker the more imports there are.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import get_args
from xml.sax.saxutils import escape

import grimp

from tools.farm import IMPORT_NAME, ROOT, plant

LAYERS: tuple[tuple[str, ...], ...] = (
    ("cli",),
    ("serve", "mcp_server"),
    ("pathfinder",),
    (
        "orchestrator",
        "reports",
        "adapters.models",
        "adapters.metering",
        "adapters.search",
        "adapters.fetch",
        "adapters.documents",
        "adapters.language",
        "adapters.storage",
    ),
    ("agents", "prompts"),
    (
        "protocols.answer",
        "protocols.planning",
        "protocols.judging",
        "protocols.evidence",
        "protocols.calls",
        "protocols.graph",
        "protocols.text",
    ),
    ("locales",),
)
WIDTH, BOX_HEIGHT, GAP, ROW = 1180, 40, 10, 92
PHASE_COLOUR, BOX_COLOUR, LINE_COLOUR = "#0f766e", "#1e3a8a", "#64748b"


def imports() -> tuple[Counter[str], Counter[tuple[str, str]]]:
    """How many modules each package of the picture has, and how many imports lead from one to another."""
    with TemporaryDirectory() as folder:
        sys.path.insert(0, str(plant(Path(folder))))
        graph = grimp.build_graph(IMPORT_NAME, exclude_type_checking_imports=False, cache_dir=None)
    modules = Counter(package_of(module) for module in graph.modules)
    edges = Counter(
        (package_of(importer), package_of(imported))
        for importer in graph.modules
        for imported in graph.find_modules_directly_imported_by(importer)
    )
    return modules, edges


def package_of(module: str) -> str:
    """The box that a module belongs to; what has no box of its own belongs to `pathfinder`."""
    name = module.removeprefix(IMPORT_NAME).removeprefix(".") + "."
    boxes = [box for layer in LAYERS for box in layer]
    return next((box for box in boxes if name.startswith(f"{box}.")), IMPORT_NAME)


def places() -> dict[str, tuple[float, float, float]]:
    """Left edge, top and width of each box."""
    found: dict[str, tuple[float, float, float]] = {}
    for row, layer in enumerate(LAYERS):
        width = (WIDTH - GAP * (len(layer) + 1)) / max(len(layer), 3)
        left = (WIDTH - len(layer) * width - (len(layer) - 1) * GAP) / 2
        for column, box in enumerate(layer):
            found[box] = (left + column * (width + GAP), row * ROW + 60, width)
    return found


def drawn() -> Iterator[str]:
    """The lines of the picture."""
    modules, edges = imports()
    boxes = places()
    height = len(LAYERS) * ROW + 150
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        'font-family="system-ui, sans-serif" font-size="13">'
    )
    yield f'<rect width="{WIDTH}" height="{height}" fill="white"/>'
    yield '<text x="12" y="28" font-size="16">Packages: each row imports only from rows below it</text>'
    for (start, end), count in sorted(edges.items()):
        if start != end and start in boxes and end in boxes and boxes[start][1] < boxes[end][1]:
            (x1, y1, w1), (x2, y2, w2) = boxes[start], boxes[end]
            thick = min(6, 0.6 + count / 25)
            yield (
                f'<line x1="{x1 + w1 / 2:.0f}" y1="{y1 + BOX_HEIGHT:.0f}" x2="{x2 + w2 / 2:.0f}" '
                f'y2="{y2:.0f}" stroke="{LINE_COLOUR}" stroke-opacity="0.45" stroke-width="{thick:.1f}"/>'
            )
    for box, (x, y, width) in boxes.items():
        name = box.rpartition(".")[2] if "." in box else box
        yield box_at(x, y, width, BOX_COLOUR)
        yield text_at(x + width / 2, y + 17, name)
        yield text_at(x + width / 2, y + 32, f"{modules[box]} modules", size=10)
    for prefix in ("adapters", "protocols"):
        first = next(box for box in boxes if box.startswith(f"{prefix}."))
        x, y, _ = boxes[first]
        yield f'<text x="{x:.0f}" y="{y - 5:.0f}" fill="{LINE_COLOUR}" font-size="11">{prefix}/</text>'
    yield from phases(len(LAYERS) * ROW + 60)
    yield "</svg>"


def phases(top: float) -> Iterator[str]:
    """The phases of an iteration, in their order."""
    # Imported after the graph was built: it is built of the link farm, not of what is installed.
    from pathfinder.protocols.calls.events import Phase

    names = [str(name) for name in get_args(Phase)]
    width = (WIDTH - GAP * (len(names) + 1)) / len(names)
    yield f'<text x="12" y="{top - 10:.0f}" font-size="16">Phases of one iteration</text>'
    for number, name in enumerate(names):
        x = GAP + number * (width + GAP)
        yield box_at(x, top, width, PHASE_COLOUR)
        yield text_at(x + width / 2, top + 25, name)


def box_at(x: float, y: float, width: float, colour: str) -> str:
    """A box."""
    return f'<rect x="{x:.0f}" y="{y:.0f}" width="{width:.0f}" height="{BOX_HEIGHT}" rx="6" fill="{colour}"/>'


def text_at(x: float, y: float, text: str, size: int = 13) -> str:
    """White text in the middle of a box."""
    return (
        f'<text x="{x:.0f}" y="{y:.0f}" fill="white" text-anchor="middle" font-size="{size}">'
        f"{escape(text)}</text>"
    )


def main() -> None:
    (ROOT / "docs" / "architecture.svg").write_text("\n".join(drawn()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
