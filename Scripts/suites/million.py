#!/usr/bin/env python3
"""How fast lists, filters and searches of very many sessions are answered, with a file or a PostgreSQL server: percentiles of each kind of request.

usage: million.py BINARY BENCH [--sessions 1000000] [--originals 4000] [--engine sqlite|postgresql] [--requests 200] [--folder FOLDER]

The originals are stored by the store itself; copies of them are made by statements, so that a million takes minutes. A copy has an id, a time, a name
and searchable words of its own, and a seal that holds. Its views, tags and findings are those of its original, and it has no document and no steps,
which lists and searches do not read.
"""
import argparse
import base64
import hashlib
import http.client
import json
import os
import random
import re
import sqlite3
import subprocess
import time

import postgres
import service
from service import figure

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("binary")
parser.add_argument("bench")
parser.add_argument("--sessions", type=int, default=1_000_000)
parser.add_argument("--originals", type=int, default=4000)
parser.add_argument("--engine", choices=["sqlite", "postgresql"], default="postgresql")
parser.add_argument("--requests", type=int, default=200, help="of each kind")
parser.add_argument("--folder", default="/tmp")
options = parser.parse_args()
# The originals have a time a second each; copies lie between them and after them.
APART = 1_000_000
BOUND = 50
# The ids of views in a searchable text.
VIEW = re.compile(r"^(?:title|icon|button|field|line)[a-z]+[0-9]+$", re.M)


def digest(parts):
    """As `Seal` has it: each part with its length before it."""
    return hashlib.sha256(b"".join(len(part).to_bytes(8, "big") + part for part in parts)).digest()


def seal(identifier, sequence, name, row, tags):
    number = lambda value: (value & (1 << 64) - 1).to_bytes(8, "big")
    parts = [identifier.encode(), number(sequence), name.encode(), row["options"], number(row["step"]), row["verdict"].encode(),
             row["engine"].encode(), row["content"], row["root"].encode(), number(-1), number(-1), (row["first_finding"] or "").encode(),
             number(len(tags)), *sorted(tag.encode() for tag in tags)]
    return (b"\x02" + digest(parts)) if row["exercises"] is None else b"\x03" + digest([*parts, number(row["exercises"])])


class Words:
    """Words of copies in place of an original's: of the same lengths, as those of the originals are."""

    def __init__(self):
        self.dice = random.Random(1)

    def word(self, length):
        return "".join(self.dice.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(length))

    def identifier(self):
        return "".join(self.dice.choice("abcdefghijklmnopqrstuvwxyz234567") for _ in range(16))


def copies(rows, first, words):
    """-> of each copy: the original's row, its id, time, name and text."""
    count = options.sessions - len(rows)
    for place in range(count):
        row = rows[place % len(rows)]
        former = re.match(r"[A-Z][a-z]*?(?=Cell|Screen|Panel|Row)", row["name"]).group(0)
        word, identifier = words.word(len(former)), words.identifier()
        sequence = first + (len(rows) + place) * APART
        name = row["name"].replace(former, word.capitalize(), 1).rsplit(" ", 1)[0] + f" {len(rows) + place}"
        text = row["text"].replace(former.lower(), word).split("\n", 2)
        yield row, identifier, sequence, name, f"{identifier}\n{name.lower()}\n{text[2]}"


def fill(database):
    begin = time.monotonic()
    subprocess.run([options.bench, "--fill-store", database, str(options.originals)], check=True, stdout=subprocess.DEVNULL)
    print(f"     {options.originals} originals: {time.monotonic() - begin:.0f} s", flush=True)


