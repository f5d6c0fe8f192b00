"""What the process has freed goes back to the system, so that a long run takes no more than a short one."""

import ctypes
import os
import sys
from collections.abc import Mapping
from contextlib import suppress

LARGE_BYTES = 256 * 1024
"""Blocks from this size on are mapped one by one, and gone when they are freed."""
_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8
"""Numbers of mallopt(3)."""


def give_back_what_is_freed(environ: Mapping[str, str]) -> bool:
    """Tell the allocator of the C library; False where there is nothing to tell.

    Left to itself, glibc raises the size from which it maps a block to that of the largest one freed so far,
    and gives each thread a heap of its own. The vectors of a page, the JSON of a graph and the views are
    large and short-lived: after a hundred iterations two thirds of the heap were holes between small things
    that live long (ADR 28). Whoever has set the allocator by its own variables is not overruled.
    """
    if not _is_glibc() or any(name.startswith(("MALLOC_", "GLIBC_TUNABLES")) for name in environ):
        return False
    mallopt = ctypes.CDLL(None).mallopt
    settings = ((_ARENA_MAX, 1), (_MMAP_THRESHOLD, LARGE_BYTES), (_TRIM_THRESHOLD, LARGE_BYTES))
    return all(mallopt(name, value) == 1 for name, value in settings)


def _is_glibc() -> bool:
    with suppress(AttributeError, OSError, ValueError):
        return sys.platform == "linux" and (os.confstr("CS_GNU_LIBC_VERSION") or "").startswith("glibc")
    return False
