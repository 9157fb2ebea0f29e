"""What changed in a newer version, in the window's language."""

from __future__ import annotations

from service.domain.update_rules import UpdateStatus
from ui.i18n.formats import Formats


def changes_text(status: UpdateStatus, formats: Formats) -> str:
    """The maker's sentence; the English one where there is no Arabic one."""
    return (status.changes_ar if formats.arabic else "") or status.changes_en
