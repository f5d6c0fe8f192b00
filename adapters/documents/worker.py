"""The process that parses: `python -m pathfinder.adapters.documents.worker LIMITS`.

It gives itself its limits before it sees a file, opens no file, and answers each request with one reply. A
file that breaks it ends this process only; the other side (workers.py) says so and starts another.

Request: two lengths (header, content), the header as JSON, the content as it is. Reply: a length, then JSON.
"""

import json
import os
import resource
import sys
from collections.abc import Mapping
from typing import BinaryIO, get_args

from pathfinder.adapters.documents.kinds import Kind
from pathfinder.adapters.documents.parsing import Unreadable, parsed
from pathfinder.adapters.documents.worker_frames import LENGTH, LENGTHS
from pathfinder.locales.catalogue import Message, packed, text_of

OPEN_FILES = 64
_KINDS: Mapping[str, Kind] = {kind: kind for kind in get_args(Kind)}

_TROUBLE = (
    ArithmeticError,
    AttributeError,
    LookupError,
    OSError,
    RuntimeError,
    SyntaxError,
    TypeError,
    ValueError,
)
"""What parsers raise over a file they do not understand; lxml's and PDFium's errors are among them."""


def main() -> None:
    """Serve until the other side closes the pipe."""
    limits = json.loads(sys.argv[1])
    _limit(limits["memory_bytes"])
    sys.addaudithook(_refuse_the_outside)
    # A parser that prints must not be taken for a reply.
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    serve(sys.stdin.buffer, replies, limits["cpu_seconds"])


def serve(requests: BinaryIO, replies: BinaryIO, cpu_seconds: int) -> None:
    """Answer every request of the stream."""
    while lengths := requests.read(LENGTHS.size):
        header_length, content_length = LENGTHS.unpack(lengths)
        header = json.loads(requests.read(header_length))
        content = requests.read(content_length)
        _allow_cpu(cpu_seconds)
        reply = json.dumps(_reply(header, content)).encode()
        replies.write(LENGTH.pack(len(reply)) + reply)
        replies.flush()


def _reply(header: dict[str, str], content: bytes) -> dict[str, object]:
    kind = _KINDS[header["kind"]]
    try:
        found = parsed(kind, content, int(header["characters"]), header.get("charset", ""))
        return {**found._asdict(), "unread": packed(found.unread)}
    except Unreadable as error:
        return {"reason": packed(text_of(error)), "empty": error.empty, "passing": error.passing}
    except MemoryError:
        return {"reason": packed(Message("document-needs-memory")), "spent": True, "passing": True}
    except _TROUBLE as error:
        return {"reason": packed(Message("document-not-parsed", reason=type(error).__name__))}


def _refuse_the_outside(event: str, _: tuple[object, ...]) -> None:
    """A document that makes its parser call out, or start something, makes it fail."""
    if event.startswith(("socket.", "subprocess.", "os.exec", "os.fork", "os.posix_spawn", "os.system")):
        raise OSError(f"a parser may not use {event}")


def _limit(memory_bytes: int) -> None:
    """No core file, no written file, few open ones, and memory up to the limit."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_NOFILE, (OPEN_FILES, OPEN_FILES))
    _lower(resource.RLIMIT_AS, memory_bytes)


def _allow_cpu(seconds: int) -> None:
    """This much more, for the next file; the kernel ends the process at the soft limit."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    _lower(resource.RLIMIT_CPU, int(used.ru_utime + used.ru_stime) + 1 + seconds)


def _lower(which: int, wanted: int) -> None:
    """The soft limit, under whatever hard limit we were started with."""
    _, hard = resource.getrlimit(which)
    soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(which, (soft, hard))


if __name__ == "__main__":
    main()
