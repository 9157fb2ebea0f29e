"""What the environment says about the service, and which of its tasks one service alone does."""

from __future__ import annotations

from pathlib import Path

import pytest

from bridge.start.service_parts import ServiceDependencies, compose_service, make_service, read_metrics_address
from service.domain.errors import Refused
from tests.fakes.clock import FakeClock
from tests.fakes.new_database import new_database


def test_the_address_of_metrics_is_a_port_here_or_an_address_with_one() -> None:
    name = "COUNTERPART_METRICS"
    assert read_metrics_address({}) is None
    assert read_metrics_address({name: "9710"}) == ("127.0.0.1", 9710)
    assert read_metrics_address({name: "10.0.0.5:9710"}) == ("10.0.0.5", 9710)
    assert read_metrics_address({name: "[::]:9710"}) == ("::", 9710)
    for wrong in ("here", "9710x", "127.0.0.1:", "70000"):
        with pytest.raises(Refused, match="COUNTERPART_METRICS is a port"):
            read_metrics_address({name: wrong})


def test_one_of_several_services_makes_the_nightly_backup(tmp_path: Path) -> None:
    new_database(tmp_path)
    service = make_service(compose_service(ServiceDependencies(tmp_path, FakeClock(), {}, str, str)))
    assert [one.is_of_leader for one in service.tasks if one.task.name == "The nightly backup"] == [True]
    service.store.close()
