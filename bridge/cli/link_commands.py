"""`counterpart link`: the connection to a hosted marketplace (contract §10)."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import click
import msgspec

from bridge.cli.command_group import Command, CommandGroup, ask_hidden, csv_option, pass_session
from bridge.cli.command_table import summary_of
from bridge.cli.output import (
    format_count,
    format_local_time,
    format_yes_no,
    print_facts,
    print_json,
    print_line,
    print_list,
)
from bridge.cli.parameter_types import ACTION_ID
from bridge.cli.session import Session, open_secrets
from service.domain.catalogue.sku import fold, tidy
from service.domain.errors import NotFound, Refused
from service.domain.link.link_state import CODE, UpstreamAddress, check_key, check_not_here, parse_upstream_address
from service.domain.link.rehearsal import OnlyThere, RehearsalReport
from service.domain.sentences import message
from service.domain.settings import parse_settings
from service.domain.shops import Shop
from service.domain.times import format_rfc3339, parse_moment
from service.domain.webhooks.webhook_secrets import Secret
from service.link.link_errors import LinkFault
from service.store.engine.transaction import ReadTx, Tx
from service.store.link import pushed_items
from service.store.settings import read_settings
from service.usecases.link import edit_link, report_link
from service.usecases.link.ask_marketplace import withdraw_action

if TYPE_CHECKING:
    from service.link.upstream_check import UpstreamCheck

T = TypeVar("T")

link = CommandGroup(
    name="link",
    help=summary_of("link"),
    example="counterpart link set https://market.example",
)


@click.command(
    "waiting",
    cls=Command,
    help="Order actions that wait for the marketplace, oldest first.",
    example="counterpart link waiting",
)
@csv_option()
@pass_session
def waiting(session: Session) -> None:
    rows = session.read_shop(lambda db, shop: report_link.list_waiting(db, shop.id))
    print_list(
        session,
        rows,
        to_json=lambda row: row,
        headers=(">ID", "SINCE", "ORDER", "ACTION", "CAN BE WITHDRAWN", "WHY IT WAITS"),
        to_row=lambda row: (
            str(row.id),
            format_local_time(parse_moment(row.since)),
            row.order,
            row.action,
            format_yes_no(row.can_withdraw),
            row.message or "",
        ),
        empty="No action waits.",
    )


@click.command(
    "withdraw",
    cls=Command,
    help="Take back an action that was not sent yet. ID is that of `link waiting`.",
    example="counterpart link withdraw 12",
)
@click.argument("action_id", metavar="ID", type=ACTION_ID)
@pass_session
def withdraw(session: Session, action_id: int) -> None:
    taken_back = session.write_shop(lambda tx, shop: withdraw_action(tx, shop, action_id, now=session.now()))
    if session.as_json:
        print_json({"withdrawn": taken_back.id, "order": taken_back.reference, "action": taken_back.action})
    else:
        print_line(f"{taken_back.action} of {taken_back.reference} is withdrawn. The marketplace was not asked.")


@click.command(
    "practice",
    cls=Command,
    help="Switch the practice marketplace of the staging shop on or off. It runs inside the program, places orders "
    "at random, answers slowly, goes away and comes back. No account is needed, and nothing leaves this computer.",
    example="counterpart link practice on",
)
@click.argument("state", type=click.Choice(["on", "off"]))
@pass_session
def practice(session: Session, state: str) -> None:
    # Practice is in staging always, with or without --staging: it must never reach a live shop.
    session.options.staging = True
    if state == "on":
        _begin(session)
        return
    ended = session.write_shop(lambda tx, shop: edit_link.end_practice(tx, shop, by=session.author, now=session.now()))
    if session.as_json:
        print_json({"practice": False, "cancelled": ended})
    else:
        print_line(f"The practice ended. {format_count(ended, 'open order')} of it cancelled.")


def _begin(session: Session) -> None:
    shop = session.read(session.find_shop)
    session.write(lambda tx: edit_link.begin_practice(tx, shop, now=session.now()))
    if session.as_json:
        print_json(session.read(lambda db: report_link.report_link(db, shop.id, session.now())))
        return
    status, approve = session.command("link status"), session.command("link approve")
    print_line(f"{shop.name} (staging) is linked to the practice marketplace. Nothing leaves this computer.")
    print_line(f"The running program starts it. When `{status}` says held, agree with `{approve}`.")


@dataclass(frozen=True, slots=True)
class Connection:
    """The command's own database connection, for use cases that also use the secret store."""

    session: Session

    def write(self, work: Callable[[Tx], T]) -> Awaitable[T]:
        async def run() -> T:
            return self.session.write(work)

        return run()


