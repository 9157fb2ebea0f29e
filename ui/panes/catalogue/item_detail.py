"""The detail of an item: values, pictures, and stock by branch."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QProgressBar, QScrollArea, QVBoxLayout, QWidget

from service.domain.catalogue.items import Fit, Item
from service.domain.catalogue.stock import BranchStock, Cause, LedgerEntry
from service.domain.money import add_vat, format_rate
from ui.backend import BackendError
from ui.backend.dispatcher import PendingReply
from ui.i18n import Formats, isolate_name
from ui.i18n.service_sentences import field_label
from ui.i18n.value_words import condition_words
from ui.panes.catalogue.catalogue_words import cause_words, item_names, item_title
from ui.panes.catalogue.ledger import CAUSES
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.pane import Pane
from ui.shell.pane_context import PaneContext, PaneKey
from ui.theme import Theme, Tone, Type
from ui.widgets import (
    Badge,
    Button,
    Card,
    ConfirmDialog,
    ElidedLabel,
    Fact,
    FactGrid,
    Hairline,
    IconButton,
    IconLabel,
    Ink,
    Kind,
    Label,
    LinkButton,
    Note,
    add_change,
    column,
    fill,
    row,
    set_margins,
)
from ui.widgets.label import set_plain_tooltip
from ui.widgets.painting import box, runs_rtl

_HEIGHT = 8
_WHOLE = 100
_EDGE = 20
_MAX_FITS = 40
_LARGEST = QSize(340, 170)


class StockBar(QProgressBar):
    """A branch's level relative to the largest; for screen readers its value is the free share."""

    def __init__(self, theme: Theme, level: BranchStock, most: int, text: str) -> None:
        super().__init__()
        self._theme, self._level, self._most = theme, level, max(1, most)
        self.setAccessibleName(level.branch)
        self.setAccessibleDescription(text)
        self.setTextVisible(False)
        self.setRange(0, _WHOLE)
        self.setValue(max(0, level.free) * _WHOLE // max(1, level.quantity))
        self.setFixedHeight(_HEIGHT)
        theme.changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        tokens = self._theme.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        whole = QRectF(self.rect())
        box(painter, whole, _HEIGHT / 2, tokens.hair if not tokens.dark else tokens.border, None)
        held = self._bar_rect(whole, self._level.quantity)
        box(painter, held, _HEIGHT / 2, tokens.chart, None)
        if self._level.reserved:
            reserved = self._bar_rect(whole, self._level.reserved)
            painter.setClipRect(reserved)
            box(painter, held, _HEIGHT / 2, tokens.warn.fill, None)

    def _bar_rect(self, whole: QRectF, milli: int) -> QRectF:
        width = whole.width() * min(1.0, max(0.0, milli / self._most))
        left = whole.right() - width if runs_rtl(self) else whole.left()
        return QRectF(left, whole.top(), width, whole.height())


class LegendEntry(QWidget):
    """The colours of the bars, in words."""

    def __init__(self, theme: Theme, text: str, *, reserved: bool) -> None:
        super().__init__()
        self._theme, self._reserved = theme, reserved
        line = row(Label(theme, text, Type.SMALL, Ink.TEXT2), spacing=0)
        set_margins(line, theme, 14, 0, 0, 0)
        self.setLayout(line)
        theme.changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        tokens = self._theme.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        x = self.width() - 8 if runs_rtl(self) else 0
        fill = tokens.warn.fill if self._reserved else tokens.chart
        box(painter, QRectF(x, (self.height() - 8) / 2, 8, 8), 2, fill, None)


class StockByBranch(QWidget):
    def __init__(self, theme: Theme, formats: Formats, item: Item) -> None:
        super().__init__()
        self._theme, self._formats = theme, formats
        title = Label(theme, self.tr("Stock by branch"), Type.SMALL_STRONG, Ink.TEXT2)
        head = row(title, None)
        if len(item.stock) > 1:
            free = LegendEntry(theme, self.tr("Free"), reserved=False)
            head.addLayout(row(free, LegendEntry(theme, self.tr("Reserved"), reserved=True), spacing=14))
        layout = column(head, spacing=9)
        if not item.stock:
            text = self.tr("Nothing has been counted in yet. Count it to start.")
            layout.addWidget(Label(theme, text, Type.SMALL, Ink.TEXT2, wrap=True))
        most = max((level.quantity for level in item.stock), default=0) * 4 // 3
        for level in item.stock:
            layout.addLayout(self._branch(level, most if len(item.stock) > 1 else 0))
        self.setLayout(layout)

    def _branch(self, level: BranchStock, most: int) -> QVBoxLayout:
        quantity = self._formats.quantity
        on_hand = self.tr("%1 on hand").replace("%1", quantity(level.quantity))
        reserved = self.tr("%1 reserved").replace("%1", quantity(level.reserved))
        free = self.tr("%1 free").replace("%1", quantity(level.free))
        ink = Ink.WARN if level.reserved else Ink.TEXT2
        theme = self._theme
        line = row(spacing=6)
        line.addWidget(ElidedLabel(theme, isolate_name(level.branch), Type.MEDIUM), 1)
        for part in (
            Label(theme, on_hand, Type.SMALL, Ink.TEXT2),
            Label(theme, "·", Type.SMALL, Ink.TEXT3),
            Label(theme, reserved, Type.SMALL, ink),
            Label(theme, "·", Type.SMALL, Ink.TEXT3),
            Label(theme, free, Type.SMALL_STRONG, Ink.BAD if level.reserved and level.free <= 0 else Ink.TEXT),
        ):
            line.addWidget(part)
        if not most:  # a bar compares branches
            return column(line)
        bar = StockBar(theme, level, most, f"{on_hand}, {reserved}, {free}")
        return column(line, bar, spacing=5)


class ItemDetail(Card):
    """`move` opens the movement dialog for a cause, `ledger` the ledger, `edit` the editor."""

    def __init__(
        self,
        context: PaneContext,
        move: Callable[[Cause], None],
        ledger: Callable[[], None],
        edit: Callable[[], None],
    ) -> None:
        super().__init__(context.theme, padding=0)
        self._context, self._ledger = context, ledger
        self.item: Item | None = None
        theme = context.theme
        self.name = Label(theme, "", Type.HEADING, wrap=True)
        self.name.centre_lines()
        self.other = ElidedLabel(theme, "", Type.BODY, Ink.TEXT2, trail=True)
        self.edit = IconButton(theme, "pencil", self.tr("Edit this part (F2)"), changes=True, on_click=edit)
        self.more = IconButton(theme, "ellipsis", self.tr("More"))
        self.menu = QMenu(self)
        self.menu.setFont(theme.font(Type.BODY))
        self.menu.addAction(self.tr("Copy the SKU"), self._copy)
        self.menu.addAction(self.tr("Ledger"), ledger)
        self.history = self.menu.addAction(self.tr("History…"))
        self.calls = self.menu.addAction(self.tr("Calls about this part"), self._open_calls)
        self.print_label = self.menu.addAction(self.tr("Print a label…"))
        self.menu.addSeparator()
        self.choose_picture = add_change(self.menu, theme, self.tr("Choose a picture…"))
        self.remove_picture = add_change(self.menu, theme, self.tr("Remove the picture…"))
        self.picture = QLabel()
        self._pixmap, self._picture_name = QPixmap(), ""
        self.more.clicked.connect(lambda: self.menu.popup(self.more.mapToGlobal(self.more.rect().bottomLeft())))
        self.last = ElidedLabel(theme, "")
        self.last_time = Label(theme, "", Type.SMALL, Ink.TEXT2, trail=True)
        self.area = QScrollArea()
        self.area.setFrameShape(QScrollArea.Shape.NoFrame)
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.viewport().setAutoFillBackground(False)
        self.area.verticalScrollBar().rangeChanged.connect(lambda _least, _most: self._align_edge())
        self.buttons: dict[Cause, Button] = {}
        last = self._build_last_movement()
        last.setContentsMargins(_EDGE, 8, _EDGE, 0)
        self.body.setSpacing(0)
        fill(self.body, self._build_head(), (self.area, 1), Hairline(theme), last, self._build_buttons(move))

    def _build_head(self) -> QVBoxLayout:
        head = row(spacing=8)
        head.addWidget(self.name, 1)
        head.addWidget(self.edit, 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(self.more, 0, Qt.AlignmentFlag.AlignTop)
        top = column(head, row(self.other, 8, spacing=0), spacing=0)
        set_margins(top, self.theme, _EDGE, 14, _EDGE - 8, 8)
        return top

    def _build_buttons(self, move: Callable[[Cause], None]) -> QHBoxLayout:
        words = cause_words()
        foot = row(spacing=8)
        for cause in CAUSES:
            first = cause is Cause.COUNT
            kind, icon = (Kind.PRIMARY, "boxes") if first else (Kind.OUTLINE, "")
            button = Button(self.theme, words[cause], kind, icon=icon, changes=True)
            button.clicked.connect(lambda _checked=False, chosen=cause: move(chosen))
            self.buttons[cause] = button
            foot.addWidget(button)
        foot.addStretch(1)
        foot.setContentsMargins(_EDGE, 6, _EDGE, 14)
        return foot

    def show_item(self, item: Item) -> None:
        """Shows another part, or the same one with new stock; the scroll position stays."""
        same = self.item is not None and self.item.sku == item.sku
        place = self.area.verticalScrollBar().value() if same else 0
        if not same:
            self._pixmap = QPixmap()
        self.item = item
        first, second = item_names(item, self._context.formats)
        title = item_title(item, self._context.formats)
        self.name.setText(title)
        set_plain_tooltip(self.name, "" if title == first else first)
        self.other.setText(second)
        self.other.setVisible(bool(second))
        self.setAccessibleName(item.name)
        self.area.setWidget(self._build_page(item))
        self.area.verticalScrollBar().setValue(place)
        for button in self.buttons.values():
            button.setEnabled(not self._context.shop.read_only)
        self.edit.setEnabled(not self._context.shop.read_only)
        self.show_picture(self._pixmap, self._picture_name)

    def show_picture(self, pixmap: QPixmap, name: str) -> None:
        """Shows the picture, or none where the pixmap is empty."""
        self._pixmap, self._picture_name = pixmap, name
        has_one, writable = not pixmap.isNull(), not self._context.shop.read_only
        self.picture.setPixmap(pixmap)
        self.picture.setAccessibleName(name)
        self.picture.setVisible(has_one)
        self.choose_picture.setEnabled(writable)
        self.remove_picture.setEnabled(writable and has_one)

    def show_last(self, entry: LedgerEntry | None) -> None:
        """Shows the newest entry of its ledger."""
        if entry is None:
            self.last.setText(self.tr("Nothing has moved yet."))
            self.last_time.setText("")
            return
        formats = self._context.formats
        words = (formats.change(entry.change), cause_words()[entry.cause], isolate_name(entry.branch))
        self.last.setText(" · ".join(words))
        self.last_time.setText(formats.day_time(entry.at, self._context.now()))

    def update_context(self, context: PaneContext) -> None:
        """Uses the same shop with another read-only state."""
        self._context = context

    def _align_edge(self) -> None:
        """Aligns the figures with those below, with or without a scroll bar."""
        bar = self.area.verticalScrollBar()
        page = self.area.widget()
        layout = page.layout() if page else None
        if layout is not None:
            end = _EDGE - bar.sizeHint().width() if bar.maximum() else _EDGE
            set_margins(layout, self.theme, _EDGE, 4, end, 12)

    def _build_page(self, item: Item) -> QWidget:
        theme = self.theme
        page = QWidget()
        page.setObjectName("page")
        body = QVBoxLayout(page)
        body.setContentsMargins(_EDGE, 4, _EDGE, 12)
        body.setSpacing(10)
        if self._context.shop.read_only:
            body.addWidget(self._read_only())
        fill(body, self._badges(item), FactGrid(theme, self._prices(item)))
        self.picture = QLabel()
        self.picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.picture.hide()
        body.addWidget(self.picture)
        body.addWidget(Hairline(theme))
        body.addWidget(FactGrid(theme, self._numbers(item), columns=2))
        body.addWidget(Hairline(theme))
        body.addWidget(StockByBranch(theme, self._context.formats, item))
        if item.fit:
            fill(body, Hairline(theme), self._fits(item.fit))
        body.addStretch(1)
        return page

    def _read_only(self) -> Note:
        settings = Button(self.theme, self.tr("Settings"), on_click=lambda: self._context.go(PaneKey.SETTINGS, ""))
        text = self.tr("This shop is read-only: stock can't be moved.")
        return Note(self.theme, Tone.WARN, text, (), settings, icon="lock")

    def _badges(self, item: Item) -> QVBoxLayout:
        theme = self.theme
        badges: list[QWidget] = []
        if not item.active:
            badges.append(Badge(theme, self.tr("Inactive"), Tone.WARN))
        elif item.list_on_marketplace:
            badges.append(Badge(theme, self.tr("On the marketplace"), Tone.GOOD, dot=True))
        else:
            badges.append(Badge(theme, self.tr("Not listed")))
        if item.condition is not None:
            badges.append(Badge(theme, condition_words()[item.condition]))
        if item.category:
            badges.append(Badge(theme, isolate_name(item.category), shrinks=True))
        return column(row(*badges, None, spacing=6))

    def _prices(self, item: Item) -> tuple[Fact, ...]:
        def format_price(fils: int | None) -> str:
            return "\u2014" if fils is None else self._context.formats.money(fils)

        prices = (item.price_fils, item.wholesale_price_fils, item.online_price_fils)
        facts = (
            Fact(self.tr("Shop price"), format_price(prices[0]), strong=True),
            Fact(self.tr("Wholesale"), format_price(prices[1])),
            Fact(self.tr("Online"), format_price(prices[2])),
        )
        vat = self._context.shop.vat
        if not vat or prices == (None, None, None):
            return facts
        label = self.tr("With %1% VAT").replace("%1", format_rate(vat))
        return *facts, *(Fact(label, format_price(None if fils is None else add_vat(fils, vat))) for fils in prices)

    def _numbers(self, item: Item) -> tuple[Fact, ...]:
        ltr = self._context.formats.ltr
        oem = ltr(item.oem_number) if item.oem_number else "\u2014"
        return (
            Fact(self.tr("SKU"), ltr(item.sku), code=True),
            Fact(self.tr("OEM number"), oem, code=bool(item.oem_number)),
            Fact(self.tr("Brand"), isolate_name(item.brand) if item.brand else "\u2014"),
            *(Fact(field_label("shelf"), isolate_name(shelf)) for shelf in (item.shelf,) if shelf),
            *(Fact(field_label("barcode"), ltr(code), code=True) for code in (item.barcode,) if code),
        )

    def _fits(self, fits: tuple[Fit, ...]) -> QVBoxLayout:
        theme = self.theme
        layout = column(Label(theme, self.tr("Fits"), Type.SMALL_STRONG, Ink.TEXT2), spacing=8)
        for fit in fits[:_MAX_FITS]:
            line = row(IconLabel(theme, "car", 16), spacing=10)
            line.addWidget(ElidedLabel(theme, isolate_name(f"{fit.make} {fit.model}"), Type.MEDIUM), 1)
            line.addWidget(Label(theme, self._years(fit), Type.BODY, Ink.TEXT2, trail=True))
            layout.addLayout(line)
        if len(fits) > _MAX_FITS:
            rest = len(fits) - _MAX_FITS
            layout.addWidget(Label(theme, self.tr("and %n more car(s)", "", rest), Type.SMALL, Ink.TEXT2))
        return layout

    def _years(self, fit: Fit) -> str:
        first, last = fit.year_from, fit.year_to
        if first is None and last is None:
            return self.tr("all years")
        if last is None:
            return self.tr("from %1").replace("%1", str(first))
        if first is None:
            return self.tr("to %1").replace("%1", str(last))
        return self._context.formats.ltr(str(first) if first == last else f"{first}\u2013{last}")

    def _build_last_movement(self) -> QVBoxLayout:
        title = Label(self.theme, self.tr("Last movement"), Type.SMALL_STRONG, Ink.TEXT2)
        link = LinkButton(self.theme, self.tr("Ledger"), on_click=self._ledger)
        lower = row(spacing=8)
        fill(lower, (self.last, 1), link)
        return column(row(title, None, self.last_time), lower, spacing=0)

    def _open_calls(self) -> None:
        if self.item is not None:
            self._context.go(PaneKey.CALLS, f"part:{self.item.sku}")

    def _copy(self) -> None:
        if self.item is not None:
            self._context.clipboard.setText(self.item.sku)
            self._context.toasts.show(self.tr("Copied"))


class ItemPictures(QObject):
    """Fills `detail.picture` and its two menu entries."""

    def __init__(self, pane: Pane, detail: ItemDetail) -> None:
        super().__init__(pane)
        self._pane, self._detail = pane, detail
        self._reply: PendingReply[bytes | None] | None = None
        detail.choose_picture.triggered.connect(self.choose)
        detail.remove_picture.triggered.connect(self._ask_remove)

    def load(self, item: Item) -> None:
        """Asks for the picture of another part, or for the present one again."""
        if self._reply:
            self._reply.drop()
        future = self._pane.context.backend.catalogue.picture(self._pane.context.shop.id, item.sku)
        self._reply = self._pane.dispatcher.fetch(future, lambda image: self._show(item, image), self._on_failed)

    def choose(self) -> None:
        """Asks for a file and stores it."""
        item = self._detail.item
        if item is None:
            return
        context = self._pane.context

        def send(path: str) -> None:
            future = context.backend.catalogue.set_picture(context.shop.id, item.sku, path)
            self._pane.dispatcher.send(future, self._on_failed)

        title, kinds = self.tr("Choose a picture"), self.tr("Pictures (*.png *.jpg *.jpeg)")
        self._pane.context.chooser.open_file(self._pane, title, "", kinds, send)

    def _ask_remove(self) -> None:
        item, context = self._detail.item, self._pane.context
        if item is None:
            return

        def remove() -> None:
            future = context.backend.catalogue.remove_picture(context.shop.id, item.sku)
            self._pane.dispatcher.send(future, self._on_failed)

        title, text = self.tr("Remove the picture?"), self.tr("The file that you chose stays where it is.")
        action = self.tr("Remove the picture")
        ConfirmDialog(self._pane.theme, self._pane, title, text, action, remove, destructive=True).open()

    def _show(self, item: Item, image: bytes | None) -> None:
        pixmap = QPixmap() if image is None else _scale(image, self._detail.devicePixelRatioF())
        name = item_names(item, self._pane.context.formats)[0]
        self._detail.show_picture(pixmap, self.tr("Picture of %1").replace("%1", isolate_name(name)))

    def _on_failed(self, error: BackendError) -> None:
        FaultDialog(self._pane.theme, self._pane, error, self._pane.context.clipboard).open()


def _scale(image: bytes, ratio: float) -> QPixmap:
    """The picture no larger than its place, sharp on every screen."""
    whole = QImage.fromData(image)
    if whole.isNull():
        return QPixmap()
    most = _LARGEST * ratio
    if whole.width() > most.width() or whole.height() > most.height():
        smooth = Qt.TransformationMode.SmoothTransformation
        whole = whole.scaled(most, Qt.AspectRatioMode.KeepAspectRatio, smooth)
    pixmap = QPixmap.fromImage(whole)
    pixmap.setDevicePixelRatio(ratio)
    return pixmap
