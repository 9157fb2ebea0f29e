"""Step 4: the connection itself, in the chosen way."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from PySide6.QtCore import Property, QEasingCurve, QPropertyAnimation, QRectF, Qt
from PySide6.QtGui import QColor, QHideEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from service.domain.call_log.calls import Call, CallFilter
from service.domain.keys import NewKey
from service.domain.pull.pulls import Run
from service.domain.times import Millis
from ui.backend import BackendError
from ui.backend.calls_port import CallPage
from ui.backend.dispatcher import GuiDispatcher
from ui.backend.host_port import HostState, HostStatus
from ui.backend.keys_port import KeyRow
from ui.i18n import isolate_name, ltr, translate_sentence
from ui.i18n.bidi import strip_marks
from ui.i18n.error_texts import fault_text
from ui.panes.shared.price_file.address_dialog import FileTools
from ui.panes.shared.price_file.file_flow import FileFlow
from ui.panes.shared.price_file.setup_cards import Purpose
from ui.panes.shared.run_facts import saved_text
from ui.panes.system.reference_card import choose_description_file
from ui.theme import Theme, Tone, Type
from ui.widgets import (
    Button,
    Card,
    CopyField,
    FaultLine,
    FaultNote,
    FormRow,
    Ink,
    Label,
    LinkButton,
    Note,
    TextArea,
    announce,
    column,
    fill,
    row,
)
from ui.widgets.containers import PageStack
from ui.wizard.wizard_answers import ConnectionKind, StepContext, WizardAnswers
from ui.wizard.wizard_cards import SampleCard
from ui.wizard.wizard_frame import WizardStep

_DISC, _INSET, _ICON, _PULSE_MS = 56, 6, 24, 1800
_REFUSED = 401


class ListeningIndicator(QWidget):
    """Does not move if the system asks for reduced motion."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme, self._spread, self.heard = theme, 0.0, False
        self.setFixedSize(_DISC, _DISC)
        self._pulse = QPropertyAnimation(self, b"spread", self)
        self._pulse.setDuration(_PULSE_MS)
        self._pulse.setStartValue(0.0)
        self._pulse.setEndValue(1.0)
        self._pulse.setLoopCount(-1)
        self._pulse.setEasingCurve(QEasingCurve.Type.OutCubic)
        theme.changed.connect(self.update)

    def start_listening(self) -> None:
        self.heard = False
        self._move()
        self.update()

    def mark_heard(self) -> None:
        self.heard = True
        self._pulse.stop()
        self._set_spread(0.0)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._move()

    def hideEvent(self, event: QHideEvent) -> None:
        self._pulse.stop()
        super().hideEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        tint = self._theme.tint(Tone.GOOD if self.heard else Tone.ACCENT)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        whole, inset = QRectF(self.rect()), _INSET * (1 - self._spread)
        halo = QColor(tint.line)
        halo.setAlphaF(0.6 * (1.0 - self._spread))
        painter.setBrush(halo)
        painter.drawEllipse(whole.adjusted(inset, inset, -inset, -inset))
        painter.setBrush(tint.tint)
        painter.drawEllipse(whole.adjusted(_INSET, _INSET, -_INSET, -_INSET))
        icon = self._theme.pixmap("check" if self.heard else "radio", tint.text, _ICON, self.devicePixelRatioF())
        at = (_DISC - _ICON) // 2
        painter.drawPixmap(at, at, icon)

    def _move(self) -> None:
        if self._theme.motion and self.isVisible() and not self.heard:
            self._pulse.start()

    def _get_spread(self) -> float:
        return self._spread

    def _set_spread(self, spread: float) -> None:
        self._spread = spread
        self.update()

    spread = Property(float, _get_spread, _set_spread)


