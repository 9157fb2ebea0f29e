"""The tray program of the installed package, with a real screen, tray and keyring."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from installer.places import BUILD
from installer.trial.calls import Caller
from installer.trial.screen import Screen
from installer.trial.steps import Steps, wait_until

if TYPE_CHECKING:
    from installer.trial.fresh_root import FreshRoot

PICTURE: Final = BUILD / "trial" / "linux-window.png"
_SESSION: Final = 'printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null; exec "$@"'
_ADD: Final = (
    "counterpart --hidden & program=$!; "
    "until counterpart webhooks add http://127.0.0.1:9/ --event order.placed --json; "
    "do sleep 1; done > /tmp/added 2>/tmp/added.err; counterpart; touch /tmp/shown; wait $program"
)


def try_desktop(root: FreshRoot, steps: Steps) -> None:
    """Open it hidden, keep a webhook's secret in the keyring, start it again to see its window, end it."""
    root.run("apt-get", "-q", "install", "-y", "--no-install-recommends", "dbus", "dbus-daemon", "gnome-keyring")
    with Screen() as screen:
        began = root.start(
            "dbus-run-session", "--", "sh", "-c", _SESSION, "sh", "sh", "-c", _ADD,
            extra={"DISPLAY": screen.display, "XDG_RUNTIME_DIR": "/tmp", "COUNTERPART_DATA_DIR": "/home/shop/tray"},  # noqa: S108
        )  # fmt: skip
        caller = Caller("http://127.0.0.1:8710")
        wait_until("the tray program answers", lambda: caller.is_up() or began.poll() is not None)
        steps.prove(
            "the tray program answers calls, opened hidden in the tray",
            caller.is_up() and not screen.windows("Counterpart"),
        )
        wait_until("the second start has shown the window", (root.path / "tmp" / "shown").exists)
        screen.wait_for_window("Counterpart")
        steps.prove("a second start shows the window of the first", bool(screen.windows("Counterpart")))
        added = (root.path / "tmp" / "added").read_text(encoding="utf-8")
        steps.prove("a webhook's secret was made", "whsec_" in added, added)
        kept = list((root.path / "home/shop/.local/share/keyrings").glob("*.keyring"))
        steps.prove("and lies in the Secret Service of the desktop", bool(kept))
        steps.note(f"picture: {screen.picture(PICTURE)}")
        root.run("sh", "-c", "kill -TERM $(cat /home/shop/tray/counterpart.pid)")
        steps.prove("SIGTERM ends it in time", began.wait(20) == 0, str(began.returncode))
