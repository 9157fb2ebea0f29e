"""API keys, one per system: create, rename and revoke."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QMenu, QWidget

from service.domain.keys import Rights
from service.domain.times import DAY, Millis
from ui.backend.keys_port import KeyRow
from ui.i18n import Formats, isolate_name, ltr
from ui.panes.system.key_dialogs import CountedWords, rights_text
from ui.shell.pane_context import PaneContext
from ui.theme import Tone, Type
from ui.theme.metrics import KEY_ROW
from ui.widgets import (
    Badge,
    Button,
    Card,
    Column,
    Hairline,
    IconButton,
    Ink,
    Kind,
    Label,
    LinkButton,
    RowsModel,
    Table,
    add_change,
    column,
    fill,
    row,
)

translate = QCoreApplication.translate

_UNUSED_AFTER = 30 * DAY
_EDGE = 12
_NO_END: Millis = 1 << 62
_OWN_ADDRESSES = ("127.0.0.1", "::1")
_HEADER = 32
_MOST_ROWS = 12


def key_state(row: KeyRow, formats: Formats, now: Millis) -> tuple[str, Tone]:
    """The state of a key: in use, not used for so long, near its end, expired or revoked."""
    key = row.key
    if key.revoked_at is not None:
        return translate("KeyRows", "Revoked"), Tone.NEUTRAL
    if row.expired:
        return translate("KeyRows", "Expired"), Tone.BAD
    if row.expires_soon and key.expires_at is not None:
        return translate("KeyRows", "Until %1").replace("%1", formats.date(key.expires_at)), Tone.WARN
    if key.last_used_at is None:
        return translate("KeyRows", "Not used yet"), Tone.NEUTRAL
    quiet = now - key.last_used_at
    if quiet < _UNUSED_AFTER:
        return translate("KeyRows", "In use"), Tone.GOOD
    return CountedWords().unused_for(quiet // DAY), Tone.NEUTRAL


def name_text(row: KeyRow) -> str:
    """The name of a key, and what it may do where that is not everything."""
    name, rights = isolate_name(row.key.name), row.key.rights
    return name if rights is Rights.ALL else f"{name} · {rights_text(rights)}"


def last_used(row: KeyRow, formats: Formats, now: Millis) -> str:
    """`12 seconds ago`, a time, a date, or a dash."""
    return formats.ago(row.key.last_used_at, now) if row.key.last_used_at is not None else "\u2014"


def last_address(row: KeyRow) -> str:
    """The address that used the key last: `This PC`, an IP address, or a dash."""
    address = row.key.last_used_from
    if not address:
        return "\u2014"
    return translate("KeyRows", "This PC") if address in _OWN_ADDRESSES else ltr(address)


def key_columns(formats: Formats, now: Callable[[], Millis]) -> tuple[Column[KeyRow], ...]:
    """Name, first characters, end and last use of a key, and space for its state and buttons."""
    name, prefix = translate("KeyRows", "Name"), translate("KeyRows", "Key")
    end, used = translate("KeyRows", "Works until"), translate("KeyRows", "Last used")
    address, calls = translate("KeyRows", "From"), translate("KeyRows", "Calls today")

    def ink(row: KeyRow) -> Ink:
        return Ink.TEXT if row.key.revoked_at is None else Ink.TEXT3

    def format_last_used(row: KeyRow) -> str:
        return last_used(row, formats, now())

    def format_end(row: KeyRow) -> str:
        return "\u2014" if row.key.expires_at is None else formats.date(row.key.expires_at)

    quiet = Ink.TEXT2
    return (
        Column(name, name_text, strong=True, ink_of=ink, sort="name", inset=_EDGE),
        Column(prefix, lambda row: f"{row.key.prefix}…", width=132, code=True, ink=quiet),
        Column(end, format_end, width=104, ink=quiet, sort="end"),
        Column(used, format_last_used, width=124, ink=quiet, sort="used"),
        Column(address, last_address, width=108, ink=quiet, sort="address"),
        Column(calls, lambda row: formats.count(row.calls_today), width=84, end=True, ink_of=ink, sort="calls"),
        Column("", lambda _row: "", width=204),
    )


_SORT_KEYS: dict[str, Callable[[KeyRow], tuple[int, str]]] = {
    "name": lambda row: (0, row.key.name.casefold()),
    "end": lambda row: (row.key.expires_at or _NO_END, ""),
    "address": lambda row: (0, row.key.last_used_from or ""),
    "used": lambda row: (row.key.last_used_at or 0, ""),
    "calls": lambda row: (row.calls_today, ""),
}


def sorted_keys(rows: Iterable[KeyRow], order: str, *, down: bool) -> list[KeyRow]:
    """Sorts the keys; revoked ones always come last."""
    chosen = sorted(rows, key=_SORT_KEYS[order], reverse=down) if order else list(rows)
    return sorted(chosen, key=lambda row: row.key.revoked_at is not None)


@dataclass(frozen=True, slots=True)
class KeyActions:
    """What the card asks of the pane."""

    make: Callable[[], None]
    pair: Callable[[], None]
    rename: Callable[[KeyRow], None]
    expiry: Callable[[KeyRow], None]
    revoke: Callable[[KeyRow], None]
    calls: Callable[[KeyRow], None]


class KeysCard(Card):
    """A table of keys, or why the first one is useful."""

    def __init__(self, context: PaneContext, acts: KeyActions) -> None:
        super().__init__(context.theme, padding=0)
        self._context, self._actions = context, acts
        self._rows: tuple[KeyRow, ...] = ()
        self._row_ends: tuple[tuple[int, str, str, Tone], ...] = ()
        self._last_used_texts: tuple[str, ...] = ()
        self._order, self._down, self._revoked_shown = "", False, False
        self.setAccessibleName(self.tr("API keys"))
        self.body.setSpacing(0)
        self.body.setContentsMargins(1, 1, 1, 1)
        self.make = Button(context.theme, self.tr("Make a key"), Kind.PRIMARY, icon="plus", main=False, changes=True)
        self.make.clicked.connect(acts.make)
        self.pair = Button(context.theme, self.tr("Pair a till…"), main=False, changes=True, on_click=acts.pair)
        fill(self.body, self._head(), Hairline(context.theme))
        columns = key_columns(context.formats, context.now)
        self.model: RowsModel[KeyRow] = RowsModel(columns, lambda one: one.key.id, self)
        self.table: Table[KeyRow] = Table(context.theme, self.model, name=self.tr("API keys"), row_height=KEY_ROW)
        self.table.sort_requested.connect(self._sort)
        self.table.opened.connect(self.open_menu)
        self._bind_keys()
        self.body.addWidget(self.table)
        self.revoked = LinkButton(context.theme, "", on_click=self._toggle_revoked)
        self._foot = QWidget()
        self._foot.setLayout(row(self.revoked, None))
        self._foot.setContentsMargins(20, 4, 20, 6)
        self.body.addWidget(self._foot)
        self.empty = self._empty()
        self.body.addWidget(self.empty)

    def show_keys(self, rows: tuple[KeyRow, ...]) -> None:
        """Shows other keys, or a new state of the same ones."""
        self._rows = rows
        revoked = sum(one.key.revoked_at is not None for one in rows)
        self._foot.setVisible(bool(revoked))
        hide, show = self.tr("Hide revoked keys"), self.tr("Show %n revoked key(s)", "", revoked)
        self.revoked.setText(hide if self._revoked_shown else show)
        self.revoked.setAccessibleName(self.revoked.text())
        self.revoked.updateGeometry()
        visible = [one for one in rows if self._revoked_shown or one.key.revoked_at is None]
        self.model.set_rows(sorted_keys(visible, self._order, down=self._down))
        self._place_row_ends()
        self.empty.setVisible(not rows)
        self.table.setVisible(bool(visible))
        self.table.setFixedHeight(_HEADER + KEY_ROW * min(_MOST_ROWS, len(visible)) - (1 if not revoked else 0))
        fits = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.table.setVerticalScrollBarPolicy(
            fits if len(visible) <= _MOST_ROWS else Qt.ScrollBarPolicy.ScrollBarAsNeeded
        )

    def tick(self, now: Millis) -> None:
        """Runs every second; repaints only rows with a text like "12 seconds ago"."""
        used = (one.key.last_used_at for one in self.model.rows)
        ages = tuple(self._context.formats.ago(at, now) for at in used if at is not None)
        if ages != self._last_used_texts:
            self._last_used_texts = ages
            self.model.repaint_rows()

    def open_menu(self, one: KeyRow) -> None:
        rect = self.table.visualRect(self.model.index(max(0, self.model.find(one.key.id)), len(self.model.columns) - 1))
        menu = self.menu_of(one)
        x = rect.left() if self._context.theme.rtl else rect.right() - menu.sizeHint().width()
        menu.popup(self.table.viewport().mapToGlobal(QPoint(x, rect.bottom())))

    def menu_of(self, one: KeyRow) -> QMenu:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        theme = self._context.theme
        calls = menu.addAction(theme.icon("scroll-text"), self.tr("Show its calls"))
        calls.triggered.connect(lambda: self._actions.calls(one))
        if one.key.revoked_at is None:
            changes = (
                ("pencil", self.tr("Rename…"), self._actions.rename),
                ("clock", self.tr("Last day…"), self._actions.expiry),
                ("ban", self.tr("Revoke…"), self._actions.revoke),
            )
            for icon, text, act in changes:
                action = add_change(menu, theme, text)
                action.setIcon(theme.icon(icon))
                action.triggered.connect(lambda _checked=False, act=act: act(one))
        return menu

    def _place_row_ends(self) -> None:
        """Places each row's state and menu button: the same widgets stay, so that clicks count."""
        last = len(self.model.columns) - 1
        now = self._context.now()
        ends = tuple((one.key.id, one.key.name, *key_state(one, self._context.formats, now)) for one in self.model.rows)
        if ends == self._row_ends:
            return
        self._row_ends = ends
        for at, (number, name, text, tone) in enumerate(ends):
            badge = Badge(self._context.theme, text, tone, dot=tone is Tone.GOOD)
            more = IconButton(self._context.theme, "ellipsis", self.tr("More for %1").replace("%1", isolate_name(name)))
            more.clicked.connect(lambda _checked=False, key=number: self._open_menu_of(key))
            end = QWidget()
            end.setLayout(row(None, badge, 14, more, 12, spacing=0))
            end.setAccessibleName(text)
            self.table.setIndexWidget(self.model.index(at, last), end)

    def _open_menu_of(self, key: int) -> None:
        at = self.model.find(key)
        if at >= 0:
            self.open_menu(self.model.row(at))

    def _sort(self, order: str, down: bool) -> None:
        self._order, self._down = order, down
        self.show_keys(self._rows)

    def _toggle_revoked(self) -> None:
        self._revoked_shown = not self._revoked_shown
        self.show_keys(self._rows)

    def _bind_keys(self) -> None:
        for keys, act in ((Qt.Key.Key_F2, self._actions.rename), (Qt.Key.Key_Delete, self._actions.revoke)):
            shortcut = QShortcut(QKeySequence(keys), self.table, context=Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(lambda act=act: self._act_on_current(act))

    def _act_on_current(self, act: Callable[[KeyRow], None]) -> None:
        one = self.table.current()
        if one is not None and one.key.revoked_at is None:
            act(one)

    def _head(self) -> QWidget:
        texts = column(
            Label(self._context.theme, self.tr("API keys"), Type.HEADING),
            Label(
                self._context.theme,
                self.tr("One per system, so you can stop one without stopping the others."),
                Type.SMALL,
                Ink.TEXT2,
            ),
            spacing=2,
        )
        head = QWidget()
        line = row()
        fill(line, (texts, 1), self.pair, self.make)
        head.setLayout(line)
        head.setContentsMargins(20, 13, 20, 12)
        return head

    def _empty(self) -> QWidget:
        text = self.tr(
            "No key yet. Your till or ERP shows its key with every call; with it, it reaches this shop and no other."
        )
        holder = QWidget()
        holder.setLayout(row(Label(self._context.theme, text, Type.BODY, Ink.TEXT2, wrap=True)))
        holder.setContentsMargins(20, 16, 20, 20)
        return holder
