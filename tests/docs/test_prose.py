"""The quick reading of prose finds what Python's own parser and tokens do."""

from __future__ import annotations

import ast
import io
import json
import re
import tokenize
from collections.abc import Iterable, Iterator, Sequence
from inspect import cleandoc
from itertools import groupby
from pathlib import Path

import pytest

from tests.docs.prose import PAGES, ROOT, Prose, every_prose, pages, prose_of, python_files, sections, texts_of

LONGEST = 100
_FOR_TOOLS = ("# noqa", "# type:", "# fmt:")
_UNBROKEN = ("|", "!", "<", "    ")
ODD_WORDS = {
    r"anew": "again",
    r"lest": "so that … not",
    r"ado": "work",
    r"besides?": "next to, together with, in addition to, at the same time as",
    r"whoever": "the caller, the user",
    r"twins?": "staging shop",
    r"desks?": "context, service",
    r"doorbell": "single instance server",
    r"surroundings": "environment, dependencies",
    r"blot(?:s|ted|ting)?": "redact",
    r"lies?": "is, are",
    r"stood": "was",
    r"stands?(?! (?:in )?for)": "is",
    r"told": "reported, known, called with",
    r"by then": "name the moment",
    r"(?:what|all that) (?:became|becomes) of": "the result of",
    r"(?:came|comes) of": "the result",
    r"(?:give|gives|gave|given) back": "return",
    r"hears? of": "gets a notice of",
    r"(?:hand|hands|handed) out": "return, give",
    r"goes? home": "return",
    r"taken? back": "undo",
    r"(?:come|comes|came) to rest": "stop",
    r"undress(?:ed)?": "unwrap",
    r"far end": "upstream",
}
"""Words that were removed from the prose, with what is written instead."""

FINE_IN_TEXTS = ("told", r"taken? back")
"""A buyer is told; a column's name; how the window names undo."""

_ODD = re.compile(rf"\b(?:{'|'.join(ODD_WORDS)})\b", re.IGNORECASE)
_NO_PROSE = re.compile(r"```.*?```|^    .*?$|`[^`]*`|\"[^\"]*\"|“[^”]*”|\[[^\]]*\]\([^)]*\)", re.DOTALL | re.MULTILINE)
TERMS = """
API key, further counter, shop, staging shop, branch, item, on hand, reserved, free, order, action, transition, status,
target, event, delivery, attempt, retry schedule, claim, outbox, call log, redaction, idempotency key, entity tag,
history, audit, pull, source, run, mapping, dry run, impact, approval, link,
upstream, mirror, push queue, parked row, reconcile, use case, store, transaction, port,
adapter, pane, handler, backend, gateway, backup, restore, salvage
"""

_ENTRY = re.compile(r"\*\*([^*]+)\*\*: (.+)")
_SECTIONS = re.compile(r"(?:\b([a-z_]+) )?(§[\d.]*\d(?:(?:, | and )§[\d.]*\d)*|§)")
_PAGE = re.compile(r"[\w/.-]*\w\.md\b")
_ISSUE = re.compile(r"\bissues? #?\d|\(issue\b", re.IGNORECASE)
_LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
_NAMED = re.compile(r"`(test_\w+?)(?:\.py)?`")
_DEFINED = re.compile(r"^ *(?:async )?def (test_\w+)", re.MULTILINE)
PAGES_WITH_TESTS = sorted(page for page in PAGES.glob("*.md") if _NAMED.search(page.read_text("utf-8")))
OPERATIONS = [
    f"{method.upper()} {path}"
    for path, methods in json.loads((PAGES / "openapi.json").read_text("utf-8"))["paths"].items()
    for method in methods
    if method in {"get", "post", "put", "patch", "delete"}
]
SOURCE = '''"""A page of \\"quotes\\"."""

x = ("""no docstring""",  # a comment, with a "quote"
     "nor # this")
"""Of x,
on two lines."""
y = r"\\\\"  # another
def f(): # of f
    'one word'
    return f"{x} # none", \'\'\'
# none either
\'\'\'
'''


def long_lines(text: str) -> Iterator[int]:
    """The numbers of the lines of prose that are too long."""
    fenced = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced and len(line) > LONGEST and not line.startswith(_UNBROKEN):
            yield number


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x" * 100, []),
        ("x" * 101, [1]),
        ("short\n" + "x" * 101, [2]),
        ("| " + "x" * 101, []),
        ("```\n" + "x" * 101 + "\n```\n" + "x" * 101, [4]),
        ("    " + "x" * 101, []),
    ],
)
def test_a_long_line_is_found(text: str, expected: list[int]) -> None:
    assert list(long_lines(text)) == expected


def long_prose(path: Path) -> Iterator[int]:
    """The numbers of the lines of a Python file on which a docstring or
    comment goes on for too long.
    """
    yield from too_long(path.read_text("utf-8").splitlines(), prose_of(path))


