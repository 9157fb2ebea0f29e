"""What the self-test and the bundle say of the audit."""

from __future__ import annotations

from bridge.doctor.audit_check import check_audit
from bridge.doctor.bundle_tables import format_audit
from service.domain.audit import AuditEntry, AuditGap, AuditHead, AuditReport
from ui.backend.host_port import CheckState


def test_a_whole_record_is_good_a_gap_is_looked_at_and_a_break_is_mended() -> None:
    good = check_audit(AuditReport(AuditHead(4, b"x")))
    assert (good.state, str(good.finding)) == (CheckState.GOOD, "4 entries, none changed.")
    gap = check_audit(AuditReport(gaps=(AuditGap(3, 9),)))
    assert (gap.state, "entry 3" in str(gap.finding)) == (CheckState.WARN, True)
    broken = check_audit(AuditReport(broken=7))
    assert (broken.state, str(broken.finding)[:23]) == (CheckState.BAD, "Entry 7 was changed or ")
    assert check_audit(AuditReport(missing=AuditHead(8, b"y"))).state is CheckState.BAD


def test_the_bundle_has_what_was_done_and_no_name() -> None:
    entry = AuditEntry(1, 0, "window", "key_made", "Sitra", "Till 7", '{"number":"3"}', b"\x01")
    assert format_audit([entry]).splitlines() == [
        "entry,at,actor,action,hash",
        "1,1970-01-01T00:00:00.000Z,window,key_made,01",
    ]
