"""The store and shop of the service's own tests."""

from __future__ import annotations

from tests.service.conftest import clock, shop, store

__all__ = ["clock", "shop", "store"]
