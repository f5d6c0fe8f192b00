"""The digest of a step whose key says all of its input: a search or a fetch."""

import hashlib

from pathfinder.protocols.ids import StepKey


def step_digest(step: StepKey) -> str:
    """What the journal compares when the step is asked again."""
    return hashlib.sha256(step.encode()).hexdigest()
