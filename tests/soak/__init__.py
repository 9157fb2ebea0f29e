"""The long forms of the tests: `python -m tests.soak`."""
