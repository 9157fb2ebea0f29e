"""Updates translations from the source: `python -m tests.translations [--fill FILE]`.

It reads the sources again into `ui/i18n/ar.ts` and `ui/i18n/en.ts`, compiles both, and prints the
texts without Arabic as JSON. `--fill FILE` reads such a JSON back:
`{"Context": {"source": "text"}}`, for a counted text a list (Arabic six forms, English two).
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import PySide6

from installer.toolchain.texts import compile_texts
from ui.i18n.service_sentences import CONTEXT, has_no_words

ROOT = Path(__file__).parents[1]
TS = ROOT / "ui" / "i18n"
TOOLS = Path(PySide6.__file__).parent
FORMS = {"ar": 6, "en": 2}
COUNTED = re.compile(r"{n\b")
Texts = dict[str, dict[str, str | list[str]]]


def sources() -> list[Path]:
    """The files with texts of the window."""
    return sorted((ROOT / "ui").rglob("*.py"))


def speaking_sources() -> list[Path]:
    """The files with sentences of the service that a window may show."""
    files = (file for top in ("service", "bridge") for file in sorted((ROOT / top).rglob("*.py")))
    return [file for file in files if "cli" not in file.relative_to(ROOT).parts]


def says_template(call: ast.Call) -> bool:
    """Whether the last argument of a call is the template of a sentence."""
    return getattr(call.func, "id", "") == "message" or getattr(call.func, "attr", "") == "saying"


def templates() -> list[str]:
    """The templates of the service's sentences: every literal argument of `message`, and of
    `saying` of an error, where it is the last one.
    """
    found = set()
    for text in (file.read_text(encoding="utf-8") for file in speaking_sources()):
        # Parsing takes most of the time, and most files say nothing.
        for node in ast.walk(ast.parse(text)) if "message(" in text or ".saying(" in text else ():
            if isinstance(node, ast.Call) and node.args and says_template(node):
                said = node.args[-1]
                if isinstance(said, ast.Constant) and isinstance(said.value, str):
                    found.add(said.value)
    return sorted(template for template in found if not has_no_words(template))


def _list_sentences(folder: Path) -> Path:
    """The sentences as a source that lupdate reads; one with a gap `n` is counted."""
    lines = []
    for text in templates():
        count = ', "", n' if COUNTED.search(text) else ""
        lines.append(f"        self.tr({json.dumps(text)}{count})")
    listed = folder / "sentences.py"
    listed.write_text("\n".join((f"class {CONTEXT}:", "    def listed(self, n):", *lines, "")), encoding="utf-8")
    return listed


@dataclass(frozen=True, slots=True)
class Message:
    """One text of a .ts file."""

    context: str
    source: str
    element: ET.Element

    @property
    def counted(self) -> bool:
        return self.element.get("numerus") == "yes"

    @property
    def translation(self) -> ET.Element:
        found = self.element.find("translation")
        assert found is not None
        return found

    @property
    def done(self) -> bool:
        if self.translation.get("type") == "unfinished":
            return False
        if self.counted:
            return all(form.text for form in self.translation.iter("numerusform"))
        return bool(self.translation.text)


def messages(tree: ET.ElementTree[ET.Element]) -> Iterator[Message]:
    """Every text of a file."""
    for context in tree.getroot().iter("context"):
        name = context.findtext("name", "")
        for element in context.iter("message"):
            yield Message(name, element.findtext("source", ""), element)


def update(folder: Path = TS) -> None:
    """Reads the sources again into the .ts files; texts that no longer exist are dropped. Without
    line numbers and in the order of the alphabet, two branches merge well.
    """
    with tempfile.TemporaryDirectory() as listed:
        names = [*(str(source.relative_to(ROOT)) for source in sources()), str(_list_sentences(Path(listed)))]
        for language in FORMS:
            options = ["-silent", "-no-obsolete", "-locations", "none", "-sort-messages", "-source-language", "en"]
            options += ["-target-language", language, "-disable-heuristic", "similartext"]
            options += ["-pluralonly"] if language == "en" else []
            options += ["-extensions", "py", *names, "-ts", str(folder / f"{language}.ts")]
            done = subprocess.run([TOOLS / "lupdate", *options], cwd=ROOT, capture_output=True, text=True, check=False)
            if done.returncode:
                raise SystemExit(f"lupdate: {done.stderr or done.stdout}")


def missing() -> Texts:
    """The texts without a translation."""
    found: Texts = {}
    for language in FORMS:
        for message in messages(read(language)):
            if not message.done and not (language == "en" and not message.counted):
                empty: str | list[str] = [""] * FORMS["ar"] if message.counted else ""
                found.setdefault(message.context, {})[message.source] = empty
                if message.counted:
                    found.setdefault(f"{message.context}@en", {})[message.source] = [""] * FORMS["en"]
    return found


def fill(texts: Texts) -> int:
    """Sets translations; a context named `Context@en` has English plurals. Returns how many were
    set.
    """
    count = 0
    for language in FORMS:
        tree = read(language)
        for message in messages(tree):
            name = message.context if language == "ar" else f"{message.context}@en"
            text = texts.get(name, {}).get(message.source)
            if text:
                _set(message, text)
                count += 1
        _write(tree, TS / f"{language}.ts")
    return count


def _set(message: Message, text: str | list[str]) -> None:
    element = message.translation
    element.attrib.pop("type", None)
    if isinstance(text, str):
        element.text = text
        return
    for old in list(element):
        element.remove(old)
    element.text = None
    for form in text:
        child = ET.SubElement(element, "numerusform")
        child.text = form


def read(language: str) -> ET.ElementTree[ET.Element]:
    """One .ts file."""
    return ET.parse(TS / f"{language}.ts")  # noqa: S314 our own files


def _write(tree: ET.ElementTree[ET.Element], path: Path) -> None:
    ET.indent(tree, " " * 4)
    body = ET.tostring(tree.getroot(), encoding="unicode")
    path.write_text(f'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n{body}\n', encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Returns 1 while something is untranslated. Refuses a file that has no translation for a
    text.
    """
    parser = argparse.ArgumentParser("python -m tests.translations")
    parser.add_argument("--fill", type=Path, metavar="FILE", help="JSON with translations")
    file: Path | None = parser.parse_args(arguments).fill
    if file and not file.is_file():
        parser.error(f"{file} is no file")
    update()
    if file:
        if not fill(json.loads(file.read_text(encoding="utf-8"))):
            raise SystemExit(f"{file} has no translation for a text.")
        update()
    compile_texts(ROOT, TOOLS / "lrelease")
    left = missing()
    if left:
        sys.stdout.write(json.dumps(left, ensure_ascii=False, indent=1) + "\n")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
