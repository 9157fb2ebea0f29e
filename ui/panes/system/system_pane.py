"""The pane "Your own system": modes, keys, the pull; its set-up and history have own pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import ClassVar, TypeVar

from PySide6.QtCore import QCoreApplication, Qt, QTimer, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QWidget

from service.domain.changes import ChangeKind
from service.domain.keys import NewKey
from service.domain.pull.pulls import Run, RunState
from service.domain.shops import Mode
from service.domain.times import Millis
from ui.backend import BackendError
from ui.backend.dispatcher import GuiDispatcher
from ui.backend.host_port import HostStatus
from ui.backend.keys_port import KeyRow, PushState
from ui.backend.pulls_port import PullState
from ui.backend.webhooks_port import Health, TargetRow
from ui.i18n import Formats, isolate_name
from ui.panes.shared.price_file.address_dialog import FileTools
from ui.panes.shared.price_file.file_flow import FileFlow
from ui.panes.shared.price_file.setup_cards import Purpose
from ui.panes.shared.run_facts import RunNote, saved_text
from ui.panes.system.audit_page import AuditPage
from ui.panes.system.history_page import HistoryPage
from ui.panes.system.key_dialogs import (
    CountedWords,
    ExpiryDialog,
    NewKeyDialog,
    PairingDialog,
    RenameKeyDialog,
    key_texts,
    revoke_dialog,
)
from ui.panes.system.keys_card import KeyActions, KeysCard
from ui.panes.system.pull_card import PullCard, clock_text
from ui.panes.system.reference_card import ReferenceCard, choose_description_file
from ui.panes.system.subpage import ActionCard, SubPage
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.pane import Page, PageHeader, Pane, PassedMoment
from ui.shell.pane_context import PaneContext, PaneKey
from ui.theme import Tone, Type
from ui.widgets import (
    Button,
    Card,
    ElidedLabel,
    ForProgrammer,
    Hairline,
    Ink,
    Kind,
    Label,
    LinkButton,
    Mark,
    Note,
    SecretDialog,
    Switch,
    Tile,
    column,
    fill,
    row,
    set_margins,
)

translate = QCoreApplication.translate
ModeState = tuple[Tone, str]
OnModeSwitched = Callable[[Mode, bool], None]


def push_state(state: PushState, formats: Formats, now: Millis, *, on: bool) -> ModeState:
    """When a system last sent, and how much."""
    if not on:
        return Tone.NEUTRAL, translate("ModeStates", "Off: what your system sends is refused")
    if state.at is None:
        return Tone.NEUTRAL, translate("ModeStates", "Nothing was sent yet")
    when = formats.time(state.at) if now - state.at < 12 * 3_600_000 else formats.day_time(state.at, now)
    return Tone.GOOD if state.rows else Tone.WARN, CountedWords().last_push(state.rows).replace("%1", when)


def webhooks_state(targets: tuple[TargetRow, ...], *, on: bool) -> ModeState:
    """How many targets are well, and the first failing one."""
    if not on:
        return Tone.NEUTRAL, translate("ModeStates", "Off: events are kept, none is sent")
    live = [target for target in targets if target.target.on]
    if not live:
        return Tone.NEUTRAL, translate("ModeStates", "No address to tell yet")
    refusing = [target for target in live if target.health is Health.REFUSING]
    held_up = [target for target in live if target.health is Health.WAITING]
    if not refusing and not held_up:
        return Tone.GOOD, CountedWords().targets_healthy(len(live))
    tone, text = Tone.BAD, translate("ModeStates", "%1 of %2 targets well; %3 refuses")
    if not refusing:
        tone, text = Tone.WARN, translate("ModeStates", "%1 of %2 targets well; %3 is held up")
    ill = refusing + held_up
    well = str(len(live) - len(ill))
    return tone, text.replace("%1", well).replace("%2", str(len(live))).replace("%3", isolate_name(ill[0].name))


def pull_state(state: PullState, formats: Formats, now: Millis, *, on: bool) -> ModeState:
    """When the file is read next, or why it is not."""
    if state.setup is None:
        return Tone.NEUTRAL, translate("ModeStates", "No file chosen yet")
    if not on:
        return Tone.NEUTRAL, translate("ModeStates", "Off: the file is not read automatically")
    if state.last is not None and state.last.state is RunState.NEEDS_APPROVAL:
        return Tone.WARN, translate("ModeStates", "The last file waits for you")
    if state.last is not None and state.last.state is RunState.FAILED:
        when = formats.day_time(state.last.at, now)
        return Tone.BAD, translate("ModeStates", "Not read: %1").replace("%1", when)
    if state.next_at is None:
        return Tone.GOOD, translate("ModeStates", "On")
    return Tone.GOOD, translate("ModeStates", "Next run: %1").replace("%1", formats.day_time(state.next_at, now))


@dataclass(frozen=True, slots=True)
class ModeText:
    """The explanation of one mode: plain title, technical term, two sentences."""

    icon: str
    title: str
    term: str
    text: str


class ModeCard(Card):
    def __init__(self, context: PaneContext, mode: Mode, text: ModeText, on_switched: OnModeSwitched) -> None:
        super().__init__(context.theme)
        self.mode = mode
        self.setAccessibleName(text.title)
        self.setAccessibleDescription(text.text)
        self._tile = Tile(context.theme, text.icon, Tone.ACCENT)
        self._icon = text.icon
        self.switch = Switch(context.theme, text.title)
        self.switch.toggled.connect(lambda on: on_switched(mode, on))
        names = column(
            Label(context.theme, text.title, Type.HEADING),
            Label(context.theme, text.term, Type.SMALL, Ink.TEXT2),
            spacing=1,
        )
        head = row(self._tile, spacing=12)
        fill(head, (names, 1), self.switch)
        set_margins(self.body, context.theme, 18, 13, 16, 10)
        self.body.setSpacing(10)
        self.body.addLayout(head)
        about = Label(context.theme, text.text, Type.BODY, Ink.TEXT2, wrap=True)
        about.setMinimumHeight(about.fontMetrics().lineSpacing() * 3)
        fill(self.body, (about, 1), Hairline(context.theme))
        self._mark = Mark(context.theme, Tone.NEUTRAL, 7)
        self.state = ElidedLabel(context.theme, "", Type.SMALL_MEDIUM, Ink.TEXT2)
        line = row(self._mark, spacing=8)
        line.addWidget(self.state, 1)
        line.setAlignment(self._mark, Qt.AlignmentFlag.AlignVCenter)
        self.body.addLayout(line)

    def show_state(self, state: ModeState, *, on: bool) -> None:
        tone, text = state
        self.switch.show_state(on)
        self._tile.show_icon(self._icon, Tone.ACCENT if on else Tone.NEUTRAL)
        self._mark.set_tone(tone)
        self.state.setText(text)
        self.state.set_ink(Ink.TEXT if on else Ink.TEXT2)
        self.switch.setAccessibleDescription(text)


class ModeCards(QWidget):
    """The three, side by side."""

    def __init__(self, context: PaneContext, on_switched: OnModeSwitched) -> None:
        super().__init__()
        self.cards = {mode: ModeCard(context, mode, text, on_switched) for mode, text in self._texts().items()}
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(16)
        for card in self.cards.values():
            line.addWidget(card, 1)

    def _texts(self) -> dict[Mode, ModeText]:
        return {
            Mode.API_PUSH: ModeText(
                "arrow-up-from-line",
                self.tr("Your system sends"),
                self.tr("API push"),
                self.tr(
                    "Your till or ERP calls this PC when a price or quantity changes."
                    " Best if the seller of your till can program it."
                ),
            ),
            Mode.WEBHOOKS: ModeText(
                "webhook",
                self.tr("We tell your system"),
                self.tr("Webhooks"),
                self.tr("The moment an order arrives or stock moves, we post it to an address your system listens on."),
            ),
            Mode.SCHEDULED_PULL: ModeText(
                "calendar-clock",
                self.tr("We fetch a file"),
                self.tr("Scheduled pull"),
                self.tr(
                    "Every night we read a CSV or Excel file that your system saves in a folder. Nothing to program."
                ),
            ),
        }


T = TypeVar("T")
PageT = TypeVar("PageT", bound=QWidget)


class SetupPage(SubPage):
    """Calls `on_saved` with the run that saved the file, or None where only its time changed."""

    def __init__(self, context: PaneContext, back: Callable[[], None], on_saved: Callable[[Run | None], None]) -> None:
        super().__init__(context.theme, back)
        self.dry_run_button = Button(context.theme, self.tr("Look without saving"), icon="eye")
        self.save = Button(context.theme, self.tr("Save it"), Kind.PRIMARY, icon="save", changes=True)
        fill(self.head, self.dry_run_button, self.save)
        self.title.setText(self.tr("The nightly file"))
        tools = FileTools(context.theme, context.backend, context.formats, context.chooser, context.shop.id)
        self.flow = FileFlow(tools, Purpose.NIGHTLY, self._on_changed, on_saved)
        self.page.body.addWidget(self.flow)
        self.save.clicked.connect(self.flow.save_it)
        self.dry_run_button.clicked.connect(self.flow.rehearse)
        self._on_changed()

    def _on_changed(self) -> None:
        self.save.setEnabled(self.flow.ready)
        self.dry_run_button.setEnabled(self.flow.ready)
        self.subtitle.setText(self.flow.what_next())


@dataclass(frozen=True, slots=True)
class SystemView:
    """Everything that the pane's first page displays."""

    keys: tuple[KeyRow, ...]
    push: PushState
    pull: PullState
    targets: tuple[TargetRow, ...]


