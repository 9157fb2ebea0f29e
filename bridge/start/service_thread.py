"""The service in its own thread: started, watched, restarted within limits, ended within 10 s."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections import deque
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from dataclasses import replace
from typing import Any, TypeVar
from urllib.parse import urlsplit

from bridge.system.port_holder import find_port_holder
from bridge.system.program_log import log_loop_errors
from service.api.http_server import LOOPBACK, PortInUse
from service.domain.errors import CounterpartError, Unavailable, UnavailableCode
from service.domain.sentences import EMPTY, Sentence, message
from service.domain.times import MINUTE, Clock, Millis
from service.service import Service
from service.usecases.edit_settings import change_setting
from ui.backend.host_port import HostState, HostStatus

log = logging.getLogger(__name__)

T = TypeVar("T")
MAX_RESTARTS = 4
RESTART_SPAN: Millis = MINUTE
STOP_LIMIT_S = 10.0


class ServiceThread:
    """Owns the thread. `on_status` is called with each new status, in the service's thread."""

    def __init__(
        self,
        make_service: Callable[[], Service],
        clock: Clock,
        on_status: Callable[[HostStatus], None],
        beat: Callable[[], Coroutine[Any, Any, None]] | None = None,
        listen_at: tuple[str | None, int | None] = (None, None),
        on_end: Callable[[], object] = lambda: None,
    ) -> None:
        """`beat` runs in the loop while the service does, so that a hang is noticed. `listen_at`
        are a host and a port in place of those in the settings. `on_end` is called when the last
        stop begins.
        """
        self._on_end = on_end
        self._make_service = make_service
        self._clock = clock
        self._on_status = on_status
        self._beat = beat
        self._host, self._port = listen_at
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None
        self._thread: threading.Thread | None = None
        self._ending = False
        self._is_final_stop = False
        self._restarts: deque[Millis] = deque()
        self._state_lock = threading.Lock()
        self._alive = False
        self._listen_lock = asyncio.Lock()
        self.service: Service | None = None
        self.status = HostStatus(HostState.STARTING, "", 0)
        self._fault: Sentence = EMPTY
        self.has_failed = False
        """Whether the thread ended by a fault, and nothing starts it again by itself."""

    def start(self) -> None:
        """Starts the thread and returns at once."""
        self._alive, self.has_failed = True, False
        self._thread = threading.Thread(target=self._run, name="service", daemon=True)
        self._thread.start()

    def stop(self, limit_s: float = STOP_LIMIT_S) -> bool:
        """Finishes what is in progress, closes the database; False after more than the limit."""
        with self._state_lock:
            self._is_final_stop = True
        self._on_end()
        return self._stop_loop(limit_s)

    def while_stopped(self, work: Callable[[], None], limit_s: float = STOP_LIMIT_S) -> None:
        """Stops it, runs `work`, and starts it again even after an error. Raises Unavailable."""
        try:
            if not self._stop_loop(limit_s):
                raise Unavailable.saying("The service did not stop, so nothing was changed. Try again in a moment.")
            self._set_status(
                replace(
                    self.status, state=HostState.STOPPED, reason=message("A backup is being restored."), holder=None
                )
            )
            work()
        finally:
            self._restart_after_work()

    def _restart_after_work(self) -> None:
        """Restarts unless the program ends. A thread that stopped late checks this itself."""
        with self._state_lock:
            if self._is_final_stop:
                return
            self._ending = False
            if not self._alive:
                self._restarts.clear()
                self.start()

    def _stop_loop(self, limit_s: float) -> bool:
        self._ending = True
        loop, stop = self._loop, self._stop
        if loop is not None and stop is not None:
            # A closed loop has nothing to stop.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(stop.set)
        if self._thread is None:
            return True
        self._thread.join(limit_s)
        return not self._thread.is_alive()

    def call(self, work: Callable[[Service], Coroutine[Any, Any, T]]) -> Future[T]:
        """Runs it in the service's loop. The future raises Unavailable while there is none."""
        loop, service = self._loop, self.service
        if loop is None or service is None or loop.is_closed():
            return _not_running_future()
        coroutine = work(service)
        try:
            return asyncio.run_coroutine_threadsafe(coroutine, loop)
        except RuntimeError:
            # The service ended after the check above.
            coroutine.close()
            return _not_running_future()

    def try_again(self) -> Future[None]:
        """Tries the port once more; starts the service again if it is down."""
        if not self._alive and not self._ending:
            self._restarts.clear()
            self._set_status(replace(self.status, state=HostState.STARTING, reason=EMPTY, holder=None))
            self.start()
            answer: Future[None] = Future()
            answer.set_result(None)
            return answer
        return self.call(self._listen_again)

    def change_port(self, port: int) -> Future[None]:
        """Changes the port and stores it. Raises PortInUse, Unavailable; then the old one stays."""

        async def move(service: Service) -> None:
            async with self._listen_lock:
                await self._move_port(service, port)

        return self.call(move)

    def _run(self) -> None:
        while self._should_continue():
            try:
                asyncio.run(self._serve())
            except CounterpartError as error:
                self._set_stopped(error.sentence)
                return
            except Exception:
                log.exception("The service ended by a fault")
                if not self._ending and not self._count_restart():
                    self._set_stopped(EMPTY)
                    return

    def _should_continue(self) -> bool:
        """Under the lock: a request for the service then finds no thread, or is seen here."""
        with self._state_lock:
            self._alive = not self._ending
            return self._alive

    def _set_stopped(self, reason: Sentence) -> None:
        """Ends the thread; the window says why."""
        with self._state_lock:
            self._alive, self.has_failed = False, True
        self._set_status(replace(self.status, state=HostState.STOPPED, reason=reason, holder=None))

    def _count_restart(self) -> bool:
        now = self._clock.now()
        while self._restarts and self._restarts[0] <= now - RESTART_SPAN:
            self._restarts.popleft()
        if len(self._restarts) >= MAX_RESTARTS:
            return False
        self._restarts.append(now)
        self._set_status(replace(self.status, state=HostState.STARTING, holder=None))
        return True

    async def _serve(self) -> None:
        self._loop, self._stop, self._listen_lock = asyncio.get_running_loop(), asyncio.Event(), asyncio.Lock()
        log_loop_errors(self._loop)
        if self._ending:
            return
        self._fault = EMPTY
        service = self._make_service()
        try:
            await service.start_tasks()
            self.service = service
            service.on_settings_applied = lambda: self._on_settings_applied(service)
            await self._listen_first(service)
            await self._wait_for_stop(self._stop)
        finally:
            self.service = None
            await service.stop()

    async def _wait_for_stop(self, stop: asyncio.Event) -> None:
        beating = None if self._beat is None else asyncio.create_task(self._beat())
        try:
            await stop.wait()
        finally:
            if beating is not None:
                beating.cancel()

    async def _listen_first(self, service: Service) -> None:
        async with self._listen_lock:
            await self._listen(service, self._wanted_port(service))

    async def _listen_again(self, service: Service) -> None:
        async with self._listen_lock:
            if self.status.state is not HostState.LISTENING and not service.alarm:
                await self._listen(service, self._wanted_port(service))

    async def _move_port(self, service: Service, port: int) -> None:
        """Moves to a port and stores it. Raises PortInUse, Unavailable."""
        old = self._wanted_port(service)
        await service.stop_listening()
        try:
            await service.listen(self._host, port)
            await service.store.write(lambda tx: change_setting(tx, "port", str(port)))
            self._port = None
        except Unavailable:
            await service.stop_listening()
            await self._listen(service, old)
            raise
        self._set_status(self._listening_status(service, port))

    async def _listen(self, service: Service, port: int) -> None:
        try:
            await service.listen(self._host, port)
        except PortInUse as taken:
            holder = await asyncio.get_running_loop().run_in_executor(None, find_port_holder, taken.host, port)
            address = f"http://{LOOPBACK}:{port}"
            self._set_status(HostStatus(HostState.PORT_TAKEN, address, port, holder=holder, reason=taken.sentence))
        except Unavailable as error:
            self._set_status(HostStatus(HostState.STOPPED, "", port, reason=error.sentence))
        else:
            self._set_status(self._listening_status(service, port))

    def show_alarm(self, reason: Sentence) -> None:
        """Reports that the service now refuses every call; the window says why."""
        self._set_status(replace(self.status, state=HostState.STOPPED, reason=reason, holder=None))

    def show_fault(self, fault: Sentence) -> None:
        """Reports why nothing can be saved, or EMPTY when that is over."""
        self._fault = fault
        self._set_status(replace(self.status, fault=fault))

    def _wanted_port(self, service: Service) -> int:
        return service.settings.port if self._port is None else self._port

    def _listening_status(self, service: Service, port: int) -> HostStatus:
        opened = urlsplit(service.address).port or port
        return HostStatus(HostState.LISTENING, service.till_address, opened, self._clock.now(), fault=self._fault)

    def _on_settings_applied(self, service: Service) -> None:
        """Reports the till's address, which changes when the network may call, or no longer, or
        under another name. A service that is being stopped has no address, which is no news.
        """
        if self.service is not service or self.status.state is not HostState.LISTENING:
            return
        if self.status.address != service.till_address:
            self._set_status(replace(self.status, address=service.till_address))

    def _set_status(self, status: HostStatus) -> None:
        self.status = status
        self._on_status(status)


def _not_running_future() -> Future[T]:
    failed: Future[T] = Future()
    stopped = message("The service is not running. Open Overview to see why.")
    failed.set_exception(Unavailable(stopped, UnavailableCode.SERVICE_STOPPED))
    return failed
