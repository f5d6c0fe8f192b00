"""Measurements with limits; `make bench` runs them all."""
