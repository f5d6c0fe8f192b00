"""The outside world, one port each: models, search, fetch, storage, journal, ledger and limiter."""
