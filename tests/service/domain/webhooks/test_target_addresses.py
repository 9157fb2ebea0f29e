"""Which addresses may be posted to, in every spelling that reaches the same computer."""

from __future__ import annotations

import socket
from ipaddress import IPv4Address, IPv6Address, ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.errors import Refused
from service.domain.webhooks.target_addresses import find_ip_fault, is_loopback, parse_literal_ip, parse_target_address


@pytest.mark.parametrize(
    ("url", "host", "port"),
    [
        ("http://127.0.0.1:9000/in", "127.0.0.1", 9000),
        (" https://example.com/a?b=c ", "example.com", 443),
        ("http://localhost", "localhost", 80),
        ("http://192.168.1.20/events", "192.168.1.20", 80),
        ("http://[::1]:8080/", "::1", 8080),
        ("http://[fd12:3456::1]/", "fd12:3456::1", 80),
        ("http://till-2.local:81", "till-2.local", 81),
        ("HTTPS://EXAMPLE.com.", "example.com.", 443),
        ("https://متجر.example/", "xn--pgbep1f.example", 443),
        ("https://bücher.example/ق", "xn--bcher-kva.example", 443),
        ("http://shop_1/", "shop_1", 80),
    ],
)
def test_allowed(url: str, host: str, port: int) -> None:
    address = parse_target_address(url)
    assert (address.host, address.port, address.url) == (host, port, url.strip())


EMPTY = "The address is empty; give one such as http://192.168.1.20:8080/events"
SCHEME = "Only http:// and https:// addresses can be posted to; give one of those"
NO_HOST = "The address names no host; give one such as https://example.com/events"
LOGIN = "The address holds a user name or password; leave it out, deliveries are signed instead"
PART = "The address holds a # part, which is never sent; leave it out"
PORT = "The port is no number from 1 to 65535; correct it"
SPELLING = "The address holds a blank, a backslash or an unprintable character; type it again"
MALFORMED = "The address is not well formed; give one such as https://example.com/events"
LONG = "The address has more than 2048 characters; give a shorter one"


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("", EMPTY),
        (" ", EMPTY),
        *[
            (url, SCHEME)
            for url in (
                "example.com",
                "//example.com/",
                "ftp://example.com/",
                "file:///etc/passwd",
                "javascript:alert(1)",
            )
        ],
        *[
            (url, NO_HOST)
            for url in ("http://", "http:///path", "http://%31%36%39.254.169.254/", "http://[fe80::1%25eth0]/")
        ],
        *[
            (url, LOGIN)
            for url in ("http://user:pass@example.com/", "http://user@example.com/", "http://@example.com/")
        ],
        *[(url, PART) for url in ("http://example.com/#part", "http://example.com/#")],
        *[(f"http://example.com:{port}/", PORT) for port in ("0", "65536", "-1", "port")],
        *[
            (url, SPELLING)
            for url in (
                "http://exa mple.com/",
                "http://example.com/a b",
                "http://example.com\\@evil.example/",
                "http://example.com/\r\nx: y",
                "http://example.com/\x07",
                "http://exa\u200bmple.com/",
                "http://\ud800.example/",
            )
        ],
        ("http://[::1/", MALFORMED),
        ("https://example.com/" + "a" * 2029, LONG),
        ("http://[v1.x]/", "[v1.x] is no host name; check its spelling"),
        ("http://-a.example/", "-a.example is no host name; check its spelling"),
        ("http://a-.example/", "a-.example is no host name; check its spelling"),
        ("http://a..example/", "a..example is no host name; check its spelling"),
        ("http://" + "a" * 64 + ".example/", "a" * 64 + ".example is no host name; check its spelling"),
        ("http://" + ".".join(["abcdefg"] * 40) + "/", "abcdefg." * 10 + " is no host name; check its spelling"),
        ("http://ü..example/", "ü..example is no host name; check its spelling"),
        ("http://1.2.3.4.5/", "1.2.3.4.5 is neither a host name nor an IP address; check its spelling"),
        ("http://1.2.3.4.0/", "1.2.3.4.0 is neither a host name nor an IP address; check its spelling"),
        (f"http://{'a.' * 45}7/", f"{'a.' * 40} is neither a host name nor an IP address; check its spelling"),
        ("http://256.1.1.1/", "256.1.1.1 is neither a host name nor an IP address; check its spelling"),
        ("http://example.0x/", "example.0x is neither a host name nor an IP address; check its spelling"),
        ("http://0x/../", "0x names no computer; give the address of your own system"),
    ],
)
def test_refused_as_written(url: str, sentence: str) -> None:
    with pytest.raises(Refused) as caught:
        parse_target_address(url)
    assert (caught.value.code, caught.value.message) == ("address_not_allowed", sentence)


