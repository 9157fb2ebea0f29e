"""The options of `counterpart pull setup`, and how they change the choices so far."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import accumulate
from pathlib import Path
from types import SimpleNamespace
from typing import TypeVar

import click

from bridge.cli.command_group import ask_hidden
from bridge.cli.parameter_types import Typed
from bridge.cli.pull_output import FORMATS
from bridge.cli.session import Session
from service.domain.errors import BadRequest, CounterpartError, NotFound
from service.domain.pull.file_inspection import FileInspection
from service.domain.pull.place_address import (
    FTP,
    READABLE,
    PlaceAddress,
    check_query,
    is_remote,
    parse_mail_query,
    parse_place,
)
from service.domain.pull.pull_choices import (
    ALL_SHEETS,
    COLUMN,
    MEMBER,
    QUANTITY,
    SHEET,
    SHEET_BRANCHES,
    SKU,
    VAT,
    VAT_PERCENT,
    WIDTHS,
    FileForm,
    PullChoices,
    SetupChoices,
)
from service.domain.pull.pulls import MissingRule, PlaceAccess, PullSetup
from service.domain.sentences import Sentence
from service.domain.settings import TIME_OF_DAY
from service.domain.webhooks.webhook_secrets import Secret
from service.pull.places.place_passwords import carry_access
from service.pull.settle import ENCODINGS

F = TypeVar("F", bound=Callable[..., object])

_DELIMITERS = {"comma": ",", "semicolon": ";", "tab": "\t", "pipe": "|", "tilde": "~", "caret": "^"}
_LONGEST_DELIMITER = 8


def _parse_pair(text: str) -> tuple[str, str]:
    """`LEFT=RIGHT`; the part after the first `=` may contain more of them, and may be empty."""
    left, sign, right = text.partition("=")
    if not sign or not left.strip():
        raise ValueError(f"{text!r} is no pair; write it with = between the two.")
    return left.strip(), right.strip()


def _parse_delimiter(text: str) -> str:
    """A name such as `tab`, or the characters themselves; `auto` stays as it is."""
    if text == "auto" or text in _DELIMITERS:
        return _DELIMITERS.get(text, text)
    signs = text.replace("\\t", "\t")
    if not 0 < len(signs) <= _LONGEST_DELIMITER or any(char.isalnum() or char in '"\r\n' for char in signs):
        names = ", ".join(_DELIMITERS)
        raise ValueError(f"{text!r} is no delimiter; write {names}, auto, or up to 8 signs such as ||.")
    return signs


def _parse_widths(text: str) -> tuple[int, ...]:
    """Parses `8,30,10` to the places at which the further columns begin; `auto` is ()."""
    if text == "auto":
        return ()
    parts = text.split(",")
    widths = [int(part) if part.strip().isdecimal() and len(part) < _LONGEST_DELIMITER else 0 for part in parts]
    if not all(widths):
        raise ValueError(f"{text!r} are no widths; write how wide each column is, such as 8,30,10.")
    return tuple(accumulate(widths))


def _parse_time(text: str) -> int:
    """A time of day, as minutes after midnight."""
    if TIME_OF_DAY.fault(text) is not None:
        raise ValueError(f"{text!r} is no time of day; write one from 00:00 to 23:59.")
    hour, _, minute = text.partition(":")
    return int(hour) * 60 + int(minute)


_PAIR, _TIME = Typed("pair", _parse_pair), Typed("time", _parse_time)

_OPTIONS = (
    click.option("--pattern", metavar="P", help="PATH is a folder: read its newest file that fits, like stock*.csv."),
    click.option("--at", "minute", type=_TIME, metavar="HH:MM", help="Local time; 02:00 at first."),
    click.option("--kind", type=click.Choice([*FORMATS, "auto"]), help="Format, in place of what is recognised."),
    click.option(
        "--encoding", type=click.Choice([*ENCODINGS, "auto"]),
        help="Encoding of a text file, or of an .xls from before Excel 97.",
    ),
    click.option(
        "--delimiter", type=Typed("delimiter", _parse_delimiter, strips=False), metavar="NAME|SIGNS",
        help=f"What is between the cells: {', '.join(_DELIMITERS)}, auto, or signs such as || (\\t is a tab).",
    ),
    click.option(
        "--widths", type=Typed("widths", _parse_widths), metavar="8,30,10",
        help="Text without delimiters: the widths of the columns but the last; auto recognises them again.",
    ),
    click.option("--member", metavar="NAME", help="File of a zip archive, also with stars; auto if there is one."),
    click.option(
        "--sheet", "--element", "sheets", metavar="NAME", multiple=True,
        help="Sheet of a workbook, table of a web page, element of XML that is a row, or list of JSON; several sheets "
        "are read as one list, or as a branch each. Repeatable.",
    ),
    click.option("--header-row", type=click.IntRange(0, 500_000), metavar="N", help="Line of the names; 0 for none."),
    click.option(
        "--column", "columns", type=_PAIR, multiple=True, metavar="FIELD=COLUMN",
        help="A column feeds a field: price_fils=Retail. Cars: fit=Fits, or fit_make, fit_model, fit_year_from, "
        "fit_year_to. Repeatable.",
    ),
    click.option("--leave-out", "left_out", multiple=True, metavar="FIELD", help="Nothing feeds a field. Repeatable."),
    click.option(
        "--branch-column", "branch_columns", type=_PAIR, multiple=True, metavar="COLUMN=BRANCH",
        help="A column holds the quantity of a branch. Repeatable.",
    ),
    click.option(
        "--fixed", type=_PAIR, multiple=True, metavar="FIELD=VALUE",
        help="A field is the same in the whole file: branch=Sitra; FIELD= takes it back. Repeatable.",
    ),
    click.option("--fit", "fit_as_offered", is_flag=True, help="Read cars from where they were recognised."),
    click.option("--money", type=click.Choice(["bhd", "fils"]), help="What a price in the file counts."),
    click.option("--decimal", type=click.Choice(["point", "comma"]), help="What is before decimals."),
    click.option(
        "--answer", "answers", type=_PAIR, multiple=True, metavar="QUESTION=ANSWER",
        help="Answers a question about the file; KEY= takes the answer back. Repeatable.",
    ),
    click.option("--vat/--no-vat", default=None, help="The prices include 10% VAT, which is taken off."),
    click.option(
        "--missing", type=click.Choice([rule.value for rule in MissingRule]),
        help="What happens to active items that the file lacks: they stay, as at first; their stock is zero; they are "
        "inactive.",
    ),
    click.option("--missing-inactive", "missing", flag_value="inactive", help="The same as --missing inactive."),
    click.option("--missing-stay", "missing", flag_value="stay", help="The same as --missing stay."),
    click.option("--watch/--no-watch", default=None, help="Read the file also within a minute of each change."),
    click.option(
        "--query", metavar="TEXT",
        help="What is asked at an address. A database: one SELECT. A mailbox: `from: …; subject: …`.",
    ),
    click.option("--password-stdin", is_flag=True, help="Read the password of an address from standard input."),
    click.option("--new-password", is_flag=True, help="Ask for the password of an address again."),
    click.option(
        "--trust", metavar="SHA256:…|FILE|readable",
        help="The fingerprint of the server of an address, or a PEM file of authorities; empty for the system's. "
        "`readable`: FTP outside of this network may show the password.",
    ),
)  # fmt: skip


def setup_options(command: F) -> F:
    """Adds all set-up options to a command."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def find_setup(session: Session, path: str | None, typed: SimpleNamespace) -> SetupChoices:
    """What is set up, with what is typed; a typed path is recognised again. An address is reached
    once. Raises NotFound, BadRequest, FileError.
    """
    known = session.ask(session.backend.pulls.state(session.shop.id)).setup
    if path is None and known is None:
        raise NotFound(f"The pull is not set up. Name the file: `{session.command('pull setup FILE')}`.")
    setup = known or SetupChoices("")
    if path is not None:
        setup = SetupChoices(absolute_path(path), setup.minute, watch=setup.watch)
    setup = replace(
        setup,
        pattern=typed.pattern or setup.pattern,
        missing=setup.missing if typed.missing is None else MissingRule(typed.missing),
        minute=setup.minute if typed.minute is None else typed.minute,
        watch=setup.watch if typed.watch is None else typed.watch,
    )
    return _reach(session, setup, known, typed)


