#!/usr/bin/env python3
"""Comments in Swift and JavaScript use the words of the field (Sources/GLOSSARY.md): the count of comment lines with each pattern
below may only fall. If it is below its limit, the script reports the new number to write here."""
import pathlib
import re
import sys

LIMITS = {
    r"\b(nil|none|nothing|0|true|false|empty|throws) where\b": 0,
    r"^(Where|Wherever)\b": 1,
    r"^(What|Who|Whose|Whoever|That which|Those (who|which|that))\b": 0,
    r"^(Why|How|Which)\b": 0,
    r"[.:;] (What|Whoever|Where) (?!from\b)": 0,
    r"\b(whoever|anybody)\b": 0,
    r"\b(told|tells?)\b": 0,
    r"\b(kept|steady)\b": 0,
    r"\b(stands?|stood)\b": 0,
    r"\b(goes|go|gone|going) on\b": 0,
    r"\b(gives?|giving|gave) way\b": 0,
    r"\b(brings?|brought)\b": 0,
    r"\b(comes? and goes?|came and went)\b": 0,
}

found = {pattern: [] for pattern in LIMITS}
for file in sorted(each for each in pathlib.Path("Sources").rglob("*") if each.suffix in (".swift", ".js")):
    for number, line in enumerate(file.read_text().splitlines(), start=1):
        comment = re.match(r"\s*(?:///?|/\*\*|\*(?!/))\s*(?:- (?:Parameter )?\w+: )?(.*)", line)
        if not comment:
            continue
        text = re.sub(r"`[^`]*`", "", comment[1])
        for pattern, lines in found.items():
            if re.search(pattern, text):
                lines.append(f"{file}:{number}: {text}")

problems = False
for pattern, limit in LIMITS.items():
    count = len(found[pattern])
    if count > limit:
        problems = True
        print(f"{count} comment lines match '{pattern}', {limit} are allowed (see Sources/GLOSSARY.md):", *found[pattern], sep="\n  ")
    elif count < limit:
        print(f"{count} comment lines match '{pattern}': lower its limit from {limit}")
sys.exit(1 if problems else 0)
