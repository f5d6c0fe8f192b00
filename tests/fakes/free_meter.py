"""A meter that counts without a limit: for searches whose price is not what the test is about."""

from collections.abc import Callable
from random import Random

from pathfinder.adapters.metering.attempts import Meter
from pathfinder.adapters.metering.ledger import CapLedger
from pathfinder.adapters.metering.limiter import NoLimit
from pathfinder.protocols.calls.ports import Journal
from tests.fakes.fixed_clock import FixedClock


def free_meter(journal: Journal, gate: Callable[[], None] = lambda: None) -> Meter:
    """What a search is paid from and recorded in."""
    return Meter(journal, CapLedger(None), NoLimit(), FixedClock(), Random(1), gate)
