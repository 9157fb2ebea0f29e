"""Step 4: the connection itself, in the way that was chosen."""

from __future__ import annotations

from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from ui.shell.wizard import WizardStep
from ui.wizard.course import Course, Tools, Way
from ui.wizard.file_page import FilePage
from ui.wizard.listening import ListeningPage
from ui.wizard.message import MessagePage
from ui.wizard.sample import SampleCard


class ConnectStep(WizardStep):
    """One page per way; what the step is called and asks changes with it."""

    def __init__(self, tools: Tools, course: Course) -> None:
        super().__init__("", "", "", "")
        self._course = course
        self.listening = ListeningPage(tools, course, self._changed)
        self.file = FilePage(tools, course, self._changed)
        self.sample = SampleCard(tools, course, self._changed)
        self.message = MessagePage(tools, course)
        holder = QWidget()
        inner = QVBoxLayout(holder)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.addWidget(self.sample)
        inner.addStretch(1)
        self._pages: dict[Way, QWidget] = {
            Way.CALLS: self.listening,
            Way.FILE: self.file,
            Way.NONE: holder,
            Way.ASK: self.message,
        }
        self._stack = QStackedWidget()
        for page in self._pages.values():
            self._stack.addWidget(page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._stack)
        self.retitle()

    def main_text(self) -> str:
        if self._course.way is Way.FILE and not self.file.done:
            return self.tr("Read it now") if self.file.setup else self.tr("Choose a file…")
        return self.tr("Go on")

    def leave(self) -> None:
        if self._course.way is not Way.FILE or self.file.done:
            self.advance.emit()
        elif self.file.setup:
            self.file.read()
        else:
            self.file.ask()

    def retitle(self) -> None:
        """Name, summary and question of the way that was chosen."""
        way = self._course.way
        names = {
            Way.CALLS: (self.tr("First call"), self.tr("We watch for it together")),
            Way.FILE: (self.tr("Your file"), self.tr("Recognised and read")),
            Way.NONE: (self.tr("A sample"), self.tr("To look around")),
            Way.ASK: (self.tr("A message"), self.tr("For your supplier")),
        }
        questions = {
            Way.CALLS: (
                self.tr("Now let your till call"),
                self.tr("Enter address and key in its settings. We wait here and say when we hear from it."),
            ),
            Way.FILE: (
                self.tr("Which file does your system save?"),
                self.tr("We show what we recognise in it. You can correct it afterwards under Your own system."),
            ),
            Way.NONE: (
                self.tr("Try it with a made-up shop first"),
                self.tr("You enter parts and stock under Catalogue; orders ring here. A sample shows how it looks."),
            ),
            Way.ASK: (
                self.tr("Send this to your supplier"),
                self.tr("Change it as you like, copy it, and open this set-up again when you have the answer."),
            ),
        }
        self.name, self.summary = names[way]
        waits = way is Way.CALLS and not self._course.heard
        self.ready = not waits and (way is not Way.FILE or self.file.ready)
        if way is Way.CALLS and self._course.heard:
            self.summary = self.tr("Heard")
        self.question, self.explanation = questions[way]
        self._stack.setCurrentWidget(self._pages[way])

    def enter(self) -> None:
        self.retitle()
        self.altered.emit()
        if self._course.way is Way.CALLS:
            self.listening.enter()
        elif self._course.way is Way.FILE:
            self.file.enter()
        elif self._course.way is Way.ASK:
            self.message.enter()

    def look(self) -> None:
        """The backend says that calls or keys have changed."""
        if self._course.way is Way.CALLS and self._course.pair is not None and self.listening.isVisible():
            self.listening.look()

    def _changed(self) -> None:
        self.retitle()
        self.altered.emit()