def too_long(lines: Sequence[str], prose_in_it: Iterable[Prose]) -> Iterator[int]:
    """The numbers of those of a file's lines on which prose goes on for too long."""
    for prose in prose_in_it:
        for number in range(prose.line, prose.line + prose.text.count("\n") + 1):
            if len(lines[number - 1]) > LONGEST and not prose.text.startswith(_FOR_TOOLS):
                yield number


def test_a_long_docstring_or_comment_is_found_and_a_word_to_a_tool_is_not(tmp_path: Path) -> None:
    file = tmp_path / "module.py"
    long = "x" * 99
    file.write_text(f'"""{long}"""\n# {long}\nx = 1  # noqa: E501 - {long}\n{long} = "{long}"\n', "utf-8")
    assert sorted(long_prose(file)) == [1, 2]


def test_docstrings_and_comments_have_no_long_line() -> None:
    found = {
        path.relative_to(ROOT).as_posix(): list(too_long(path.read_text("utf-8").splitlines(), prose))
        for path, prose in groupby(every_prose(), lambda prose: prose.path)
    }
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_pages_have_no_long_line() -> None:
    found = {str(path.relative_to(ROOT)): list(long_lines(path.read_text("utf-8"))) for path in pages()}
    assert {name: lines for name, lines in found.items() if lines} == {}


def odd_words(text: str) -> Iterator[str]:
    """The odd words of a text, without its code and its quotations."""
    yield from (hit[0].lower() for hit in _ODD.finditer(_NO_PROSE.sub(" ", text)))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Whoever asks is told.", ["whoever", "told"]),
        ("Built ANEW; what came of it.", ["anew", "came of"]),
        ("`{…}` stands for one segment, and nothing stands here.", ["stands"]),
        ('A button says "Whoever", a name is `told`, [a twin](twin.md) is a page.', []),
        ("```\nwhoever\n```\n    told\nHold the holder; the lieutenant understands.", []),
    ],
)
def test_an_odd_word_is_found_and_code_is_none(text: str, words: list[str]) -> None:
    assert list(odd_words(text)) == words


def test_docstrings_and_comments_have_no_odd_word() -> None:
    found = {
        prose.place: words
        for prose in every_prose()
        if prose.path != Path(__file__) and (words := list(odd_words(cleandoc(prose.text))))
    }
    assert found == {}


def test_pages_have_no_odd_word() -> None:
    found = {
        str(path.relative_to(ROOT)): words for path in pages() if (words := list(odd_words(path.read_text("utf-8"))))
    }
    assert found == {}


def test_texts_have_no_odd_word() -> None:
    fine = re.compile("|".join(FINE_IN_TEXTS), re.IGNORECASE)
    found = {
        text.place: words
        for path in python_files()
        if path.relative_to(ROOT).parts[0] != "tests"
        for text in texts_of(path)
        if (words := [word for word in odd_words(text.text) if not fine.fullmatch(word)])
    }
    assert found == {}


def entries() -> Iterator[tuple[str, str]]:
    """Each term with its text, on one line."""
    for paragraph in (PAGES / "glossary.md").read_text("utf-8").split("\n\n"):
        match = _ENTRY.match(" ".join(paragraph.split()))
        if match:
            yield match[1], match[2]


def test_every_term_is_there_once_and_no_other() -> None:
    wanted = [term.strip() for term in TERMS.split(",")]
    assert [term for term, text in entries() if text.endswith(".")] == wanted


def faulty_references(text: str) -> Iterator[str]:
    """Every reference in a text that leads nowhere."""
    for found in _SECTIONS.finditer(text):
        known = sections(found[1]) if found[1] else frozenset[str]()
        for number in re.findall(r"§([\d.]*)", found[2]):
            if number not in known:
                yield f"{found[1] or ''} §{number}".strip()


def absent_sources(text: str, *folders: Path) -> Iterator[str]:
    """What a text names that a reader of the repository does not have:
    issues, and pages that are in neither the root, docs/ nor one of the folders.
    """
    yield from _ISSUE.findall(text)
    for name in _PAGE.findall(text):
        if not any((folder / name).is_file() for folder in (ROOT, PAGES, *folders)):
            yield name


@pytest.mark.parametrize(
    ("text", "absent"),
    [
        ("The bounds of docs/performance.md, CONTRIBUTING.md and pull.md.", []),
        ("What CONTRACT.md says", ["CONTRACT.md"]),
        ("See issue 5 point 2", ["issue 5"]),
        ("Issue #7 says so", ["Issue #7"]),
        ("(issue: the test receiver)", ["(issue"]),
        ("hashlib.md5 and an issued key", []),
    ],
)
def test_what_a_reader_does_not_have_is_found(text: str, absent: list[str]) -> None:
    assert list(absent_sources(text)) == absent


def test_code_names_nothing_that_a_reader_does_not_have() -> None:
    assert {prose.place: absent for prose in every_prose() if (absent := list(absent_sources(prose.text)))} == {}


def test_pages_name_nothing_that_a_reader_does_not_have() -> None:
    found = {
        str(path.relative_to(ROOT)): list(absent_sources(path.read_text("utf-8"), path.parent)) for path in pages()
    }
    assert {name: absent for name, absent in found.items() if absent} == {}


