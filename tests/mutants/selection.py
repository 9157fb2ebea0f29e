"""Which modules are mutated, and which tests have to notice."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

DEFAULT_PATHS = ("service/domain", "service/delivery", "service/api", "bridge/backups", "bridge/secrets")

MOST_IMPORTING = 6
"""Test files that are run for a module without mirrored tests, at most."""

MORE_TESTS = {
    "bridge/backups/audit_anchors.py": ("tests/bridge/backups/test_audit_restored.py",),
    "bridge/backups/backup_location.py": (
        "tests/bridge/backups/test_backup_folder.py",
        "tests/bridge/backups/test_backup_service.py",
    ),
    "bridge/backups/backup_service.py": ("tests/bridge/backups/test_restore.py",),
    "bridge/backups/create_backup.py": (
        "tests/bridge/backups/test_backup_service.py",
        "tests/bridge/backups/test_restore.py",
    ),
    "bridge/backups/damage_note.py": ("tests/bridge/backups/test_damaged_database.py",),
    "bridge/backups/inspect_backup.py": (
        "tests/bridge/backups/test_backup_service.py",
        "tests/bridge/backups/test_restore.py",
    ),
    "bridge/backups/replace_database.py": ("tests/bridge/backups/test_restore.py",),
    "bridge/backups/record_restore.py": ("tests/bridge/backups/test_audit_restored.py",),
    "bridge/secrets/chosen_store.py": ("tests/bridge/secrets/test_share_secrets.py",),
    "service/api/call_recording.py": (
        "tests/service/api/checks/test_authentication.py",
        "tests/service/api/checks/test_caller_cache.py",
        "tests/service/api/checks/test_preconditions.py",
        "tests/service/api/checks/test_repeated_calls.py",
    ),
    "service/api/checks/authentication.py": ("tests/service/api/checks/test_caller_cache.py",),
    "service/api/connection.py": ("tests/service/api/test_http_server.py", "tests/service/api/test_acceptor.py"),
    "service/api/edge.py": (
        "tests/service/api/edge/test_edge.py",
        "tests/service/api/edge/test_internal_faults.py",
        "tests/service/api/checks/test_cors.py",
        "tests/service/api/checks/test_repeated_calls.py",
    ),
    "service/api/item_handlers.py": (
        "tests/service/api/test_reads.py",
        "tests/service/api/sending/test_long_answers.py",
    ),
    "service/api/list_handlers.py": ("tests/service/api/test_reads.py",),
    "service/api/open_paths.py": ("tests/service/api/edge/test_edge.py",),
    "service/api/order_handlers.py": (
        "tests/service/api/orders/test_linked_orders.py",
        "tests/service/api/orders/test_order_handlers.py",
        "tests/service/api/test_reads.py",
    ),
    "service/api/tls/asyncio_tls.py": ("tests/service/api/tls/test_first_bytes.py",),
    "service/api/unknown_methods.py": ("tests/service/api/edge/test_edge.py",),
    "service/delivery/lenient_connector.py": ("tests/service/delivery/poster/test_poster.py",),
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

ONLY_TESTS = {"service/api/openapi": ("tests/service/api/openapi/test_documented_copy.py",)}
"""Tests of a whole folder, in place of others that call it while they are imported."""


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
    """The mirrored tests of a module; where there is no such file, those that import it."""
    path = Path(module)
    if path.parent.as_posix() in ONLY_TESTS:
        return [*ONLY_TESTS[path.parent.as_posix()]]
    mirrored = Path("tests") / path.parent / f"test_{path.name}"
    found = [mirrored.as_posix()] if (root / mirrored).is_file() else []
    found += MORE_TESTS.get(module, ())
    return found or _list_importing_tests(path, root) or _list_folder(path, root)


def list_neighbours(module: str, root: Path = ROOT) -> list[str]:
    """The other tests of the mirrored folder, for what the module's own tests do not catch."""
    own = list_tests(module, root)
    return [test for test in _list_folder(Path(module), root) if test not in own]


def _list_folder(path: Path, root: Path) -> list[str]:
    folder = root / "tests" / path.parent
    return [test.relative_to(root).as_posix() for test in sorted(folder.glob("test_*.py"))]


def _list_importing_tests(path: Path, root: Path) -> list[str]:
    """Tests that name the module, and the mirrored ones of modules that import it: at most six."""
    line = f"from {path.with_suffix('').as_posix().replace('/', '.')} import"
    top = path.parts[0]
    users = [user for user, text in _read_modules(root, top) if line in text]
    mirrored = [Path("tests") / user.parent / f"test_{user.name}" for user in users]
    direct = [test for test, text in _read_modules(root, f"tests/{top}") if line in text]
    found = [test.as_posix() for test in (*direct, *mirrored) if test.name.startswith("test_")]
    return [test for test in dict.fromkeys(found) if (root / test).is_file()][:MOST_IMPORTING]


@cache
def _read_modules(root: Path, folder: str) -> list[tuple[Path, str]]:
    """Every module below a folder, from the root, with its text."""
    return [(file.relative_to(root), file.read_text("utf-8")) for file in sorted((root / folder).rglob("*.py"))]
