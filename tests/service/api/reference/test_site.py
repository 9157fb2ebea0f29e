"""GET /docs: open to every allowed caller, and closed to everything else by its policy."""

from __future__ import annotations

import re

import pytest

from service.api.reference.site import FOLDER
from tests.service.api.running_service import RunningService

PATHS = ("/docs", "/docs/", "/docs/reference.css", "/docs/reference.js", "/docs/swagger-ui.css")
BUNDLE = "/docs/swagger-ui-bundle.js"


@pytest.mark.parametrize("path", [*PATHS, BUNDLE])
async def test_every_file_needs_no_key_and_says_what_it_is(stand: RunningService, path: str) -> None:
    reply = await stand.call("GET", path, key=None)
    assert reply.status == 200
    suffix = path.rpartition(".")[2] if "." in path else "html"
    wanted = {"html": "text/html", "css": "text/css", "js": "text/javascript"}[suffix]
    assert reply.headers["content-type"] == f"{wanted}; charset=utf-8"
    assert reply.headers["x-content-type-options"] == "nosniff"
    assert len(reply.body) == int(reply.headers["content-length"])
    assert stand.log() == [], "only calls to /v1 are logged"


async def test_a_page_may_reach_this_service_only(stand: RunningService) -> None:
    policy = (await stand.call("GET", "/docs", key=None)).headers["content-security-policy"]
    parts = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert parts["default-src"] == "'none'"
    assert parts["frame-ancestors"] == "'none'"
    assert {parts[name] for name in ("script-src", "style-src", "connect-src")} == {"'self'"}
    assert "unsafe" not in policy


async def test_the_page_names_only_files_that_are_served(stand: RunningService) -> None:
    page = (await stand.call("GET", "/docs", key=None)).body.decode()
    named = re.findall(r'(?:src|href)="([^"]+)"', page)
    assert {name for name in named if not name.startswith("data:")} == {
        *PATHS[2:], BUNDLE, "/docs/openapi.json",
    }  # fmt: skip
    assert "style=" not in page, "the policy forbids styles in the page"
    assert not re.search(r"<script(?![^>]*src=)", page), "the policy forbids scripts in the page"


def test_the_viewer_shows_bounds_and_hides_the_key_in_its_snippets() -> None:
    """`python3 dev.py try docs` sees it in a browser."""
    script = (FOLDER / "reference.js").read_text("utf-8")
    assert "showCommonExtensions: true" in script
    assert "plugins: [hiddenKey]" in script
    viewer = (FOLDER / "swagger-ui-bundle.js").read_text("utf-8")
    for name in ("RequestSnippets", "curl"):
        assert f'"{name}"' in script
        assert f'getComponent("{name}"' in viewer or f'("{name}",!0)' in viewer, "the names of this version's parts"


async def test_a_browser_that_has_it_is_not_sent_it_again(stand: RunningService) -> None:
    first = await stand.call("GET", BUNDLE, key=None)
    again = await stand.call("GET", BUNDLE, key=None, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status, again.body) == (304, b"")


@pytest.mark.parametrize("path", [*PATHS, "/docs/openapi.json"])
async def test_other_methods_are_told_which_there_are(stand: RunningService, path: str) -> None:
    reply = await stand.call("POST", path, body={})
    assert (reply.status, reply.headers["allow"]) == (405, "GET, HEAD")
    assert (await stand.call("HEAD", path, key=None)).status == 200


@pytest.mark.parametrize("path", ["/docs/x", "/docs/../site.py", "/docs/LICENSE", "/docs/%2e%2e/site.py", "/docsx"])
async def test_nothing_else_is_served(stand: RunningService, path: str) -> None:
    reply = await stand.call("GET", path, key=None)
    assert (reply.status, reply.json["error"]) == (404, "not_found")


@pytest.mark.parametrize("headers", [{"Host": "evil.example"}, {"Origin": "https://evil.example"}])
async def test_who_may_not_call_gets_no_page_either(
    stand: RunningService, headers: dict[str, str | bytes | None]
) -> None:
    for path in ("/docs", "/docs/openapi.json"):
        assert (await stand.call("GET", path, key=None, headers=headers)).status == 400


async def test_the_page_may_call_the_service_that_served_it(stand: RunningService) -> None:
    """A browser puts the page's origin on a POST.
    Another port, name or scheme is another origin.
    """
    own = stand.address.removeprefix("http://")
    for origin, status in (
        (f"http://{own}", 200),
        (f"https://{own}", 400),
        (f"http://{own}0", 400),
        ("http://localhost", 400),
        ("null", 400),
    ):
        headers = {"Host": own, "Origin": origin}
        assert (await stand.call("POST", "/v1/items", body={"items": []}, headers=headers)).status == status, origin


def test_the_viewers_licence_lies_next_to_it() -> None:
    for name in ("LICENSE", "NOTICE", "swagger-ui-bundle.js.LICENSE.txt"):
        assert (FOLDER / name).stat().st_size > 0
