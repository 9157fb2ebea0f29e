"""`counterpart mode`: the three switches of a shop's integration mode (contract §1 and §8)."""

from __future__ import annotations

import click

from bridge.cli.command_table import summary_of
from bridge.cli.framework.cli_session import Session
from bridge.cli.framework.command_group import Command, pass_session
from bridge.cli.framework.output import print_facts, print_json, print_line
from bridge.cli.framework.parameter_types import ON_OFF
from bridge.cli.framework.value_format import format_on_off
from service.domain.shops import Mode, Shop
from service.usecases.edit_shop import set_mode

_EXPLAINED = {
    Mode.API_PUSH: "the shop's system sends items to this service",
    Mode.WEBHOOKS: "this service posts events to the shop's system",
    Mode.SCHEDULED_PULL: "this service reads the shop system's file every night",
}


@click.command(
    "mode",
    cls=Command,
    help=f"{summary_of('mode')} With on or off, switch one way.",
    example="counterpart mode scheduled_pull on",
)
@click.argument(
    "name",
    required=False,
    type=click.Choice([switch.value for switch in Mode]),
    metavar="[api_push|webhooks|scheduled_pull]",
)
@click.argument("state", required=False, type=ON_OFF, metavar="[on|off]")
@pass_session
def mode(session: Session, name: str | None, state: str | None) -> None:
    switch = None if name is None else Mode(name)
    if switch is None or state is None:
        _show(session, session.read_shop(lambda _db, shop: shop), switch)
    else:
        _show(session, session.write_shop(lambda tx, shop: set_mode(tx, shop, switch, state == "on")), switch)


def _show(session: Session, shop: Shop, only: Mode | None) -> None:
    if session.as_json:
        print_json({switch.value: shop.has(switch) for switch in Mode})
        return
    print_facts(
        (switch.value, format_on_off(shop.has(switch)), _EXPLAINED[switch]) for switch in Mode if only in (None, switch)
    )
    if shop.api_push and shop.scheduled_pull:
        print_line("The nightly file will overwrite pushed values.")
