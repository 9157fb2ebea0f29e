"""A backend without a service: a realistic small Gulf parts shop that answers at once, late, or
with an error.
"""

from tests.ui.fake.backend import FakeBackend
from tests.ui.fake.fake_clock import NOW, ZONE, FakeClock

__all__ = ["NOW", "ZONE", "FakeBackend", "FakeClock"]
