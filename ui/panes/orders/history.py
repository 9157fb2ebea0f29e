"""The history of an order as a timeline, with what time will do next."""

from __future__ import annotations

from PySide6.QtCore import QObject

from service.domain.orders import CANCEL, EXPIRE, Action, HistoryEntry, Status
from service.domain.times import Millis
from ui.backend.orders import OrderDetail
from ui.i18n import Formats, named
from ui.panes.orders.words import MARKETPLACE, OWNER, TIME, other_words, own_words
from ui.theme import Tone
from ui.widgets import Moment

_AGAINST = (CANCEL, EXPIRE, Action.REJECT)


class History(QObject):
    """Turns what happened into lines to read."""

    def __init__(self, formats: Formats, parent: QObject) -> None:
        super().__init__(parent)
        self._formats = formats

    def moments(self, detail: OrderDetail) -> tuple[Moment, ...]:
        """Oldest first; a waiting order ends with the moment at which it cancels by itself."""
        past = tuple(self._moment(at, detail) for at in range(len(detail.history)))
        order = detail.order
        if order.status is not Status.PLACED or order.accept_by is None:
            return past
        title, text = self.tr("Cancels by itself"), self.tr("unless you accept it before")
        return (*past, Moment(title, text, self._formats.time(order.accept_by), ahead=True))

    def heading(self, detail: OrderDetail, now: Millis) -> str:
        """`History`, with the day on which it begins unless that is today."""
        formats = self._formats
        begun = detail.order.placed_at
        if formats.at(begun).date() == formats.at(now).date():
            return self.tr("History")
        return self.tr("History from %1").replace("%1", formats.date(begun))

    def _moment(self, at: int, detail: OrderDetail) -> Moment:
        words, formats = other_words(), self._formats
        entry = detail.history[at]
        if entry.by == OWNER:
            words |= own_words()
        first = entry.from_status is None
        said = self._held(len(detail.order.lines), detail.branch) if first else self._who(entry)
        if not first and formats.at(entry.at).date() != formats.at(detail.history[at - 1].at).date():
            said = " · ".join((formats.date(entry.at), said))
        against = Tone.BAD if entry.action in _AGAINST else Tone.GOOD
        tone = Tone.ACCENT if first else against
        return Moment(words.get(entry.action, entry.action), said, formats.time(entry.at), tone)

    def _held(self, parts: int, branch: str) -> str:
        return self.tr("%n part(s) held at %1", "", parts).replace("%1", named(branch))

    def _who(self, entry: HistoryEntry) -> str:
        if entry.by == OWNER:
            return self.tr("Owner, at this PC")
        if entry.by == TIME:
            return self.tr("Nobody accepted it in time")
        if entry.by == MARKETPLACE:
            return self.tr("The marketplace")
        return self.tr("Through %1").replace("%1", named(entry.by))
