"""Fetch the graph library of the HTML report from the npm registry: python -m tools.vendor_graph_library

Its version and the hashes of what is taken from it are pinned here. The files are kept in the repository, so
nobody needs npm to build or test; this script shows where they come from, and takes a newer version: change
VERSION, run it, compare the new hashes it names with the package's own, and write them down.
"""

import hashlib
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.farm import ROOT

PACKAGE, VERSION = "cytoscape", "3.34.4"
FOLDER = ROOT / "reports" / "html" / "vendor"
FILES = {
    "package/dist/cytoscape.min.js": (
        "cytoscape.min.js",
        "081591ab735b2b6a3b31a3c60f8f3a3e2fee8c92939e0c7820ad1208571b6cd8",
    ),
    "package/LICENSE": (
        "cytoscape.LICENSE.txt",
        "eb319c6e6f233607f71e8e2f450391751883cfc0eeb3ca7ef574c13d1d9c2203",
    ),
}
"""What is taken from the package, the name it gets, and the SHA-256 it must have."""


def main() -> int:
    """Fetch, compare, and only then write."""
    npm = shutil.which("npm")
    if npm is None:
        print("npm is not installed here.", file=sys.stderr)
        return 1
    with TemporaryDirectory() as scratch:
        # npm checks the package against the digest that the registry publishes for it.
        subprocess.run(
            [npm, "pack", "--silent", f"{PACKAGE}@{VERSION}"], cwd=scratch, check=True, capture_output=True
        )
        found = taken(next(Path(scratch).glob("*.tgz")))
    wrong = [
        f"{FILES[name][0]}: {digest(data)}" for name, data in found.items() if digest(data) != FILES[name][1]
    ]
    if wrong:
        print("These are not the pinned files, and were not written:", *wrong, sep="\n", file=sys.stderr)
        return 1
    for name, data in found.items():
        (FOLDER / FILES[name][0]).write_bytes(data)
    print(f"{PACKAGE} {VERSION} is in {FOLDER.relative_to(ROOT)}.")
    return 0


def taken(archive: Path) -> dict[str, bytes]:
    """The files we want, out of the package."""
    with tarfile.open(archive) as package:
        found = {name: package.extractfile(name) for name in FILES}
        return {name: file.read() for name, file in found.items() if file is not None}


def digest(data: bytes) -> str:
    """SHA-256, in hex."""
    return hashlib.sha256(data).hexdigest()


if __name__ == "__main__":
    sys.exit(main())
