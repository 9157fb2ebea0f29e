"""The long forms of what the tests show shortly: `python -m tests.soak`."""
