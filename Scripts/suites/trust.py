#!/usr/bin/env python3
"""Runs the suites that say whether the service can be trusted, and prints one table of what they found.

usage: trust.py [--quick] [--skip SUITE,…]

--quick takes minutes in place of hours: fewer rounds, a smaller store, shorter load.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--quick", action="store_true")
parser.add_argument("--skip", default="")
options = parser.parse_args()
folder = tempfile.mkdtemp(prefix="plumbline-trust.")
quick = options.quick
rows = []

# Suite, arguments, environment, and which of its words are told where it tells no figures: the last that match, or what is made of all of them.
SUITES = [
    ("http", [], {}, r"^(\d+ passed, \d+ failed)"),
    ("operations", ["--json"], {}, None),
    ("attacks", ["--json"], {}, None),
    ("everything", ["5" if quick else "60", "--json"], {}, None),
    ("load", ["--mixed", "60" if quick else "3600", "--json"], {}, None),
    ("steps", [], {"ROUNDS": "3" if quick else "10"}, r"^RESULT: (.*)"),
    ("faults", [], {"ROUNDS": "3" if quick else "20"}, r"^RESULT: (.*)"),
    ("powerloss", [], {}, r"^power lost at the end, (.*)$"),
    ("durability", [], {}, (r"^(ok|MISS) ", lambda found: f"{found.count('ok')} of {len(found)} hold")),
    ("hostile", [], {}, r"^(\d+ passed, \d+ failed)"),
    ("store", ["--sessions", "50000" if quick else "1000000", "--json"], {}, None),
    ("schemathesis", [], {"SECONDS_LONG": "60" if quick else "300"}, r"^ *(\d+ generated, .*)$"),
    ("fuzz", ["30" if quick else "600"], {}, (r"^[a-z-]+: (\d+) inputs", lambda found: f"{len(found)} targets, {sum(map(int, found)):,} inputs")),
    ("sanitize", [], {"MIXED": "30" if quick else "300"}, (r"^(\w+: nothing found|\w+: FOUND)$", ", ".join)),
]

for suite, arguments, environment, words in SUITES:
    if suite in options.skip.split(","):
        continue
    print(f"== {suite}", flush=True)
    told = f"{folder}/{suite}.json"
    command = [f"Scripts/suites/{suite}.sh", *arguments] + ([told] if "--json" in arguments else [])
    begin = time.monotonic()
    outcome = subprocess.run(command, env={**os.environ, **environment}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    seconds = round(time.monotonic() - begin)
    open(f"{folder}/{suite}.log", "w").write(outcome.stdout)
    print(outcome.stdout[-3000:] + f"(all of it in {folder}/{suite}.log)", flush=True)
    if os.path.exists(told):
        for figure in json.load(open(told)):
            rows.append((suite, figure["figure"], str(figure["value"]), figure["bound"] or "", figure["holds"]))
    pattern, make = words if isinstance(words, tuple) else (words, lambda found: found[-1])
    found = re.findall(pattern, outcome.stdout, re.M) if pattern else []
    rows.append((suite, f"the whole, {seconds} s", make(found).strip()[:80] if found else "", "passes", outcome.returncode == 0))

width = max(len(row[1]) for row in rows)
print(f"\n{time.strftime('%Y-%m-%d')}, {os.cpu_count()} processors\n")
print("| suite | figure | value | bound | |\n| --- | --- | --- | --- | --- |")
for suite, figure, value, bound, holds in rows:
    print(f"| {suite} | {figure} | {value.replace('|', '/')} | {bound} | {'' if holds else 'MISSED'} |")
sys.exit(0 if all(row[4] for row in rows) else 1)
