"""The built-in test receiver: its address, the secret to check with, and the deliveries."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, Qt, QTimer
from PySide6.QtWidgets import QLineEdit, QStackedLayout, QWidget

from service.domain.webhooks.signing import SignatureFault
from ui.backend import BackendError
from ui.backend.dispatcher import GuiDispatcher
from ui.backend.webhooks_port import Received, ReceiverState, TargetRow
from ui.i18n.bidi import strip_marks
from ui.i18n.error_texts import fault_text
from ui.panes.webhooks.target_dialogs import SendTestDialog
from ui.shell.pane_context import PaneContext
from ui.theme import Tone, Type
from ui.theme.metrics import TWO_LINE_ROW
from ui.widgets import (
    Button,
    CodeView,
    Column,
    CopyField,
    Dialog,
    FaultLine,
    FormRow,
    Ink,
    Kind,
    Label,
    RowsModel,
    Table,
    column,
    format_json,
    row,
    text_field,
)

translate = QCoreApplication.translate
_WIDTH, _POLL_MS = 760, 1000
_ARRIVALS_HEIGHTS = (190, 308)


def verdict_word(received: Received) -> tuple[str, Tone]:
    """The verdict as a badge."""
    if not received.checked:
        return translate("Verdicts", "Not checked"), Tone.NEUTRAL
    if received.fault or received.faults:
        return translate("Verdicts", "Wrong"), Tone.BAD
    return translate("Verdicts", "Signature right"), Tone.GOOD


def verdict_sentences(received: Received) -> tuple[str, ...]:
    """What is wrong, and what to do about it; or that all is right."""
    if not received.checked:
        return (translate("Verdicts", "Enter the secret above, and the next one is checked."),)
    if received.faults:
        return tuple(dict.fromkeys(_describe_fault(fault) for fault in received.faults))
    if received.fault:
        return (received.fault,)
    return (translate("Verdicts", "Signature, time and body are as we sent them."),)


def _describe_fault(fault: SignatureFault) -> str:
    words = {
        SignatureFault.HEADER_MISSING: translate(
            "Verdicts", "A signature header is missing. Something on the way dropped it, or the call is not ours."
        ),
        SignatureFault.HEADER_MALFORMED: translate(
            "Verdicts", "A signature header was rewritten on the way. Look at the proxy in between."
        ),
        SignatureFault.SECRET_MALFORMED: translate(
            "Verdicts", "The secret is not whole. Copy it again: it begins with whsec_."
        ),
        SignatureFault.SECRET_MISTYPED: translate(
            "Verdicts", "The secret fits once its ends are mended: it begins with whsec_ and has no blanks or quotes."
        ),
        SignatureFault.WRONG_SECRET: translate(
            "Verdicts", "Wrong secret: this was signed with another one. Use the one shown when the target was made."
        ),
        SignatureFault.NEXT_SECRET: translate(
            "Verdicts", "This is the new secret, and the old one still signs. Finish the rotation first."
        ),
        SignatureFault.BODY_RESERIALISED: translate(
            "Verdicts", "The body was read and written again on the way. Check the signature over the raw body."
        ),
        SignatureFault.BODY_CHANGED: translate(
            "Verdicts", "The body was cut or altered on the way. Look at the proxy in between."
        ),
        SignatureFault.CLOCK_OFF: translate("Verdicts", "The clocks differ too much. Set both by the network."),
    }
    return words[fault]


class ReceiverDialog(Dialog):
    """The receiver runs while the dialog is open. `add` makes a target of its address; `secret` is
    dropped when it closes.
    """

    def __init__(self, context: PaneContext, parent: QWidget, add: Callable[[str], None]) -> None:
        title = self.tr("Test receiver")
        text = self.tr("It takes events like your own system would, and says what is wrong with a signature.")
        super().__init__(context.theme, parent, title, text, icon="flask-conical", width=_WIDTH)
        self._context, self._on_add_target = context, add
        self._dispatcher = GuiDispatcher(self)
        theme = context.theme
        self.address = CopyField(theme, context.clipboard, "", copy=self.tr("Copy"), copied=self.tr("Copied"))
        self.secret = text_field(theme, "", "whsec_…", code=True)
        self.secret.setEchoMode(QLineEdit.EchoMode.Password)
        self.check = Button(theme, self.tr("Check with it"))
        self.check.clicked.connect(self._start)
        self.secret.returnPressed.connect(self._start)
        line = row(spacing=8)
        line.addWidget(self.secret, 1)
        line.addWidget(self.check)
        holder = QWidget()
        holder.setLayout(line)
        fields = row(spacing=16)
        fields.addWidget(FormRow(theme, self.tr("It listens at"), self.address), 1, Qt.AlignmentFlag.AlignTop)
        self.secret_row = FormRow(theme, self.tr("The target's secret"), holder)
        fields.addWidget(self.secret_row, 1, Qt.AlignmentFlag.AlignTop)
        self.body.addLayout(fields)
        self.fault = FaultLine(theme)
        self.body.addWidget(self.fault)
        self._arrivals = self._build_arrivals()
        self.body.addWidget(self._arrivals)
        self.resize_list(self._arrivals, *_ARRIVALS_HEIGHTS)
        self.add = Button(theme, self.tr("Make it a target…"), Kind.GHOST, icon="plus", main=True, changes=True)
        self.add.clicked.connect(self._make_target)
        self.test = Button(theme, self.tr("Send it a test…"), Kind.GHOST, icon="send", main=True, changes=True)
        self.test.clicked.connect(self._find_target)
        self.buttons(self.main_button(self.tr("Stop and close"), self.reject), leading=(self.add, self.test))
        self._poll_timer = QTimer(self)
        self._poll_timer.setInterval(_POLL_MS)
        self._poll_timer.timeout.connect(self.poll)
        self.finished.connect(self._on_closed)
        self._start()

    def poll(self) -> None:
        """Requests the new deliveries."""
        self._dispatcher.fetch(self._context.backend.webhooks.receiver(), self._show, self._on_failed)

    def _build_arrivals(self) -> QWidget:
        theme = self.theme
        self.model: RowsModel[Received] = RowsModel(self._columns(), lambda one: (one.at, one.delivery), self)
        self.table: Table[Received] = Table(theme, self.model, name=self.tr("What arrived"), row_height=TWO_LINE_ROW)
        self.table.picked.connect(self._show_one)
        self.verdict = Label(theme, "", Type.SMALL_MEDIUM, Ink.TEXT, wrap=True)
        self.code = CodeView(theme, self.tr("Body that arrived"))
        full = QWidget()
        texts = column(self.table, self.verdict, self.code, spacing=8)
        texts.setStretchFactor(self.table, 13)
        texts.setStretchFactor(self.code, 10)
        full.setLayout(texts)
        waiting = self.tr("Nothing arrived yet. Make it a target, then send it a test.")
        empty = QWidget()
        empty.setLayout(column(None, Label(theme, waiting, Type.BODY, Ink.TEXT2, wrap=True), None))
        holder = QWidget()
        self._stack = QStackedLayout(holder)
        self._stack.addWidget(empty)
        self._stack.addWidget(full)
        return holder

    def _columns(self) -> tuple[Column[Received], ...]:
        formats = self._context.formats
        return (
            Column(self.tr("Time"), lambda one: formats.time(one.at, seconds=True), width=90),
            Column(
                self.tr("Event"),
                lambda one: formats.ltr(one.event),
                strong=True,
                second=lambda one: " ".join(verdict_sentences(one)),
            ),
            Column(
                "",
                lambda one: verdict_word(one)[0],
                width=130,
                end=True,
                tone=lambda one: verdict_word(one)[1],
            ),
        )

    def _start(self) -> None:
        typed = self.secret.text().strip()
        self.secret.clear()
        if typed:
            self.secret.setFont(self.theme.font(Type.BODY))
            self.secret.setPlaceholderText(self.tr("Checks with the secret you gave"))
        future = self._context.backend.webhooks.start_receiver(typed or None)
        self._dispatcher.fetch(future, lambda _none: self._on_started(), self._on_failed)

    def _on_started(self) -> None:
        self.poll()
        self._poll_timer.start()

    def _show(self, state: ReceiverState) -> None:
        self.fault.hide()
        self.address.set_value(self._context.formats.ltr(state.url))
        self.model.set_rows(state.received)
        self._stack.setCurrentIndex(1 if state.received else 0)
        if self.table.current() is None and state.received:
            self.table.choose(self.model.key_of(state.received[0]))

    def _show_one(self, one: Received | None) -> None:
        self.verdict.setText(" ".join(verdict_sentences(one)) if one else "")
        self.code.show_text(format_json(one.body) if one else "")

    def _on_failed(self, error: BackendError) -> None:
        self._poll_timer.stop()
        self.fault.show_text(fault_text(error))

    def _make_target(self) -> None:
        self._on_add_target(self.address.value)

    def _find_target(self) -> None:
        """The target with this address, which a test is sent to."""
        backend = self._context.backend.webhooks
        self._dispatcher.fetch(backend.targets(self._context.shop.id), self._send_test, self._on_failed)

    def _send_test(self, rows: tuple[TargetRow, ...]) -> None:
        address = strip_marks(self.address.value)
        target_row = next((row for row in rows if row.target.url == address), None)
        if target_row is not None:
            SendTestDialog(self._context, self, target_row).open()
            return
        self.fault.show_text(self.tr("No target has this address yet. Make it a target first, then send it a test."))

    def _on_closed(self) -> None:
        self._poll_timer.stop()
        self.secret.clear()
        self._context.backend.webhooks.stop_receiver()
