"""Which addresses a link may use, and with which key (link §5)."""

from __future__ import annotations

from dataclasses import dataclass

from service.domain.errors import Refused
from service.domain.sentences import message
from service.domain.webhooks.target_addresses import TargetAddress, parse_target_address

LIVE, STAGING = "cp_live_", "cp_test_"
CODE = "link_not_allowed"


@dataclass(frozen=True, slots=True)
class FarAddress:
    """The base address of a marketplace without a slash at its end. Paths such as /v1/items are
    appended.
    """

    url: str
    target: TargetAddress

    @property
    def is_loopback(self) -> bool:
        """Whether the address is this computer."""
        return self.target.host == "localhost" or (self.target.literal is not None and self.target.literal.is_loopback)

    @property
    def is_private(self) -> bool:
        """Whether the address is, by its number, this computer or one of the local network."""
        return self.is_loopback or (self.target.literal is not None and self.target.literal.is_private)

    @property
    def needs_word(self) -> bool:
        """Whether the owner has to agree first: others on the local network could read the key."""
        return self.target.scheme == "http" and not self.is_loopback


def parse_far_address(text: str) -> FarAddress:
    """Parses the address that the owner typed. Raises Refused with what to do."""
    scheme, _, rest = text.strip().partition("://")
    if scheme.lower() not in ("http", "https"):
        raise Refused(CODE, message("The address of a marketplace must begin with https://."))
    if "@" in rest.partition("/")[0]:
        raise Refused(CODE, message("The address has a user name or password in it. Leave it out: the key is enough."))
    target = parse_target_address(text)
    if "?" in target.url:
        raise Refused(CODE, message("The address has a ? part; give the base address of the marketplace."))
    url = target.url.rstrip("/").removesuffix("/v1").rstrip("/")
    far = FarAddress(url, target)
    if target.scheme == "http" and not far.is_private:
        raise Refused(
            CODE,
            message(
                "{host} is not on this network, so http would show the key to others. Use https://.", host=target.host
            ),
        )
    return far


def check_key(key: str, *, staging: bool) -> str:
    """The key as it is sent. Raises Refused if it cannot be a key, or belongs to the other kind of
    shop.
    """
    text = key.strip()
    if not text or not text.isascii() or not text.isprintable() or " " in text:
        raise Refused(CODE, message("That is no key. Copy the whole key from the marketplace's website and paste it."))
    if staging and text.startswith(LIVE):
        raise Refused(CODE, message("That is a live key, and this is the staging shop. Use a staging key."))
    if not staging and text.startswith(STAGING):
        raise Refused(CODE, message("That is a staging key, and this is the live shop. Use a live key."))
    return text


def check_not_here(far: FarAddress, port: int) -> None:
    """Raises Refused if the address is this installation itself, which listens at `port`."""
    if far.is_loopback and far.target.port == port:
        raise Refused(CODE, message("That is this Counterpart itself. Give the address of the marketplace."))
