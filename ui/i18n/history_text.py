"""A history in words: who did it and where, the cause, the fields and their values."""

from __future__ import annotations

import json
from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication

from service.domain.actors import AuthorKind, parse_author
from service.domain.catalogue.item_edit import LOW_LIMIT
from service.domain.catalogue.items import Condition
from service.domain.catalogue.row_types import PRICE_FIELDS
from service.domain.history import PICTURE, QUANTITY, CauseKind, HistoryEntry, ItemWrite, Value, ValueChange
from ui.i18n.bidi import isolate_name
from ui.i18n.formats import Formats
from ui.i18n.service_sentences import list_field_names
from ui.i18n.value_words import condition_words, switch_words

translate = QCoreApplication.translate
_NONE = "\u2014"


def author_text(by: str) -> str:
    """The author that a history stores: the owner, a person of the staff, a key and so on."""
    author = parse_author(by)
    match author.kind:
        case AuthorKind.OWNER if author.counter:
            return translate("Author", "Owner, at %1").replace("%1", isolate_name(author.counter))
        case AuthorKind.COUNTER if author.counter:
            return translate("Author", "At %1, no name chosen").replace("%1", isolate_name(author.counter))
        case AuthorKind.STAFF | AuthorKind.KEY:
            return name_at(author.name, author.counter)
        case AuthorKind.COMMAND_LINE if author.name:
            return translate("Author", "%1, by the command line").replace("%1", isolate_name(author.name))
        case _:
            return _fixed_texts()[author.kind]


def name_at(name: str, counter: str) -> str:
    """`Maryam`, or `Maryam, at Counter 2`; without a name `At Counter 2`."""
    if not counter:
        return isolate_name(name) if name else ""
    text = translate("Author", "%1, at %2").replace("%1", isolate_name(name)) if name else translate("Author", "At %2")
    return text.replace("%2", isolate_name(counter))


def _fixed_texts() -> dict[AuthorKind, str]:
    return {
        AuthorKind.OWNER: translate("Author", "Owner"),
        AuthorKind.COUNTER: translate("Author", "No name chosen"),
        AuthorKind.COMMAND_LINE: translate("Author", "Command line"),
        AuthorKind.TIME: translate("Author", "Automatically"),
        AuthorKind.SAMPLE: translate("Author", "Sample data"),
        AuthorKind.MARKETPLACE: translate("Author", "The marketplace"),
    }


def cause_text(write: ItemWrite) -> str:
    """`Call 4711`, `Order ORD-2026-000123`, `By hand`."""
    number = write.order if write.cause.kind in (CauseKind.ORDER, CauseKind.SET_ASIDE) else write.cause.id
    texts = {
        CauseKind.CALL: (translate("HistoryText", "Upload"), translate("HistoryText", "Upload, call %1")),
        CauseKind.RUN: (translate("HistoryText", "Price file"), translate("HistoryText", "Price file, run %1")),
        CauseKind.HAND: (translate("HistoryText", "By hand"),) * 2,
        CauseKind.ORDER: (translate("HistoryText", "Order"), translate("HistoryText", "Order %1")),
        CauseKind.LINK: (translate("HistoryText", "Marketplace"),) * 2,
        CauseKind.UPLOAD_UNDO: (translate("HistoryText", "Undo of an upload"),) * 2,
        CauseKind.RUN_UNDO: (translate("HistoryText", "Undo of a run"), translate("HistoryText", "Undo of run %1")),
        CauseKind.SET_ASIDE: (
            translate("HistoryText", "Order set aside"),
            translate("HistoryText", "Order %1 set aside"),
        ),
        CauseKind.SAMPLE: (translate("HistoryText", "Sample data"),) * 2,
    }
    plain, numbered = texts[write.cause.kind]
    return plain if number is None else numbered.replace("%1", isolate_name(str(number)))


def field_text(change: ValueChange) -> str:
    """The name of a field; of a quantity with its branch."""
    if change.field == QUANTITY:
        return translate("HistoryText", "On hand at %1").replace("%1", isolate_name(change.branch or ""))
    return field_names().get(change.field, change.field)


def field_names() -> dict[str, str]:
    """The names of a part's fields, by their codes."""
    return {
        **list_field_names(),
        LOW_LIMIT: translate("HistoryText", "Low at"),
        PICTURE: translate("HistoryText", "Picture"),
    }


def created_text(entry: HistoryEntry) -> str:
    """`Created` or `Removed`, for a write that made or removed a part."""
    return translate("HistoryText", "Removed") if entry.removed else translate("HistoryText", "Created")


def changes_text(changes: Iterable[ValueChange], formats: Formats) -> str:
    """`Shop price 4.500 → 4.900 · On hand at Main 10 → 8`."""
    return " · ".join(f"{field_text(change)} {values_text(change, formats)}" for change in changes)


def values_text(change: ValueChange, formats: Formats) -> str:
    """`4.500 → 4.900`, the arrow in reading direction; prices without their unit, to be short."""
    arrow = "←" if formats.arabic else "→"
    values = (change.old, change.new)
    if change.field in PRICE_FIELDS:
        old, new = (_NONE if value is None else formats.amount(int(value)) for value in values)
    else:
        old, new = (value_text(change, value, formats) for value in values)
    return f"{old} {arrow} {new}"


def value_text(change: ValueChange, value: Value, formats: Formats) -> str:
    """A value as the catalogue displays it."""
    if value is None:
        return _NONE
    if isinstance(value, int):
        if change.field in (QUANTITY, LOW_LIMIT):
            return formats.quantity(value)
        if change.field == PICTURE:
            return formats.bytes(value)
        if change.field in PRICE_FIELDS:
            return formats.money(value)
        yes, no = switch_words()
        return yes if value else no
    if change.field == "condition":
        return condition_words()[Condition(value)]
    if change.field == "fit":
        return translate("HistoryText", "%1 in the list").replace("%1", formats.count(len(json.loads(value))))
    return isolate_name(value)
