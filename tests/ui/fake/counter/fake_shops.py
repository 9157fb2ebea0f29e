"""The fake's ports for shops, host and overview."""

from __future__ import annotations

from concurrent.futures import Future

from service.domain.changes import ChangeKind
from service.domain.history import CauseKind, ItemWrite, WriteCause
from service.domain.marketplace.orders import Status
from service.domain.sentences import message
from service.domain.shops import Mode, Shop
from service.domain.update_rules import UpdateStatus
from service.domain.webhooks.webhook_secrets import Secret
from tests.ui.fake import order_data, shop_data
from tests.ui.fake.fake_clock import moment
from tests.ui.fake.fake_data import FakeData
from ui.backend import OnProgress, Progress
from ui.backend.host_port import BundlePart, CheckLine, CheckState, HostStatus, KeyringStatus, StartReport, WaitingWork
from ui.backend.overview_port import DaySales, Overview, ShopFigures
from ui.backend.shops_port import Badges, BranchFacts, SearchHit, ShopPair


class FakeShops:
    """Shops, branches, modes."""

    def __init__(self, data: FakeData) -> None:
        self._data, self._answers = data, data.answers

    def list(self) -> Future[tuple[ShopPair, ...]]:
        return self._answers.answer("shops.list", lambda: self._data.pairs)

    def add(self, name: str) -> Future[int]:
        def make() -> int:
            number = 10 * (len(self._data.pairs) + 1)
            pair = ShopPair(Shop(number, name, staging=False), Shop(number + 1, name, staging=True))
            self._data.pairs = (*self._data.pairs, pair)
            self._data.publish(ChangeKind.SHOPS)
            return number

        return self._answers.answer("shops.add", make, name)

    def rename(self, shop: int, name: str) -> Future[None]:
        return self._answers.answer("shops.rename", lambda: self._data.update_shop(shop, name=name), shop, name)

    def set_read_only(self, shop: int, on: bool) -> Future[None]:
        return self._answers.answer("shops.set_read_only", lambda: self._data.update_shop(shop, read_only=on), shop, on)

    def set_vat(self, shop: int, rate: int) -> Future[None]:
        return self._answers.answer("shops.set_vat", lambda: self._data.update_shop(shop, vat=rate), shop, rate)

    def set_vat_number(self, shop: int, number: str) -> Future[None]:
        return self._answers.answer(
            "shops.set_vat_number", lambda: self._data.update_shop(shop, vat_number=number), shop, number
        )

    def set_mode(self, shop: int, mode: Mode, on: bool) -> Future[None]:
        def switch() -> None:
            self._data.update_shop(shop, **{mode.value: on})

        return self._answers.answer("shops.set_mode", switch, shop, mode, on)

    def badges(self, shop: int) -> Future[Badges]:
        def count() -> Badges:
            waiting = [order for order in self._data.orders_of(shop) if order.status is Status.PLACED]
            soonest = min((order.accept_by for order in waiting if order.accept_by is not None), default=None)
            is_live = shop == shop_data.LIVE
            return Badges(len(waiting), bool(self._data.troubles_of(shop)), None, soonest, has_targets=is_live)

        return self._answers.answer("shops.badges", count, shop)

    def branches(self, shop: int) -> Future[tuple[BranchFacts, ...]]:
        return self._answers.answer("shops.branches", lambda: self._data.branches, shop)

    def add_branch(self, shop: int, name: str) -> Future[None]:
        return self._answers.answer("shops.add_branch", lambda: self._data.add_branch(shop, name), shop, name)

    def rename_branch(self, shop: int, old: str, new: str) -> Future[None]:
        return self._answers.answer("shops.rename_branch", lambda: self._data.rename_branch(old, new), shop, old, new)

    def make_main(self, shop: int, branch: str) -> Future[None]:
        return self._answers.answer("shops.make_main", lambda: self._data.make_main(branch), shop, branch)

    def search(self, shop: int, text: str) -> Future[tuple[SearchHit, ...]]:
        def find() -> tuple[SearchHit, ...]:
            wanted = text.casefold()
            found = [
                SearchHit("order", order.reference, order.reference, fils=order.items_fils)
                for order in self._data.orders_of(shop)
                if wanted in order.reference.casefold()
            ]
            parts = [
                SearchHit("part", item.sku, item.sku, item.name, item.name_ar, item.price_fils, free=item.free)
                for item in self._data.items_of(shop)
                if wanted in f"{item.name} {item.sku} {item.name_ar}".casefold()
            ]
            return tuple(found[:8] + parts[:8])

        return self._answers.answer("shops.search", find, shop, text)


