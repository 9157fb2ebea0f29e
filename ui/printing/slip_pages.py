"""Pick slip, order and delivery note on a sheet or on the roll of a receipt printer."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QFont

from service.domain.marketplace.orders import Method
from service.domain.money import format_rate
from service.domain.printing import PAPER_SIZES, Paper, Slip, SlipKind, SlipLine, can_encode
from service.domain.times import Millis
from ui.i18n import Formats, isolate_name
from ui.i18n.service_sentences import field_label
from ui.i18n.value_words import vehicle_text
from ui.printing.blocks import Align, Bars, Block, Cells, Gap, Rule, Stack, Text, TextStyle, TickBox
from ui.printing.pages import FlowPages, Section

translate = QCoreApplication.translate
_BARS = 26.0
_TABLE_GAP = 14.0
"""A count that ends at its column is next to a part number that begins at its own."""


def slip_titles() -> dict[SlipKind, str]:
    return {
        SlipKind.PICK_SLIP: translate("Slips", "Pick slip"),
        SlipKind.ORDER: translate("Slips", "Order"),
        SlipKind.DELIVERY_NOTE: translate("Slips", "Delivery note"),
    }


_ENGLISH = {SlipKind.PICK_SLIP: "Pick slip", SlipKind.ORDER: "Order", SlipKind.DELIVERY_NOTE: "Delivery note"}


def make_slip_pages(slip: Slip, paper: Paper, formats: Formats, font: QFont, now: Millis) -> FlowPages:
    """The pages of a slip; in Arabic from right to left, with names in both languages."""
    writer = _RollSlip(slip, formats, font) if paper is Paper.ROLL_80 else _SheetSlip(slip, formats, font)

    def make_foot(page: int, count: int) -> Block:
        number = translate("Slips", "Page %1 of %2").replace("%1", str(page + 1)).replace("%2", str(count))
        printed = f"{formats.date(now)} {formats.time(now)}"
        return writer.text(f"{formats.ltr(slip.reference)} · {printed} · {number}", 8, align=Align.CENTRE)

    return FlowPages(writer.parts(), PAPER_SIZES[paper], make_foot)


class _SlipWriter:
    """What both forms share."""

    def __init__(self, slip: Slip, formats: Formats, font: QFont) -> None:
        self.slip, self.formats, self._font = slip, formats, font
        self.rtl = formats.arabic

    def text(self, text: str, size: int = 9, *, bold: bool = False, align: Align = Align.START) -> Text:
        return Text(text, self._font, TextStyle(size, bold, align), rtl=self.rtl)

    def cells(self, blocks: tuple[Block, ...], shares: tuple[float, ...], gap: float = 8) -> Cells:
        return Cells(blocks, shares, rtl=self.rtl, gap=gap)

    def title(self) -> str:
        """In Arabic with the English name, for those who read only that."""
        title = slip_titles()[self.slip.kind]
        return f"{title} · {self.formats.ltr(_ENGLISH[self.slip.kind])}" if self.rtl else title

    def shop_lines(self) -> list[tuple[str, bool]]:
        lines = [(isolate_name(self.slip.shop), True)]
        if self.slip.vat_number:
            number = self.formats.ltr(self.slip.vat_number)
            lines.append((translate("Slips", "VAT number %1").replace("%1", number), False))
        if self.slip.staging:
            lines.append((translate("Slips", "Staging: not a real order"), True))
        return lines

    def facts(self) -> list[tuple[str, str]]:
        """Labels and values that are known."""
        slip, formats = self.slip, self.formats
        ways = {Method.COURIER: translate("Slips", "Courier"), Method.PICKUP: translate("Slips", "Pickup")}
        facts = [
            (translate("Slips", "Placed"), f"{formats.date(slip.placed_at)} {formats.time(slip.placed_at)}"),
            (translate("Slips", "Marketplace order"), formats.ltr(slip.marketplace_reference)),
            (translate("Slips", "Delivery"), ways[slip.method]),
            (translate("Slips", "Branch"), isolate_name(slip.branch)),
            (translate("Slips", "Car"), vehicle_text(slip.vehicle)),
            (translate("Slips", "Customer"), isolate_name(slip.customer.name)),
            (translate("Slips", "Phone"), formats.ltr(slip.customer.phone)),
            (translate("Slips", "Address"), isolate_name(slip.customer.address)),
            (translate("Slips", "Note"), isolate_name(slip.customer.note)),
        ]
        return [(label, value) for label, value in facts if value.strip("\u2066\u2067\u2068\u2069")]

    def totals(self) -> list[tuple[str, str, bool]]:
        """Labels, amounts, and whether it is the sum."""
        totals, money = self.slip.totals, self.formats.money
        if totals is None:
            return []
        rows = [(translate("Slips", "Parts"), money(totals.items_fils), False)]
        if totals.vat_rate:
            rate = self.formats.ltr(f"{format_rate(totals.vat_rate)}%")
            rows.append((translate("Slips", "VAT on parts, %1").replace("%1", rate), money(totals.vat_fils), False))
        if totals.fee_fils:
            rows.append((translate("Slips", "Courier"), money(totals.fee_fils), False))
        return [*rows, (translate("Slips", "Customer pays"), money(totals.total_fils), True)]

    def names(self, line: SlipLine) -> str:
        """In Arabic both names, the Arabic one first."""
        names = (line.name_ar, line.name) if self.rtl else (line.name,)
        return "\n".join(isolate_name(name) for name in names if name)

    def shelf_note(self, line: SlipLine) -> str:
        """Where the part is fetched, on a pick slip; "" where nobody entered it."""
        return f"{field_label('shelf')}: {isolate_name(line.shelf)}" if line.shelf else ""

    def notes(self, line: SlipLine) -> list[str]:
        return [note for note in (self.shelf_note(line), self.short_note(line)) if note]

    def short_note(self, line: SlipLine) -> str:
        """Says how many units the shelf does not have for it; "" if it has all."""
        if not line.short or self.slip.kind is not SlipKind.PICK_SLIP:
            return ""
        return translate("Slips", "%1 not in stock").replace("%1", self.formats.quantity(line.short))

    def bars(self, side: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignHCenter) -> list[Block]:
        reference = self.slip.reference
        return [Bars(reference, _BARS, side=side)] if can_encode(reference) else []

    def signature(self) -> list[Block]:
        if self.slip.kind is not SlipKind.DELIVERY_NOTE:
            return []
        labels = (translate("Slips", "Received by"), translate("Slips", "Signature"))
        lines = tuple(Stack(Gap(34), Rule(), self.text(label, 8)) for label in labels)
        return [self.cells(lines, (1, 1))]


class _SheetSlip(_SlipWriter):
    """On A4: head, facts, a table, totals."""

    def parts(self) -> list[Block | Section]:
        slip = self.slip
        shop = Stack(*(self.text(line, 15 if bold else 9, bold=bold) for line, bold in self.shop_lines()))
        head = Stack(
            self.text(self.title(), 18, bold=True, align=Align.END),
            self.text(self.formats.ltr(slip.reference), 12, align=Align.END),
        )
        facts = [
            self.cells((self.text(label, 9), self.text(value, 9, bold=True)), (1, 4)) for label, value in self.facts()
        ]
        end = Qt.AlignmentFlag.AlignLeft if self.rtl else Qt.AlignmentFlag.AlignRight
        bars = [self.cells((Gap(0), Stack(Gap(6), *self.bars(end))), (3, 2))]
        return [
            self.cells((shop, head), (1, 1)),
            *bars,
            Rule(1, 16),
            *facts,
            Gap(12),
            Section(self._header(), [self._row(line) for line in slip.lines]),
            Gap(6),
            *(
                self.cells(
                    (Gap(0), self.text(label, bold=strong), self.text(amount, bold=strong, align=Align.END)), (3, 2, 2)
                )
                for label, amount, strong in self.totals()
            ),
            *self.signature(),
        ]

    def _shares(self) -> tuple[float, ...]:
        if self.slip.kind is SlipKind.PICK_SLIP:
            return (0.5, 1, 3, 6)
        if self.slip.kind is SlipKind.ORDER:
            return (3, 5, 1, 1.6, 1.8)
        return (3, 7, 1)

    def _header(self) -> Block:
        sku, name = translate("Slips", "SKU"), translate("Slips", "Part")
        quantity = translate("Slips", "Qty")
        end = Align.END
        columns: dict[SlipKind, tuple[tuple[str, Align], ...]] = {
            SlipKind.PICK_SLIP: (("", end), (quantity, end), (sku, Align.START), (name, Align.START)),
            SlipKind.ORDER: (
                (sku, Align.START),
                (name, Align.START),
                (quantity, end),
                (translate("Slips", "Price, BHD"), end),
                (translate("Slips", "Total, BHD"), end),
            ),
            SlipKind.DELIVERY_NOTE: ((sku, Align.START), (name, Align.START), (quantity, end)),
        }
        texts = tuple(self.text(word, 8, align=align) for word, align in columns[self.slip.kind])
        return Stack(self.cells(texts, self._shares(), _TABLE_GAP), Rule(0.8, 6))

    def _row(self, line: SlipLine) -> Block:
        end, formats = Align.END, self.formats
        quantity = self.text(formats.quantity(line.quantity), 11, bold=True, align=end)
        sku = self.text(formats.ltr(line.sku), 10, bold=True)
        notes = [self.text(note, 9, bold=True) for note in self.notes(line)]
        name: Block = Stack(self.text(self.names(line)), *notes)
        cells: dict[SlipKind, tuple[Block, ...]] = {
            SlipKind.PICK_SLIP: (TickBox(), quantity, sku, name),
            SlipKind.ORDER: (
                sku,
                name,
                quantity,
                self.text(formats.amount(line.price_fils), 10, align=end),
                self.text(formats.amount(line.total_fils), 10, align=end),
            ),
            SlipKind.DELIVERY_NOTE: (sku, name, quantity),
        }
        return Stack(self.cells(cells[self.slip.kind], self._shares(), _TABLE_GAP), Rule(0.25, 7))


class _RollSlip(_SlipWriter):
    """On 80 mm: everything below each other."""

    def parts(self) -> list[Block | Section]:
        centre = Align.CENTRE
        return [
            *(self.text(line, 13 if bold else 9, bold=bold, align=centre) for line, bold in self.shop_lines()),
            Rule(0.8, 10),
            self.text(self.title(), 13, bold=True, align=centre),
            self.text(self.formats.ltr(self.slip.reference), 12, bold=True, align=centre),
            Gap(4),
            *self.bars(),
            Rule(0.8, 12),
            *(self.cells((self.text(label), self.text(value, bold=True)), (2, 3.4)) for label, value in self.facts()),
            Rule(0.8, 10),
            *(self._line(line) for line in self.slip.lines),
            *(
                self.cells(
                    (self.text(label, 10, bold=strong), self.text(amount, 10, bold=strong, align=Align.END)), (1, 1)
                )
                for label, amount, strong in self.totals()
            ),
            *self.signature(),
            Gap(12),
        ]

    def _line(self, line: SlipLine) -> Block:
        formats = self.formats
        count = f"{formats.quantity(line.quantity)} ×"
        sku = self.text(formats.ltr(line.sku), 11, bold=True)
        head: Block = self.cells((self.text(formats.ltr(count), 11, bold=True), sku), (1, 4))
        if self.slip.kind is SlipKind.PICK_SLIP:
            head = self.cells((TickBox(), head), (0.6, 6))
        blocks = [head, self.text(self.names(line)), *(self.text(note, bold=True) for note in self.notes(line))]
        if self.slip.kind is SlipKind.ORDER:
            prices = (
                self.text(formats.money(line.price_fils)),
                self.text(formats.money(line.total_fils), align=Align.END),
            )
            blocks.append(self.cells(prices, (1, 1)))
        return Stack(*blocks, Rule(0.4, 8, dashed=True))
