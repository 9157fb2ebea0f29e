"""The colour tokens: one object per scheme, every role of design §1."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from PySide6.QtGui import QColor

from service.domain.link.link_state import LinkState


class Tone(StrEnum):
    """The meaning of a colour; amber (`STAGING`) is for staging only."""

    NEUTRAL = "neutral"
    ACCENT = "accent"
    GOOD = "good"
    BAD = "bad"
    WARN = "warn"
    STAGING = "staging"


@dataclass(frozen=True, slots=True)
class Tint:
    """The four colours of a tone: text, solid fill, soft background, and border."""

    text: QColor
    fill: QColor
    tint: QColor
    line: QColor


@dataclass(frozen=True, slots=True)
class Tokens:
    """Every colour of one scheme. The accent and the navigation turn amber in staging."""

    dark: bool
    canvas: QColor
    sidebar: QColor
    surface: QColor
    sunken: QColor
    hover: QColor
    press: QColor
    hair: QColor
    border: QColor
    border_strong: QColor
    text: QColor
    text2: QColor
    text3: QColor
    accent: QColor
    accent_hover: QColor
    on_accent: QColor
    accent_text: QColor
    accent_tint: QColor
    accent_line: QColor
    nav_active: QColor
    nav_icon: QColor
    good: Tint
    bad: Tint
    warn: Tint
    staging: Tint
    on_staging: QColor
    chart: QColor
    chart_now: QColor
    segment: QColor
    segment_on: QColor
    field: QColor

    def tint(self, tone: Tone) -> Tint:
        tints = {
            Tone.GOOD: self.good,
            Tone.BAD: self.bad,
            Tone.WARN: self.warn,
            Tone.STAGING: self.staging,
            Tone.ACCENT: Tint(self.accent_text, self.accent, self.accent_tint, self.accent_line),
            Tone.NEUTRAL: Tint(self.text2, self.text3, self.press, self.border),
        }
        return tints[tone]


def _c(value: str) -> QColor:
    return QColor(value)


def _tint(text: str, fill: str, tint: str, line: str) -> Tint:
    return Tint(_c(text), _c(fill), _c(tint), _c(line))


LIGHT = Tokens(
    dark=False,
    canvas=_c("#F8F8F6"),
    sidebar=_c("#F1F1EE"),
    surface=_c("#FFFFFF"),
    sunken=_c("#F4F4F1"),
    hover=_c("#F1F1ED"),
    press=_c("#E8E8E3"),
    hair=_c("#EEEDEA"),
    border=_c("#E5E4E0"),
    border_strong=_c("#D3D2CC"),
    text=_c("#1A1C1F"),
    text2=_c("#50545B"),
    text3=_c("#696D74"),
    accent=_c("#1D5FD1"),
    accent_hover=_c("#184FB0"),
    on_accent=_c("#FFFFFF"),
    accent_text=_c("#1A57C2"),
    accent_tint=_c("#E9F0FC"),
    accent_line=_c("#BFD4F7"),
    nav_active=_c("#E8E8E3"),
    nav_icon=_c("#1A57C2"),
    good=_tint("#16794A", "#1E9A60", "#E6F4EC", "#BFE3CF"),
    bad=_tint("#BE2A2A", "#D83A3A", "#FCEBEA", "#F3C9C6"),
    warn=_tint("#A34A08", "#E07A1F", "#FCF0E4", "#F0D3B4"),
    staging=_tint("#7A4B00", "#FFC233", "#FFF4D6", "#F0D48A"),
    on_staging=_c("#3A2600"),
    chart=_c("#8FB3EE"),
    chart_now=_c("#1D5FD1"),
    segment=_c("#E8E8E3"),
    segment_on=_c("#FFFFFF"),
    field=_c("#FFFFFF"),
)

DARK = Tokens(
    dark=True,
    canvas=_c("#17181B"),
    sidebar=_c("#121316"),
    surface=_c("#1E2024"),
    sunken=_c("#191A1E"),
    hover=_c("#26282D"),
    press=_c("#2E3137"),
    hair=_c("#27292E"),
    border=_c("#2D2F35"),
    border_strong=_c("#43464E"),
    text=_c("#ECEDEF"),
    text2=_c("#B1B5BC"),
    text3=_c("#9095A0"),
    accent=_c("#2F6BDB"),
    accent_hover=_c("#2961CB"),
    on_accent=_c("#FFFFFF"),
    accent_text=_c("#7FAEFF"),
    accent_tint=_c("#1D2B45"),
    accent_line=_c("#31518C"),
    nav_active=_c("#26282D"),
    nav_icon=_c("#7FAEFF"),
    good=_tint("#56C98C", "#2FA869", "#17301F", "#2A5A3D"),
    bad=_tint("#FF8A84", "#E5534B", "#3A1F1F", "#693230"),
    warn=_tint("#F2A45C", "#E58A35", "#36271A", "#604428"),
    staging=_tint("#FFCF5C", "#FFC233", "#33290F", "#6B5520"),
    on_staging=_c("#3A2600"),
    chart=_c("#3C5F9E"),
    chart_now=_c("#7FAEFF"),
    segment=_c("#191A1E"),
    segment_on=_c("#2E3137"),
    field=_c("#26282D"),
)


def in_staging(tokens: Tokens) -> Tokens:
    """The same scheme with the main action and the selected pane in amber (design §1)."""
    return replace(
        tokens,
        accent=tokens.staging.fill,
        accent_hover=QColor("#F0B322"),
        on_accent=tokens.on_staging,
        nav_active=tokens.staging.tint,
        nav_icon=tokens.staging.text,
    )


def in_high_contrast(tokens: Tokens) -> Tokens:
    """Borders with the contrast of text: for the system's high-contrast mode."""
    return replace(tokens, hair=tokens.text3, border=tokens.text3, border_strong=tokens.text3, text3=tokens.text2)


LINK_TONES = {
    LinkState.CONNECTED: Tone.GOOD,
    LinkState.WAITING: Tone.WARN,
    LinkState.REFUSED: Tone.BAD,
    LinkState.HELD: Tone.WARN,
    LinkState.OFF: Tone.NEUTRAL,
}
