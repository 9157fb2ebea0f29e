"""The history of parts by command, and the undo of an upload."""
