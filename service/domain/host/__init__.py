"""What the host reports about itself: its state, its self-test, its backups, and the progress of
long work.
"""
