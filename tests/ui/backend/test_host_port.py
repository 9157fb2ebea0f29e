"""What the window says about the service's addresses."""

from __future__ import annotations

from ui.backend.host_port import HostState, HostStatus


def test_a_program_on_this_computer_calls_without_the_certificate() -> None:
    assert HostStatus(HostState.LISTENING, "https://shop-pc.local:8710", 8710).own_address == "http://127.0.0.1:8710"
    assert HostStatus(HostState.LISTENING, "http://shop-pc.local:8711", 8711).own_address == "http://shop-pc.local:8711"
    assert HostStatus(HostState.STARTING, "", 0).own_address == ""
