"""Ctrl-C and a request to end, for a run and for a batch alike."""

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress


@contextmanager
def ending_safely(ask: Callable[[], None], asked: Callable[[], bool]) -> Iterator[None]:
    """The first signal asks for a safe end, the second ends at once; `asked` says if one was asked for.

    The end of the terminal asks for a safe end as well, unless whoever started this (`nohup`) has it ignored.
    What handled these signals before (a screen does) handles them again afterwards.
    """
    loop, task = asyncio.get_running_loop(), asyncio.current_task()

    def on_signal() -> None:
        if asked() and task is not None:
            task.cancel()
        ask()

    def on_hangup() -> None:
        # It may come twice, from the shell and from the terminal, and means one thing.
        if not asked():
            ask()

    handlers = {signal.SIGINT: on_signal, signal.SIGTERM: on_signal}
    hangup: signal.Signals | None = getattr(signal, "SIGHUP", None)
    if hangup is not None and signal.getsignal(hangup) is not signal.SIG_IGN:
        handlers[hangup] = on_hangup
    before = {number: signal.getsignal(number) for number in handlers}
    # Only the main thread of a POSIX process can listen; elsewhere the control file is the way.
    with suppress(NotImplementedError, RuntimeError, ValueError):
        for number, handler in handlers.items():
            loop.add_signal_handler(number, handler)
    try:
        yield
    finally:
        with suppress(NotImplementedError, RuntimeError, ValueError):
            for number, earlier in before.items():
                loop.remove_signal_handler(number)
                if earlier is not None:
                    signal.signal(number, earlier)
