"""The audit's backend over a real store."""

from __future__ import annotations

from bridge.gateway.audit.audit_backend import AuditBackend
from bridge.gateway.store_gateway import StoreGateway
from service.domain.audit import AuditHead
from service.store.audit_log import write_head_file
from service.usecases.issue_key import issue_key
from tests.fakes.clock import START
from tests.fakes.shop_fixture import WAIT_S, ShopFixture
from ui.backend.people_port import Audit


def test_entries_come_in_pages_and_are_checked_with_the_head_next_to_them(
    floor: ShopFixture, asking: StoreGateway
) -> None:
    floor.write(lambda tx: issue_key(tx, floor.shop, "Till", now=START))
    folder = floor.store.path.parent
    audit: Audit = AuditBackend(asking, folder)
    newest = audit.list(None, 1).result(WAIT_S)
    assert [entry.action for entry in newest] == ["key_made"]
    assert [entry.action for entry in audit.list(newest[0].id, 5).result(WAIT_S)] == ["shop_added"]
    assert audit.check().result(WAIT_S).is_whole
    lost = AuditHead(5, bytes(32))
    write_head_file(folder, lost)
    assert audit.check().result(WAIT_S).missing == lost
