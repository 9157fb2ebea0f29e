"""Nothing is left out by a process that collects backwards."""

from pathlib import Path

from tests.collection import list_backwards

TESTS = Path(__file__).parent


def test_every_test_is_in_it_once_and_the_last_folder_is_first() -> None:
    listed = list_backwards(TESTS)
    assert listed == sorted(set(listed), reverse=True)
    for path in TESTS.rglob("test_*.py"):
        assert sum(path == Path(one) or Path(one) in path.parents for one in listed) == 1, path