class SystemLoader:
    """A later load drops an earlier one; only the first failure is displayed."""

    def __init__(self, context: PaneContext, dispatcher: GuiDispatcher) -> None:
        self._context, self._dispatcher = context, dispatcher
        self._load_number = 0

    def load(self, on_loaded: Callable[[SystemView], None], on_failed: Callable[[BackendError], None]) -> None:
        """Requests keys, push, pull and targets."""
        self._load_number += 1
        turn, backend, shop = self._load_number, self._context.backend, self._context.shop.id
        keys: list[tuple[KeyRow, ...]] = []
        push: list[PushState] = []
        pull: list[PullState] = []
        targets: list[tuple[TargetRow, ...]] = []

        def into(place: list[T]) -> Callable[[T], None]:
            def take(answer: T) -> None:
                place.append(answer)
                if turn == self._load_number and keys and push and pull and targets:
                    on_loaded(SystemView(keys[0], push[0], pull[0], targets[0]))

            return take

        def fail(error: BackendError) -> None:
            if turn == self._load_number:
                self._load_number += 1
                on_failed(error)

        self._dispatcher.fetch(backend.keys.list(shop), into(keys), fail)
        self._dispatcher.fetch(backend.keys.push_state(shop), into(push), fail)
        self._dispatcher.fetch(backend.pulls.state(shop), into(pull), fail)
        self._dispatcher.fetch(backend.webhooks.targets(shop), into(targets), fail)