def fill_sqlite(path):
    fill(path)
    connection = sqlite3.connect(path, isolation_level=None)
    connection.row_factory = sqlite3.Row
    connection.executescript("PRAGMA synchronous = OFF; PRAGMA cache_size = -500000; PRAGMA foreign_keys = OFF")
    # The summary of findings is made once, in the end.
    triggers = [row["sql"] for row in connection.execute("SELECT sql FROM sqlite_master WHERE type = 'trigger'")]
    for (name,) in list(connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")):
        connection.execute(f"DROP TRIGGER {name}")
    tags, findings = {}, {}
    for each in connection.execute("SELECT session, tag FROM session_tag"):
        tags.setdefault(each["session"], []).append(each["tag"])
    for each in connection.execute("SELECT session, first_step, last_step, place, fingerprint, kind, summary, owner FROM finding ORDER BY id"):
        findings.setdefault(each["session"], []).append(tuple(each)[1:])
    first_of = {session: rows[0][5] for session, rows in findings.items()}
    rows = []
    for each in connection.execute("SELECT s.*, w.text FROM session AS s JOIN session_search AS w ON w.rowid = s.sequence ORDER BY s.sequence"):
        row = dict(each)
        own = tags.get(row["sequence"], [])
        views = ["root", *VIEW.findall(row["text"])]
        row["keys"] = " ".join([*("v" + view.encode().hex() for view in views), *("t" + tag.encode().hex() for tag in own)])
        row.update(first_finding=first_of.get(row["sequence"]), exercises=None if row["seal"][0] == 2 else 0)
        assert bytes(row["seal"]) == seal(row["id"], row["sequence"], row["name"], row, own), "the seal is another one"
        rows.append(row)
    connection.execute("BEGIN")
    for number, (row, identifier, sequence, name, text) in enumerate(copies(rows, rows[0]["sequence"], Words())):
        own = tags.get(row["sequence"], [])
        connection.execute(
            "INSERT INTO session (sequence, id, name, root, document, layout, options, verdict, step, engine, views, seal, content) VALUES "
            "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (sequence, identifier, name, row["root"], row["document"], row["layout"], row["options"], row["verdict"], row["step"], row["engine"],
             row["views"], seal(identifier, sequence, name, row, own), row["content"]))
        connection.executemany("INSERT INTO session_tag VALUES (?, ?)", [(sequence, tag) for tag in own])
        connection.execute("INSERT INTO session_search (rowid, text) VALUES (?, ?)", (sequence, text))
        connection.execute("INSERT INTO session_key (rowid, keys) VALUES (?, ?)", (sequence, row["keys"]))
        connection.executemany(
            "INSERT INTO finding (session, first_step, last_step, place, fingerprint, kind, summary, owner, since, seen) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [(sequence, *each, sequence, sequence) for each in findings.get(row["sequence"], [])])
        if number % 20_000 == 19_999:
            connection.execute("COMMIT")
            connection.execute("BEGIN")
            print(f"     {number + 1} copies", flush=True)
    summarize = """
        DELETE FROM finding_summary;
        INSERT INTO finding_summary SELECT fingerprint, kind, summary, count(DISTINCT session), min(since), max(seen), max(session)
            FROM finding GROUP BY fingerprint;
        """
    connection.execute("COMMIT")
    connection.executescript(f"{summarize} {'; '.join(triggers)}; PRAGMA wal_checkpoint(TRUNCATE); PRAGMA optimize")
    connection.close()


def fill_postgresql(server, database):
    fill(database)
    columns = ("sequence, id, name, root, encode(options, 'base64') AS options, verdict, step, engine, first_finding, exercises, "
               "encode(seal, 'hex') AS seal, encode(content, 'base64') AS content, tags")
    lines = server.query(f"SELECT to_jsonb(r) FROM (SELECT {columns}, w.text FROM session AS s JOIN session_search AS w ON w.session = s.sequence "
                         "ORDER BY sequence) AS r").splitlines()
    rows = [json.loads(line) for line in lines]
    for row in rows:
        row.update(options=base64.b64decode(row["options"]), content=base64.b64decode(row["content"]))
        assert bytes.fromhex(row["seal"]) == seal(row["id"], row["sequence"], row["name"], row, row["tags"]), "the seal is another one"
    server.query("CREATE TABLE copy (original bigint, sequence bigint, id text, name text, seal bytea, text text)")
    copying = subprocess.Popen(
        [f"{postgres.BINARIES}/psql", "-X", "-q", "-h", "127.0.0.1", "-p", str(server.port), "-U", "plumbline", "-d", "postgres",
         "-v", "ON_ERROR_STOP=1", "-c", "COPY copy FROM STDIN"], stdin=subprocess.PIPE, text=True)
    for row, identifier, sequence, name, text in copies(rows, rows[0]["sequence"], Words()):
        hexadecimal = seal(identifier, sequence, name, row, row["tags"]).hex()
        escaped = text.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t")
        copying.stdin.write(f"{row['sequence']}\t{sequence}\t{identifier}\t{name}\t\\\\x{hexadecimal}\t{escaped}\n")
    copying.stdin.close()
    if copying.wait():
        raise SystemExit("COPY failed")
    print("     copies are prepared", flush=True)
    known = "FROM pg_indexes WHERE tablename IN ('session_search', 'finding') AND indexname NOT LIKE '%pkey'"
    indexes, names = (server.query(f"SELECT {column} {known}").splitlines() for column in ("indexdef", "indexname"))
    server.query("; ".join(f"DROP INDEX {name}" for name in names))
    server.query("""
        SET session_replication_role = replica;
        INSERT INTO session (sequence, id, name, root, tags, options, verdict, step, engine, first_finding, exercises, is_pinned, seal, content)
            SELECT c.sequence, c.id, c.name, s.root, s.tags, s.options, s.verdict, s.step, s.engine, s.first_finding, s.exercises, false, c.seal,
                s.content
            FROM copy AS c JOIN session AS s ON s.sequence = c.original;
        INSERT INTO session_search SELECT c.sequence, w.views, w.keys, c.text FROM copy AS c JOIN session_search AS w ON w.session = c.original;
        INSERT INTO finding SELECT c.sequence, f.first_step, f.place, f.last_step, f.fingerprint, f.kind, f.summary, f.owner, c.sequence, c.sequence
            FROM copy AS c JOIN finding AS f ON f.session = c.original;
        TRUNCATE finding_summary;
        INSERT INTO finding_summary SELECT fingerprint, min(kind), min(summary), count(DISTINCT session), min(since), max(seen), max(session)
            FROM finding GROUP BY fingerprint;
        DROP TABLE copy""")
    print("     copies are stored", flush=True)
    server.query("SET maintenance_work_mem = '1GB'; " + "; ".join(indexes))
    server.query("VACUUM ANALYZE")


def percentiles(times):
    ordered = sorted(times)
    return ordered[len(ordered) // 2], ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]


def measure(port, texts):
    """Each kind of request with other words each time, all kinds in turn."""
    dice = random.Random(2)
    names, views, tags = texts
    word = lambda: dice.choice(names).lower()[:5]
    first, last = 1_700_000_000, 1_700_000_000 + options.sessions
    day = lambda seconds: time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))
    kinds = {
        "first page": lambda: "",
        "a page in the middle": lambda: f"&cursor={dice.randrange(first, last) * APART:016x}",
        "by verdict": lambda: "&verdict=" + dice.choice(["conflicting", "ambiguous", "clean"]),
        "by view": lambda: "&view=" + dice.choice(views),
        "by tag": lambda: "&tag=" + dice.choice(tags),
        "by time": lambda: f"&since={day((at := dice.randrange(first, last)))}&until={day(at + 600)}",
        "by owner": lambda: "&owner=app",
        "search": lambda: "&q=" + word(),
        "search and verdict": lambda: f"&q={word()}&verdict=conflicting",
        "two words": lambda: f"&q=panel+{word()}",
        "a word that all have": lambda: "&q=title",
        "no match": lambda: "&q=zzqqxxyy",
    }
    times, wrong = {kind: [] for kind in kinds}, []
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    for _ in range(options.requests):
        for kind, query in kinds.items():
            path = f"/v1/sessions?limit=50{query()}"
            begin = time.monotonic()
            connection.request("GET", path)
            answer = connection.getresponse()
            body = answer.read()
            times[kind].append((time.monotonic() - begin) * 1000)
            if answer.status != 200 or b'"damaged"' in body:
                wrong.append((path, answer.status, body[:200]))
    for kind, each in times.items():
        median, most = percentiles(each)
        figure(f"{options.engine}: {kind}, ms (p50, p99)", f"{median:.1f}, {most:.1f}", BOUND, most < BOUND)
    median, most = percentiles([each for several in times.values() for each in several])
    figure(f"{options.engine}: all of these", f"{median:.1f}, {most:.1f}", BOUND, most < BOUND)
    figure(f"{options.engine}: answers that are wrong or damaged", len(wrong), 0, not wrong)
    for each in wrong[:3]:
        print(f"     {each}")