class ListeningPage(QWidget):
    """Checks again when the backend reports changed keys or calls; never by a timer."""

    def __init__(self, context: StepContext, answers: WizardAnswers, on_heard: Callable[[], None]) -> None:
        super().__init__()
        self._context, self._answers, self._on_heard = context, answers, on_heard
        self._dispatcher = GuiDispatcher(self)
        self._since: Millis = context.now()
        self._keys = 0
        self._is_trying = False
        """Whether a call that the owner asked for is on its way: the key is then used by us."""
        theme = context.theme
        self.beacon = ListeningIndicator(theme)
        self.headline = Label(theme, self.tr("Waiting for the first call"), Type.HEADING, wrap=True)
        self.detail = Label(
            theme, self.tr("Leave this open; it changes automatically."), Type.BODY, Ink.TEXT2, wrap=True
        )
        state = Card(theme)
        self.trial = Button(theme, self.tr("Try a call for me"), icon="play", on_click=self._try_call)
        self.show_again = LinkButton(theme, self.tr("Show address and key"), on_click=lambda: self._collapse(False))
        head = row(self.beacon, spacing=16)
        fill(head, (column(None, self.headline, self.detail, None, spacing=3), 1), self.trial, self.show_again)
        state.body.addLayout(head)
        self.refused = Note(theme, Tone.WARN, "", (self.tr("Check that the whole key was copied, then try again."),))
        self.refused.hide()
        self.fault = FaultNote(theme)
        self.again = Button(theme, self.tr("Try again"), icon="rotate-ccw", on_click=self._try_again)
        self.stopped = Note(theme, Tone.BAD, "", (), self.again)
        self.stopped.hide()
        self.instructions = self._build_instructions()
        column(state, self.stopped, self.refused, self.fault, self.instructions, None, spacing=14, inside=self)

    def enter(self) -> None:
        """Begins to wait, unless a call has come already."""
        self._show_key()
        self.show_host()
        self._collapse(self._answers.heard)
        if not self._answers.heard:
            self.beacon.start_listening()
        self.check_first_call()

    def check_first_call(self) -> None:
        """Asks whether the key was used, and whether a call was refused."""
        if self._is_trying:
            return
        backend, shop, tried = self._context.backend, self._answers.shop.id, self._answers.tried_at
        self._dispatcher.fetch(backend.keys.list(shop), self._show_keys, self._on_failed)
        if tried is not None and not self._answers.heard:
            # The time of a key's last use is exact to the minute.
            later = CallFilter(since=tried + 1, key=self._answers.key_name)
            self._dispatcher.fetch(backend.calls.page(shop, later, 1), self._show_later, self._on_failed)
        if not self._answers.heard:
            refused = CallFilter(since=self._since, status=_REFUSED)
            self._dispatcher.fetch(backend.calls.page(shop, refused, 1), self._show_refused, self._on_failed)

    def show_host(self) -> None:
        """Where tills call, and why none can reach it while the service does not listen."""
        host = self._answers.host
        self.address.set_value(ltr(self._answers.address))
        stopped = host is not None and host.state in (HostState.PORT_TAKEN, HostState.STOPPED)
        if host is not None and stopped:
            self.stopped.title.setText(self._stopped_reason(host))
            self.stopped.setAccessibleName(self._stopped_reason(host))
        self.stopped.setVisible(stopped)

    def _stopped_reason(self, host: HostStatus) -> str:
        if host.state is HostState.STOPPED:
            return translate_sentence(host.reason) or self.tr("The service ended and was started again without success")
        text = self.tr("Your till cannot reach this PC: another program holds port %2. Close it, then try again.")
        if host.holder is not None and host.holder.program:
            text = self.tr("Your till cannot reach this PC: %1 holds port %2. Close it, then try again.")
            text = text.replace("%1", isolate_name(host.holder.program))
        return text.replace("%2", ltr(str(host.port)))

    def _try_again(self) -> None:
        self._dispatcher.send(self._context.backend.host.try_again(), self._on_failed)

    def _build_instructions(self) -> QWidget:
        context = self._context
        theme, copy, copied = context.theme, self.tr("Copy"), self.tr("Copied")
        self.address = CopyField(theme, context.clipboard, "", copy=copy, copied=copied)
        self.key = CopyField(theme, context.clipboard, "", copy=copy, copied=copied, labelled=True)
        self.key.button.clicked.connect(self._watch_clipboard)
        once = self.tr("The key is shown only here. If it is lost, make another one under Your own system.")
        self.key_row = FormRow(theme, self.tr("And this key"), self.key, once)
        self.known = Label(theme, "", Type.BODY, Ink.TEXT2, wrap=True)
        self.another = LinkButton(theme, self.tr("Make another key"), on_click=self._make_another)
        card = Card(theme)
        card.body.setSpacing(14)
        card.body.addWidget(FormRow(theme, self.tr("Enter this address in your till"), self.address))
        card.body.addWidget(self.key_row)
        card.body.addLayout(row(self.known, self.another, None))
        return card

    def _collapse(self, hidden: bool) -> None:
        """What the till needs, which is in the way once it has called."""
        self.instructions.setHidden(hidden)
        self.show_again.setVisible(hidden)
        self.trial.setVisible(self._answers.secret is not None and not self._answers.heard)

    def _watch_clipboard(self) -> None:
        if self._answers.secret is not None:
            self._context.clipboard_clearer.watch(self._answers.secret.text)

    def _make_another(self) -> None:
        """The text of an earlier key is not known any more."""

        def take(new: NewKey) -> None:
            self.another.set_busy(on=False)
            self._answers.take_key(new)
            self.enter()

        def on_failed(error: BackendError) -> None:
            self.another.set_busy(on=False)
            self._on_failed(error)

        self.another.set_busy(on=True)
        name = self.tr("Till %1").replace("%1", str(self._keys + 1))
        future = self._context.backend.keys.create(self._answers.shop.id, name)
        self._dispatcher.fetch(future, take, on_failed)

    def _try_call(self) -> None:
        """Calls with the key, as the till will."""
        secret = self._answers.secret
        if secret is not None:
            self.trial.setEnabled(False)
            self.fault.hide()
            self._is_trying = True
            future = self._context.backend.host.test_call(self._answers.shop.id, secret)
            self._dispatcher.fetch(future, self._on_tried, self._on_try_failed)

    def _on_tried(self, millis: int) -> None:
        self._answers.tried_at = self._context.now()
        self._end_trial()
        self._show_tried(millis)
        self.check_first_call()
        self._on_heard()

    def _show_tried(self, millis: int) -> None:
        self.headline.setText(self.tr("It works: our test call was answered"))
        text = self.tr("In %1 ms. Now enter address and key in your till; we keep listening.")
        self.detail.setText(text.replace("%1", self._context.formats.count(millis)))
        announce(self, self.headline.text())

    def _on_try_failed(self, error: BackendError) -> None:
        self._end_trial()
        self._on_failed(error)

    def _end_trial(self) -> None:
        self._is_trying = False
        self.trial.setEnabled(True)

    def _show_key(self) -> None:
        answers = self._answers
        secret = answers.secret
        self.key.set_value(ltr(secret.text) if secret else "")
        self.key_row.setVisible(secret is not None)
        text = self.tr("With the key for %1, which begins with %2").replace("%1", isolate_name(answers.key_name))
        self.known.setText(text.replace("%2", ltr(f"{answers.key_prefix}…")))
        for widget in (self.known, self.another):
            widget.setVisible(secret is None and bool(answers.key_name))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show_key()

    def hideEvent(self, event: QHideEvent) -> None:
        self.key.set_value("")
        super().hideEvent(event)

    def _show_keys(self, rows: tuple[KeyRow, ...]) -> None:
        self.fault.hide()
        answers = self._answers
        self._keys = len(rows)
        mine = [one.key for one in rows if answers.key in (None, one.key.id) and one.key.revoked_at is None]
        if answers.key is None and mine:
            answers.key_name, answers.key_prefix = mine[-1].name, mine[-1].prefix
            self._show_key()
        used = [(key.last_used_at, key.name) for key in mine if key.last_used_at is not None]
        if used and answers.tried_at is None:
            self._show_heard(*max(used))

    def _show_later(self, page: CallPage) -> None:
        """A call after the one that the owner tried is the till's."""
        if page.rows:
            self._show_heard(page.rows[0].at, self._answers.key_name)

    def _show_heard(self, at: Millis, name: str) -> None:
        formats, first = self._context.formats, not self._answers.heard
        self._answers.heard = True
        self.beacon.mark_heard()
        self.refused.hide()
        if first:
            self._collapse(True)
        self.headline.setText(self.tr("We heard from your system"))
        ago = formats.ago(at, self._context.now())
        text = self.tr("%1, %2").replace("%1", isolate_name(name)).replace("%2", ago)
        self.detail.setText(text)
        if first:
            announce(self, self.headline.text())
            future = self._context.backend.calls.page(self._answers.shop.id, CallFilter(key=name), 1)
            self._dispatcher.fetch(future, lambda page: self._show_call(text, page), self._on_failed)
            self._on_heard()

    def _show_call(self, summary: str, page: CallPage) -> None:
        if page.rows:
            call = page.rows[0]
            what = ltr(f"{call.method} {call.path.partition('?')[0]}")
            answered = self.tr("answered %1").replace("%1", ltr(str(call.status)))
            self.detail.setText(f"{summary} · {what} · {answered}")

    def _show_refused(self, page: CallPage) -> None:
        if page.rows and not self._answers.heard:
            self._show_refusal(page.rows[0])

    def _show_refusal(self, call: Call) -> None:
        text = self.tr("A call came at %1, but without a key that we know.")
        self.refused.title.setText(text.replace("%1", self._context.formats.time(call.at)))
        self.refused.setAccessibleName(self.refused.title.text())
        self.refused.show()

    def _on_failed(self, error: BackendError) -> None:
        self.fault.show_text(fault_text(error))


