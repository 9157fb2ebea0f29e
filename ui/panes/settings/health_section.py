"""The self-test, a line for each check with what to do, and the support bundle."""

from __future__ import annotations

from concurrent.futures import Future

from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.backend import BackendError
from ui.backend.dispatcher import GuiDispatcher
from ui.backend.host_port import BundlePart, CheckLine, CheckState
from ui.i18n import translate_sentence
from ui.i18n.error_texts import fault_text
from ui.panes.settings.section import Section
from ui.shell.pane_context import PaneContext
from ui.theme import Type
from ui.theme.metrics import KEY_ROW
from ui.widgets import (
    Button,
    Card,
    CodeView,
    Column,
    Dialog,
    FaultLine,
    Hairline,
    IconLabel,
    Ink,
    Kind,
    Label,
    RowsModel,
    Table,
    WorkBar,
    clear_layout,
    column,
    fill,
    row,
)

_WIDTH, _HEIGHTS = 800, (180, 340)
_NAME = "counterpart-support.zip"
_ICON_AND_INK = {
    CheckState.GOOD: ("circle-check", Ink.GOOD),
    CheckState.WARN: ("triangle-alert", Ink.WARN),
    CheckState.BAD: ("circle-x", Ink.BAD),
}


class BundleDialog(Dialog):
    """The list of parts, and the text of the selected one next to it."""

    def __init__(self, context: PaneContext, parent: QWidget, parts: tuple[BundlePart, ...]) -> None:
        title = self.tr("Support bundle")
        text = self.tr("This is all that will be in the file. Look through it, then save it and send it yourself.")
        super().__init__(context.theme, parent, title, text, icon="file-archive", width=_WIDTH)
        self._context = context
        self._dispatcher = GuiDispatcher(self)
        theme, formats = context.theme, context.formats
        columns: tuple[Column[BundlePart], ...] = (
            Column(self.tr("File"), lambda one: formats.ltr(one.name), code=True),
            Column(self.tr("Size"), lambda one: formats.bytes(one.size), width=76, end=True, ink=Ink.TEXT2),
        )
        self.model: RowsModel[BundlePart] = RowsModel(columns, lambda one: one.name, self)
        self.model.set_rows(parts)
        self.table: Table[BundlePart] = Table(theme, self.model, name=self.tr("Files"), row_height=KEY_ROW)
        self.table.setFixedWidth(240)
        self.code = CodeView(theme, self.tr("What the file says"))
        self.table.picked.connect(lambda one: self.code.show_text(one.text if one else ""))
        both = row(self.table, spacing=14)
        both.addWidget(self.code, 1)
        contents = QWidget()
        contents.setLayout(both)
        self.body.addWidget(contents)
        self.resize_list(contents, *_HEIGHTS)
        self.fault = FaultLine(theme)
        self.body.addWidget(self.fault)
        self.save = self.main_button(self.tr("Save the file…"), self._save)
        self.buttons(self.cancel_button(), self.save)
        if parts:
            self.table.choose(parts[0].name)

    def _save(self) -> None:
        self._context.chooser.save_file(self, self.tr("Save the support bundle"), _NAME, "ZIP (*.zip)", self._save_as)

    def _save_as(self, path: str) -> None:
        self.save.setEnabled(False)
        future = self._context.backend.host.save_bundle(path)
        self._dispatcher.fetch(future, lambda _none: self._on_saved(), self._on_failed)

    def _on_saved(self) -> None:
        self.accept()
        self._context.toasts.show(self.tr("Saved. Now send it to support."))

    def _on_failed(self, error: BackendError) -> None:
        self.save.setEnabled(True)
        self.fault.show_text(fault_text(error))


class CheckRow(QWidget):
    """What was checked, what the result is, and what to do about it."""

    def __init__(self, context: PaneContext, line: CheckLine, words: str) -> None:
        super().__init__()
        icon, ink = _ICON_AND_INK[line.state]
        theme = context.theme
        title, finding, fix = (
            translate_sentence(line.title),
            translate_sentence(line.finding),
            translate_sentence(line.fix),
        )
        self.setAccessibleName(f"{title}: {words}")
        self.setAccessibleDescription(" ".join(filter(None, (finding, fix))))
        texts = column(Label(theme, title, Type.MEDIUM), spacing=2)
        texts.addWidget(Label(theme, finding, Type.SMALL, Ink.TEXT2, wrap=True))
        if fix:
            texts.addWidget(Label(theme, fix, Type.SMALL_MEDIUM, ink, wrap=True))
        layout = row(IconLabel(theme, icon, 18, ink), spacing=12)
        layout.addLayout(texts, 1)
        layout.setContentsMargins(0, 4, 0, 4)
        self.setLayout(layout)


