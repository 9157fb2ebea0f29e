"""The word and the variable with which a system starts the program as a service.

Every start of the program imports them: nothing else is here.
"""

from __future__ import annotations

from typing import Final

HOST_WORD: Final = "windows-service"
VARIABLE = "COUNTERPART_WAITS_FOR_DATA"
"""`on` in the environment of a service. An earlier version, after a rollback, does not know it and
starts all the same; an option of the command line would be an error there.
"""