def _reach(session: Session, setup: SetupChoices, known: SetupChoices | None, typed: SimpleNamespace) -> SetupChoices:
    """Fetches the file of an address once; asks for the password, and whether an unknown server is
    the right one. A path of this computer is used as it is.
    """
    if not is_remote(setup.path):
        if typed.password_stdin or typed.new_password or typed.trust is not None or typed.query is not None:
            raise BadRequest(
                "--trust, --query, --new-password and --password-stdin are for addresses, such as https://…"
            )
        return replace(setup, access=PlaceAccess())
    address = parse_place(setup.path)
    if setup.watch and address.is_database:
        raise BadRequest("A database does not say when it changes, so it cannot be watched. Leave out --watch.")
    access = _access(address, known, typed)
    password = _ask_password(address, access, typed)
    if address.scheme == FTP:
        click.echo("FTP is not encrypted: others on the way can read the password and the file.", err=True)
    pulls, shop = session.backend.pulls, session.shop.id
    trial = session.ask(pulls.try_place(shop, replace(setup, access=access), password))
    if trial.unknown is not None:
        _check_trust(trial.unknown, trial.fingerprint)
        access = replace(trial.setup.access, trust=trial.fingerprint)
        trial = session.ask(pulls.try_place(shop, replace(trial.setup, access=access), None))
    return trial.setup