def main():
    if options.engine == "sqlite":
        database = f"{folder}/million.db"
        fill_sqlite(database)
        with sqlite3.connect(database) as connection:
            names = [row[0] for row in connection.execute("SELECT name FROM session ORDER BY random() LIMIT 2000")]
            some = "SELECT sequence FROM session ORDER BY sequence LIMIT 500"
            texts = [row[0] for row in connection.execute(f"SELECT text FROM session_search WHERE rowid IN ({some})")]
    else:
        server = postgres.Server(folder, "million", more=["-c", "shared_buffers=1GB", "-c", "max_wal_size=8GB"])
        database = f"postgresql://plumbline@127.0.0.1:{server.port}/postgres"
        fill_postgresql(server, database)
        names = server.query("SELECT name FROM session ORDER BY random() LIMIT 2000").splitlines()
        texts = server.query("SELECT text FROM session_search LIMIT 500").splitlines()
    views = [view for text in texts for view in VIEW.findall(text)]
    process, port = service.serve(options.binary, database)
    print(f"     {options.sessions} sessions; load of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors", flush=True)
    measure(port, (names, views, [f"app-{number}" for number in range(7)]))
    print(f"     load of the machine {os.getloadavg()[0]:.1f}", flush=True)
    service.stop(process)
    if options.engine == "postgresql":
        print(f"     size: {server.query('SELECT pg_size_pretty(pg_database_size(current_database()))')}")
        server.end()
    else:
        print(f"     size: {os.path.getsize(database) >> 20} MB")


folder = service.new_folder("million", options.folder)
service.run(main, folder)
