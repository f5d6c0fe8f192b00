"""What is said before a run is near the bill; `python -m bench forecast` does the same for all kinds."""

import pytest

from bench.bench_forecast import KINDS, WITHIN, Kind, forecast_usd_micros, session

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("kind", [KINDS[1], KINDS[3]], ids=lambda kind: kind.told)
def test_a_forecast_is_within_its_limit_of_the_bill(kind: Kind) -> None:
    billed = session(kind, 100_000_000).billed_usd_micros
    assert 1 / WITHIN <= forecast_usd_micros(kind) / billed <= WITHIN