@link.command(
    "set",
    help="Link the shop to a marketplace. The key is asked for, or read with --key-stdin. Nothing is stored until "
    "the marketplace answered, unless you insist with --anyway.",
    example="counterpart link set https://market.example",
)
@click.argument("url")
@click.option("--key-stdin", is_flag=True, help="Read the key from standard input.")
@click.option("--anyway", is_flag=True, help="Store it although the marketplace did not answer.")
@click.option("--yes", is_flag=True, help="Agree to http on the local network, where others could read the key.")
@pass_session
def set_(session: Session, url: str, key_stdin: bool, anyway: bool, yes: bool) -> None:
    shop, far = session.read(session.find_shop), parse_upstream_address(url)
    port = session.read(lambda db: parse_settings(read_settings(db))).port
    check_not_here(far, port)
    _agree_to_http(far, yes=yes)
    text = sys.stdin.readline() if key_stdin else ask_hidden("Key")
    key = Secret(check_key(text, staging=shop.staging))
    session.read(lambda db: edit_link.check_foreign_key(db, key.text))
    check = _look(session, far, key, anyway=anyway)
    secrets = open_secrets(session)
    asyncio.run(edit_link.set_link(Connection(session), secrets, shop, far, key, now=session.now()))
    if session.as_json:
        print_json({**_report(session, shop), "check": None if check is None else _check_json(check)})
        return
    print_line(f"{shop.name} is linked to {far.url}.")
    if check is not None:
        _tell_check(check)
    print_line(f"Nothing is sent yet. Look at what would change with `{session.command('link push --dry-run')}`.")


@link.command("check", help="Ask the marketplace whether it answers, and tell what it says.",
              example="counterpart link check")  # fmt: skip
@pass_session
def check(session: Session) -> None:
    from bridge.cli import link_calls  # noqa: PLC0415 - loads an HTTP client

    shop = session.read(session.find_shop)
    check = link_calls.check_link(session, shop)
    if session.as_json:
        print_json(_check_json(check))
    else:
        _tell_check(check)


@link.command("status", help="The state of the link, and what waits.", example="counterpart link status")
@pass_session
def status(session: Session) -> None:
    shop = session.read(session.find_shop)
    report = session.read(lambda db: report_link.report_link(db, shop.id, session.now()))
    if session.as_json:
        print_json(report)
        return
    print_facts(
        [
            ("Marketplace", report.url),
            ("State", report.state.value),
            ("", report.message),
            ("Last answer", _moment(report.last_answer_at)),
            ("To push", str(report.to_push)),
            ("Waiting since", _moment(report.oldest_waiting_at)),
            ("Actions waiting", str(report.actions_waiting)),
            ("Parked", str(report.parked)),
            ("Open orders", str(report.mirrored_open)),
            ("Event feed", format_yes_no(report.event_feed)),
            ("Compared", _moment(report.compared_at)),
        ]
    )
    for reference, sentence in session.read(lambda db: report_link.list_notices(db, shop.id)):
        print_line(f"{reference}: {sentence}")


@link.command("on", help="Switch the link on.", example="counterpart link on")
@pass_session
def on(session: Session) -> None:
    _switch(session, on=True)


@link.command("off", help="Switch the link off. All data stays, and what happens waits.",
              example="counterpart link off")  # fmt: skip
@pass_session
def off(session: Session) -> None:
    _switch(session, on=False)


def _switch(session: Session, *, on: bool) -> None:
    shop = session.read(session.find_shop)
    session.write(lambda tx: edit_link.switch_link(tx, shop, on=on))
    _tell_state(session, shop)


@link.command("remove", help="Remove the link and its key. Open orders of the marketplace have to be finished first.",
              example="counterpart link remove")  # fmt: skip
@click.option("--yes", is_flag=True, help="Also where orders of the marketplace are open.")
@pass_session
def remove(session: Session, yes: bool) -> None:
    shop, secrets = session.read(session.find_shop), open_secrets(session)
    asyncio.run(edit_link.remove_link(Connection(session), secrets, shop, anyway=yes, now=session.now()))
    if session.as_json:
        print_json({"removed": True})
    else:
        print_line(f"{shop.name} has no link any more.")


@link.command(
    "push",
    help="Send what waits now: the running program does it. With --dry-run: read the marketplace's catalogue and tell "
    "what would change there, and send nothing.",
    example="counterpart link push --dry-run",
)
@click.option("--dry-run", is_flag=True, help="Tell what would change and send nothing.")
@pass_session
def push(session: Session, dry_run: bool) -> None:
    shop = session.read(session.find_shop)
    if dry_run:
        from bridge.cli import link_calls  # noqa: PLC0415 - loads an HTTP client

        _tell_rehearsal(session, link_calls.rehearse(session, shop))
        return
    session.write(lambda tx: edit_link.push_again(tx, shop))
    _tell_state(session, shop)


@link.command(
    "approve",
    help="Agree to what `link push --dry-run` showed, or to changes that were held back.",
    example="counterpart link approve",
)
@click.option(
    "--only-there",
    type=click.Choice([choice.value for choice in OnlyThere]),
    default=OnlyThere.LEAVE.value,
    show_default=True,
    help="What happens to items that exist at the marketplace only.",
)
@click.option(
    "--only-listed/--all-items",
    default=None,
    help="Send only items that are listed on the marketplace, or all. Without either it stays as it is (all at first).",
)
@pass_session
def approve(session: Session, only_there: str, only_listed: bool | None) -> None:
    shop = session.read(session.find_shop)

    def work(tx: Tx) -> None:
        if only_listed is not None:
            edit_link.choose_scope(tx, shop, only_listed=only_listed)
        edit_link.approve(tx, shop, OnlyThere(only_there), by=session.author, now=session.now())

    session.write(work)
    _tell_state(session, shop)