def _check_trust(unknown: Sentence, fingerprint: str) -> None:
    """Asks whether the server is the right one. Raises CounterpartError."""
    question = f"Is {fingerprint} the server's fingerprint?"
    if fingerprint == READABLE:
        question = "Send the password and the file so that others can read them?"
    if sys.stdin.isatty():
        click.echo(str(unknown), err=True)
    if not sys.stdin.isatty() or not click.confirm(question, err=True):
        raise CounterpartError(unknown)


def apply_options(
    choices: PullChoices, typed: SimpleNamespace, look: Callable[[PullChoices], FileInspection]
) -> PullChoices:
    """The choices with the options; `look` recognises the columns when single ones change."""
    answers = {**choices.answers, **dict(typed.answers)}
    answers |= {COLUMN + name: header for name, header in typed.columns}
    if typed.sheets and SHEET not in dict(typed.answers):
        answers.pop(SHEET, None)
    if typed.member is not None:
        answers.pop(MEMBER, None)
    if typed.widths is not None:
        answers.pop(WIDTHS, None)
    if (
        typed.sheets
        or (typed.member, typed.widths) != (None, None)
        or {SHEET, MEMBER, WIDTHS} & dict(typed.answers).keys()
    ):
        # Other sheets and files have other columns; those chosen by hand are answers.
        choices = replace(choices, columns=None, branches={})
    if typed.vat is not None:
        answers[VAT] = "off" if typed.vat else "keep"
    choices = replace(
        choices,
        form=_form(choices.form, typed),
        fixed={name: text for name, text in {**choices.fixed, **dict(typed.fixed)}.items() if text},
        prices_in_fils=choices.prices_in_fils if typed.money is None else typed.money == "fils",
        decimal_comma=choices.decimal_comma if typed.decimal is None else typed.decimal == "comma",
        vat_percent=choices.vat_percent if typed.vat is None else VAT_PERCENT * typed.vat,
        answers={key: text for key, text in answers.items() if text},
        fit_as_offered=choices.fit_as_offered or typed.fit_as_offered,
    )
    if not (typed.columns or typed.left_out or typed.branch_columns):
        return choices
    return _with_columns(look(choices).choices if choices.columns is None else choices, typed)


