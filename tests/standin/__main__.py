"""`python -m tests.standin [PORT]`: serve until interrupted; prints its address, then its key."""

import sys
from contextlib import suppress
from threading import Event

from tests.standin.server import Standin

if __name__ == "__main__":
    with Standin(port=int(sys.argv[1]) if len(sys.argv) > 1 else 0) as api:
        sys.stdout.write(f"{api.base_url}\n{api.key}\n")
        sys.stdout.flush()
        with suppress(KeyboardInterrupt):
            Event().wait()
