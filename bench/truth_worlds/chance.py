"""Chance that is a function of what it is about: asked again, it says the same."""

from hashlib import blake2b


def share(*about: object) -> float:
    """A number from 0 up to 1, fixed by what it is about, the same in every process."""
    written = "\x1f".join(str(part) for part in about)
    return int.from_bytes(blake2b(written.encode(), digest_size=7).digest(), "big") / (1 << 56)


def place(most: int, *about: object) -> int:
    """A number from 0 up to `most`, fixed in the same way."""
    return int(share(*about) * most)
