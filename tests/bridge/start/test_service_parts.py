"""What the environment says about the service."""

from __future__ import annotations

import pytest

from bridge.start.service_parts import read_metrics_address
from service.domain.errors import Refused


def test_the_address_of_metrics_is_a_port_here_or_an_address_with_one() -> None:
    name = "COUNTERPART_METRICS"
    assert read_metrics_address({}) is None
    assert read_metrics_address({name: "9710"}) == ("127.0.0.1", 9710)
    assert read_metrics_address({name: "10.0.0.5:9710"}) == ("10.0.0.5", 9710)
    assert read_metrics_address({name: "[::]:9710"}) == ("::", 9710)
    for wrong in ("here", "9710x", "127.0.0.1:", "70000"):
        with pytest.raises(Refused, match="COUNTERPART_METRICS is a port"):
            read_metrics_address({name: wrong})
