"""A backend without a service: a believable small Gulf parts shop,
answered at once, held back or failing at will.
"""

from tests.ui.fake.backend import FakeBackend
from tests.ui.fake.fake_clock import NOW, ZONE, FakeClock

__all__ = ["NOW", "ZONE", "FakeBackend", "FakeClock"]
