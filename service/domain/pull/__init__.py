"""The nightly file: its set-up, its questions, its runs, and the rules for approval."""
