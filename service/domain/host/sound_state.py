"""Whether this computer can be heard."""

from __future__ import annotations

from enum import StrEnum


class SoundState(StrEnum):
    """`READY` also where the system does not say whether it is muted (Windows)."""

    READY = "ready"
    MUTED = "muted"
    NO_DEVICE = "no_device"
