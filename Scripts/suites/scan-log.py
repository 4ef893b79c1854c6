#!/usr/bin/env python3
"""scan-log.py BINARY LOGS.jsonl [MEGABYTES]: the output of test runs, long and damaged, through `plumbline scan-log`.

Generates a stream of so many megabytes (200) in which the public logs come up again and again, with other addresses and as different tools print
them, and one of a tenth of it. Holds that every message is found, that what comes out is what went in, and that memory does not grow.
"""
import hashlib
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time

binary, path = sys.argv[1:3]
megabytes = int(sys.argv[3]) if len(sys.argv) > 3 else 200
logs = [json.loads(line) for line in open(path, encoding="utf-8")]
problems = []


def message(log, addresses):
    """The log as the system prints it, with addresses of its own."""

    def rename(match):
        return addresses.setdefault(match[0].lower(), f"0x{random.randrange(1 << 40, 1 << 47):x}")

    listed = ",\n".join(f'    "{text}"' for text in log["constraints"])
    broken = f"\nWill attempt to recover by breaking constraint \n{log['broken']}\n" if log["broken"] else "\n"
    text = (
        "Unable to simultaneously satisfy constraints.\n\tProbably at least one of the constraints in the following list is one you don't want. \n"
        f"(\n{listed}\n)\n{broken}\nMake a symbolic breakpoint at UIViewAlertForUnsatisfiableConstraints to catch this in the debugger.\n"
    )
    return re.sub(r"0x[0-9a-fA-F]+", rename, text)


FORMS = [
    lambda text: "2026-11-21 09:30:00.123456+0100 App[123:4567] [LayoutConstraints] " + text,
    lambda text: "\x1b[33mApp[1:2]\x1b[0m " + text.replace("\n", "\r\n"),
    lambda text: "".join(f"[debug] [XCUITest] {line}\n" for line in text.splitlines()),
    lambda text: "".join(f"Nov 21 09:30:00 iPhone App(UIKitCore)[123] <Error>: {line}\n" for line in text.splitlines()),
    lambda text: "".join(f"\x1b[2m09:30:00\x1b[0m \x1b[31m{line}\x1b[0m\n" for line in text.splitlines()),
]
NOISE = [
    "Test Case '-[AppTests.CellTests testLayout{n}]' passed (0.00{n} seconds).",
    "2026-11-21 09:30:00.123 App[1:2] [Network] request {n} finished with 200 in 12 ms, body {{\"a\": [1, 2, 3]}}",
    "    t =     0.{n}s     Find the \"Continue\" Button",
    "CompileSwift normal x86_64 /Users/ci/App/Sources/View{n}.swift (in target 'App' from project 'App')",
    "note: constraint dump: <NSLayoutConstraint:0x600000{n} UILabel:0x7f8.width == 60   (active)>",
    "(lldb) \xe9\xff {n}",
]


def generate(size, write):
    """Writes about `size` bytes and tells how many messages they hold."""
    random.seed(1)
    written = messages = 0
    while written < size:
        parts = [random.choice(NOISE).format(n=random.randrange(1000)) + "\n" for _ in range(400)]
        parts.append(random.choice(FORMS)(message(random.choice(logs), {})))
        messages += 1
        # Behind a message others' lines come, more than are waited for.
        parts += [random.choice(NOISE[:4]).format(n=random.randrange(1000)) + "\n" for _ in range(400)]
        block = "".join(parts).encode("latin-1", "replace")
        write(block)
        written += len(block)
    return messages


def run(size):
    """The report of a stream, how many messages it held, whether it came out as it went in, and the peak of memory in KB."""
    went_in, came_out = hashlib.sha256(), hashlib.sha256()
    handle, report = tempfile.mkstemp(prefix="plumbline-scan.")
    os.close(handle)
    process = subprocess.Popen([binary, "scan-log", "--format", "json", "--output", report], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def collect():
        while block := process.stdout.read(1 << 16):
            came_out.update(block)

    reader = threading.Thread(target=collect)
    reader.start()

    def write(block):
        went_in.update(block)
        process.stdin.write(block)

    begun = time.monotonic()
    messages = generate(size, write)
    peak = int(re.search(r"VmHWM:\s*(\d+)", open(f"/proc/{process.pid}/status").read())[1])
    process.stdin.close()
    reader.join()
    status = process.wait()
    seconds = time.monotonic() - begun
    found = json.load(open(report))["reports"]
    os.remove(report)
    if status != 1:
        problems.append(f"{size} bytes: the exit status is {status}")
    if went_in.digest() != came_out.digest():
        problems.append(f"{size} bytes: what came out is not what went in")
    total = sum(r["occurrences"]["count"] for r in found)
    if total != messages:
        problems.append(f"{size} bytes: {messages} messages went in, {total} were found")
    print(f"{size >> 20} MB: {messages} messages, {total} found, {len(found)} different; peak {peak} KB, {seconds:.0f} s with generating it")
    return peak


small, large = run(megabytes * (1 << 20) // 10), run(megabytes << 20)
if large > small * 1.25 + 4096:
    problems.append(f"memory grows with the stream: {small} KB, then {large} KB")
print(*problems, sep="\n", end="\n" if problems else "")
sys.exit(1 if problems else 0)
