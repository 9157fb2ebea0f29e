"""The base of every pane: its notices of changes, its states, and when it loads."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import ClassVar

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QScrollArea, QStackedLayout, QVBoxLayout, QWidget

from service.domain.changes import ChangeKind, Changes
from service.domain.times import MINUTE, Millis
from ui.backend import BackendError
from ui.backend.dispatcher import GuiDispatcher
from ui.backend.host_port import HostStatus
from ui.i18n.error_texts import fault_text, fault_title
from ui.shell.pane_context import PaneContext, PaneKey
from ui.theme import Theme, Type
from ui.theme.metrics import PAGE_PADDING
from ui.widgets import clear_layout, column, fill, row
from ui.widgets.containers import ScrollContainer
from ui.widgets.controls.button import Button, Kind, primary_last
from ui.widgets.keyboard_focus import FocusRestorer, first_focusable
from ui.widgets.label import Label
from ui.widgets.page_states import ErrorState, Skeleton
from ui.widgets.painting import Ink
from ui.widgets.window_use import make_timer


class PassedMoment:
    """The service sets a new time without a commit, as where a file is tried again after ten
    minutes, so the pane asks once after each has passed.
    """

    def __init__(self) -> None:
        self._shown: Millis | None = None
        self._asked: Millis | None = None

    def show(self, moment: Millis | None) -> None:
        """The time that is displayed now."""
        self._shown = moment

    def is_due(self, now: Millis) -> bool:
        """True once for each time that passed a minute ago."""
        shown = self._shown
        if shown is None or shown == self._asked or now < shown + MINUTE:
            return False
        self._asked = shown
        return True


class Pane(QWidget):
    """Override `load` (ask the backend, then `show_content()`), and any other verbs that the pane
    has.

    The shell calls `load` when the pane first appears and, while it is visible, after each change
    of a kind in `listens`. After changes while it is hidden, it loads when it appears again. A pane
    exists for one shop and one language.
    """

    key: ClassVar[PaneKey]
    listens: ClassVar[frozenset[ChangeKind]] = frozenset()
    listens_to_host: ClassVar[bool] = False
    says_host_faults: ClassVar[bool] = False
    """Whether its own content says why the service does not run."""

    state_changed = Signal()

    def __init__(self, context: PaneContext) -> None:
        super().__init__()
        self.context = context
        self.theme = context.theme
        self.dispatcher = GuiDispatcher(self)
        self.content = QWidget()
        self._stale = True
        self._loaded = self._reloads = False
        self._skeleton = Skeleton(context.theme, self.tr("Loading"), 8)
        self._skeleton_page = QWidget()
        column(
            self._skeleton,
            None,
            spacing=None,
            inside=self._skeleton_page,
            margins=PAGE_PADDING,
        )
        self._error_page = QWidget()
        self._error_layout = QVBoxLayout(self._error_page)
        self._error_layout.setContentsMargins(PAGE_PADDING, PAGE_PADDING, PAGE_PADDING, PAGE_PADDING)
        self._stack = QStackedLayout(self)
        self._content_scroll, self._error_scroll = ScrollContainer(self.content), ScrollContainer(self._error_page)
        for page in (self._skeleton_page, self._content_scroll, self._error_scroll):
            self._stack.addWidget(page)
        self.focus_restorer = FocusRestorer(self.theme, self, self._focus_home, lambda: self.subject)
        self._reload_timer = make_timer(self, 0, self._load_now)

    @abstractmethod
    def load(self) -> None:
        """Requests what the pane displays."""

    def tick(self, now: Millis) -> None:
        """Called every second while the pane is visible: repaints countdowns, requests nothing."""

    def open_target(self, target: str) -> None:
        """Shows one thing: an order, a SKU, a call, a webhook target."""

    def focus_filter(self) -> None:
        """Ctrl F: puts the focus into this pane's filter."""

    def refresh(self) -> None:
        """Ctrl R: loads again, or runs what the pane runs."""
        self.reload()

    def new(self) -> None:
        """Ctrl N: this pane's "new"."""

    def export(self) -> None:
        """Ctrl E."""

    def print_shown(self) -> None:
        """Ctrl P: the order, the labels or the summary that is displayed."""

    def copy_command(self) -> None:
        """Ctrl Shift C: the shown call as curl."""

    def pause(self) -> None:
        """Space: pauses live lists."""

    def run_command(self, verb: str) -> None:
        """Runs one of the verbs that have keys on every page."""
        verbs = {
            "find": self.focus_filter,
            "refresh": self.refresh,
            "new": self.new,
            "export": self.export,
            "print": self.print_shown,
            "copy_command": self.copy_command,
        }
        if verb != "new" or not self.refuse_in_read_only():
            verbs[verb]()

    def refuse_in_read_only(self) -> bool:
        """Whether nothing can be changed now; then it is said why, as the disabled button does."""
        if self.theme.read_only:
            self.context.toasts.show(self.theme.read_only)
        return bool(self.theme.read_only)

    def show_host(self, status: HostStatus) -> None:
        """The service starts, stops or finds its port used; called only with `listens_to_host`."""

    @property
    def subject(self) -> str:
        """The thing that the buttons act on; its change moves the focus from them to the list."""
        return ""

    def areas(self) -> tuple[QWidget, ...]:
        """The areas that F6 visits, after the side bar."""
        return (self.content,)

    def reload(self) -> None:
        """Loads soon if visible, else when it appears; several calls become one."""
        self._stale = True
        if self.isVisible():
            self._reload_timer.start()

    def update_context(self, context: PaneContext) -> None:
        """Uses the shop with another name, mode or read-only state; `load` reads it again."""
        self.context = context

    def on_changes(self, changes: Changes) -> None:
        """Called by the shell after a commit."""
        if changes.kinds & self.listens:
            self.reload()

    def show_loading(self) -> None:
        """Shows skeleton bars, unless content is displayed already."""
        if not self._loaded:
            self._skeleton.begin()
            self._stack.setCurrentWidget(self._skeleton_page)
            self.state_changed.emit()

    def show_content(self) -> None:
        self._loaded, self._reloads = True, False
        self._skeleton.end()
        self._stack.setCurrentWidget(self._content_scroll)
        self.state_changed.emit()
        self.focus_restorer.check_soon()

    def show_error(self, error: BackendError) -> None:
        """Shows why the pane cannot be displayed: the sentence, "Try again", and details for
        support. Content that could not be read again because the service is away stays.
        """
        if self._reloads and error.is_service_away:
            self._stale = True
            # A moment later, as it may have asked for several things at once.
            QTimer.singleShot(0, self, self._end_reload)
            return
        self._skeleton.end()
        clear_layout(self._error_layout)
        again = Button(self.theme, self.tr("Try again"), Kind.PRIMARY, icon="rotate-ccw", on_click=self.reload)
        details = Button(self.theme, self.tr("Copy details for support"), Kind.GHOST, icon="copy")
        details.clicked.connect(lambda: self.context.clipboard.setText(error.details))
        fill(self._error_layout, ErrorState(self.theme, fault_title(error), fault_text(error), again, details), None)
        self._loaded = False
        self._stack.setCurrentWidget(self._error_scroll)
        self.state_changed.emit()
        self.focus_restorer.check_soon()

    @property
    def state(self) -> str:
        """loading, content or error: for tests."""
        names = {self._skeleton_page: "loading", self._content_scroll: "content", self._error_scroll: "error"}
        return next(name for page, name in names.items() if page is self._stack.currentWidget())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self._reload_timer.start()

    def hideEvent(self, event: QHideEvent) -> None:
        self._reload_timer.stop()
        super().hideEvent(event)

    def _focus_home(self) -> QWidget | None:
        """Focuses the list, if there is one, else the first area; a loading page has none yet."""
        if self.state != "content":
            return first_focusable(self._error_page) if self.state == "error" else None
        areas = [area for area in self.areas() if area is not self.content and area.isVisible()]
        lists = [area for area in areas if isinstance(area, QAbstractItemView)]
        controls = (first_focusable(area) for area in (*lists, *areas, self.content))
        return next((control for control in controls if control is not None), None)

    def _end_reload(self) -> None:
        """What is asked for from now on is something else: a filter that was chosen."""
        self._reloads = False

    def _load_now(self) -> None:
        self._stale, self._reloads = False, self._loaded
        self.show_loading()
        self.load()