def test_files_that_pages_name_are_there() -> None:
    """Paths in backquotes, such as `service/store/engine`; in those of recipes `x` is any name."""
    named = [
        f"{page.name}: {path}"
        for page in pages()
        for path in re.findall(r"`((?:service|ui|bridge|tests|installer|docs)/[\w./*-]*)`", page.read_text("utf-8"))
        if not list(ROOT.glob(path.rstrip("/"))) and not re.search(r"\bx\b|_x\.|[/_]x_", path)
    ]
    assert named == []


@pytest.mark.parametrize(
    ("text", "faulty"),
    [
        ("Items as held (contract §3).", []),
        ("Retries (contract §6.4), the tray (desktop §3.3)", []),
        ("Nothing there (contract §6.99).", ["contract §6.99"]),
        ("Two at once (contract §4.2 and §4.3, desktop §2).", []),
        ("One of two is wrong (contract §4.2 and §4.99).", ["contract §4.99"]),
        ("No such page (charter §1).", ["charter §1"]),
        ("No page (§4)", ["§4"]),
        ("No number (contract §).", ["contract §"]),
    ],
)
def test_a_reference_that_leads_nowhere_is_found(text: str, faulty: list[str]) -> None:
    assert list(faulty_references(text)) == faulty


def test_references_in_code_lead_to_a_heading() -> None:
    assert {prose.place: faulty for prose in every_prose() if (faulty := list(faulty_references(prose.text)))} == {}


def test_references_in_pages_lead_to_a_heading() -> None:
    found = {path.name: list(faulty_references(path.read_text("utf-8"))) for path in pages()}
    assert {name: faulty for name, faulty in found.items() if faulty} == {}


def test_links_between_pages_lead_to_a_file() -> None:
    faulty = [
        f"{path.relative_to(ROOT)}: {link}"
        for path in pages()
        for link in _LINK.findall(path.read_text("utf-8"))
        if "://" not in link and not (path.parent / link).exists()
    ]
    assert faulty == []


@pytest.mark.parametrize("page", ["contract", "desktop", "design", "link", "pull"])
def test_headings_are_numbered_in_their_order(page: str) -> None:
    numbers = [tuple(map(int, section.split("."))) for section in sections(page)]
    text = (PAGES / f"{page}.md").read_text("utf-8")
    written = re.findall(r"^#{2,4} (\d+(?:\.\d+)*)", text, re.MULTILINE)
    assert len(written) == len(numbers), "a number stands on two headings"
    assert [tuple(map(int, number.split("."))) for number in written] == sorted(numbers)


@pytest.fixture(scope="module")
def known() -> set[str]:
    """The names of test modules and of the tests in them."""
    modules = list((ROOT / "tests").rglob("test_*.py"))
    tests = (name for module in modules for name in _DEFINED.findall(module.read_text("utf-8")))
    return {*tests, *(module.stem for module in modules)}


@pytest.mark.parametrize("page", [page.name for page in PAGES_WITH_TESTS])
def test_a_page_names_tests_that_exist(page: str, known: set[str]) -> None:
    named = set(_NAMED.findall((PAGES / page).read_text("utf-8")))
    assert named - known == set()


@pytest.mark.parametrize("operation", OPERATIONS)
def test_the_contract_names_the_operation(operation: str) -> None:
    assert re.search(rf"`{re.escape(operation)}[`?]", (PAGES / "contract.md").read_text("utf-8"))


def test_docstrings_and_comments_with_their_lines(tmp_path: Path) -> None:
    file = tmp_path / "module.py"
    file.write_text(SOURCE, "utf-8")
    assert [(prose.line, prose.text) for prose in prose_of(file)] == [
        (1, 'A page of "quotes".'),
        (3, '# a comment, with a "quote"'),
        (5, "Of x,\non two lines."),
        (7, "# another"),
        (8, "# of f"),
        (9, "one word"),
    ]


def test_texts_have_more_than_one_word(tmp_path: Path) -> None:
    file = tmp_path / "module.py"
    file.write_text(SOURCE, "utf-8")
    assert {text.text for text in texts_of(file)} == {
        'A page of "quotes".', "no docstring", "nor # this", "Of x,\non two lines.", "one word",
        " # none", "\n# none either\n",
    }  # fmt: skip


@pytest.mark.parametrize("folder", ["service/files/formats", "bridge/cli", "tests/service/link", "tests/service/files"])
def test_the_parser_finds_the_same_prose(folder: str) -> None:
    paths = sorted((ROOT / folder).rglob("*.py"))
    assert len(paths) > 5
    for path in paths:
        assert sorted(prose_of(path)) == sorted(parsed_prose(path)), path


def parsed_prose(path: Path) -> list[Prose]:
    """Docstrings by the parser, comments by the tokens."""
    source = path.read_text("utf-8")
    docstrings = [
        Prose(path, node.lineno, node.value.value)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    ]
    comments = [
        Prose(path, token.start[0], token.string)
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.COMMENT
    ]
    return docstrings + comments
