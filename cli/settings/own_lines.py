"""Lines that are kept in the user's own configuration, outside every session."""

from collections.abc import Iterable, Mapping

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.cli.settings.environment import user_folder
from pathfinder.protocols.errors import StorageFailed


def own_lines(environ: Mapping[str, str], name: str) -> list[str]:
    """The lines of a file there; none if it is not there or cannot be read."""
    folder = user_folder(environ)
    if folder is None:
        return []
    try:
        written = Disk().read_if_there(folder / name) or b""
    except StorageFailed:
        return []
    return written.decode(errors="replace").splitlines()


def add_own_lines(environ: Mapping[str, str], name: str, lines: Iterable[str]) -> None:
    """Append to it; StorageFailed if that fails. Without a folder of the user's own nothing is kept."""
    folder, disk = user_folder(environ), Disk()
    if folder is None:
        return
    for missing in reversed([place for place in (folder, *folder.parents) if disk.stat(place) is None]):
        disk.make_folder(missing)
    disk.append(folder / name, "".join(f"{line}\n" for line in lines).encode())
