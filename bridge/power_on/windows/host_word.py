"""The argument with which Windows starts the program as a service. Every start of the program
compares it, so this module imports nothing else.
"""

from __future__ import annotations

from typing import Final

HOST_WORD: Final = "windows-service"
