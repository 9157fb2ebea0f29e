"""Files of the computer where the window is. A window may be on another computer than the service:
then the bytes travel, as a path means nothing there.
"""

from __future__ import annotations

from enum import Enum
from typing import Annotated


class FileUse(Enum):
    """What a method does with the file of an argument."""

    READ = "read"
    WRITTEN = "written"


ChosenFile = Annotated[str, FileUse.READ]
"""The path of a file that is read."""
SavedFile = Annotated[str, FileUse.WRITTEN]
"""The path of a file that is written."""
