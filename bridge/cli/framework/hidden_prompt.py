"""Passphrases and keys, typed without echo."""

from __future__ import annotations

import warnings
from getpass import GetPassWarning

import click


def ask_hidden(what: str, *, twice: bool = False) -> str:
    """What was typed without echo; without a terminal it comes from standard input, without a
    warning.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", GetPassWarning)
        again: str | bool = "Once more" if twice else False
        return str(click.prompt(what, hide_input=True, confirmation_prompt=again, err=True))
