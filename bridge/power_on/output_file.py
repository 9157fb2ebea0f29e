"""Where the system writes what the service prints."""

from __future__ import annotations

from collections.abc import Mapping

from bridge.power_on.data_folder_wait import is_to_wait


def has_output_file(environment: Mapping[str, str], platform: str) -> bool:
    """Whether it is a file that nothing shortens while the service runs, as launchd and the Windows
    service have it. systemd has a journal with a bound.
    """
    return is_to_wait(environment) and platform != "linux"
