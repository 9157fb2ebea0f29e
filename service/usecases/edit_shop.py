"""Shops, branches and integration modes, as the owner sets them (contract §1)."""

from __future__ import annotations

from service.domain.audit import OwnerAction
from service.domain.catalogue.sku import fold
from service.domain.errors import Refused
from service.domain.money import check_vat, format_rate, tidy_vat_number
from service.domain.sentences import message
from service.domain.shops import FIRST_SHOP, Branch, Mode, Shop
from service.domain.times import Millis
from service.store import revisions, shops
from service.store.audit_log import record_action
from service.store.engine.transaction import Tx
from service.usecases.issue_key import tidy_name
from service.usecases.upload_items import MAX_BRANCHES


def ensure_first_shop(tx: Tx, now: Millis) -> None:
    """Creates the shop "My shop" and its staging shop at a first start."""
    if not shops.list_shops(tx):
        shops.add_shop(tx, FIRST_SHOP, now)


def add_shop(tx: Tx, name: str, *, now: Millis) -> Shop:
    """Adds a shop and its staging shop. Raises Refused."""
    shop = shops.add_shop(tx, tidy_name(name, message("shop")), now)
    record_action(tx, OwnerAction.SHOP_ADDED, shop.name)
    return shop


def rename_shop(tx: Tx, shop: Shop, name: str) -> Shop:
    """Renames a shop and its staging shop. Raises Refused."""
    shops.rename_shop(tx, shop, tidy_name(name, message("shop")))
    renamed = shops.get_shop(tx, shop.id)
    if renamed.name != shop.name:
        record_action(tx, OwnerAction.SHOP_RENAMED, renamed.name, before=shop.name)
    return renamed


def set_read_only(tx: Tx, shop: Shop, on: bool) -> Shop:
    """Switches whether a shop can be changed."""
    was = shops.get_shop(tx, shop.id).read_only
    shops.set_read_only(tx, shop.id, on)
    if was is not on:
        record_action(tx, OwnerAction.READ_ONLY_SWITCHED, _on_off(on), shop=shop)
    return shops.get_shop(tx, shop.id)


def set_vat(tx: Tx, shop: Shop, rate: int) -> Shop:
    """Sets the rate in hundredths of a percent. Raises Refused."""
    check_vat(rate)
    was = shops.get_shop(tx, shop.id).vat
    shops.set_vat(tx, shop.id, rate)
    if was != rate:
        record_action(tx, OwnerAction.VAT_CHANGED, format_rate(rate), shop=shop, before=format_rate(was))
    return shops.get_shop(tx, shop.id)


def set_vat_number(tx: Tx, shop: Shop, text: str) -> Shop:
    """Sets the number that the shop's papers show, "" for none. Raises Refused."""
    number = tidy_vat_number(text)
    was = shops.get_shop(tx, shop.id).vat_number
    shops.set_vat_number(tx, shop.id, number)
    if was != number:
        record_action(tx, OwnerAction.VAT_NUMBER_CHANGED, number or "-", shop=shop, before=was or "-")
    return shops.get_shop(tx, shop.id)


def set_mode(tx: Tx, shop: Shop, mode: Mode, on: bool) -> Shop:
    """Switches one way in which the shop's own system is connected."""
    was = shops.get_shop(tx, shop.id).has(mode)
    shops.set_mode(tx, shop.id, mode, on)
    if was is not on:
        record_action(tx, OwnerAction.MODE_SWITCHED, mode.value, shop=shop, state=_on_off(on))
    return shops.get_shop(tx, shop.id)


def _on_off(on: bool) -> str:
    return "on" if on else "off"


def add_branch(tx: Tx, shop: Shop, name: str) -> Branch:
    """Adds a branch without stock. Raises Refused."""
    tidied = tidy_name(name, message("branch"))
    known = {fold(branch) for branch in shops.branch_names(tx, shop.id)}
    if fold(tidied) in known:
        raise shops.make_taken(tidied)
    if len(known) >= MAX_BRANCHES:
        raise Refused.saying("too_many_branches", "A shop has at most {most:,} branches.", most=MAX_BRANCHES)
    return shops.add_branch(tx, shop.id, tidied)


def rename_branch(tx: Tx, shop: Shop, old: str, new: str) -> Branch:
    """Raises NotFound and Refused."""
    branch = shops.find_branch(tx, shop.id, old)
    shops.rename_branch(tx, branch, tidy_name(new, message("branch")))
    revisions.renumber_at_branch(tx, shop.id, branch.id)
    return shops.get_branch(tx, branch.id)


def set_main_branch(tx: Tx, shop: Shop, name: str) -> Branch:
    """Raises NotFound."""
    branch = shops.find_branch(tx, shop.id, name)
    shops.set_main_branch(tx, branch)
    return shops.get_branch(tx, branch.id)
