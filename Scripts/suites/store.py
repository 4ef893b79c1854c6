#!/usr/bin/env python3
"""How large a database of many sessions is, and how fast it answers: figures a line each, and a failure where a bound is missed.

usage: store.py BINARY BENCH [--sessions N] [--database FILE, kept] [--json FILE]

What is stored is held against what its bodies and reports would be packed one by one (gzip -9, of a sample); the search is what the full-text
index takes. That by views and tags counts as stored.
"""
import argparse
import gzip
import json
import os
import re
import sqlite3
import subprocess
import tempfile
import time
import urllib.parse
import urllib.request

import service
from service import figure

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("binary")
parser.add_argument("bench")
parser.add_argument("--sessions", type=int, default=1_000_000)
parser.add_argument("--database")
parser.add_argument("--json")
options = parser.parse_args()
folder = tempfile.mkdtemp(prefix="plumbline-store.")
database = options.database or f"{folder}/store.db"


def main():
    if not os.path.exists(database):
        begin = time.monotonic()
        subprocess.run([options.bench, "--fill-store", database, str(options.sessions)], check=True)
        figure(f"seconds to store {options.sessions} sessions", round(time.monotonic() - begin))
    connection = sqlite3.connect(database)
    sessions = connection.execute("SELECT count(*) FROM session").fetchone()[0]
    name, tag, middle = connection.execute(
        "SELECT s.name, t.tag, s.sequence FROM session AS s JOIN session_tag AS t ON t.session = s.sequence LIMIT 1 OFFSET ?", (sessions // 2,)).fetchone()
    fingerprint = connection.execute("SELECT fingerprint FROM finding_summary ORDER BY sessions LIMIT 1").fetchone()[0]
    text = connection.execute("SELECT text FROM session_search WHERE rowid = ?", (middle,)).fetchone()[0]
    view = re.search(r"^(title|icon|button|field|line)[a-z]+[0-9]+$", text, re.M).group(0)
    sample = [row[0] for row in connection.execute("SELECT id FROM session WHERE abs(random()) % ? = 0 LIMIT 1500", (max(1, sessions // 1500),))]
    connection.close()

    server, port = service.serve(options.binary, database)
    try:

        def get(path):
            with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}") as answer:
                return answer.read()

        packed = 0
        for session in sample:
            record = json.loads(get(f"/v1/sessions/{session}/export"))
            packed += len(gzip.compress(record["body"].encode(), 9)) + len(gzip.compress(get(f"/v1/sessions/{session}/report"), 9))
        packed /= len(sample)
        word = urllib.parse.quote(name.split()[0].lower()[:5])
        rare = "rare-0"
        paths = {
            "first page": "/v1/sessions?limit=50",
            "page in the middle": f"/v1/sessions?limit=50&cursor={middle:016x}",
            "by verdict": "/v1/sessions?limit=50&verdict=conflicting",
            "by view": f"/v1/sessions?limit=50&view={urllib.parse.quote(view)}",
            "by view and word": f"/v1/sessions?limit=50&q={word}&view=root",
            "by view and verdict": f"/v1/sessions?limit=50&view={urllib.parse.quote(view)}&verdict=conflicting",
            "by tag": f"/v1/sessions?limit=50&tag={tag}",
            "by fingerprint": f"/v1/sessions?limit=50&fingerprint={urllib.parse.quote(fingerprint)}",
            "by owner": "/v1/sessions?limit=50&owner=app",
            "by time": "/v1/sessions?limit=50&since=2023-11-20&until=2023-11-21",
            "search": f"/v1/sessions?limit=50&q={word}",
            "search and verdict": f"/v1/sessions?limit=50&q={word}&verdict=conflicting",
            "search and common tag": f"/v1/sessions?limit=50&q={word}&tag={tag}",
            "common word and rare tag": f"/v1/sessions?limit=50&q=cell&tag={rare}",
            "common word and verdict": "/v1/sessions?limit=50&q=title&verdict=ambiguous",
            "two words": f"/v1/sessions?limit=50&q=panel+{word}",
            "no match": "/v1/sessions?limit=50&q=zzqqxxyy",
            "findings": "/v1/findings?limit=50",
        }
        slowest = 0
        for what, path in paths.items():
            times = []
            for _ in range(5):
                begin = time.monotonic()
                get(path)
                times.append((time.monotonic() - begin) * 1000)
            # The first meets a cold cache of pages, as a person's first look does.
            slowest = max(slowest, times[0])
            figure(f"{what}, ms (first, median)", f"{times[0]:.1f}, {sorted(times)[2]:.1f}", "50", sorted(times)[2] < 50)
        figure("slowest of all first ones, ms", round(slowest, 1))
        begin = time.monotonic()
        get("/v1/facets")
        figure("facets of the newest 5000, ms", round((time.monotonic() - begin) * 1000, 1))
        begin = time.monotonic()
        subprocess.run([options.binary, "sessions", "list", "--limit", "1", "--database", database], check=True, stdout=subprocess.DEVNULL)
        figure("the program's own list, ms", round((time.monotonic() - begin) * 1000, 1))
    finally:
        service.stop(server)
    times = {"ours": [], "sqlite3": []}
    for turn in range(6):
        copy = f"{os.path.dirname(os.path.abspath(database))}/copy.db"
        command = [options.binary, "sessions", "backup", copy, "--database", database] if turn % 2 else ["sqlite3", database, f".backup {copy}"]
        begin = time.monotonic()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        times["ours" if turn % 2 else "sqlite3"].append(time.monotonic() - begin)
        os.unlink(copy)
    ours, theirs = (sorted(times[name])[1] for name in ("ours", "sqlite3"))
    figure(f"backup of {os.path.getsize(database) >> 20} MB, s (median of 3)", f"{ours:.2f}, sqlite3's .backup {theirs:.2f}", "1.5 times that", ours < 1.5 * theirs + 0.1)
    tables = dict(line.rsplit("|", 1) for line in subprocess.run(
        ["sqlite3", database, "SELECT name, sum(pgsize) FROM dbstat GROUP BY name"], capture_output=True, text=True, check=True).stdout.split())
    text = sum(int(size) for table, size in tables.items() if table.startswith("session_search"))
    lookup = sum(int(size) for table, size in tables.items() if table.startswith(("session_key", "session_tag")))
    whole = sum(int(size) for size in tables.values())
    figure("bytes a session: bodies and reports packed one by one", round(packed))
    figure("full-text index", round(text / sessions))
    figure("indexes by view and tag", round(lookup / sessions))
    figure("all else", round((whole - text - lookup) / sessions))
    ratio = (whole - text) / sessions / packed
    figure("database without the full-text index, to packed bodies and reports", round(ratio, 2), "2", ratio < 2)
    figure("the same without the index by view and tag", round((whole - text - lookup) / sessions / packed, 2))


service.run(main, folder, options.json)
