"""The nightly file: its set-up, its questions, its runs, and when a file is held back."""
