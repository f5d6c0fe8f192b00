"""Parts of the research that can be left out, one at a time, to see what they are good for."""

from pathfinder.protocols.frozen import Frozen


class Switches(Frozen):
    """For measurements and for callers of the library; a user has no flag for these."""

    reflexion: bool = True
    """Lessons are kept, rules are learned from them, and drift rules ask them how to go on."""
    drift: bool = True
    """What goes in circles is changed; off, repeats are still not searched."""
    falsification: bool = True
    """What is verified is visited again, to try to break it."""
    round_robin: bool = True
    """Slots go round the classes; off, the first class that has a target takes every slot."""


EVERYTHING = Switches()
