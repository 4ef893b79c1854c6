#!/usr/bin/env python3
"""counts.py BENCH GENERATOR THRESHOLDS [--update]: the engine's work on the workloads, held against committed thresholds.

Work is counted (pivots, rows touched, allocations), never timed: the same build gives the same counts on any machine. A line of the
thresholds is MEASUREMENT FAMILY SIZE FIGURE MOST, or with `growth` for SIZE the greatest exponent of the figure from the least to
the greatest size of that family. --update writes the file anew from what is counted now, with a twelfth of room.
"""
import collections
import json
import math
import os
import subprocess
import sys
import tempfile

GOAL = 1.1  # the exponent that every count has to keep to
bench, generator, path = sys.argv[1:4]
update = "--update" in sys.argv[4:]


def read(path):
    """-> the comment at the top, and the lines as (measurement, family, size, figure, most)."""
    head, lines = [], []
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.startswith("#"):
                head.append(line)
            elif line.strip():
                measurement, family, size, figure, most = line.split()
                lines.append((measurement, family, size, figure, float(most)))
    return head, lines


def count(lines, folder):
    """-> {(measurement, family, size): figures}"""
    wanted = collections.defaultdict(set)
    for measurement, family, size, _, _ in lines:
        if size != "growth":
            wanted[family, int(size)].add("edits" if measurement.startswith("edit-") else measurement)
    found = {}
    # Hashing is seeded at random otherwise, and with it what tables allocate.
    environment = {**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1"}
    for (family, size), measurements in wanted.items():
        command = [bench, "--counts", "--json", "--runs", "20", "--seconds", "0", "--measure", ",".join(sorted(measurements))]
        command += ["--families", family, "--sizes", str(size), "--generator", generator, "--folder", folder]
        done = subprocess.run(command, capture_output=True, env=environment, timeout=900)
        if done.returncode:
            sys.exit(f"counts: {' '.join(command)}\n{done.stderr.decode(errors='replace')}")
        for line in done.stdout.splitlines():
            record = json.loads(line)
            found[record["measurement"], family, size] = record
    return found


def growth(found, measurement, family, figure):
    """The exponent of a figure (nothing counts as 1) from the least to the greatest size that was counted; None where there is one size alone."""
    sizes = sorted(size for (m, f, size) in found if (m, f) == (measurement, family))
    first, last = (found[measurement, family, size] for size in (sizes[0], sizes[-1]))
    if len(sizes) < 2:
        return None
    return math.log(max(1, last[figure]) / max(1, first[figure])) / math.log(last["views"] / first["views"])


def rounded_up(value):
    """With two digits after the first, upwards."""
    unit = 10 ** max(0, int(math.log10(max(1, value))) - 2)
    return int(math.ceil(value / unit) * unit)


head, lines = read(path)
with tempfile.TemporaryDirectory() as folder:
    found = count(lines, folder)
problems, written, checked = [], [], 0
for measurement, family, size, figure, most in lines:
    if size == "growth":
        now = growth(found, measurement, family, figure)
        if now is None:
            sys.exit(f"counts: the growth of {measurement} {family} needs two sizes")
        # Work saved at the least size alone makes the exponent greater, so what is above the goal has room until it comes down.
        allowed = GOAL if now <= GOAL else math.ceil(now * 4) / 4 + 0.25
        text = f"{now:.3f}"
    else:
        now = found[measurement, family, int(size)][figure]
        allowed = rounded_up(now * 1.08)
        text = str(now)
    written.append((measurement, family, size, figure, allowed))
    checked += 1
    if now > most:
        problems.append(f"{measurement} {family} {size} {figure}: {text}, and {most:g} is the most")
    elif size == "growth" and now > GOAL:
        print(f"{measurement} {family} grows in {figure} with exponent {text}: above the goal of {GOAL}, within the threshold of {most:g}")

if update:
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(head)
        for measurement, family, size, figure, allowed in written:
            print(f"{measurement:14} {family:10} {size:>7} {figure:16} {allowed}", file=file)
    print(f"{len(written)} thresholds written")
    sys.exit(0)
print(*problems, sep="\n", end="\n" if problems else "")
print(f"{checked - len(problems)} passed, {len(problems)} failed")
sys.exit(1 if problems or not checked else 0)
