"""The tray program of the installed package, with a real screen, tray and keyring."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from installer.places import BUILD
from tests.install_trial.api_caller import ApiCaller
from tests.install_trial.trial_checks import TrialChecks, wait_until
from tests.install_trial.virtual_screen import VirtualScreen

if TYPE_CHECKING:
    from tests.install_trial.debian_root import DebianRoot

PICTURE: Final = BUILD / "trial" / "linux-window.png"
_SESSION: Final = 'printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null; exec "$@"'
_ADD: Final = (
    "counterpart --hidden & program=$!; "
    "until counterpart webhooks add http://127.0.0.1:9/ --event order.placed --json; "
    "do sleep 1; done > /tmp/added 2>/tmp/added.err; counterpart; touch /tmp/shown; wait $program"
)


def try_desktop(root: DebianRoot, steps: TrialChecks) -> None:
    """Open it hidden, keep a webhook's secret in the keyring,
    start it again to see its window, end it.
    """
    root.run("apt-get", "-q", "install", "-y", "--no-install-recommends", "dbus", "dbus-daemon", "gnome-keyring")
    with VirtualScreen() as screen:
        began = root.start(
            "dbus-run-session", "--", "sh", "-c", _SESSION, "sh", "sh", "-c", _ADD,
            extra={"DISPLAY": screen.display, "XDG_RUNTIME_DIR": "/tmp", "COUNTERPART_DATA_DIR": "/home/shop/tray"},
        )  # fmt: skip
        caller = ApiCaller("http://127.0.0.1:8710")
        wait_until("the tray program answers", lambda: caller.is_up() or began.poll() is not None)
        steps.check(
            "the tray program answers calls, opened hidden in the tray",
            caller.is_up() and not screen.windows("Counterpart"),
        )
        wait_until("the second start has shown the window", (root.path / "tmp" / "shown").exists)
        screen.wait_for_window("Counterpart")
        steps.check("a second start shows the window of the first", bool(screen.windows("Counterpart")))
        added = (root.path / "tmp" / "added").read_text(encoding="utf-8")
        steps.check("a webhook's secret was made", "whsec_" in added, added)
        kept = list((root.path / "home/shop/.local/share/keyrings").glob("*.keyring"))
        steps.check("and lies in the Secret Service of the desktop", bool(kept))
        steps.note(f"picture: {screen.save_picture(PICTURE)}")
        root.run("sh", "-c", "kill -TERM $(cat /home/shop/tray/counterpart.pid)")
        steps.check("SIGTERM ends it in time", began.wait(20) == 0, str(began.returncode))
