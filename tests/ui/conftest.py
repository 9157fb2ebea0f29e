"""A theme, a fake backend and a context for panes.

`show` opens a widget and lets queued answers arrive.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.fake.fake_clock import ZONE
from tests.ui.fake.fake_file_chooser import FakeFileChooser
from tests.ui.ready_data import LIVE, STAGING
from tests.ui.ready_shop import ReadyShop
from ui.backend.people_port import PeopleState
from ui.backend.protocol import Subscription
from ui.i18n import Formats, Language, Translations
from ui.panes import PANES
from ui.shell.main_window import MainWindow, WindowDependencies
from ui.shell.pane import Pane
from ui.shell.pane_context import PaneContext, PaneKey
from ui.theme import Theme
from ui.theme.theme import load_fonts
from ui.widgets import ClipboardClearer, Toasts

NOISE = r"This plugin does not support (propagateSizeHints|raise)\(\)"
"""What the offscreen platform says of every dialog; no other platform does."""

ShowWidget = Callable[[QWidget], None]
MakeContext = Callable[..., PaneContext]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Lets the offscreen platform's own noise pass in this folder; any other Qt warning fails."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.qt_log_ignore(NOISE))


def delete_closed_widgets() -> None:
    """Deletes the widgets that pytest-qt has closed: a change of theme or language is an event for
    every widget that is still there.
    """
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


@pytest.fixture(scope="session")
def fonts(qapp: QApplication) -> tuple[str, ...]:
    qapp.setStyle("Fusion")
    return load_fonts()


@pytest.fixture
def theme(qapp: QApplication, fonts: tuple[str, ...]) -> Iterator[Theme]:
    theme = Theme(qapp)
    theme.motion = False
    theme.typing_ms = 0
    theme.set_scheme(Qt.ColorScheme.Light)
    yield theme
    delete_closed_widgets()
    theme.set_staging(False)
    theme.set_arabic(False)
    theme.deleteLater()


@pytest.fixture(scope="session")
def loaded_translations(qapp: QApplication) -> Translations:
    """The compiled files of both languages, which are read once for all tests."""
    return Translations(qapp)


@pytest.fixture
def translations(loaded_translations: Translations) -> Iterator[Translations]:
    loaded_translations.use(Language.ENGLISH)
    yield loaded_translations
    delete_closed_widgets()
    loaded_translations.use(Language.ENGLISH)


@pytest.fixture
def backend() -> Iterator[ReadyShop]:
    backend = ReadyShop()
    yield backend
    backend.close()


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is read to screen readers from now on: no test has one."""
    texts: list[str] = []

    def take(event: QAccessibleEvent) -> None:
        if isinstance(event, QAccessibleAnnouncementEvent):
            texts.append(event.message())

    monkeypatch.setattr(QAccessible, "updateAccessibility", take)
    return texts


@pytest.fixture
def settle(qapp: QApplication) -> Callable[[], None]:
    """Lets queued answers, zero timers and deletions take place."""

    def settle() -> None:
        for _ in range(12):
            qapp.processEvents()
            qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)

    return settle


def _close(subscription: Subscription, _gone: object = None) -> None:
    """A subscription takes no weak reference, which a signal connected to its method needs."""
    subscription.close()


@pytest.fixture
def show(qtbot: QtBot, settle: Callable[[], None], backend: ReadyShop) -> ShowWidget:
    """Shows a widget; a pane gets notices of commits and of the host, as it does in the window."""

    def show(widget: QWidget) -> None:
        qtbot.addWidget(widget)
        if isinstance(widget, Pane):
            subscription = backend.on_changes(widget.on_changes)
            widget.destroyed.connect(partial(_close, subscription))
            if widget.listens_to_host:
                host = backend.on_host(widget.show_host)
                widget.destroyed.connect(partial(_close, host))
        widget.resize(1180, 760)
        # It is painted once, as it is when the answers are there.
        widget.setUpdatesEnabled(False)
        widget.show()
        settle()
        widget.setUpdatesEnabled(True)
        settle()

    return show


@pytest.fixture
def opened_panes() -> list[tuple[PaneKey, str]]:
    """The pane to which a pane sent the user with `context.go`."""
    return []


@pytest.fixture
def chooser() -> FakeFileChooser:
    """Chooses what a test sets."""
    return FakeFileChooser()


@pytest.fixture
def make_context(
    qtbot: QtBot,
    theme: Theme,
    translations: Translations,
    backend: ReadyShop,
    qapp: QApplication,
    opened_panes: list[tuple[PaneKey, str]],
    chooser: FakeFileChooser,
) -> MakeContext:
    """Makes a context; `staging` and `language` as a window would have them."""
    window = QWidget()
    qtbot.addWidget(window)

    def make(*, staging: bool = False, language: Language = Language.ENGLISH) -> PaneContext:
        theme.set_staging(staging)
        theme.set_arabic(language is Language.ARABIC)
        theme.counter_of = backend.computer.host.counter_of
        translations.use(language)
        return PaneContext(
            theme=theme,
            backend=backend,
            shop=backend.shop(STAGING if staging else LIVE),
            formats=Formats(language, ZONE),
            clock=backend.clock,
            clipboard=qapp.clipboard(),
            clipboard_clearer=ClipboardClearer(qapp.clipboard(), window),
            toasts=Toasts(theme, window),
            chooser=chooser,
            go=lambda key, target: opened_panes.append((key, target)),
            choose_language=lambda _code: None,
            open_wizard=lambda: opened_panes.append((PaneKey.SETTINGS, "wizard")),
        )

    return make


@pytest.fixture
def context(make_context: MakeContext) -> PaneContext:
    return make_context()


@pytest.fixture
def window(
    theme: Theme,
    translations: Translations,
    backend: ReadyShop,
    qapp: QApplication,
    show: ShowWidget,
    settle: Callable[[], None],
) -> Iterator[MainWindow]:
    """The whole window, with the shop open."""
    around = WindowDependencies(theme, translations, backend, backend.clock, qapp.clipboard(), PANES)
    window = MainWindow(around, lambda language: Formats(language, ZONE))
    show(window)
    window.start()
    settle()
    yield window
    # A lock hides every other window of the process, and so that of the next test.
    window.counter.lock.apply(PeopleState())
    window.shut()
    window.hide()