class HealthSection(Section):
    """Nothing runs by itself here: the owner presses a button."""

    def __init__(self, context: PaneContext) -> None:
        super().__init__(context)
        theme = context.theme
        self._test_future: Future[tuple[CheckLine, ...]] | None = None
        self.rows: list[CheckRow] = []
        self.run = Button(theme, self.tr("Test now"), Kind.PRIMARY, icon="shield-check", on_click=self._run)
        self.copy = Button(theme, self.tr("Copy the result"), Kind.GHOST, icon="copy", on_click=self._copy)
        self.copy.hide()
        card = Card(theme, self.tr("Self-test"), trailing=self._buttons())
        self.message = Label(
            theme,
            self.tr("Looks at the port, the data, the disk, the clock, the keyring, the price file and each target."),
            Type.BODY,
            Ink.TEXT2,
            wrap=True,
        )
        self.work = WorkBar(theme, context.formats, self._stop)
        self._lines = QVBoxLayout()
        self._lines.setSpacing(4)
        fill(card.body, self.message, self.work, self._lines)
        self.page.addWidget(card)
        support = Card(theme, self.tr("Support bundle"), trailing=self._bundle_button())
        text = self.tr(
            "One file for support: settings, program log, recent calls without their bodies, self-test. No keys, "
            "no secrets, nothing of your buyers. You see all of it before it is saved."
        )
        support.body.addWidget(Label(theme, text, Type.BODY, Ink.TEXT2, wrap=True))
        fill(self.page, support, None)
        self._lines_found: tuple[CheckLine, ...] = ()

    def start(self) -> None:
        if self.run.isEnabled():
            self._run()

    def _buttons(self) -> QWidget:
        holder = QWidget()
        holder.setLayout(row(self.copy, self.run))
        return holder

    def _bundle_button(self) -> Button:
        self.bundle = Button(self.theme, self.tr("Show what is in it…"), icon="file-archive", on_click=self._preview)
        return self.bundle

    def _run(self) -> None:
        self.run.setEnabled(False)
        self.copy.hide()
        self._clear()
        self.work.begin(self.tr("Testing"))
        self._test_future = self.context.backend.host.self_test(self.dispatcher.progress(self.work.show_progress))
        self.dispatcher.fetch(self._test_future, self._show, self._on_failed)

    def _show(self, lines: tuple[CheckLine, ...]) -> None:
        self._end_work()
        self._lines_found = lines
        self._clear()
        words = {
            CheckState.GOOD: self.tr("good"),
            CheckState.WARN: self.tr("look at it soon"),
            CheckState.BAD: self.tr("does not work"),
        }
        order = {CheckState.BAD: 0, CheckState.WARN: 1, CheckState.GOOD: 2}
        for line in sorted(lines, key=lambda one: order[one.state]):
            self._lines.addWidget(Hairline(self.theme))
            row = CheckRow(self.context, line, words[line.state])
            self.rows.append(row)
            self._lines.addWidget(self.rows[-1])
        wrong = sum(line.state is not CheckState.GOOD for line in lines)
        self.message.setText(self.tr("%n thing(s) to look at.", "", wrong) if wrong else self.tr("All is well."))
        self.run.setText(self.tr("Test again"))
        self.run.updateGeometry()
        self.copy.show()

    def _on_failed(self, error: BackendError) -> None:
        self._end_work()
        self.on_failed(error)

    def _stop(self) -> None:
        if self._test_future is not None:
            self._test_future.cancel()
        self._end_work()

    def _end_work(self) -> None:
        self._test_future = None
        self.work.end()
        self.run.setEnabled(True)

    def _clear(self) -> None:
        self.rows = []
        clear_layout(self._lines)

    def _copy(self) -> None:
        lines = (f"{one.state.value}: {one.title}. {one.finding} {one.fix}".strip() for one in self._lines_found)
        self.context.clipboard.setText("\n".join(lines))
        self.context.toasts.show(self.tr("Copied"))

    def _preview(self) -> None:
        self.bundle.setEnabled(False)

        def on_preview(parts: tuple[BundlePart, ...]) -> None:
            self.bundle.setEnabled(True)
            BundleDialog(self.context, self, parts).open()

        def on_failed(error: BackendError) -> None:
            self.bundle.setEnabled(True)
            self.on_failed(error)

        self.dispatcher.fetch(self.context.backend.host.bundle_preview(), on_preview, on_failed)