class FakeHost:
    """The tray process: listening, unless a test says otherwise."""

    def __init__(self, data: FakeData) -> None:
        self._data, self._answers = data, data.answers

    def status(self) -> Future[HostStatus]:
        return self._answers.answer("host.status", lambda: self._data.host)

    def try_again(self) -> Future[None]:
        return self._answers.answer("host.try_again", lambda: self._data.publish_host(self._data.host))

    def change_port(self, port: int) -> Future[None]:
        return self._answers.answer("host.change_port", lambda: self._data.change_port(port), port)

    def test_call(self, shop: int, key: Secret | None = None) -> Future[int]:
        return self._answers.answer("host.test_call", lambda: 3, shop, key)

    def start_report(self) -> Future[StartReport]:
        return self._answers.answer("host.start_report", lambda: self._data.start_report)

    def keyring(self) -> Future[KeyringStatus]:
        return self._answers.answer("host.keyring", lambda: self._data.keyring)

    def retry_keyring(self) -> Future[None]:
        return self._answers.answer("host.retry_keyring", lambda: self._data.publish(ChangeKind.SECRETS))

    def open_vault(self, passphrase: str) -> Future[None]:
        return self._answers.answer("host.open_vault", lambda: self._data.publish(ChangeKind.SECRETS), passphrase)

    def self_test(self, progress: OnProgress) -> Future[tuple[CheckLine, ...]]:
        lines = (
            CheckLine(
                "port",
                message("Port"),
                CheckState.GOOD,
                message("The program listens at {where}.", where="127.0.0.1:8710"),
            ),
            CheckLine(
                "disk",
                message("Free space"),
                CheckState.WARN,
                message("{free} MiB are free where the data is.", free=412),
                message("Make room, or keep the call log for fewer days."),
            ),
            CheckLine(
                "keyring",
                message("Webhook secrets"),
                CheckState.GOOD,
                message(
                    "{finding}.", finding=message("{name} keeps the webhook secrets", name="Windows Credential Manager")
                ),
            ),
            CheckLine(
                "target",
                message("Webhook target {name}", name="Till 2"),
                CheckState.BAD,
                message(
                    "{where} cannot be reached: {reason}.",
                    where="192.168.1.20:8080",
                    reason=message("Connection refused"),
                ),
                message("Check that the receiver runs and the address is right."),
            ),
        )

        def run() -> tuple[CheckLine, ...]:
            for done in range(len(lines)):
                progress(Progress(done + 1, len(lines)))
            return lines

        return self._answers.answer("host.self_test", run)

    def bundle_preview(self) -> Future[tuple[BundlePart, ...]]:
        parts = (
            BundlePart("settings.json", 812, '{\n  "port": 8710\n}'),
            BundlePart("program.log", 20480, "14:29:18 INFO answered"),
        )
        return self._answers.answer("host.bundle_preview", lambda: parts)

    def save_bundle(self, path: str) -> Future[None]:
        return self._answers.answer("host.save_bundle", lambda: None, path)

    def save_description(self, path: str) -> Future[None]:
        return self._answers.answer("host.save_description", lambda: None, path)

    def waiting_work(self) -> Future[WaitingWork]:
        return self._answers.answer("host.waiting_work", lambda: WaitingWork(5, 3))

    def update_status(self) -> Future[UpdateStatus]:
        return self._answers.answer("host.update_status", lambda: self._data.update)

    def look_for_update(self) -> Future[UpdateStatus]:
        return self._answers.answer("host.look_for_update", lambda: self._data.update)

    def install_update(self) -> Future[None]:
        return self._answers.answer("host.install_update", lambda: None)

    def fill_sample(self, shop: int, progress: OnProgress) -> Future[int]:
        def fill() -> int:
            progress(Progress(240, 240))
            self._data.filled = True
            self._data.publish(ChangeKind.ITEMS, ChangeKind.ORDERS)
            return 240

        return self._answers.answer("host.fill_sample", fill, shop)


class FakeOverviews:
    """The Overview's figures."""

    def __init__(self, data: FakeData) -> None:
        self._data, self._answers = data, data.answers

    def read(self, shop: int) -> Future[Overview]:
        return self._answers.answer("overview.read", lambda: self._make(shop), shop)

    def figures(self, shop: int) -> Future[ShopFigures]:
        return self._answers.answer("overview.figures", lambda: self._make_figures(shop), shop)

    def dismiss_backup(self) -> Future[None]:
        def dismiss() -> None:
            self._data.wants_outside_backup = False
            self._data.publish(ChangeKind.SETTINGS)

        return self._answers.answer("overview.dismiss_backup", dismiss)

    def dismiss_setup(self, shop: int) -> Future[None]:
        return self._answers.answer("overview.dismiss_setup", lambda: None, shop)

    def confirm_clock(self) -> Future[None]:
        def confirm() -> None:
            self._data.clock_doubt = None
            self._data.publish(ChangeKind.SETTINGS)

        return self._answers.answer("overview.confirm_clock", confirm)

    def _make(self, number: int) -> Overview:
        data = self._data
        busy = number == shop_data.LIVE
        waiting = tuple(order_data.row_of(order) for order in data.orders_of(number) if order.status is Status.PLACED)
        last = data.clock.now() - 12_000 if busy else None
        troubles = data.troubles_of(number)
        return Overview(
            last,
            "Till 1",
            waiting,
            troubles,
            data.setup_of(number),
            data.pull_of(number),
            data.backup_fault,
            data.clock_doubt,
            data.link,
            data.ending_keys,
            data.update,
            data.wants_outside_backup,
        )

    def _make_figures(self, number: int) -> ShopFigures:
        if number != shop_data.LIVE:
            return ShopFigures(DaySales(0, 0), DaySales(0, 0), (), 0, None)
        low = [item for item in shop_data.ITEMS if item.free <= item.low_limit_milli]
        write = ItemWrite(7, number, moment(15, 14, 27), WriteCause(CauseKind.CALL, 415), "ERP", 998)
        return ShopFigures(DaySales(118_250, 9), DaySales(96_400, 7), tuple(low[:4]), len(low), write)
