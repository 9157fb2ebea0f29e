"""The widgets of panes. Each takes the `Theme` first; its texts are already translated."""

from ui.widgets.badge import Badge, Mark, status_tone
from ui.widgets.card import (
    Card,
    FaultLine,
    FaultNote,
    ForProgrammer,
    Hairline,
    Note,
    NoteSlot,
    Tile,
    Well,
    clear_layout,
    column,
    fill,
    row,
    set_margins,
)
from ui.widgets.chart import Bar, BarChart
from ui.widgets.code_view import CodeFault, CodeView, format_json
from ui.widgets.controls.button import Button, IconButton, Kind, LinkButton
from ui.widgets.controls.change_control import add_change, disable_in_read_only
from ui.widgets.controls.fields import CopyField, FilterChip, FormRow, SearchField, TextArea, set_faulty, text_field
from ui.widgets.controls.segmented import Segment, Segmented, Tabs
from ui.widgets.controls.switch import Switch
from ui.widgets.controls.value_fields import (
    ComboBox,
    DateTimeEdit,
    choice_field,
    day_field,
    day_of,
    hundredths_of,
    minute_of,
    moment_field,
    percent_field,
    spin_field,
    time_field,
)
from ui.widgets.dialog import ConfirmDialog, Dialog
from ui.widgets.facts import Checklist, ChecklistItem, Fact, FactGrid, FactRows, Timeline, TimelineEntry
from ui.widgets.label import ElidedLabel, IconLabel, Label, WrappedLabel, announce
from ui.widgets.page_states import EmptyState, ErrorState, Skeleton
from ui.widgets.painting import Ink
from ui.widgets.progress_bars import CountdownBar, Meter, WorkBar, countdown_ink, countdown_tone, paint_ring
from ui.widgets.secret_dialog import ClipboardClearer, SecretDialog, SecretTexts
from ui.widgets.tables.row_list import RowList, RowPainter
from ui.widgets.tables.rows_model import Column, Role, RowsModel
from ui.widgets.tables.table import Table
from ui.widgets.toast import Toasts

__all__ = [
    "Badge",
    "Bar",
    "BarChart",
    "Button",
    "Card",
    "Checklist",
    "ChecklistItem",
    "ClipboardClearer",
    "CodeFault",
    "CodeView",
    "Column",
    "ComboBox",
    "ConfirmDialog",
    "CopyField",
    "CountdownBar",
    "DateTimeEdit",
    "Dialog",
    "ElidedLabel",
    "EmptyState",
    "ErrorState",
    "Fact",
    "FactGrid",
    "FactRows",
    "FaultLine",
    "FaultNote",
    "FilterChip",
    "ForProgrammer",
    "FormRow",
    "Hairline",
    "IconButton",
    "IconLabel",
    "Ink",
    "Kind",
    "Label",
    "LinkButton",
    "Mark",
    "Meter",
    "Note",
    "NoteSlot",
    "Role",
    "RowList",
    "RowPainter",
    "RowsModel",
    "SearchField",
    "SecretDialog",
    "SecretTexts",
    "Segment",
    "Segmented",
    "Skeleton",
    "Switch",
    "Table",
    "Tabs",
    "TextArea",
    "Tile",
    "Timeline",
    "TimelineEntry",
    "Toasts",
    "Well",
    "WorkBar",
    "WrappedLabel",
    "add_change",
    "announce",
    "choice_field",
    "clear_layout",
    "column",
    "countdown_ink",
    "countdown_tone",
    "day_field",
    "day_of",
    "disable_in_read_only",
    "fill",
    "format_json",
    "hundredths_of",
    "minute_of",
    "moment_field",
    "paint_ring",
    "percent_field",
    "row",
    "set_faulty",
    "set_margins",
    "spin_field",
    "status_tone",
    "text_field",
    "time_field",
]
