"""A table of Firebird (firebird-driver, which needs Firebird's client library on this computer)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from bridge.places.place_faults import password_refused
from bridge.places.tables.driver_rows import read_driver_rows
from bridge.places.tables.table_faults import connection_lost, database_unavailable, driver_missing, query_refused
from service.domain.pull.place_address import PlaceAddress
from service.domain.sentences import message

_WRONG_PASSWORD = 335544472
_LOST = (335544721, 335544726, 335544727, 335544741)


class FirebirdTable:
    """Implements service.pull.places.table_place.TableSource."""

    def __init__(self, address: PlaceAddress, password: str) -> None:
        self._address = address
        self._password = password
        self._connection: Any = None

    def select(self, query: str) -> tuple[Sequence[str], Iterator[Sequence[object]]]:
        try:
            from firebird.driver import DatabaseError, Isolation, TraAccessMode, connect, load_api, tpb  # noqa: PLC0415

            load_api()
        except Exception as error:
            # The driver has errors of many kinds for a library that is missing or does not fit.
            raise driver_missing(self._address.name, message("Firebird's client library")) from error
        address = self._address
        try:
            self._connection = connect(
                f"{address.host}/{address.port}:{address.path[1:]}", user=address.user, password=self._password
            )
            transaction = self._connection.transaction_manager(tpb(Isolation.SNAPSHOT, access_mode=TraAccessMode.READ))
            transaction.begin()
            cursor = transaction.cursor()
            cursor.execute(query)
        except DatabaseError as error:
            raise self._fault(error) from None
        return [str(column[0]).strip() for column in cursor.description], read_driver_rows(
            cursor, DatabaseError, self._fault
        )

    def close(self) -> None:
        if self._connection is not None:
            with suppress(Exception):
                self._connection.close()

    def _fault(self, error: Exception) -> Exception:
        codes = tuple(getattr(error, "gds_codes", None) or ())
        if _WRONG_PASSWORD in codes:
            return password_refused(self._address.host, self._address.user)
        if self._connection is not None and set(codes) & set(_LOST):
            return connection_lost(self._address.name)
        make = query_refused if self._connection is not None else database_unavailable
        return make(self._address.name, str(error), self._password)
