"""Updates translations from the source: `python -m tests.translations [PART ...] [--fill FILE]`.

Each part of the window (widgets, shell, one per pane) has its own `ui/i18n/ts/PART_ar.ts` and
`PART_en.ts`, and the compiled `ui/i18n/qm/PART_*.qm`, so that no two people edit the same file.
It reads the sources again, compiles everything, and prints the texts without Arabic as JSON.
`--fill FILE` reads such a JSON back: `{"Context": {"source": "text"}}`, for a counted text a list
(Arabic six forms, English two).
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

from ui.i18n.arabic_sentences import CONTEXT, has_no_words

ROOT = Path(__file__).parents[1]
TS = ROOT / "ui" / "i18n" / "ts"
QM = ROOT / "ui" / "i18n" / "qm"
LANGUAGES = ("ar", "en")
FORMS = {"ar": 6, "en": 2}
SERVICE = "service"
"""The part that holds the service's own sentences (service.domain.sentences)."""

COUNTED = re.compile(r"{n\b")
_TOOLS = Path(PySide6.__file__).parent
Texts = dict[str, dict[str, str | list[str]]]


def parts() -> dict[str, list[Path]]:
    """Each part's source files."""
    ui = ROOT / "ui"
    found = {
        "common": [*sorted((ui / "i18n").glob("*.py")), *sorted((ui / "backend").glob("*.py"))],
        "widgets": sorted((ui / "widgets").rglob("*.py")),
        "printing": sorted((ui / "printing").rglob("*.py")),
        "shell": sorted((ui / "shell").rglob("*.py")),
        "wizard": sorted((ui / "wizard").rglob("*.py")),
    }
    for folder in sorted(path for path in (ui / "panes").iterdir() if (path / "__init__.py").exists()):
        found[folder.name] = sorted(folder.rglob("*.py"))
    spoken = (file for top in ("service", "bridge") for file in (ROOT / top).rglob("*.py"))
    found[SERVICE] = sorted(file for file in spoken if "cli" not in file.relative_to(ROOT).parts)
    return found


def templates(files: list[Path]) -> list[str]:
    """The templates of the service's sentences: every literal argument of `message`."""
    found = set()
    for text in (file.read_text(encoding="utf-8") for file in files):
        # Parsing takes most of the time, and most files say nothing.
        for node in ast.walk(ast.parse(text)) if "message(" in text else ():
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "message" and node.args:
                said = node.args[0]
                if isinstance(said, ast.Constant) and isinstance(said.value, str):
                    found.add(said.value)
    return sorted(template for template in found if not has_no_words(template))


def _listed(files: list[Path], folder: Path) -> Path:
    """The sentences as a source that lupdate reads; one with a gap `n` is counted."""
    lines = []
    for text in templates(files):
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


def update(part: str, sources: list[Path], folder: Path = TS) -> None:
    """Reads the sources again into the part's files; texts that no longer exist are dropped."""
    if part != SERVICE:
        _read_sources(part, [str(source.relative_to(ROOT)) for source in sources], folder)
        return
    with tempfile.TemporaryDirectory() as folder_name:
        _read_sources(part, [str(_listed(sources, Path(folder_name)))], folder)


def _read_sources(part: str, names: list[str], folder: Path) -> None:
    for language in LANGUAGES:
        options = ["-silent", "-no-obsolete", "-locations", "none", "-source-language", "en"]
        options += ["-target-language", language, "-disable-heuristic", "similartext"]
        options += ["-pluralonly"] if language == "en" else []
        target = folder / f"{part}_{language}.ts"
        _run("lupdate", *options, "-extensions", "py", *names, "-ts", str(target))


def compile_part(part: str, folder: Path = QM) -> None:
    """Makes the .qm files of a part. Each replaces the old one in one step, because a program may
    have the old one mapped into its memory.
    """
    for language in LANGUAGES:
        source, made = TS / f"{part}_{language}.ts", folder / f"{part}_{language}.qm.new"
        _run("lrelease", "-silent", "-nounfinished", str(source), "-qm", str(made))
        made.replace(made.with_suffix(""))


def missing(part: str) -> Texts:
    """The texts without a translation."""
    found: Texts = {}
    for language in LANGUAGES:
        for message in messages(read(part, language)):
            if not message.done and not (language == "en" and not message.counted):
                empty: str | list[str] = [""] * FORMS["ar"] if message.counted else ""
                found.setdefault(message.context, {})[message.source] = empty
                if message.counted:
                    found.setdefault(f"{message.context}@en", {})[message.source] = [""] * FORMS["en"]
    return found


def fill(part: str, texts: Texts) -> int:
    """Sets translations; a context named `Context@en` has English plurals. Returns how many were
    set.
    """
    count = 0
    for language in LANGUAGES:
        tree = read(part, language)
        for message in messages(tree):
            name = message.context if language == "ar" else f"{message.context}@en"
            text = texts.get(name, {}).get(message.source)
            if text:
                _set(message, text)
                count += 1
        _write(tree, TS / f"{part}_{language}.ts")
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


def read(part: str, language: str) -> ET.ElementTree[ET.Element]:
    """One .ts file."""
    return ET.parse(TS / f"{part}_{language}.ts")  # noqa: S314 our own files


def _write(tree: ET.ElementTree[ET.Element], path: Path) -> None:
    ET.indent(tree, " " * 4)
    body = ET.tostring(tree.getroot(), encoding="unicode")
    path.write_text(f'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n{body}\n', encoding="utf-8")


def _run(tool: str, *arguments: str) -> None:
    done = subprocess.run([str(_TOOLS / tool), *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{tool}: {done.stderr or done.stdout}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Returns 1 while something is untranslated. Refuses an unknown part, and a file without texts
    for the parts.
    """
    known = parts()
    options = read_options(arguments, tuple(known))
    texts: Texts = json.loads(options.fill.read_text(encoding="utf-8")) if options.fill else {}
    left: Texts = {}
    count = 0
    for part in options.parts or known:
        update(part, known[part])
        if texts:
            count += fill(part, texts)
            update(part, known[part])
        compile_part(part)
        left |= missing(part)
    if left:
        sys.stdout.write(json.dumps(left, ensure_ascii=False, indent=1) + "\n")
    if options.fill and not count:
        raise SystemExit(f"{options.fill} has no translation for a text of {', '.join(options.parts or known)}.")
    return 1 if left else 0


def read_options(arguments: Sequence[str] | None, known: Sequence[str]) -> argparse.Namespace:
    """The parts and the file of `--fill`, in either order."""
    parser = argparse.ArgumentParser("python -m tests.translations")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"one of {', '.join(known)}; all without one")
    parser.add_argument("--fill", type=Path, metavar="FILE", help="JSON with translations")
    options = parser.parse_intermixed_args(arguments)
    if unknown := [part for part in options.parts if part not in known]:
        parser.error(f"{unknown[0]} is no part; the parts are {', '.join(known)}")
    if options.fill and not options.fill.is_file():
        parser.error(f"{options.fill} is no file")
    return options


if __name__ == "__main__":
    sys.exit(main())