class SystemPane(Pane):
    """How the shop's own system is connected (desktop §2.4)."""

    key: ClassVar[PaneKey] = PaneKey.SYSTEM
    listens: ClassVar[frozenset[ChangeKind]] = frozenset(
        {
            ChangeKind.SHOPS,
            ChangeKind.KEYS,
            ChangeKind.CALLS,
            ChangeKind.PULLS,
            ChangeKind.TARGETS,
            ChangeKind.DELIVERIES,
            ChangeKind.AUDIT,
        }
    )
    listens_to_host: ClassVar[bool] = True

    def __init__(self, context: PaneContext, open_page: Callable[[QUrl], object] = QDesktopServices.openUrl) -> None:
        super().__init__(context)
        self._open_page = open_page
        self.view: SystemView | None = None
        self._next_run = PassedMoment()
        self._address, self._reference = "", ""
        self._loader = SystemLoader(context, self.dispatcher)
        self.modes = ModeCards(context, self._switch)
        self.turn_off = LinkButton(context.theme, self.tr("Turn the file off"), changes=True)
        self.turn_off.clicked.connect(lambda: self._switch(Mode.SCHEDULED_PULL, False))
        self.overlap = Note(context.theme, Tone.WARN, "", (), self.turn_off)
        slim = self.overlap.layout()
        if slim:
            set_margins(slim, context.theme, 18, 1, 14, 1)
        self.keys = KeysCard(
            context, KeyActions(self.new, self.pair, self._rename, self._ask_expiry, self._ask_revoke, self._show_calls)
        )
        self.reference = ReferenceCard(context, self._open_reference, self._save_description)
        self.pull = PullCard(context, self)
        self.run_note = RunNote(
            context.theme, context.formats, self.pull.ask_approval, self._run_again, self.open_history, self.open_set_up
        )
        self.show_audit = Button(context.theme, self.tr("Open the record"), icon="history", on_click=self.open_audit)
        text = self.tr("Who made or revoked a key, changed a target or opened the network, and when.")
        self.audit_card = ActionCard(context.theme, self.tr("Record of changes"), text, self.show_audit)
        self.pages = QStackedWidget()
        self._opens_set_up = False
        self._fill()

    @cached_property
    def set_up(self) -> SetupPage:
        """The page of the file's set-up, which is built when it is first opened."""
        return self._add_page(SetupPage(self.context, self.close_page, self._on_set_up_saved))

    @cached_property
    def history(self) -> HistoryPage:
        """The page of the file's runs, which is built when it is first opened."""
        return self._add_page(HistoryPage(self.context, self.close_page, self.pull.ask_approval))

    @cached_property
    def audit(self) -> AuditPage:
        """The page of the changes, which is built when it is first opened."""
        return self._add_page(AuditPage(self.context, self.close_page))

    def load(self) -> None:
        self._loader.load(self._show, self.show_error)
        page = self.pages.currentWidget()
        if isinstance(page, HistoryPage | AuditPage):
            page.load()

    def tick(self, now: Millis) -> None:
        self.keys.tick(now)
        if self._next_run.is_due(now):
            self.reload()

    def show_host(self, status: HostStatus) -> None:
        self._address, self._reference = status.address, status.reference
        self.reference.show_reference(status.reference)

    def open_target(self, target: str) -> None:
        openers = {
            "new-key": self.new,
            "pair": self.pair,
            "pull": self.open_set_up,
            "pull-history": self.open_history,
            "record": self.open_audit,
        }
        if target in openers:
            openers[target]()

    def refresh(self) -> None:
        """Ctrl R runs the file if there is one."""
        if self.view and self.view.pull.setup and not self.theme.counter_of:
            self.pull.read(even_if_unchanged=False)
        else:
            self.reload()

    def new(self) -> None:
        context = self.context
        NewKeyDialog(
            self.theme,
            self,
            context.backend.keys,
            context.shop,
            self._show_key,
            formats=context.formats,
            now=context.now(),
        ).open()

    def pair(self) -> None:
        """Opens the dialog with a code for a till."""
        PairingDialog(self.context, self, self._address, self._revoke_key).open()

    def areas(self) -> tuple[QWidget, ...]:
        page = self.pages.currentWidget()
        if isinstance(page, SetupPage):
            return (page.flow.columns.list,)
        if isinstance(page, HistoryPage):
            return (page.list, page.detail.table)
        if isinstance(page, AuditPage):
            return (page.table,)
        first = self.modes.cards[Mode.API_PUSH].switch
        return (first, self.keys.table, self.pull.run if self.pull.run.isVisible() else self.pull.begin)

    def choose_file(self) -> None:
        """Asks for the file, then shows how it is read."""
        self.set_up.flow.choose_file(lambda: self.pages.setCurrentWidget(self.set_up))

    def choose_address(self) -> None:
        """Asks for an address, then shows how its file is read."""
        self.set_up.flow.choose_address(lambda: self.pages.setCurrentWidget(self.set_up))

    def open_set_up(self) -> None:
        """Opens the stored set-up, or without one asks for a file."""
        if self.view is None:
            self._opens_set_up = True
            self.reload()
        elif self.view.pull.setup is None:
            self.choose_file()
        else:
            self.set_up.flow.open_setup(self.view.pull.setup)
            self.pages.setCurrentWidget(self.set_up)

    def open_history(self) -> None:
        self.pages.setCurrentWidget(self.history)
        self.history.load()
        self.history.list.setFocus()

    def open_audit(self) -> None:
        self.pages.setCurrentWidget(self.audit)
        self.audit.load()
        self.audit.table.setFocus()

    def close_page(self) -> None:
        self.pages.setCurrentIndex(0)

    def _fill(self) -> None:
        # Before its parts: with each new parent Qt styles all that a widget holds again.
        column(self.pages, inside=self.content)
        page = Page(spacing=12)
        self.pages.addWidget(page)
        subtitle = self.tr("How your till, ERP or price list connects to this shop.")
        page.body.addWidget(PageHeader(self.theme, self.tr("Your own system"), subtitle))
        for widget in (self.modes, self.run_note, self.overlap, self.keys, self.pull):
            page.body.addWidget(widget)
        self.for_programmer = ForProgrammer(self.theme, self.reference, self.audit_card)
        fill(page.body, self.for_programmer, None)
        self.overlap.hide()

    def _add_page(self, page: PageT) -> PageT:
        self.pages.addWidget(page)
        return page

    def _show(self, view: SystemView) -> None:
        self.view = view
        shop, now, formats = self.context.shop, self.context.now(), self.context.formats
        states = {
            Mode.API_PUSH: push_state(view.push, formats, now, on=shop.api_push),
            Mode.WEBHOOKS: webhooks_state(view.targets, on=shop.webhooks),
            Mode.SCHEDULED_PULL: pull_state(view.pull, formats, now, on=shop.scheduled_pull),
        }
        for mode, card in self.modes.cards.items():
            card.show_state(states[mode], on=shop.has(mode))
        self.keys.show_keys(view.keys)
        self.pull.show_state(view.pull, now)
        self._next_run.show(view.pull.next_at if shop.scheduled_pull else None)
        self.run_note.show_run(view.pull.last if view.pull.setup else None, now)
        self._show_overlap(view)
        self.show_content()
        if self._opens_set_up:
            self._opens_set_up = False
            # After the focus of the page has settled: a dialog would lose its own.
            QTimer.singleShot(0, self, self.open_set_up)

    def _show_overlap(self, view: SystemView) -> None:
        setup, shop = view.pull.setup, self.context.shop
        self.overlap.setVisible(setup is not None and shop.api_push and shop.scheduled_pull)
        if setup is not None:
            text = self.tr(
                "Push and the nightly file are both on:"
                " at %1 the file overwrites prices your system pushed during the day."
            )
            self.overlap.title.setText(text.replace("%1", clock_text(setup.minute, self.context.formats)))
            self.overlap.setAccessibleName(self.overlap.title.text())

    def _switch(self, mode: Mode, on: bool) -> None:
        if mode is Mode.SCHEDULED_PULL and on and self.view and self.view.pull.setup is None:
            self.modes.cards[mode].switch.show_state(False)
            self.choose_file()
            return
        future = self.context.backend.shops.set_mode(self.context.shop.id, mode, on)
        self.dispatcher.send(future, self.on_failed)

    def on_failed(self, error: BackendError) -> None:
        """Shows why a button did not work, and the real state."""
        FaultDialog(self.theme, self, error, self.context.clipboard).open()
        self.reload()

    def _run_again(self) -> None:
        self.pull.read(even_if_unchanged=True)

    def _on_set_up_saved(self, run: Run | None) -> None:
        """Says what was saved. A file that waited for this is read now."""
        self.close_page()
        self.focus_restorer.choose(self.pull.run)
        last = self.view.pull.last if self.view else None
        if run is not None:
            self.context.toasts.show(saved_text(run, self.context.formats))
        elif last is not None and last.state is RunState.NEEDS_APPROVAL:
            self.pull.read(even_if_unchanged=True)
        else:
            self.context.toasts.show(self.tr("The time is saved. “Run now” reads the file at once."))

    def _show_key(self, new: NewKey) -> None:
        texts = key_texts(new.key, self.context.shop, self._address)
        SecretDialog(self.theme, self, self.context.clipboard, self.context.clipboard_clearer, texts, new.text).open()

    def _open_reference(self) -> None:
        self._open_page(QUrl(self._reference))

    def _save_description(self) -> None:
        choose_description_file(self.context.chooser, self, self._save_description_as)

    def _save_description_as(self, path: str) -> None:
        saved = self.tr("Saved as %1").replace("%1", isolate_name(Path(path).name))
        future = self.context.backend.host.save_description(path)
        self.dispatcher.fetch(future, lambda _none: self.context.toasts.show(saved), self.on_failed)

    def _rename(self, row: KeyRow) -> None:
        RenameKeyDialog(self.theme, self, self.context.backend.keys, row.key).open()

    def _ask_expiry(self, row: KeyRow) -> None:
        context, keys = self.context, self.context.backend.keys
        ExpiryDialog(self.theme, self, keys, row.key, formats=context.formats, now=context.now()).open()

    def _ask_revoke(self, row: KeyRow) -> None:
        revoke_dialog(self.theme, self, row, lambda: self._revoke(row)).open()

    def _revoke(self, row: KeyRow) -> None:
        self._revoke_key(row.key.id)

    def _revoke_key(self, key_id: int) -> None:
        future = self.context.backend.keys.revoke(self.context.shop.id, key_id)
        self.dispatcher.send(future, self.on_failed)

    def _show_calls(self, row: KeyRow) -> None:
        self.context.go(PaneKey.CALLS, f"key:{row.key.name}")
