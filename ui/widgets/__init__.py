"""What panes are composed of. Every widget takes the `Theme` first; texts are given, already translated."""

from ui.widgets.badge import Badge, Mark, status_tone
from ui.widgets.button import Button, IconButton, Kind, LinkButton
from ui.widgets.card import Card, Hairline, Note, Tile, Well, column, row
from ui.widgets.chart import Bar, BarChart
from ui.widgets.code import CodeFault, CodeView, pretty
from ui.widgets.countdown import CountdownBar, Meter, countdown_ink, countdown_tone, paint_ring
from ui.widgets.dialog import ConfirmDialog, Dialog
from ui.widgets.entry import choice_field, minute_of, moment_field, spin_field, text_area, time_field
from ui.widgets.facts import Checklist, Fact, FactGrid, FactRows, Moment, Step, Timeline
from ui.widgets.fields import CopyField, FilterChip, FormRow, SearchField, text_field
from ui.widgets.ink import Ink
from ui.widgets.label import ElidedLabel, IconLabel, Label
from ui.widgets.lists import RowList, RowPainter
from ui.widgets.rows import Column, Role, RowsModel
from ui.widgets.secret import ForgetfulClipboard, SecretDialog, SecretTexts
from ui.widgets.segmented import Segment, Segmented, Tabs
from ui.widgets.states import EmptyState, ErrorState, Skeleton
from ui.widgets.switch import Switch
from ui.widgets.table import Table
from ui.widgets.toast import Toasts, announce
from ui.widgets.work import WorkBar

__all__ = [
    "Badge",
    "Bar",
    "BarChart",
    "Button",
    "Card",
    "Checklist",
    "CodeFault",
    "CodeView",
    "Column",
    "ConfirmDialog",
    "CopyField",
    "CountdownBar",
    "Dialog",
    "ElidedLabel",
    "EmptyState",
    "ErrorState",
    "Fact",
    "FactGrid",
    "FactRows",
    "FilterChip",
    "ForgetfulClipboard",
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
    "Moment",
    "Note",
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
    "Step",
    "Switch",
    "Table",
    "Tabs",
    "Tile",
    "Timeline",
    "Toasts",
    "Well",
    "WorkBar",
    "announce",
    "choice_field",
    "column",
    "countdown_ink",
    "countdown_tone",
    "minute_of",
    "moment_field",
    "paint_ring",
    "pretty",
    "row",
    "spin_field",
    "status_tone",
    "text_area",
    "text_field",
    "time_field",
]