_OWN = (None, "127.0.0.1", "::1", "localhost")
"""Hosts by which no other computer finds this one."""


class FilePage(QWidget):
    """A saved file: the flow of every price list; it is read every night from then on."""

    def __init__(self, context: StepContext, answers: WizardAnswers, on_change: Callable[[], None]) -> None:
        super().__init__()
        self._context, self._answers, self._on_change = context, answers, on_change
        self._flow: FileFlow | None = None
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)

    @property
    def flow(self) -> FileFlow:
        """It is of the shop, which an earlier step makes."""
        if self._flow is None:
            context = self._context
            tools = FileTools(context.theme, context.backend, context.formats, context.chooser, self._answers.shop.id)
            self._flow = FileFlow(tools, Purpose.FIRST, self._on_flow, self._on_saved)
            self._layout.addWidget(self._flow)
        return self._flow

    @property
    def has_file(self) -> bool:
        return self._flow is not None and self._flow.setup is not None

    @property
    def ready(self) -> bool:
        """Whether the wizard's main button is enabled."""
        return self._answers.run is not None or not self.has_file or self.flow.ready

    def enter(self) -> None:
        """Asks for the file the first time; in another language shows what was chosen or saved."""
        if self._answers.run is not None:
            self.flow.setup = self._answers.setup
            self.flow.show_run(self._answers.run)
        elif self._answers.setup is not None and not self.has_file:
            self.flow.open_setup(self._answers.setup)
        elif not self.has_file:
            self.flow.choose_file()

    def _on_flow(self) -> None:
        if self._flow is not None:
            self._answers.setup = self._flow.setup
        self._on_change()

    def _on_saved(self, run: Run | None) -> None:
        self._answers.run = run
        self._on_change()


