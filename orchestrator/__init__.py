"""The order of a run: the phases of an iteration, the judging rounds, fan-out and control."""
