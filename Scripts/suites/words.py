#!/usr/bin/env python3
"""Words that no message to users has: in string literals of Sources, in the page's scripts, and in what the API says of itself.

UIKit breaks a constraint, a conflict is over-constrained by some points, and one fixes it; a report lists, says or shows."""
import json
import re
import subprocess
import sys

WORDS = re.compile(
    r"\b(told|untold|tells?|telling|mend(s|ed|ing)?|g(i|a)ves? way|giving way|passing|makes it|stands?|goes on|is another|speaks? of"
    r"|by the rules|anything at all|hold together|made? of it)\b|… too (much|little)\b",
    re.IGNORECASE,
)


def swift(text):
    """Yields the line and the text of each string literal, what is interpolated left out."""
    place = 0
    while place < len(text):
        if text.startswith("//", place):
            place = end(text, "\n", place)
        elif text.startswith("/*", place):
            place = end(text, "*/", place)
        else:
            opening = re.compile(r'(#*)("""|")').match(text, place)
            if opening:
                line = text.count("\n", 0, place) + 1
                literal, inner, place = string(text, opening)
                yield line, literal
                for found in inner:
                    yield from ((line, each) for _, each in swift(found))
            else:
                place += 1


def string(text, opening):
    """A literal's text, what it interpolates, and the place behind it."""
    hashes, quote = opening.groups()
    place = opening.end()
    literal, inner = "", []
    while place < len(text) and not text.startswith(quote + hashes, place):
        if text.startswith("\\" + hashes + "(", place):
            start = place = place + len(hashes) + 2
            depth = 1
            while place < len(text) and depth > 0:
                nested = re.compile(r'(#*)("""|")').match(text, place)
                if nested:
                    place = string(text, nested)[2]
                    continue
                depth += {"(": 1, ")": -1}.get(text[place], 0)
                place += 1
            inner.append(text[start : place - 1])
            literal += "…"
        elif text[place] == "\\" and not hashes:
            literal += " "
            place += 2
        else:
            literal += text[place]
            place += 1
    return literal, inner, place + len(quote + hashes)


def end(text, mark, place):
    found = text.find(mark, place)
    return len(text) if found < 0 else found + len(mark)


def script(text):
    """Strings and templates of JavaScript; comments have lines of their own."""
    for number, line in enumerate(text.splitlines(), 1):
        if not re.match(r"\s*(//|\*|/\*)", line):
            for literal in re.findall(r"'((?:[^'\\]|\\.)*)'|`((?:[^`\\]|\\.)*)`", line):
                yield number, re.sub(r"\$\{[^}]*\}", "…", "".join(literal))


def document(text):
    """What an OpenAPI document says in words."""

    def words(value):
        if isinstance(value, dict):
            for key, each in value.items():
                if key in ("summary", "description") and isinstance(each, str):
                    yield each
                else:
                    yield from words(each)
        elif isinstance(value, list):
            for each in value:
                yield from words(each)

    for each in words(json.loads(text)):
        yield text.count("\n", 0, text.find(json.dumps(each, ensure_ascii=False))) + 1, each


READERS = {"swift": swift, "js": script, "json": document}


def main():
    files = subprocess.check_output(["git", "ls-files", "Sources/*.swift", "Sources/*.js", "Sources/*openapi.json"], text=True).split("\n")
    found = 0
    for file in filter(None, files):
        with open(file, encoding="utf-8") as source:
            for line, literal in READERS[file.rsplit(".", 1)[1]](source.read()):
                for word in WORDS.finditer(literal):
                    found += 1
                    print(f"{file}:{line}: '{word.group()}' in a message: {literal.strip()[:120]}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
