"""The history of an order as a timeline, with its next deadline."""

from __future__ import annotations

from PySide6.QtCore import QObject

from service.domain.actors import AuthorKind, parse_author
from service.domain.marketplace.orders import CANCEL, EXPIRE, PLACE, RESTART_TIME, Action, HistoryEntry, Status
from service.domain.quantity import MILLI
from service.domain.times import Millis
from ui.backend.orders_port import OrderDetail
from ui.i18n import Formats, isolate_name
from ui.i18n.author_text import author_text
from ui.panes.orders.order_words import other_words, own_words
from ui.theme import Tone
from ui.widgets import TimelineEntry

_HERE = (AuthorKind.COUNTER, AuthorKind.STAFF, AuthorKind.COMMAND_LINE)
_NEGATIVE_ACTIONS = (CANCEL, EXPIRE, Action.REJECT)


class OrderHistory(QObject):
    """Turns history entries into lines to read."""

    def __init__(self, formats: Formats, parent: QObject) -> None:
        super().__init__(parent)
        self._formats = formats

    def entries(self, detail: OrderDetail) -> tuple[TimelineEntry, ...]:
        """Oldest first; a placed order ends with the moment at which it expires."""
        past = tuple(self._to_entry(at, detail) for at in range(len(detail.history)))
        order = detail.order
        if order.status is not Status.PLACED or order.accept_by is None:
            return past
        title, text = self.tr("Cancels by itself"), self.tr("unless you accept it before")
        return (*past, TimelineEntry(title, text, self._formats.time(order.accept_by), upcoming=True))

    def heading(self, detail: OrderDetail, now: Millis) -> str:
        """`History`, with the day on which it begins unless that is today."""
        formats = self._formats
        begun = detail.order.placed_at
        if formats.to_local(begun).date() == formats.to_local(now).date():
            return self.tr("History")
        return self.tr("History from %1").replace("%1", formats.date(begun))

    def _to_entry(self, at: int, detail: OrderDetail) -> TimelineEntry:
        words, formats = other_words(), self._formats
        entry = detail.history[at]
        author = parse_author(entry.by).kind
        if author is AuthorKind.OWNER:
            words |= own_words()
        elif author in _HERE:
            words[PLACE] = self.tr("Entered by hand")
        first = entry.from_status is None
        text = self._describe_held_units(detail) if first else self._describe_author(entry)
        if first and author in _HERE:
            text = " · ".join((author_text(entry.by), text))
        if not first and formats.to_local(entry.at).date() != formats.to_local(detail.history[at - 1].at).date():
            text = " · ".join((formats.date(entry.at), text))
        against = Tone.BAD if entry.action in _NEGATIVE_ACTIONS else Tone.GOOD
        tone = Tone.ACCENT if first else against
        return TimelineEntry(words.get(entry.action, entry.action), text, formats.time(entry.at), tone)

    def _describe_held_units(self, detail: OrderDetail) -> str:
        """For whole units Qt chooses the plural; oil may come in 1.5 litres."""
        milli = sum(line.quantity for line in detail.order.lines)
        if milli % MILLI == 0:
            text = self.tr("%n unit(s) held at %1", "", milli // MILLI)
        else:
            text = self.tr("%2 units held at %1").replace("%2", self._formats.quantity(milli))
        return text.replace("%1", isolate_name(detail.branch))

    def _describe_author(self, entry: HistoryEntry) -> str:
        if entry.action == RESTART_TIME:
            return self.tr("This computer's clock was in doubt")
        match parse_author(entry.by).kind:
            case AuthorKind.TIME:
                return self.tr("Nobody accepted it in time")
            case AuthorKind.KEY:
                return self.tr("Through %1").replace("%1", isolate_name(entry.by))
            case _:
                return author_text(entry.by)
