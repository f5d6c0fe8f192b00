"""A model and sources that follow a script, behind the same ports as the real ones."""
