"""How every command is built: common options, help with an example, arguments that must be text."""

from __future__ import annotations

import inspect
import os
import sys
import warnings
from collections.abc import Callable
from getpass import GetPassWarning
from pathlib import Path
from typing import Any

import click

from bridge.cli.command_table import summary_of
from bridge.cli.output import Answer, Listing
from bridge.cli.session import Session

_CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


def ask_hidden(what: str, *, twice: bool = False, from_stdin: bool = False) -> str:
    """What was typed without echo; without a terminal it comes from standard input, without a
    warning. With `from_stdin` nothing is asked: it is the next line.
    """
    if from_stdin:
        return sys.stdin.readline().strip()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", GetPassWarning)
        again: str | bool = "Once more" if twice else False
        return str(click.prompt(what, hide_input=True, confirmation_prompt=again, err=True))


def _format_example(example: str) -> str:
    """The example as a line that is never wrapped, so that it can be copied."""
    return f"\b\nExample:\n  {example}"


pass_session = click.make_pass_decorator(Session)
"""Gives a command its Session as the first argument."""


def _store_option(name: str) -> Callable[[click.Context, click.Parameter, object], object]:
    """Stores a common option, given anywhere between the words; the last one counts."""

    def keep(context: click.Context, _option: click.Parameter, value: object) -> object:
        session = context.find_object(Session)
        if session is not None and value not in (None, False):
            setattr(session.options, name, _decode_value(value, context))
        return value

    return keep


class FolderType(click.Path):
    """A folder. Refuses an empty word, of an unset variable: it would mean the current one."""

    def convert(
        self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None
    ) -> str | bytes | os.PathLike[str]:
        if not os.fspath(value):
            self.fail("it is empty; name a folder, or leave the option out.", param, ctx)
        return super().convert(value, param, ctx)


def _make_option(flag: str, name: str, **attributes: Any) -> click.Option:  # noqa: ANN401 - those of click
    return click.Option([flag], expose_value=False, callback=_store_option(name), **attributes)


def common_options() -> list[click.Parameter]:
    """The options that every command takes (contract §8)."""
    folder = "The data folder, in place of the usual one (or set COUNTERPART_DATA_DIR)."
    shop = "Which shop, where there are several (or set COUNTERPART_SHOP)."
    kind = FolderType(path_type=Path, file_okay=False)
    return [
        _make_option("--data-dir", "data_dir", type=kind, metavar="DIR", help=folder),
        _make_option("--shop", "shop", metavar="NAME", help=shop),
        _make_option("--staging", "staging", is_flag=True, help="Its staging shop, where calls are tried."),
        _make_option("--json", "as_json", is_flag=True, help="Print JSON for programs, errors too."),
    ]


_csv_option = click.option(
    "--csv", is_flag=True, expose_value=False, callback=_store_option("as_csv"), help="Print CSV for a spreadsheet."
)


def decode_word(word: str, context: click.Context) -> str:
    """A word as text. A terminal of another encoding gives UTF-8 as raw bytes: decoded too."""
    if word.isascii() or not any("\ud800" <= char <= "\udfff" for char in word):
        return word
    try:
        return os.fsencode(word).decode("utf-8")
    except UnicodeError:
        printable = word.encode("utf-8", "backslashreplace").decode()
        context.fail(f"{printable} is not UTF-8 text; set the terminal to UTF-8 and type it again.")


def _decode_value(value: object, context: click.Context) -> object:
    if isinstance(value, str):
        return decode_word(value, context)
    return tuple(_decode_value(word, context) for word in value) if isinstance(value, tuple) else value


class Command(click.Command):
    """One command; its help ends with `example`. It prints the answer that its function returns."""

    def __init__(self, name: str | None = None, *, example: str, **attributes: Any) -> None:  # noqa: ANN401 - click's
        attributes["params"] = [*(attributes.get("params") or []), *common_options()]
        super().__init__(name, epilog=_format_example(example), context_settings=dict(_CONTEXT), **attributes)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        rest = super().parse_args(ctx, args)
        for name, value in ctx.params.items():
            ctx.params[name] = _decode_value(value, ctx)
        return rest

    def invoke(self, ctx: click.Context) -> object:
        """Returns an exit code, or None for 0."""
        result = super().invoke(ctx)
        if not isinstance(result, Answer | Listing):
            return result
        result.show(ctx.ensure_object(Session))
        return None


def declare(
    example: str, *, name: str = "", group: str = "", more: str = "", csv: bool = False, hidden: bool = False
) -> Callable[[Callable[..., object]], Command]:
    """Makes a command of a function that gets the Session first. The function has the command's
    name; its text is the help, after the summary of a command that belongs to no group.

    `example` is the words after the command, or a whole line. `more` is help that names a constant.
    """

    def make(function: Callable[..., object]) -> Command:
        called = name or function.__name__.rstrip("_").replace("_", "-")
        line = example if "counterpart " in example else " ".join(filter(None, ("counterpart", group, called, example)))
        text = [] if group else [summary_of(called)]
        text += [inspect.cleandoc(part) for part in (function.__doc__, more) if part]
        decorate = click.command(called, cls=Command, help=" ".join(text), example=line, hidden=hidden)
        callback = pass_session(function)
        return decorate(_csv_option(callback) if csv else callback)

    return make


class CommandGroup(click.Group):
    """Commands about one thing. Without a command it prints in one line what it can do."""

    command_class = Command

    def __init__(self, name: str, *, example: str, more: str = "", **attributes: Any) -> None:  # noqa: ANN401 - click's
        """`example`: words after the group's name, or a line; `more` comes after its summary."""
        attributes.setdefault("callback", ask_for_command)
        if "help" not in attributes:
            attributes["help"] = f"{summary_of(name)} {more}".rstrip()
        super().__init__(
            name,
            epilog=_format_example(example if "counterpart " in example else f"counterpart {name} {example}"),
            context_settings=dict(_CONTEXT),
            invoke_without_command=True,
            params=common_options(),
            **attributes,
        )

    def declare(
        self, example: str = "", *, name: str = "", more: str = "", csv: bool = False, hidden: bool = False
    ) -> Callable[[Callable[..., object]], Command]:
        def make(function: Callable[..., object]) -> Command:
            group = self.name or ""
            command = declare(example, name=name, group=group, more=more, csv=csv, hidden=hidden)(function)
            self.add_command(command)
            return command

        return make

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """In the order of their definition: the most used first."""
        return list(self.commands)


@click.pass_context
def ask_for_command(context: click.Context) -> None:
    """What a group does without a command."""
    family = context.command
    if context.invoked_subcommand is None and isinstance(family, click.Group):
        *others, last = family.list_commands(context)
        words = f"{', '.join(others)} or {last}" if others else last
        context.fail(f"Say what to do: {words}.")
