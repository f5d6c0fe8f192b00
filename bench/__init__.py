"""Measurements with limits; `make bench` runs them all.

A benchmark is `bench/bench_X.py` with `GROUP` and `run(size)`, and with `ALONE = True` if it measures time;
`python -m bench X --quick` runs one. `python -m bench.guard` keeps guarded figures once the changelog has
named a fall. Processor times are compared only with the floor of the same run.
"""
