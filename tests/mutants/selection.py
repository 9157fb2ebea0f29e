"""Which modules are mutated, and which tests have to notice."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

DEFAULT_PATHS = ("service/domain", "service/delivery", "service/api", "bridge/backups", "bridge/secrets")

MORE_TESTS = {
    "bridge/backups/backup_service.py": ("tests/bridge/backups/test_restore.py",),
    "service/api/edge.py": ("tests/service/api/edge/test_edge.py", "tests/service/api/edge/test_internal_faults.py"),
    "service/delivery/dispatcher.py": (
        "tests/service/delivery/dispatcher/test_dispatcher.py",
        "tests/service/delivery/dispatcher/test_dispatcher_faults.py",
        "tests/service/delivery/dispatcher/test_dispatcher_timing.py",
    ),
    "service/delivery/poster.py": (
        "tests/service/delivery/poster/test_poster.py",
        "tests/service/delivery/poster/test_poster_addresses.py",
    ),
    "service/delivery/store_outbox.py": (
        "tests/service/delivery/outbox/test_outbox_records.py",
        "tests/service/delivery/outbox/test_store_outbox.py",
    ),
    "service/usecases/upload_items.py": ("tests/service/usecases/test_upload_stock.py",),
    "service/usecases/settle_clock.py": ("tests/service/schedule/test_clock_guard.py",),
    "service/usecases/act_on_order.py": (
        "tests/service/usecases/test_orders.py",
        "tests/service/schedule/test_clock_guard.py",
        "tests/service/schedule/test_order_expiry.py",
    ),
    "service/usecases/place_order.py": (
        "tests/service/usecases/test_orders.py",
        "tests/service/schedule/test_clock_guard.py",
    ),
}
"""Tests in addition to the mirrored ones."""


def list_modules(paths: Sequence[str], root: Path = ROOT) -> list[str]:
    """The modules at or below the paths, from the root. Raises ValueError where there is none."""
    found: list[str] = []
    for path in paths:
        place = root / path
        modules = sorted(place.rglob("*.py")) if place.is_dir() else [place]
        names = [module.relative_to(root).as_posix() for module in modules if module.is_file()]
        names = [name for name in names if not name.endswith("__init__.py")]
        if not names:
            raise ValueError(f"There is no module at {path}; give a file or folder of service or bridge.")
        found += names
    return list(dict.fromkeys(found))


def list_tests(module: str, root: Path = ROOT) -> list[str]:
    """The mirrored tests of a module; where there is no such file, all in the mirrored folder."""
    path = Path(module)
    folder = Path("tests") / path.parent
    mirrored = folder / f"test_{path.name}"
    if (root / mirrored).is_file():
        found = [mirrored.as_posix()]
    elif module in MORE_TESTS:
        found = []
    else:
        found = [test.relative_to(root).as_posix() for test in sorted((root / folder).glob("test_*.py"))]
    return [*found, *MORE_TESTS.get(module, ())]


def list_neighbours(module: str, root: Path = ROOT) -> list[str]:
    """The other tests of the mirrored folder, for what the module's own tests do not catch."""
    own = list_tests(module, root)
    folder = root / "tests" / Path(module).parent
    found = [test.relative_to(root).as_posix() for test in sorted(folder.glob("test_*.py"))]
    return [test for test in found if test not in own]
