"""The nightly file: set-up, inspection, dry run, run, approval, undo."""
