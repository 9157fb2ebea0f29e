"""A reader of the reference: reads, enters a key, tries calls. No other address is called."""

from __future__ import annotations

import json

from tests.examples.day import Shop
from tests.examples.feed import faulty_server
from tests.reference.browser import Tab

SKU = "BP-1187"


class Walk:
    """One reader's way through the page."""

    def __init__(self, tab: Tab, shop: Shop) -> None:
        self._tab, self._shop = tab, shop
        self.pictures: dict[str, bytes] = {}
        """By what they show."""
        self._key = ""

    async def all(self) -> None:
        """Every step; raises AssertionError where one does not do what it should."""
        await self._read()
        await self._authorize()
        await self._upload_and_read_back()
        await self._accept_an_order()
        await self._see_bounds_and_no_key()
        await self._follow_the_scheme()
        await self._call_nobody_else()

    async def _read(self) -> None:
        await self._tab.send("Page.navigate", url=f"{self._shop.address}/docs")
        await self._tab.until("document.querySelectorAll('.opblock').length >= 6")
        server = await self._tab.until("document.querySelector('.servers select')?.value")
        assert server == self._shop.address, server
        await self._picture("light")

    async def _see_bounds_and_no_key(self) -> None:
        """The snippets of the calls that were tried can be sent on."""
        page = str(await self._tab.run("document.body.textContent"))
        assert "Bearer YOUR_KEY" in page
        assert self._key not in page
        bounds = await self._tab.run(
            f"document.querySelector({self._of('listItems', 'tr[data-param-name=limit]')!r}).textContent"
        )
        assert "500" in str(bounds), bounds

    async def _authorize(self) -> None:
        key = self._key = self._shop.command("keys", "create", "Reference")["key"]
        await self._click(".auth-wrapper .authorize")
        await self._fill(".modal-ux input", key)
        await self._click(".modal-ux .auth-btn-wrapper .authorize")
        await self._tab.until("document.querySelector('.modal-ux')?.textContent.includes('Logout')")
        await self._click(".modal-ux .btn-done")

    async def _upload_and_read_back(self) -> None:
        """A POST carries an Origin header, the page's own, and is let through; a GET has none."""
        rows = {"items": [{"sku": SKU, "name": "Brake pads", "price_fils": 12500, "quantity": 3}]}
        await self._expand("uploadItems")
        await self._fill(self._of("uploadItems", "textarea.body-param__text"), json.dumps(rows))
        assert '"created": 1' in await self._execute("uploadItems", 200)
        await self._expand("listItems")
        assert SKU in await self._execute("listItems", 200)

    async def _accept_an_order(self) -> None:
        order = self._shop.place_order(SKU)
        await self._expand("actOnOrder")
        await self._fill(self._of("actOnOrder", "tr[data-param-name=order] input"), order)
        await self._choose(self._of("actOnOrder", "tr[data-param-name=action] select"), "accept")
        assert '"confirmed"' in await self._execute("actOnOrder", 200)
        assert "action_not_allowed" in await self._execute("actOnOrder", 422)
        await self._picture("tried")

    async def _follow_the_scheme(self) -> None:
        scheme = [{"name": "prefers-color-scheme", "value": "dark"}]
        await self._tab.send("Emulation.setEmulatedMedia", features=scheme)
        await self._tab.until("document.documentElement.classList.contains('dark-mode')")
        await self._tab.until("document.getAnimations().length === 0")
        await self._picture("dark")

    async def _call_nobody_else(self) -> None:
        """Not what the page asks for by itself, and not what a script in it would ask for."""
        others = [url for url in self._tab.requests if not url.startswith((self._shop.address + "/", "data:"))]
        assert others == ["about:blank"] * len(others), others
        refused = [text for text in self._tab.complaints if "status of 422" not in text]
        assert refused == [], refused
        with faulty_server() as elsewhere:
            assert await self._tab.run(f"fetch({elsewhere.address!r}).then(() => 'sent', () => 'refused')") == "refused"
            assert elsewhere.seen == []
        kept = await self._tab.run("JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie])")
        assert kept == '[{},{},""]', kept

    def _of(self, operation: str, selector: str) -> str:
        return f"[id$={operation}] {selector}"

    async def _expand(self, operation: str) -> None:
        await self._click(self._of(operation, ".opblock-summary-control"))
        await self._tab.until(f"!!document.querySelector({self._of(operation, '.execute')!r})")

    async def _execute(self, operation: str, status: int) -> str:
        """Presses Execute; the answer's body once one with that status is there."""
        await self._click(self._of(operation, ".execute"))
        live = self._of(operation, ".live-responses-table .response")
        found = f"[...document.querySelectorAll({live!r})].find(one => one.textContent.trim().startsWith('{status}'))"
        return str(await self._tab.until(f"({found})?.textContent"))

    async def _click(self, selector: str) -> None:
        await self._tab.until(f"!!document.querySelector({selector!r})")
        await self._tab.run(f"document.querySelector({selector!r}).click()")

    async def _fill(self, selector: str, text: str) -> None:
        """As typing does: the viewer listens for the event."""
        await self._set(selector, text, "input")

    async def _choose(self, selector: str, value: str) -> None:
        await self._set(selector, value, "change")

    async def _set(self, selector: str, text: str, event: str) -> None:
        await self._tab.until(f"!!document.querySelector({selector!r})")
        await self._tab.run(
            f"(() => {{ const field = document.querySelector({selector!r});"
            " const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set;"
            f" setter.call(field, {json.dumps(text)});"
            f" field.dispatchEvent(new Event({event!r}, {{bubbles: true}})); }})()"
        )

    async def _picture(self, name: str) -> None:
        self.pictures[name] = await self._tab.picture()
