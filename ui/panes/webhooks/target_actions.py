"""The owner's actions on a target: each with its question before and its dialog after."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtWidgets import QLineEdit, QStackedLayout, QWidget

from service.domain.webhooks.events import SwitchOnChoice
from service.domain.webhooks.signing import SignatureFault
from ui.backend import BackendError
from ui.backend.dispatcher import GuiDispatcher
from ui.backend.webhooks_port import Received, ReceiverState, TargetRow, TargetSecret
from ui.i18n import isolate_name, ltr
from ui.i18n.bidi import strip_marks
from ui.i18n.error_texts import fault_text
from ui.panes.webhooks.target_dialogs import AddTargetDialog, EditTargetDialog, SendTestDialog, SwitchOnDialog
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.pane import Pane
from ui.shell.pane_context import PaneContext
from ui.theme import Tone, Type
from ui.theme.metrics import TWO_LINE_ROW
from ui.widgets import (
    Button,
    CodeView,
    Column,
    ConfirmDialog,
    CopyField,
    Dialog,
    Fact,
    FaultLine,
    FormRow,
    Ink,
    Kind,
    Label,
    RowsModel,
    SecretDialog,
    SecretTexts,
    Table,
    column,
    fill,
    format_json,
    row,
    text_field,
)
from ui.widgets.window_use import make_timer

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
    """Receives while it is open. `add` makes a target of its address; closing drops `secret`."""

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
        self.check = Button(theme, self.tr("Check with it"), on_click=self._start)
        self.secret.returnPressed.connect(self._start)
        line = row(spacing=8)
        fill(line, (self.secret, 1), self.check)
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
        self._poll_timer = make_timer(self, _POLL_MS, self.poll, repeats=True)
        self.finished.connect(self._on_closed)
        self._start()

    def poll(self) -> None:
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


def _subtitle(context: PaneContext) -> str:
    live = translate("TargetSecrets", "Live")
    return isolate_name(context.shop.name) if context.staging else " · ".join((isolate_name(context.shop.name), live))


def _facts(header: str) -> tuple[Fact, ...]:
    return (
        Fact(translate("TargetSecrets", "Header"), ltr(header), code=True),
        Fact(translate("TargetSecrets", "How it signs"), ltr("HMAC-SHA256, raw body, sha256=<hex>"), code=True),
    )


def _message(name: str) -> str:
    text = translate(
        "TargetSecrets",
        "Each event that we post to %1 is signed. Take the raw body before any JSON is read, make its HMAC-SHA256 "
        "with the secret (all of it, with whsec_), and compare “sha256=” and the lower-case hex with the header "
        "x-service-signature in constant time. The three Standard Webhooks headers are sent too. You get the secret "
        "from me by another way.",
    )
    return strip_marks(text.replace("%1", name))


def show_new_secret(context: PaneContext, parent: QWidget, made: TargetSecret, name: str) -> None:
    texts = SecretTexts(
        translate("TargetSecrets", "Secret for %1").replace("%1", isolate_name(name)),
        _subtitle(context),
        translate(
            "TargetSecrets",
            "With this secret the receiver checks that an event comes from us. This is the only time it is shown; "
            "if it is lost, rotate it and get a new one.",
        ),
        translate("TargetSecrets", "I have stored it in the receiver's settings"),
        _facts("x-service-signature"),
        translate("TargetSecrets", "Copy a message for the seller of the till"),
        _message(name),
    )
    SecretDialog(context.theme, parent, context.clipboard, context.clipboard_clearer, texts, made.secret).open()


def show_next_secret(context: PaneContext, parent: QWidget, made: TargetSecret, name: str) -> None:
    """Displays the next secret, while the present one still signs."""
    texts = SecretTexts(
        translate("TargetSecrets", "New secret for %1").replace("%1", isolate_name(name)),
        _subtitle(context),
        translate(
            "TargetSecrets",
            "The old secret still signs, so nothing breaks. Enter this one in the receiver, then finish the rotation "
            "here. It is shown this once.",
        ),
        translate("TargetSecrets", "I have stored it in the receiver's settings"),
        _facts("x-service-signature-next"),
        translate("TargetSecrets", "Copy a message for the seller of the till"),
        _message(name),
    )
    SecretDialog(context.theme, parent, context.clipboard, context.clipboard_clearer, texts, made.secret).open()


def ask_rotate(context: PaneContext, parent: QWidget, name: str, act: Callable[[], None]) -> ConfirmDialog:
    """Asks before the next secret is made."""
    title = translate("TargetSecrets", "Rotate the secret of %1?").replace("%1", isolate_name(name))
    text = translate(
        "TargetSecrets",
        "You get a new secret, shown once. Until you finish the rotation both secrets sign every event, so the "
        "receiver still works with the old one.",
    )
    action = translate("TargetSecrets", "Make a new secret")
    return ConfirmDialog(context.theme, parent, title, text, action, act, icon="key")


def ask_finish(context: PaneContext, parent: QWidget, name: str, act: Callable[[], None]) -> ConfirmDialog:
    """Asks before the old secret stops signing."""
    title = translate("TargetSecrets", "Finish the rotation for %1?").replace("%1", isolate_name(name))
    text = translate(
        "TargetSecrets",
        "From now on only the new secret signs. If the receiver still has the old one, it refuses every event.",
    )
    action = translate("TargetSecrets", "The new one is in place: finish")
    return ConfirmDialog(context.theme, parent, title, text, action, act, icon="key")


class TargetActions(QObject):
    """`current_target` is displayed, `restore_switch` resets its switch, `on_made` gets another."""

    def __init__(
        self,
        pane: Pane,
        current_target: Callable[[], TargetRow | None],
        restore_switch: Callable[[bool], None],
        on_made: Callable[[int], None],
    ) -> None:
        super().__init__(pane)
        self._pane, self._current_target, self._restore_switch, self._on_made = (
            pane,
            current_target,
            restore_switch,
            on_made,
        )

    def on_failed(self, error: BackendError) -> None:
        FaultDialog(self._pane.theme, self._pane, error, self._pane.context.clipboard).open()

    def add_target(self, url: str, parent: QWidget) -> None:
        """Opens the form, then displays the secret once."""
        dialog = AddTargetDialog(self._pane.context, parent, url)

        def on_added() -> None:
            made = dialog.take_secret()
            if made is not None:
                self._on_made(made.target)
                name = dialog.name.text().strip() or dialog.url.text().strip()
                show_new_secret(self._pane.context, parent, made, name)

        dialog.accepted.connect(on_added)
        dialog.open()

    def open_receiver(self) -> None:
        """Opens the built-in receiver, which can become a target."""
        dialog = ReceiverDialog(self._pane.context, self._pane, lambda url: self.add_target(url, dialog))
        dialog.open()

    def edit(self) -> None:
        """Edits name, address, events, catching up."""
        row = self._current_target()
        if row is not None:
            EditTargetDialog(self._pane.context, self._pane, row).open()

    def switch(self, on: bool) -> None:
        """Switches off at once; on after the question what to send, if anything waits."""
        row = self._current_target()
        if row is None:
            return
        webhooks, shop = self._pane.context.backend.webhooks, self._pane.context.shop.id

        def restore() -> None:
            self._restore_switch(not on)

        def on_refused(error: BackendError) -> None:
            restore()
            self.on_failed(error)

        def switch_on(choice: SwitchOnChoice) -> None:
            future = webhooks.switch_on(shop, row.target.id, choice)
            self._pane.dispatcher.send(future, on_refused)

        if not on:
            self._pane.dispatcher.send(webhooks.switch_off(shop, row.target.id), on_refused)
        elif row.recorded_while_off:
            SwitchOnDialog(self._pane.context, self._pane, row, switch_on, restore).open()
        else:
            switch_on(SwitchOnChoice.ALL)

    def send_test(self) -> None:
        """Sends a test event of any kind."""
        row = self._current_target()
        if row is not None:
            SendTestDialog(self._pane.context, self._pane, row).open()

    def ask_rotate(self) -> None:
        """Asks before making the next secret."""
        row = self._current_target()
        if row is not None:
            ask_rotate(self._pane.context, self._pane, row.name, self.rotate).open()

    def rotate(self) -> None:
        """Makes the next secret and displays it once."""
        row = self._current_target()
        if row is None:
            return

        def on_made(secret: TargetSecret) -> None:
            show_next_secret(self._pane.context, self._pane, secret, row.name)

        self._pane.dispatcher.fetch(
            self._pane.context.backend.webhooks.rotate(self._pane.context.shop.id, row.target.id),
            on_made,
            self.on_failed,
        )

    def ask_finish(self) -> None:
        """Asks before only the next secret signs."""
        row = self._current_target()
        if row is not None:
            target = row.target.id

            def finish() -> None:
                future = self._pane.context.backend.webhooks.finish_rotation(self._pane.context.shop.id, target)
                self._pane.dispatcher.send(future, self.on_failed)

            ask_finish(self._pane.context, self._pane, row.name, finish).open()

    def ask_remove(self) -> None:
        row = self._current_target()
        if row is None:
            return
        title = self.tr("Remove “%1”?").replace("%1", isolate_name(row.name))
        text = self.tr("It gets nothing any more, and its secret is deleted.")
        if row.waiting:
            text = self.tr(
                "It gets nothing any more, %n waiting event(s) included. Its secret is deleted.", "", row.waiting
            )

        def remove() -> None:
            future = self._pane.context.backend.webhooks.remove(self._pane.context.shop.id, row.target.id)
            self._pane.dispatcher.send(future, self.on_failed)

        action = self.tr("Remove the target")
        ConfirmDialog(
            self._pane.theme, self._pane, title, text, action, remove, destructive=True, icon="trash-2"
        ).open()
