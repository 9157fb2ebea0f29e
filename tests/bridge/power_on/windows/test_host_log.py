"""The log of the service, which never stops it."""

from __future__ import annotations

from pathlib import Path

from bridge.power_on.windows.host_log import FILE_BYTES, HostLog


def test_a_full_log_becomes_the_one_before(tmp_path: Path) -> None:
    events: list[str] = []
    log = HostLog(tmp_path / "service.log", events.append)
    (tmp_path / "service.log").write_bytes(b"x" * (FILE_BYTES + 1))
    log.say("It starts again.")
    assert (tmp_path / "service.log").read_text("utf-8").endswith(" It starts again.\n")
    assert (tmp_path / "service.log.1").stat().st_size == FILE_BYTES + 1
    assert events == ["It starts again."]


def test_a_log_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    log = HostLog(tmp_path / "file" / "service.log")
    log.say("It starts again.")
    with log.open_to_write() as output:
        assert output.write(b"dropped") == 7
    assert (tmp_path / "file").read_bytes() == b""