class MessagePage(QWidget):
    """A text to change, a button that copies it, and one that saves the file to attach."""

    def __init__(self, context: StepContext, answers: WizardAnswers) -> None:
        super().__init__()
        self._context, self._answers = context, answers
        theme = context.theme
        self.text = TextArea(theme)
        self.text.setAccessibleName(self.tr("Message for the seller of your till"))
        self.copy = Button(theme, self.tr("Copy the message"), icon="copy", on_click=self._copy)
        self.save = Button(theme, self.tr("Save the file to attach…"), icon="file-json", on_click=self._save)
        self.copied = Label(theme, self.tr("Copied. Paste it into a mail or a chat."), Type.SMALL_MEDIUM, Ink.GOOD)
        self.copied.hide()
        self.fault = FaultLine(theme, Type.SMALL)
        self._dispatcher = GuiDispatcher(self)
        card = Card(theme)
        card.body.setSpacing(12)
        fill(card.body, self.text, row(self.copy, 10, self.save, None), self.copied, self.fault)
        column((card, 1), spacing=None, inside=self)

    def enter(self) -> None:
        """Writes the message, unless the owner changed it."""
        if not self.text.toPlainText():
            self.text.setPlainText(self.message())

    def message(self) -> str:
        """The question, in the language of the window."""
        text = self.tr(
            "Hello,\n\nwe would like to connect our system to the parts marketplace with the program Counterpart,"
            " which runs on our PC. Which of these can our system do?\n\n"
            "1. Call an address on our PC (HTTP, JSON) when a price or quantity changes, and fetch new orders.\n"
            "2. Receive a call from our PC when an order arrives (webhook).\n"
            "3. Save a file with part numbers, prices and quantities every night (Excel or CSV).\n\n"
            "What can be called is in the attached file.%1 Thank you.\n\n%2"
        )
        shop = self._answers.pair.live.name if self._answers.pair else ""
        return text.replace("%1", self._describe_address()).replace("%2", shop)

    def _describe_address(self) -> str:
        """The address of this PC, where others than its own programs can reach it."""
        address = self._answers.address
        if urlsplit(address).hostname in _OWN:
            return ""
        return " " + self.tr("The address is %1.").replace("%1", address)

    def _save(self) -> None:
        choose_description_file(self._context.chooser, self, self._save_as)

    def _save_as(self, path: str) -> None:
        self._dispatcher.fetch(self._context.backend.host.save_description(path), self._on_saved, self._on_failed)

    def _on_saved(self, _none: None) -> None:
        self.fault.hide()
        self.save.setText(self.tr("Saved"))
        self.save.setAccessibleName(self.tr("Saved"))
        self.save.updateGeometry()

    def _on_failed(self, error: BackendError) -> None:
        self.fault.show_text(fault_text(error))

    def _copy(self) -> None:
        self._context.clipboard.setText(strip_marks(self.text.toPlainText()))
        self.copied.show()
        announce(self, self.copied.text())


