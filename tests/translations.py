"""Keeps translations in step with the source: `python -m tests.translations [PART ...]`.

Each part of the window (widgets, shell, one per pane) has its own `ui/i18n/ts/PART_ar.ts` and
`PART_en.ts`, and the compiled `ui/i18n/qm/PART_*.qm` beside; so no two people write into one file.
Without options the sources are read anew and everything is compiled. `--missing` prints what has no
Arabic yet as JSON, `--fill FILE` takes such a JSON back: `{"Context": {"source": "text"}}`, for a
counted text a list (Arabic six forms, English two).
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import PySide6

from ui.i18n.service_sentences import CONTEXT, has_no_words

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
        "shell": sorted((ui / "shell").rglob("*.py")),
        "wizard": sorted((ui / "wizard").rglob("*.py")),
    }
    for folder in sorted(path for path in (ui / "panes").iterdir() if (path / "__init__.py").exists()):
        found[folder.name] = sorted(folder.rglob("*.py"))
    spoken = (file for top in ("service", "bridge") for file in (ROOT / top).rglob("*.py"))
    found[SERVICE] = sorted(file for file in spoken if "cli" not in file.relative_to(ROOT).parts)
    return found


def templates(files: list[Path]) -> list[str]:
    """What the service's sentences are made of: every literal that is handed to `message`."""
    found = set()
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "message" and node.args:
                text = node.args[0]
                if isinstance(text, ast.Constant) and isinstance(text.value, str):
                    found.add(text.value)
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
    """Reads the sources anew into the part's files; what is gone is dropped."""
    if part != SERVICE:
        _read_anew(part, [str(source.relative_to(ROOT)) for source in sources], folder)
        return
    with tempfile.TemporaryDirectory() as place:
        _read_anew(part, [str(_listed(sources, Path(place)))], folder)


def _read_anew(part: str, names: list[str], folder: Path) -> None:
    for language in LANGUAGES:
        options = ["-silent", "-no-obsolete", "-locations", "none", "-source-language", "en"]
        options += ["-target-language", language, "-disable-heuristic", "similartext"]
        options += ["-pluralonly"] if language == "en" else []
        target = folder / f"{part}_{language}.ts"
        _run("lupdate", *options, "-extensions", "py", *names, "-ts", str(target))


def compile_part(part: str, folder: Path = QM) -> None:
    """Makes the .qm files of a part, each put in place whole:
    a program has the one before mapped into its memory.
    """
    for language in LANGUAGES:
        source, made = TS / f"{part}_{language}.ts", folder / f"{part}_{language}.qm.new"
        _run("lrelease", "-silent", "-nounfinished", str(source), "-qm", str(made))
        made.replace(made.with_suffix(""))


def missing(part: str) -> Texts:
    """What has no translation yet."""
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
    """Writes translations in; a context named `Context@en` holds English plurals.
    Answers how many were set.
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


def main() -> int:
    """Answers 1 while something is untranslated."""
    named = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    filled = Path(named.pop()) if "--fill" in sys.argv else None
    chosen = {part: sources for part, sources in parts().items() if not named or part in named}
    left: Texts = {}
    for part, sources in chosen.items():
        update(part, sources)
        if filled:
            fill(part, json.loads(filled.read_text(encoding="utf-8")))
            update(part, sources)
        compile_part(part)
        left |= missing(part)
    if left:
        sys.stdout.write(json.dumps(left, ensure_ascii=False, indent=1) + "\n")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
