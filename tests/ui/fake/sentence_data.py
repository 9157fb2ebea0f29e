"""Sentences of the service in the fake's data; the service has each template."""

from __future__ import annotations

from service.domain.sentences import message

HALF_THE_ROWS = message("The file has {now:,} rows, last time it had {before:,}.", now=612, before=1245)
NO_NETWORK = message("This computer has no network; sent when it is back")
STICK_AWAY = message(
    "The folder for backups, {folder}, is not there. Plug the stick in, or choose another.", folder="E:\\"
)