class ConnectStep(WizardStep):
    """One page per way; the step's name and question change with it."""

    def __init__(self, context: StepContext, answers: WizardAnswers) -> None:
        super().__init__("", "", "", "")
        self._answers, self._formats = answers, context.formats
        self.listening = ListeningPage(context, answers, self._on_page_changed)
        self.file = FilePage(context, answers, self._on_page_changed)
        self.sample = SampleCard(context, answers, self._on_page_changed)
        self.message = MessagePage(context, answers)
        holder = QWidget()
        column(self.sample, None, inside=holder)
        self._pages: dict[ConnectionKind, QWidget] = {
            ConnectionKind.CALLS: self.listening,
            ConnectionKind.FILE: self.file,
            ConnectionKind.NONE: holder,
            ConnectionKind.ASK: self.message,
        }
        self._stack = PageStack()
        for page in self._pages.values():
            self._stack.addWidget(page)
        column(self._stack, inside=self)
        self.update_titles()

    @property
    def done(self) -> bool:
        way = self._answers.connection_kind
        if way is ConnectionKind.CALLS:
            return self._answers.heard
        return way is not ConnectionKind.FILE or self._answers.run is not None

    def main_text(self) -> str:
        if self._answers.connection_kind is ConnectionKind.FILE and self._answers.run is None:
            return self.tr("Save it") if self.file.has_file else self.tr("Choose a file…")
        return self.tr("Continue")

    def leave(self) -> None:
        if self._answers.connection_kind is not ConnectionKind.FILE or self._answers.run is not None:
            self.advance.emit()
        elif self.file.has_file:
            self.file.flow.save_it()
        else:
            self.file.flow.choose_file()

    def update_titles(self) -> None:
        """Sets name, summary and question of the chosen way."""
        way = self._answers.connection_kind
        names = {
            ConnectionKind.CALLS: (self.tr("First call"), self.tr("We watch for it together")),
            ConnectionKind.FILE: (self.tr("Your file"), self.tr("Looked at and saved")),
            ConnectionKind.NONE: (self.tr("A sample"), self.tr("To look around")),
            ConnectionKind.ASK: (self.tr("A message"), self.tr("For the seller of your till")),
        }
        questions = {
            ConnectionKind.CALLS: (
                self.tr("Now let your till call"),
                self.tr("Enter address and key in its settings. We wait here and say when we hear from it."),
            ),
            ConnectionKind.FILE: (
                self.tr("Which file does your system save?"),
                self.tr(
                    "Look at how it is read, change what is wrong, and save it. It is read every night from then on."
                ),
            ),
            ConnectionKind.NONE: (
                self.tr("Try it with a made-up shop first"),
                self.tr("You enter parts and stock under Catalogue; orders ring here. A sample shows how it looks."),
            ),
            ConnectionKind.ASK: (
                self.tr("Send this to the company that sold you the till"),
                self.tr("Change it as you like, copy it, and open this set-up again when you have the answer."),
            ),
        }
        self.name, self.summary = names[way] if way else (self.tr("Connection"), self.tr("As you answer"))
        run = self._answers.run
        if way is ConnectionKind.FILE and run is not None:
            self.summary = saved_text(run, self._formats)
        answers = self._answers
        waits = way is ConnectionKind.CALLS and not answers.heard and answers.tried_at is None
        self.ready = not waits and (way is not ConnectionKind.FILE or self.file.ready)
        if way is ConnectionKind.CALLS and self._answers.heard:
            self.summary = self.tr("Heard")
        if way is not None:
            self.question, self.explanation = questions[way]
            self._stack.setCurrentWidget(self._pages[way])

    def enter(self) -> None:
        self.update_titles()
        self.changed.emit()
        if self._answers.connection_kind is ConnectionKind.CALLS:
            self.listening.enter()
        elif self._answers.connection_kind is ConnectionKind.FILE:
            self.file.enter()
        elif self._answers.connection_kind is ConnectionKind.ASK:
            self.message.enter()

    def check_first_call(self) -> None:
        """Called when calls or keys have changed."""
        if (
            self._answers.connection_kind is ConnectionKind.CALLS
            and self._answers.pair is not None
            and self.listening.isVisible()
        ):
            self.listening.check_first_call()

    def _on_page_changed(self) -> None:
        self.update_titles()
        self.changed.emit()
