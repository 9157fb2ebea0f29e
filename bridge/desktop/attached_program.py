"""The window over a service in another process, which goes on when the window ends."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import cast

from bridge.desktop.composition import Program
from bridge.desktop.order_notices import make_notices
from bridge.desktop.single_instance import show_running_window
from bridge.gateway.store_gateway import mapped_errors
from bridge.instance_lock import AlreadyRunning, WindowShown
from bridge.paths import sound_folder
from bridge.remote.endpoint import has_endpoint
from bridge.remote.local_service import make_local_opener
from bridge.remote.remote_backend import LocalMethods, RemoteBackend
from bridge.sound.ring_player import RingPlayer
from bridge.sound.sound_system import sound_system_of
from service.version import full_version
from ui.backend.protocol import Backend

_LOOKS = 25
_PAUSE_S = 0.2
"""A service that has just started opens its socket within 5 seconds, or later when the window is
closed and opened once more."""


def find_service(folder: Path, running: AlreadyRunning, pause: Callable[[float], None] = time.sleep) -> None:
    """Returns if the folder's lock is held by a service that takes windows.

    Raises WindowShown where a window is open already, and `running` where it is another program.
    """
    for look in range(_LOOKS):
        if look:
            pause(_PAUSE_S)
        if show_running_window(folder):
            raise WindowShown
        if has_endpoint(folder):
            return
    raise running


def compose_attached(folder: Path) -> Program:
    """Makes the window's program. Starts nothing."""
    player = RingPlayer(sound_folder(folder), sound_system_of(sys.platform))
    backend = RemoteBackend(make_local_opener(folder, full_version()), _play_here(player))
    return Program(
        backend.client,
        cast("Backend", backend),
        (),
        player,
        partial(make_notices, sys.platform),
        is_attached=True,
    )


def _play_here(player: RingPlayer) -> LocalMethods:
    """Sound is heard where the window is; a service of the system has none."""
    worker = ThreadPoolExecutor(1, thread_name_prefix="sound")
    return {
        ("settings", "sound_state"): lambda: mapped_errors(worker.submit(player.read_state)),
        ("settings", "try_sound"): lambda sound, volume: mapped_errors(worker.submit(player.try_sound, sound, volume)),
    }
