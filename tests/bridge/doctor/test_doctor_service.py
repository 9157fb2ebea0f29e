"""What the self-test says about the certificate."""

from __future__ import annotations

import os
from datetime import UTC
from pathlib import Path

import pytest

from bridge.doctor.doctor_service import CertificateCheck
from bridge.system.certificate import SERVER_KEY, CertificateFolder
from service.domain.certificate import AUTHORITY_LIFE, LIFE
from service.domain.times import DAY, Millis
from tests.fakes.certificates import make_folder
from tests.fakes.clock import START
from ui.backend.host_port import CheckLine, CheckState


def look(folder: CertificateFolder, now: Millis = START, hosts: tuple[str, ...] = ()) -> CheckLine:
    return CertificateCheck(folder, hosts, now, UTC).check()


@pytest.fixture
def made(tmp_path: Path) -> CertificateFolder:
    folder = make_folder(tmp_path)
    folder.load((), START)
    return folder


def test_a_good_one_is_shown_with_its_end_and_names(made: CertificateFolder) -> None:
    line = look(made)
    assert line.state is CheckState.GOOD
    assert "until 2028-11-19" in str(line.finding)
    assert "shop-pc.local, 127.0.0.1, 192.168.1.20" in str(line.finding)


def test_before_the_first_start_there_is_none(tmp_path: Path) -> None:
    assert look(make_folder(tmp_path)).state is CheckState.WARN


def test_names_that_changed_and_an_end_that_is_near_are_renewed_by_the_program(
    made: CertificateFolder, tmp_path: Path
) -> None:
    moved = make_folder(tmp_path, addresses=("10.0.0.9",))
    for line in (look(moved), look(made, hosts=("new.example",)), look(made, START + LIFE - DAY)):
        assert line.state is CheckState.WARN
        assert "renews it automatically, with the same pin" in str(line.fix)


def test_an_authority_near_its_end_is_said_two_years_before(made: CertificateFolder) -> None:
    late = START + AUTHORITY_LIFE - LIFE + DAY
    made.renew((), late)
    line = look(made, late)
    assert line.state is CheckState.WARN
    assert "pin every till again" in str(line.fix)


@pytest.mark.skipif(os.name != "posix", reason="Windows protects the profile's folders itself")
def test_a_key_that_others_may_read_is_a_fault(made: CertificateFolder) -> None:
    (made.path / SERVER_KEY).chmod(0o640)
    line = look(made)
    assert line.state is CheckState.BAD
    assert "chmod 600" in str(line.fix)
    assert "certificate replace" in str(line.fix)


def test_a_damaged_key_is_a_fault(made: CertificateFolder) -> None:
    (made.path / SERVER_KEY).write_bytes(b"no key")
    line = look(made)
    assert (line.state, "cannot be used: it is damaged" in str(line.finding)) == (CheckState.BAD, True)
