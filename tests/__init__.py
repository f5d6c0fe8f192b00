"""The tests; `from tests.builders import ...` works from every test module."""