class PageHeader(QWidget):
    """Title at the beginning, buttons at the end, and one sentence below both: next to the buttons
    it would make a narrow window scroll sideways.
    """

    def __init__(self, theme: Theme, title: str, subtitle: str, *buttons: QWidget) -> None:
        super().__init__()
        self.title = Label(theme, title, Type.TITLE)
        self.subtitle = Label(theme, subtitle, Type.BODY, Ink.TEXT2)
        column(row(self.title, None, *primary_last(buttons)), self.subtitle, spacing=2, inside=self)


class _PageBody(QWidget):
    """`shrinks` to its layout's minimum before the page scrolls: for lists and plots, which need
    less than they would like. Rows of text do not: the layout cuts those that are longer.
    """

    def __init__(self, *, shrinks: bool) -> None:
        super().__init__()
        self._shrinks = shrinks

    def heightForWidth(self, width: int) -> int:
        layout = self.layout()
        if layout is None or not layout.hasHeightForWidth():
            return -1
        return layout.minimumHeightForWidth(width) if self._shrinks else layout.totalHeightForWidth(width)


class Page(QScrollArea):
    """A page that scrolls when the window is small; add widgets to `body`."""

    def __init__(self, *, spacing: int = 16, shrinks: bool = True) -> None:
        super().__init__()
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        page = _PageBody(shrinks=shrinks)
        page.setObjectName("page")
        self.body = QVBoxLayout(page)
        self.body.setContentsMargins(PAGE_PADDING, PAGE_PADDING, PAGE_PADDING, PAGE_PADDING)
        self.body.setSpacing(spacing)
        self.setWidget(page)
        self.viewport().setAutoFillBackground(False)


PaneFactory = Callable[[PaneContext], Pane]
