"""The one exception of the set-up."""


class SetupError(Exception):
    """A fault of the environment; its text is one sentence that says what to do."""
