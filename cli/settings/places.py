"""Where the sessions of a folder are."""

import os
import stat
from pathlib import Path
from typing import Final

FOLDER: Final = ".research"
_OTHERS_WRITE: Final = stat.S_IWGRP | stat.S_IWOTH


def sessions_folder() -> Path:
    """`.research` in this folder or in the nearest folder above that has one; here, if none has.

    A folder above counts only if nobody else can have put it there: it is the user's own, no link, and lies
    where others may not write. So `/tmp/.research` is used in `/tmp` alone.
    """
    here = Path(FOLDER)
    try:
        if os.path.lexists(here):
            return here
        return next((folder for above in Path.cwd().parents if _is_ours(folder := above / FOLDER)), here)
    except OSError:  # This folder was deleted, or one above it may not be searched.
        return here


def _is_ours(folder: Path) -> bool:
    try:
        found, around = folder.lstat(), folder.parent.stat()
    except OSError:
        return False
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.geteuid() and not around.st_mode & _OTHERS_WRITE