def _form(form: FileForm, typed: SimpleNamespace) -> FileForm:
    def chosen(before: str | None, now: str | None) -> str | None:
        return before if now is None else None if now == "auto" else now

    form = _choose_sheets(form, typed)
    return replace(
        form,
        kind=chosen(form.kind, typed.kind),
        encoding=chosen(form.encoding, typed.encoding),
        delimiter=chosen(form.delimiter, typed.delimiter),
        header_row=form.header_row if typed.header_row is None else typed.header_row,
        member=chosen(form.member, typed.member),
        breaks=form.breaks if typed.widths is None else typed.widths,
    )


def _choose_sheets(form: FileForm, typed: SimpleNamespace) -> FileForm:
    """The form with the typed sheets, or ready for the answer about them."""
    if typed.sheets:
        names = tuple(dict.fromkeys(name for name in typed.sheets if name))
        several = len(names) > 1
        return replace(
            form, sheet=names[0] if len(names) == 1 else None, sheets=names if several else (), other_sheets=None
        )
    answer = dict(typed.answers).get(SHEET)
    if answer is None:
        return form
    if answer in (ALL_SHEETS, SHEET_BRANCHES):
        return replace(form, sheet=None)
    return replace(form, sheet=None, sheets=(), other_sheets=None)


def _with_columns(choices: PullChoices, typed: SimpleNamespace) -> PullChoices:
    columns, branches = dict(choices.columns or {}), dict(choices.branches)

    def free(name: str, *, but_branches: bool = False) -> None:
        for header in [header for header, fed in columns.items() if fed == name]:
            if but_branches and header in branches:
                continue
            del columns[header]
            branches.pop(header, None)

    for name in typed.left_out:
        free(name)
    for name, header in typed.columns:
        if columns.get(header) == SKU and SKU not in dict(typed.columns):
            # The part number feeds a second field, which the answer about that field says.
            continue
        free(name)
        branches.pop(header, None)
        columns[header] = name
    for header, branch in typed.branch_columns:
        free(QUANTITY, but_branches=True)
        columns[header], branches[header] = QUANTITY, branch
    return replace(choices, columns=columns, branches=branches)


def absolute_path(path: str) -> str:
    """A path as it is stored; an address stays as it is."""
    return path.strip() if is_remote(path) else str(Path(path).expanduser().absolute())


def refuse_address(path: str) -> None:
    """Raises BadRequest for an address, which needs a set-up first."""
    if is_remote(path):
        raise BadRequest("An address is set up first: `counterpart pull setup ADDRESS`.")


def _access(address: PlaceAddress, known: SetupChoices | None, typed: SimpleNamespace) -> PlaceAccess:
    """The stored password and trust, if they are of the same user at the same server."""
    access = carry_access(None if known is None else PullSetup(known.path, "", access=known.access), address)
    if typed.trust is not None:
        access = replace(access, trust=_trust(typed.trust))
    query = access.query if typed.query is None else typed.query
    if address.is_database:
        return replace(access, query=check_query(query))
    if address.is_mailbox:
        parse_mail_query(query)
        return replace(access, query=query)
    if typed.query is not None:
        raise BadRequest("--query is for databases and mailboxes, such as postgresql://user@host/database.")
    return replace(access, query="")


def _trust(text: str) -> str:
    if text in ("", READABLE) or text.startswith("SHA256:"):
        return text
    return str(Path(text).expanduser().absolute())


def _ask_password(address: PlaceAddress, access: PlaceAccess, typed: SimpleNamespace) -> Secret | None:
    if typed.password_stdin:
        return Secret(sys.stdin.readline().rstrip("\r\n"))
    is_missing = address.needs_password and access.secret_name is None
    if is_missing or (typed.new_password and address.may_have_password):
        account = f"Password for {address.user or address.name}"
        return Secret(ask_hidden(f"Passphrase of {address.key_file}" if address.key_file else account))
    return None
