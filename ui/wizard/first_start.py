"""The wizard put together: opens where it was left, in either language, and says when it is done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QClipboard
from PySide6.QtWidgets import QWidget

from service.domain.changes import Changes, Family
from service.domain.times import Clock
from ui.backend import Backend, BackendError
from ui.backend.courier import Courier
from ui.backend.host import HostStatus
from ui.backend.settings import Settings
from ui.backend.shops import ShopPair
from ui.i18n import Formats, Language, Translations
from ui.panes.system.chooser import Chooser, SystemChooser
from ui.shell.fault import FaultDialog
from ui.shell.wizard import Wizard, WizardStep
from ui.theme import Theme
from ui.widgets import ForgetfulClipboard
from ui.wizard.connect_step import ConnectStep
from ui.wizard.course import Course, Tools, Way
from ui.wizard.language_step import LanguageStep
from ui.wizard.ready_step import ReadyStep
from ui.wizard.shop_step import ShopStep
from ui.wizard.system_step import SystemStep

_WATCHED = frozenset({Family.CALLS, Family.KEYS})


@dataclass(frozen=True, slots=True)
class Setting:
    """What the wizard is given by whoever puts the program together."""

    theme: Theme
    translations: Translations
    backend: Backend
    clock: Clock
    clipboard: QClipboard
    chooser: Chooser = field(default_factory=SystemChooser)
    formats: Callable[[Language], Formats] = Formats


class FirstStart(QObject):
    """`open` shows it; `finished` after the last step, `left` when it is closed before; both keep where it stands.

    The wizard is about the live shop: while it is open nothing is amber, though staging was chosen in the window.
    """

    finished = Signal()
    left = Signal()
    language_chosen = Signal(str)

    def __init__(self, setting: Setting, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._setting, self._backend = setting, setting.backend
        self._courier = Courier(self)
        self._forgetful = ForgetfulClipboard(setting.clipboard, self)
        self._course = Course()
        self._settings: Settings | None = None
        self._over: QWidget | None = None
        self._was_staging = False
        self.wizard: Wizard | None = None
        self.steps: tuple[WizardStep, ...] = ()
        self._subscription = self._backend.on_changes(self._on_changes)
        self._host = self._backend.on_host(lambda status: self._courier.post(lambda: self._host_spoke(status)))

    def open(self, over: QWidget | None = None) -> None:
        """Asks for what is there already, then shows the step that it was left at."""
        if self.wizard is not None:
            self.wizard.show()
            self.wizard.raise_()
            self.wizard.activateWindow()
            return
        self._over = over
        self._was_staging = self._setting.theme.staging
        self._setting.theme.set_staging(False)
        self._courier.fetch(self._backend.host.status(), self._show_host, self._failed)

    def close(self) -> None:
        """Ends it with the program, without a word."""
        self._subscription.close()
        self._host.close()
        self._drop()

    def _show_host(self, status: HostStatus) -> None:
        self._course.host = status
        self._courier.fetch(self._backend.settings.read(), self._show_settings, self._failed)

    def _host_spoke(self, status: HostStatus) -> None:
        self._course.host = status
        if self.wizard is not None:
            self._connect.listening.show_host()

    def _show_settings(self, settings: Settings) -> None:
        self._settings = settings
        self._course.starts_with_pc = settings.start_at_login
        self._courier.fetch(self._backend.shops.list(), self._show_shops, self._failed)

    def _show_shops(self, pairs: tuple[ShopPair, ...]) -> None:
        self._course.pair = pairs[0] if pairs else None
        if pairs and pairs[0].live.scheduled_pull and not pairs[0].live.api_push:
            self._course.way = Way.FILE
        done = self._settings is None or self._settings.wizard_done
        self._build(0 if done or self._settings is None else self._settings.wizard_step)

    def _build(self, at: int) -> None:
        setting = self._setting
        formats = setting.formats(setting.translations.language)
        tools = Tools(
            setting.theme,
            setting.backend,
            formats,
            setting.clock,
            setting.clipboard,
            self._forgetful,
            setting.chooser,
        )
        language = LanguageStep(tools)
        language.chose.connect(self._choose_language)
        connect = ConnectStep(tools, self._course)
        system = SystemStep(tools, self._course)
        system.altered.connect(connect.retitle)
        self._connect = connect
        self.steps = (language, ShopStep(tools, self._course), system, connect, ReadyStep(tools, self._course))
        at = min(at, 1) if self._course.pair is None else at
        wizard = Wizard(setting.theme, self.steps, at)
        wizard.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
        wizard.finished.connect(self._finish)
        wizard.left.connect(self._leave)
        other = Language.ENGLISH if setting.translations.language is Language.ARABIC else Language.ARABIC
        wizard.language_asked.connect(lambda: self._choose_language(other.value))
        self.wizard = wizard
        if self._over is not None:
            wizard.setParent(self._over, Qt.WindowType.Window)
            # Before the window was shown its place means nothing: the title bar would be above the screen.
            if self._over.isVisible():
                wizard.setGeometry(self._over.geometry())
        wizard.show()

    def _choose_language(self, code: str) -> None:
        """The other language: the same step, built anew after this event."""
        setting, language = self._setting, Language(code)
        if language is setting.translations.language:
            return
        setting.translations.use(language)
        setting.theme.set_arabic(language is Language.ARABIC)
        at = self.wizard.at if self.wizard else 0
        self._drop()
        self._build(at)
        self.language_chosen.emit(code)

    def _drop(self) -> None:
        wizard, self.wizard = self.wizard, None
        if wizard is not None:
            wizard.blockSignals(True)
            wizard.hide()
            wizard.deleteLater()

    def _finish(self) -> None:
        self._drop()
        self._setting.theme.set_staging(self._was_staging)
        self._keep(done=True, at=0)
        self.finished.emit()

    def _leave(self) -> None:
        at = self.wizard.at if self.wizard else 0
        self._drop()
        self._setting.theme.set_staging(self._was_staging)
        self._keep(done=self._settings is not None and self._settings.wizard_done, at=at)
        self.left.emit()

    def _keep(self, *, done: bool, at: int) -> None:
        """Remembers where it stands; settings are read anew, as steps may have changed them."""

        def change(settings: Settings) -> None:
            future = self._backend.settings.change(replace(settings, wizard_done=done, wizard_step=at))
            self._courier.fetch(future, self._kept, self._failed)

        self._courier.fetch(self._backend.settings.read(), change, self._failed)

    def _kept(self, settings: Settings) -> None:
        self._settings = settings

    def _on_changes(self, changes: Changes) -> None:
        if changes.families & _WATCHED:
            self._courier.post(self._look)

    def _look(self) -> None:
        if self.wizard is not None:
            self._connect.look()

    def _failed(self, error: BackendError) -> None:
        if self.wizard is None:
            self._setting.theme.set_staging(self._was_staging)
        parent = self.wizard or self._over
        if parent is not None:
            FaultDialog(self._setting.theme, parent, error, self._setting.clipboard).open()
