"""Faults of the program and of its environment are answered, logged and leave nothing behind."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.api.answers import Answer, AnswerJob
from service.api.api_request import ApiRequest
from service.api.edge import Handler
from service.domain.errors import Refused, Unavailable
from service.domain.sentences import verbatim
from service.store.engine.transaction import Tx
from tests.service.api.running_service import run_edge


class Broken(RuntimeError):
    """A mistake of the program."""


async def _fails(asked: ApiRequest) -> Answer:
    raise Broken("the inside of the program")


async def _fails_in_its_write(asked: ApiRequest) -> AnswerJob:
    def work(tx: Tx) -> Answer:
        tx.update("UPDATE shops SET name = 'half done'")
        raise Broken("the inside of the program")

    return AnswerJob(work)


async def _refuses_in_its_write(asked: ApiRequest) -> AnswerJob:
    def work(tx: Tx) -> Answer:
        tx.update("UPDATE shops SET name = 'half done'")
        raise Refused("read_only", verbatim("It is read-only; change that."))

    return AnswerJob(work)


async def _unavailable(asked: ApiRequest) -> Answer:
    raise Unavailable(verbatim("The disk is full. Nothing was changed; try again."))


BREAKING: dict[str, dict[str, Handler]] = {
    "/v1/fails": {"GET": _fails},
    "/v1/fails/{part}": {"GET": _fails},
    "/v1/write": {"GET": _fails_in_its_write},
    "/v1/refuses": {"GET": _refuses_in_its_write},
    "/v1/unavailable": {"GET": _unavailable},
}


@pytest.mark.parametrize("target", ["/v1/fails", "/v1/write"])
async def test_a_mistake_is_500_with_a_reference_to_its_traceback(
    tmp_path: Path, target: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with run_edge(tmp_path, BREAKING) as edge:
        reply = await edge.call("GET", target)
        assert (reply.status, reply.error) == (500, "internal_error")
        reference = reply.json["message"].rstrip(".").split()[-1]
        told = [record for record in caplog.records if reference in record.getMessage()]
        assert len(told) == 1
        assert told[0].exc_info is not None
        assert isinstance(told[0].exc_info[1], Broken)
        assert b"inside" not in reply.body
        assert [(call.status, call.error, call.key) for call in edge.log()] == [(500, "internal_error", "Till 1")]
        assert edge.floor.read(lambda db: db.scalar("SELECT count(*) FROM shops WHERE name = 'half done'")) == 0


async def test_the_programs_log_names_no_key_that_stood_in_a_path(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with run_edge(tmp_path, BREAKING) as edge:
        for secret in (edge.key, edge.key.replace("_", "%5F")):
            assert (await edge.call("GET", f"/v1/fails/{secret}")).status == 500
        assert len(caplog.records) == 2
        assert edge.key[-20:] not in caplog.text
        assert "[secret removed]" in caplog.text


async def test_what_the_environment_is_at_fault_for_is_503(tmp_path: Path) -> None:
    async with run_edge(tmp_path, BREAKING) as edge:
        reply = await edge.call("GET", "/v1/unavailable")
        assert (reply.status, reply.error) == (503, "unavailable")
        assert [call.status for call in edge.log()] == [503]


async def test_a_database_that_is_lost_is_503_and_named_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with run_edge(tmp_path / "data", BREAKING) as edge:
        assert (await edge.call("GET", "/v1/none")).status == 404
        lost = Unavailable(verbatim("The file of the database is gone. Restore a backup."))
        edge.store.save_and_refuse(tmp_path / "saved.db", lost)
        reply = await edge.call("GET", "/v1/none")
        assert (reply.status, reply.error) == (503, "unavailable")
        assert reply.json["message"] == lost.message
        (line,) = [text for text in caplog.messages if "was answered with 503" in text]
        assert line.startswith("GET /v1/none")
        assert line.endswith(lost.message)


async def test_refused_work_is_undone_and_logged_as_what_it_is(tmp_path: Path) -> None:
    async with run_edge(tmp_path, BREAKING) as edge:
        assert (await edge.call("GET", "/v1/refuses")).error == "read_only"
        assert [(call.status, call.error) for call in edge.log()] == [(422, "read_only")]
        assert edge.floor.read(lambda db: db.scalar("SELECT count(*) FROM shops WHERE name = 'half done'")) == 0


async def test_mistakes_use_up_the_rate_and_leave_nothing_under_way(tmp_path: Path) -> None:
    async with run_edge(tmp_path, BREAKING, rate_limit=3) as edge:
        statuses = [(await edge.call("GET", "/v1/fails")).status for _ in range(4)]
        assert statuses == [500, 500, 500, 429]
        edge.clock.advance(60_000)
        assert (await edge.call("GET", "/v1/fails")).status == 500