def test_the_longest_address_and_host_that_are_taken() -> None:
    assert len(parse_target_address("https://example.com/" + "a" * 2028).url) == 2048
    host = "a" * 61 + "." + ".".join(["b" * 63] * 3)
    assert (len(host), parse_target_address(f"https://{host}.").host) == (253, f"{host}.")
    with pytest.raises(Refused, match="is no host name"):
        parse_target_address(f"https://a{host}")


METADATA = [
    "169.254.169.254",
    "169.254.169.254.",
    "2852039166",
    "0xA9FEA9FE",
    "0xa9.0xfe.0xa9.0xfe",
    "0251.0376.0251.0376",
    "025177524776",
    "169.254.43518",
    "169.16689662",
    "\uff11\uff16\uff19.254.169.254",
    "169\u3002254\u3002169\u3002254",
    "[::ffff:169.254.169.254]",
    "[::ffff:a9fe:a9fe]",
    "[0:0:0:0:0:ffff:a9fe:a9fe]",
    "[::169.254.169.254]",
    "[2002:a9fe:a9fe::1]",
    "[64:ff9b::a9fe:a9fe]",
    "[64:ff9b:1::a9fe:a9fe]",
    "[::ffff:0:a9fe:a9fe]",
    "[2001:0:a9fe:a9fe::1]",
    "[fe80::5efe:a9fe:a9fe]",
    "[2001:db8::200:5efe:a9fe:a9fe]",
    "[fd00:ec2::254]",
    "[fd20:ce::254]",
    "100.100.100.200",
    "[::ffff:100.100.100.200]",
    "[64:ff9b::6464:64c8]",
]


@pytest.mark.parametrize("host", [*METADATA, "169.254.1.1", "[fe80::1]", "[febf::1]", "0.0.0.0", "0", "[::]"])
@pytest.mark.parametrize("port", ["", ":8080"])
def test_literals_that_are_refused(host: str, port: str) -> None:
    with pytest.raises(Refused, match="give the address of your own system"):
        parse_target_address(f"http://{host}{port}/latest/meta-data")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("224.0.0.1", "multicast"),
        ("239.255.255.250", "multicast"),
        ("255.255.255.255", "broadcast"),
        ("0.1.2.3", "no computer"),
        ("::", "no computer"),
        ("ff02::1", "multicast"),
        ("fe80::1%eth0", "link-local"),
        ("168.63.129.16", "metadata"),
        ("::ffff:224.0.0.1", "multicast"),
    ],
)
def test_ips_that_are_refused(text: str, why: str) -> None:
    assert why in (str(find_ip_fault(ip_address(text)) or ""))


@pytest.mark.parametrize(
    "text",
    ["127.0.0.1", "::1", "10.0.0.1", "172.16.0.1", "192.168.0.255", "fd00::1", "8.8.8.8", "2606:4700::1", "100.64.0.7"],
)
def test_ips_that_are_allowed(text: str) -> None:
    assert find_ip_fault(ip_address(text)) is None


@given(st.integers(min_value=0, max_value=2**32 - 1))
def test_an_ipv4_address_is_judged_alike_in_every_wrapping(number: int) -> None:
    plain = IPv4Address(number)
    wrapped = [
        IPv6Address(0xFFFF << 32 | number),
        IPv6Address((0x64_FF9B << 96) | number),
        IPv6Address((0x2002 << 112) | (number << 80) | 1),
    ]
    if find_ip_fault(plain) is not None:
        assert all(find_ip_fault(one) is not None for one in wrapped)
    else:
        assert find_ip_fault(wrapped[0]) is None


@given(st.text("0123456789abcdefx.", min_size=1, max_size=20))
def test_literals_are_read_as_the_resolver_reads_them(host: str) -> None:
    try:
        wanted: IPv4Address | None = IPv4Address(socket.inet_aton(host))
    except OSError:
        wanted = None
    assert wanted is None or parse_literal_ip(host) == wanted


@pytest.mark.parametrize(
    ("text", "here"),
    [("127.9.9.9", True), ("::1", True), ("::ffff:127.0.0.1", True), ("192.168.1.1", False), ("::2", False)],
)
def test_loopback(text: str, here: bool) -> None:
    assert is_loopback(ip_address(text)) is here
