"""`counterpart link`: the connection to a hosted marketplace (contract §10)."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable, Iterator
from typing import TYPE_CHECKING, TypeVar

import click
import msgspec

from bridge.cli.command_group import CommandGroup, ask_hidden
from bridge.cli.output import Answer, Column, Fields, Form, Listing, fact_lines, format_count, format_local_time, say
from bridge.cli.parameter_types import KEY_ID, ON_OFF, EnumType
from bridge.cli.session import Session
from service.domain.catalogue.sku import fold, tidy
from service.domain.errors import NotFound, Refused
from service.domain.link.link_state import (
    CODE,
    Link,
    UpstreamAddress,
    check_key,
    check_not_here,
    parse_upstream_address,
)
from service.domain.link.rehearsal import OnlyThere, RehearsalReport, read_report
from service.domain.settings import parse_settings
from service.domain.shops import Shop
from service.domain.times import format_rfc3339, parse_moment
from service.domain.webhooks.webhook_secrets import Secret
from service.link.link_errors import LinkFault
from service.store.engine.transaction import Tx
from service.store.link import pushed_items
from service.store.link.links import get_link, read_text
from service.store.settings import read_settings
from service.usecases.link import edit_link, report_link
from service.usecases.link.ask_marketplace import withdraw_action

if TYPE_CHECKING:
    from service.link.link_session import LinkSession
    from service.link.upstream_check import UpstreamCheck

T = TypeVar("T")
link = CommandGroup("link", example="set https://market.example")


def _moment(text: str | None) -> str:
    return format_local_time(None if text is None else parse_moment(text))


WIRE_TIME = Form(lambda text: text, _moment)
REPORT = Fields[report_link.LinkReport](
    Column("url", "Marketplace"),
    Column("state", "State"),
    Column("message", " "),
    Column("last_answer_at", "Last answer", form=WIRE_TIME),
    Column("to_push", "To push"),
    Column("oldest_waiting_at", "Waiting since", form=WIRE_TIME),
    Column("actions_waiting", "Actions waiting"),
    Column("parked", "Parked"),
    Column("mirrored_open", "Open orders"),
    Column("event_feed", "Event feed"),
    Column("compared_at", "Compared", form=WIRE_TIME),
)
WAITING = Fields[report_link.WaitingRow](
    Column("id", ">ID"),
    Column("since", "SINCE", form=WIRE_TIME),
    Column("order", "ORDER"),
    Column("action", "ACTION"),
    Column("can_withdraw", "CAN BE WITHDRAWN"),
    Column("message", "WHY IT WAITS", text=lambda row: row.message or ""),
    to_json=lambda row: row,
)
PARKED = Fields[report_link.ParkedRow](
    Column("since", "SINCE", form=WIRE_TIME),
    Column("sku", "ITEM OR ORDER", text=lambda row: row.sku or row.order or ""),
    Column("message", "WHY"),
    to_json=lambda row: row,
)
PARKED_CELLS = Fields[report_link.ParkedRow](to_json=msgspec.structs.asdict)
"""JSON leaves out the one of `sku` and `order` that a row has not; each row of CSV has both."""


@link.declare("https://market.example", name="set")
@click.argument("url")
@click.option("--key-stdin", is_flag=True, help="Read the key from standard input.")
@click.option("--anyway", is_flag=True, help="Store it although the marketplace did not answer.")
@click.option("--yes", is_flag=True, help="Agree to http on the local network, where others could read the key.")
def set_(session: Session, url: str, key_stdin: bool, anyway: bool, yes: bool) -> Answer:
    """Link the shop to a marketplace. The key is asked for, or read with --key-stdin. Nothing is
    stored until the marketplace answered, unless you insist with --anyway.
    """
    shop, far = session.shop, parse_upstream_address(url)
    check_not_here(far, session.read(lambda db: parse_settings(read_settings(db))).port)
    _agree_to_http(far, yes=yes)
    key = Secret(check_key(ask_hidden("Key", from_stdin=key_stdin), staging=shop.staging))
    session.read(lambda db: edit_link.check_foreign_key(db, key.text))
    check = _look(session, far, key, anyway=anyway)
    linked = session.backend.service.call(
        lambda service: edit_link.set_link(service.store, service.secrets, shop, far, key, now=session.now())
    )
    session.ask(linked)
    found = None if check is None else _describe_check(check)
    return Answer(
        {**msgspec.structs.asdict(_report(session, shop)), "check": None if found is None else found.value},
        [
            f"{shop.name} is linked to {far.url}.",
            *(() if found is None else found.lines),
            f"Nothing is sent yet. Look at what would change with `{session.command('link push --dry-run')}`.",
        ],
    )


@link.declare()
def check(session: Session) -> Answer:
    """Ask the marketplace whether it answers, and tell what it says."""
    from service.link.upstream_check import check_upstream  # noqa: PLC0415 - loads an HTTP client

    return _describe_check(_ask_marketplace(session, lambda link, _stored: check_upstream(link.far)))


@link.declare()
def status(session: Session) -> Answer:
    """The state of the link, and what waits."""
    shop = session.shop
    report, notices = _report(session, shop), session.read(lambda db: report_link.list_notices(db, shop.id))
    noticed = [f"{reference}: {sentence}" for reference, sentence in notices]
    return Answer(report, [*fact_lines(REPORT.facts(report)), *noticed])


@link.declare()
def on(session: Session) -> Answer:
    """Switch the link on."""
    return _switch(session, on=True)


@link.declare()
def off(session: Session) -> Answer:
    """Switch the link off. All data stays, and what happens waits."""
    return _switch(session, on=False)


def _switch(session: Session, *, on: bool) -> Answer:
    session.ask(session.backend.marketplace.switch(session.shop.id, on))
    return _tell_state(session)


@link.declare()
@click.option("--yes", is_flag=True, help="Also where orders of the marketplace are open.")
def remove(session: Session, yes: bool) -> Answer:
    """Remove the link and its key. Open orders of the marketplace have to be finished first."""
    shop = session.shop
    session.ask(session.backend.marketplace.remove(shop.id, yes))
    return say({"removed": True}, f"{shop.name} has no link any more.")


@link.declare("--dry-run")
@click.option("--dry-run", is_flag=True, help="Tell what would change and send nothing.")
def push(session: Session, dry_run: bool) -> Answer:
    """Send what waits now: the running program does it. With --dry-run: read the marketplace's
    catalogue and tell what would change there, and send nothing.
    """
    if not dry_run:
        session.write_shop(edit_link.push_again)
        return _tell_state(session)
    report = _rehearse(session)
    return say(
        report,
        f"{report.create} items would be created, {report.change} changed, {report.equal} are equal.",
        f"{report.only_there} exist at the marketplace only.",
        *(f"  {change.sku}: {change.field} {change.there} -> {change.here}" for change in report.worst),
        f"`{session.command('link approve')}` sends it.",
    )


@link.declare()
@click.option(
    "--only-there",
    type=EnumType(OnlyThere),
    default=OnlyThere.LEAVE.value,
    show_default=True,
    help="What happens to items that exist at the marketplace only.",
)
@click.option(
    "--only-listed/--all-items",
    default=None,
    help="Send only items that are listed on the marketplace, or all. Without either it stays as it is (all at first).",
)
def approve(session: Session, only_there: OnlyThere, only_listed: bool | None) -> Answer:
    """Agree to what `link push --dry-run` showed, or to changes that wait for it."""

    def work(tx: Tx, shop: Shop) -> None:
        if only_listed is not None:
            edit_link.choose_scope(tx, shop, only_listed=only_listed)
        edit_link.approve(tx, shop, only_there, by=session.author, now=session.now())

    session.write_shop(work)
    return _tell_state(session)


@link.declare(csv=True)
def parked(session: Session) -> Listing[report_link.ParkedRow]:
    """Items that the marketplace refused, and orders that were not understood."""
    rows = session.read_shop(lambda db, shop: report_link.list_parked(db, shop.id))
    return Listing(PARKED_CELLS if session.options.as_csv else PARKED, rows, "Nothing is parked.")


@link.declare("BRK-1")
@click.argument("sku", required=False)
def retry(session: Session, sku: str | None) -> Answer:
    """Try a parked item again, or all of them."""
    folded = None if sku is None else fold(tidy(sku))
    count = session.write_shop(lambda tx, shop: pushed_items.unpark(tx, shop.id, folded, session.now()))
    if not count and sku is not None:
        raise NotFound(report_link.nothing_to_retry(sku))
    return say({"retried": count}, f"{count} are tried again." if count else str(report_link.nothing_to_retry(None)))


@link.declare(csv=True)
def waiting(session: Session) -> Listing[report_link.WaitingRow]:
    """Order actions that wait for the marketplace, oldest first."""
    rows = session.read_shop(lambda db, shop: report_link.list_waiting(db, shop.id))
    return Listing(WAITING, rows, "No action waits.")


@link.declare("12")
@click.argument("action_id", metavar="ID", type=KEY_ID)
def withdraw(session: Session, action_id: int) -> Answer:
    """Withdraw an action that was not sent yet. ID is that of `link waiting`."""
    taken_back = session.write_shop(lambda tx, shop: withdraw_action(tx, shop, action_id, now=session.now()))
    return say(
        {"withdrawn": taken_back.id, "order": taken_back.reference, "action": taken_back.action},
        f"{taken_back.action} of {taken_back.reference} is withdrawn. The marketplace was not asked.",
    )


@link.declare("on")
@click.argument("state", type=ON_OFF)
def practice(session: Session, state: bool) -> Answer:
    """Switch the practice marketplace of the staging shop on or off. It runs inside the program,
    places orders at random, answers slowly, goes away and comes back. No account is needed, and
    nothing leaves this computer.
    """
    # Practice is in staging always, with or without --staging: it must never reach a live shop.
    session.options.staging = True
    now = session.now()
    if not state:
        ended = session.write_shop(lambda tx, shop: edit_link.end_practice(tx, shop, by=session.author, now=now))
        sentence = f"The practice ended. {format_count(ended, 'open order')} of it cancelled."
        return say({"practice": False, "cancelled": ended}, sentence)
    session.write_shop(lambda tx, shop: edit_link.begin_practice(tx, shop, now=now))
    held, approve = session.command("link status"), session.command("link approve")
    return say(
        _report(session, session.shop),
        f"{session.shop.name} (staging) is linked to the practice marketplace. Nothing leaves this computer.",
        f"The running program starts it. When `{held}` says held, agree with `{approve}`.",
    )


@link.declare()
def compare(session: Session) -> Answer:
    """Compare both catalogues now. What differs is sent again."""
    from service.link.catalogue_reader import CatalogueReader  # noqa: PLC0415 - loads an HTTP client

    found = _ask_marketplace(session, lambda link, stored: CatalogueReader(link, stored).compare())
    return say(
        {**msgspec.structs.asdict(found), "at": format_rfc3339(found.at)},
        f"{found.read} items were compared: {found.repaired} differ and are sent again, "
        f"{found.missing} are missing there and are sent again, {found.only_there} exist there only.",
    )


def _agree_to_http(far: UpstreamAddress, *, yes: bool) -> None:
    if not far.needs_word or yes:
        return
    question = "Others on this network could read the key, as the address begins with http. Use it anyway?"
    if not sys.stdin.isatty() or not click.confirm(question, err=True):
        raise Refused.saying(CODE, "http shows the key to others on this network. Use https://, or agree with --yes.")


def _look(session: Session, far: UpstreamAddress, key: Secret, *, anyway: bool) -> UpstreamCheck | None:
    import asyncio  # noqa: PLC0415 - as below

    from bridge.system.tls_trust import system_ssl_context  # noqa: PLC0415 - as below
    from service.link.upstream_check import check_address  # noqa: PLC0415 - loads an HTTP client

    try:
        return asyncio.run(check_address(far.url, key, tls=system_ssl_context(), clock=session.clock))
    except LinkFault as fault:
        if anyway:
            return None
        raise Refused.saying(
            CODE, "{why} Nothing was stored; with --anyway it is stored.", why=fault.sentence
        ) from fault


def _rehearse(session: Session) -> RehearsalReport:
    """What a push would do. That of a practice link is the one that the program made."""
    from service.link.catalogue_reader import CatalogueReader  # noqa: PLC0415 - loads an HTTP client

    stored, report = session.read_shop(lambda db, shop: (get_link(db, shop.id), read_text(db, shop.id, "rehearsal")))
    if stored.practice and report is not None:
        return read_report(report)
    return _ask_marketplace(session, lambda link, stored: CatalogueReader(link, stored).rehearse())


def _ask_marketplace(session: Session, work: Callable[[LinkSession, Link], Awaitable[T]]) -> T:
    """Its calls are in the call log. Raises NotFound, LinkFault, SecretsUnavailable."""
    import asyncio  # noqa: PLC0415 - as below

    from bridge.system.tls_trust import system_ssl_context  # noqa: PLC0415 - as below
    from service.link.call_journal import CallJournal  # noqa: PLC0415 - as below
    from service.link.link_session import LinkSession  # noqa: PLC0415 - as below
    from service.link.upstream import Upstream  # noqa: PLC0415 - as below
    from service.link.upstream_client import Pacer, UpstreamClient  # noqa: PLC0415 - as below

    shop, clock = session.shop, session.clock
    stored = session.read(lambda db: get_link(db, shop.id))
    if stored.practice:
        raise Refused.saying(
            CODE, "The practice marketplace is inside the running program, which asks it. Look at `link status`."
        )

    async def run() -> T:
        key = await session.secrets.read(stored.secret_name)
        store, tls = session.open_store(), system_ssl_context()
        journal = CallJournal(store, shop.id, stored.url, lambda: None).keep
        client = UpstreamClient(stored.url, key, tls=tls, clock=clock, pacer=Pacer(clock), journal=journal)
        try:
            return await work(LinkSession(shop.id, store, clock, Upstream(client)), stored)
        finally:
            await client.close()
            await asyncio.to_thread(store.close)

    return asyncio.run(run())


def _report(session: Session, shop: Shop) -> report_link.LinkReport:
    return session.read(lambda db: report_link.report_link(db, shop.id, session.now()))


def _tell_state(session: Session) -> Answer:
    report = _report(session, session.shop)
    return say(report, f"{report.state.value}: {report.message}")


def _describe_check(check: UpstreamCheck) -> Answer:
    value = {
        "orders": check.orders,
        "items": check.items,
        "event_feed": check.event_feed,
        "clock_offset_ms": check.clock_offset,
        "unreadable": [str(fault) for fault in check.unreadable],
    }

    def describe() -> Iterator[str]:
        yield f"The marketplace answers: {check.orders} placed orders, {check.items} items."
        yield "It tells of orders at once." if check.event_feed else "It has no event feed: orders are read every 10 s."
        if check.clock_offset:
            seconds = abs(check.clock_offset) // 1000
            yield f"Its clock differs from this computer's by {seconds} s; times are corrected."
        yield from map(str, check.unreadable)

    return Answer(value, describe())
