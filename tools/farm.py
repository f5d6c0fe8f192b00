"""The link farm: the import tree of the product as plain folders, for tools that see no import hooks.

`python -m tools.farm DIR` makes `DIR/pathfinder/` out of links, from the package table of pyproject.toml.
"""

import shutil
import sys
import tomllib
from os.path import relpath
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
IMPORT_NAME = "pathfinder"


def packages() -> dict[str, Path]:
    """Each package of the distribution with its folder, as pyproject.toml maps it."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        setuptools = tomllib.load(file)["tool"]["setuptools"]
    return {name: ROOT / setuptools["package-dir"][name] for name in setuptools["packages"]}


def plant(farm: Path) -> Path:
    """Make the farm anew and return it; a package that does not lie in its parent's folder is refused."""
    top = farm / IMPORT_NAME
    shutil.rmtree(top, ignore_errors=True)
    top.mkdir(parents=True)
    folders = packages()
    for module in folders[IMPORT_NAME].iterdir():
        if module.suffix in {".py", ".pyi", ".typed"}:
            _link(top / module.name, module)
    for name, folder in folders.items():
        parent, _, child = name.rpartition(".")
        if parent == IMPORT_NAME:
            _link(top / child, folder)
        elif parent and folder != folders[parent] / child:
            raise ValueError(f"{name} must lie in {folders[parent] / child}, not in {folder}")
    return farm


def _link(place: Path, target: Path) -> None:
    place.symlink_to(relpath(target, place.parent.resolve()))


if __name__ == "__main__":
    plant(Path(sys.argv[1]))