@link.command("parked", help="Items that the marketplace refused, and orders that were not understood.",
              example="counterpart link parked")  # fmt: skip
@csv_option()
@pass_session
def parked(session: Session) -> None:
    rows = session.read_shop(lambda db, shop: report_link.list_parked(db, shop.id))
    print_list(
        session,
        rows,
        # JSON leaves out the one of `sku` and `order` that a row has not; each row of CSV has both.
        to_json=msgspec.structs.asdict if session.options.as_csv else lambda row: row,
        headers=("SINCE", "ITEM OR ORDER", "WHY"),
        to_row=lambda row: (_moment(row.since), row.sku or row.order or "", row.message),
        empty="Nothing is parked.",
    )


@link.command("retry", help="Try a parked item again, or all of them.", example="counterpart link retry BRK-1")
@click.argument("sku", required=False)
@pass_session
def retry(session: Session, sku: str | None) -> None:
    folded = None if sku is None else fold(tidy(sku))
    count = session.write_shop(lambda tx, shop: pushed_items.unpark(tx, shop.id, folded, session.now()))
    if not count and sku is not None:
        raise NotFound(report_link.nothing_to_retry(sku))
    if session.as_json:
        print_json({"retried": count})
    else:
        print_line(f"{count} are tried again." if count else str(report_link.nothing_to_retry(None)))


link.add_command(waiting)
link.add_command(withdraw)
link.add_command(practice)


@link.command("compare", help="Compare both catalogues now. What differs is sent again.",
              example="counterpart link compare")  # fmt: skip
@pass_session
def compare(session: Session) -> None:
    from bridge.cli import link_calls  # noqa: PLC0415 - loads an HTTP client

    shop = session.read(session.find_shop)
    comparison = link_calls.compare(session, shop)
    if session.as_json:
        print_json({**msgspec.structs.asdict(comparison), "at": format_rfc3339(comparison.at)})
        return
    print_line(
        f"{comparison.read} items were compared: {comparison.repaired} differ and are sent again, "
        f"{comparison.missing} are missing there and are sent again, {comparison.only_there} exist there only."
    )


def _agree_to_http(far: UpstreamAddress, *, yes: bool) -> None:
    if not far.needs_word or yes:
        return
    question = "Others on this network could read the key, as the address begins with http. Use it all the same?"
    if not sys.stdin.isatty() or not click.confirm(question, err=True):
        raise Refused(CODE, message("http shows the key to others on this network. Use https://, or agree with --yes."))


def _look(session: Session, far: UpstreamAddress, key: Secret, *, anyway: bool) -> UpstreamCheck | None:
    from bridge.cli import link_calls  # noqa: PLC0415 - loads an HTTP client

    try:
        return link_calls.check_address(session, far, key)
    except LinkFault as fault:
        if anyway:
            return None
        raise Refused(
            CODE, message("{why} Nothing was stored; with --anyway it is stored all the same.", why=fault.sentence)
        ) from fault


def _report(session: Session, shop: Shop) -> dict[str, Any]:
    def read(db: ReadTx) -> report_link.LinkReport:
        return report_link.report_link(db, shop.id, session.now())

    return msgspec.structs.asdict(session.read(read))


def _tell_state(session: Session, shop: Shop) -> None:
    report = _report(session, shop)
    if session.as_json:
        print_json(report)
    else:
        print_line(f"{report['state'].value}: {report['message']}")


def _check_json(check: UpstreamCheck) -> dict[str, Any]:
    return {
        "orders": check.orders,
        "items": check.items,
        "event_feed": check.event_feed,
        "clock_offset_ms": check.clock_offset,
        "unreadable": [str(fault) for fault in check.unreadable],
    }


def _tell_check(check: UpstreamCheck) -> None:
    print_line(f"The marketplace answers: {check.orders} placed orders, {check.items} items.")
    print_line(
        "It tells of orders at once." if check.event_feed else "It has no event feed: orders are read every 10 s."
    )
    if check.clock_offset:
        print_line(
            f"Its clock differs from this computer's by {abs(check.clock_offset) // 1000} s; times are corrected."
        )
    for fault in check.unreadable:
        print_line(str(fault))


def _tell_rehearsal(session: Session, report: RehearsalReport) -> None:
    if session.as_json:
        print_json(report)
        return
    print_line(f"{report.create} items would be created, {report.change} changed, {report.equal} are equal.")
    print_line(f"{report.only_there} exist at the marketplace only.")
    for change in report.worst:
        print_line(f"  {change.sku}: {change.field} {change.there} -> {change.here}")
    print_line(f"`{session.command('link approve')}` sends it.")


def _moment(text: str | None) -> str:
    return format_local_time(None if text is None else parse_moment(text))
