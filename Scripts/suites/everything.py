#!/usr/bin/env python3
"""Everything at once: what honest clients see while others ask for much, read slowly and send what is malformed, while the service is killed and started,
its disk is full for a while, and a backup is restored. Run as root, in a mount namespace of its own.

usage: everything.py BINARY [--minutes N] [--memory MB] [--json FILE]

Each minute has its share of everything; the rounds are: kill -9, full disk, backup and restore, in turn.
"""
import argparse
import http.client
import json
import multiprocessing
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import zlib
from collections import Counter

import service
from attacks.documents import AMBIGUITIES, CHAINS, CHOICES, SMALL
from service import JSON, figure, free_port, stop

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("binary")
parser.add_argument("--minutes", type=float, default=60)
parser.add_argument("--memory", type=int, default=512, help="what --max-memory gives the service, in MB")
parser.add_argument("--json", help="the figures as a file")
options = parser.parse_args()
service.allow_descriptors()
folder = tempfile.mkdtemp(prefix="plumbline-everything.")
disk = f"{folder}/disk"
database = f"{disk}/store.db"
BEGIN = time.monotonic()


def connect(port, address, timeout=40):
    return http.client.HTTPConnection("127.0.0.1", port, timeout=timeout, source_address=(address, 0))


def ask(connection, method, path, body=None, fields=JSON):
    """-> status, body, Retry-After."""
    connection.request(method, path, body, fields if body is not None else {})
    answer = connection.getresponse()
    return answer.status, answer.read(), answer.getheader("Retry-After")


def code(status, body):
    return json.loads(body).get("code") if status not in (200, 201) else None


def honest(port, number, stopping, path):
    """Makes sessions, edits and reads them, and writes a line for each answer: its kind, its time, the status and what was acknowledged."""
    os.nice(-10)
    connection, session, step, count = None, None, 0, 0
    with open(path, "a", buffering=1) as record:
        def note(kind, begin, status, **more):
            end = time.monotonic()
            record.write(json.dumps({"kind": kind, "at": begin - BEGIN, "ms": (end - begin) * 1000, "status": status, **more}) + "\n")

        while not stopping.is_set():
            begin, kind = time.monotonic(), "connect"
            try:
                connection = connection or connect(port, "127.0.0.1")
                turn = count % 6
                count += 1
                if session is None or turn == 0:
                    kind, name = "create", f"honest {number}-{count}"
                    status, body, retry = ask(connection, "POST", f"/v1/sessions?name={name.replace(' ', '%20')}", SMALL)
                    session = json.loads(body)["id"] if status == 201 else None
                    note(kind, begin, status, retry=retry, session=session, name=name, step=0, code=code(status, body))
                    step = 0
                elif turn in (1, 2):
                    kind = "event"
                    events = json.dumps({"events": [{"op": "setConstant", "id": "c1", "constant": count}]}).encode()
                    status, body, retry = ask(connection, "POST", f"/v1/sessions/{session}/events", events, JSON | {"Idempotency-Key": f"{number}-{count}"})
                    if status == 200:
                        step = json.loads(body)["step"]
                    note(kind, begin, status, retry=retry, session=session if status == 200 else None, step=step, code=code(status, body))
                    if status == 404:
                        session = None
                else:
                    kind = ("read", "list", "check")[turn - 3]
                    method, target, body = (("GET", f"/v1/sessions/{session}", None), ("GET", "/v1/sessions?limit=10", None), ("POST", "/v1/check", SMALL))[turn - 3]
                    status, body, retry = ask(connection, method, target, body)
                    note(kind, begin, status, retry=retry, code=code(status, body))
                    if status == 404:
                        session = None
            except (OSError, http.client.HTTPException, ValueError) as error:
                note(kind, begin, 0, error=type(error).__name__)
                connection, session = None, None
                time.sleep(0.05)
            time.sleep(0.02)


def heavy(port, number, stopping):
    os.nice(5)
    while not stopping.is_set():
        try:
            connection = connect(port, "127.0.0.2")
            body = (CHOICES, CHAINS, AMBIGUITIES)[number % 3]
            status, answer, _ = ask(connection, "POST", "/v1/sessions" if number % 2 else "/v1/check", body)
            if status == 201:
                session = json.loads(answer)["id"]
                ask(connection, "GET", f"/v1/sessions/{session}/export")
                ask(connection, "DELETE", f"/v1/sessions/{session}")
            if status == 503:
                time.sleep(1)
            number += 1
        except (OSError, http.client.HTTPException, ValueError):
            time.sleep(0.2)


def slow(port, stopping):
    """Hundreds that ask for much and read a byte now and then, or send one."""
    os.nice(5)
    crowd = []
    while not stopping.is_set():
        try:
            if len(crowd) < 300:
                s = socket.socket()
                s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                s.bind(("127.0.0.3", 0))
                s.settimeout(5)
                s.connect(("127.0.0.1", port))
                kind = len(crowd) % 4
                s.sendall((b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 20, b"POST /v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Le",
                           b"POST /v1/batch HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n",
                           b"POST /v1/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9000000\r\n\r\n[")[kind])
                crowd.append((s, kind))
                continue
        except OSError:
            time.sleep(0.1)
        left = []
        for s, kind in crowd:
            try:
                if kind == 0:
                    s.recv(64, socket.MSG_DONTWAIT)
                elif kind == 2:
                    s.send(b"1\r\n \r\n")
                else:
                    s.send(b"n" if kind == 1 else b"1,")
                left.append((s, kind))
            except BlockingIOError:
                left.append((s, kind))
            except OSError:
                s.close()
        crowd = left
        time.sleep(0.5)


def hostile(port, stopping):
    os.nice(5)
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    bomb = packer.compress(b"[" + b"1," * 7_900_000 + b"1]") + packer.flush()
    head = b"Host: localhost\r\nContent-Type: application/json\r\n"
    pieces = [b"POST /v1/check HTTP/1.1\r\n" + head + b"Content-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(bomb) + bomb,
              b"POST /v1/import HTTP/1.1\r\n" + head + b"Content-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(bomb) + bomb,
              b"POST /v1/check HTTP/1.1\r\n" + head + b"Content-Length: 100000\r\n\r\n" + b"[" * 100000,
              b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", b"G" * 70000, b"GET /" + b"a" * 70000 + b" HTTP/1.1\r\n\r\n",
              b"POST /v1/check HTTP/1.1\r\n" + head + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
              b"GET /v1/sessions?q=" + b"a" * 3000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
              b"GET /v1/sessions?q=e&cursor=zz HTTP/1.1\r\nHost: localhost\r\n\r\n", os.urandom(4096)]
    turn = 0
    while not stopping.is_set():
        try:
            with socket.socket() as s:
                s.bind(("127.0.0.4", 0))
                s.settimeout(10)
                s.connect(("127.0.0.1", port))
                s.sendall(pieces[turn % len(pieces)])
                if turn % 3:
                    s.recv(65536)
        except OSError:
            pass
        turn += 1
        time.sleep(0.05)


def peak(process):
    """Megabytes; 0 of a service that has ended."""
    try:
        return service.peak(process)
    except (OSError, AttributeError):
        return 0


def acknowledged(paths, since, until):
    """-> the sessions that were acknowledged in this time, with the last step and the name."""
    found = {}
    for path in paths:
        with open(path) as lines:
            for line in lines:
                if not line.endswith("\n"):
                    continue
                entry = json.loads(line)
                end = entry["at"] + entry["ms"] / 1000
                if entry.get("session") and entry["status"] in (200, 201) and since <= end < until:
                    last, name = found.get(entry["session"], (0, None))
                    found[entry["session"]] = (max(last, entry["step"]), entry.get("name") or name)
    return found


def missing(path, sessions):
    """-> the acknowledged sessions or steps that a database file has not."""
    connection = sqlite3.connect(path, timeout=30)
    stored = dict(connection.execute("SELECT id, step FROM session"))
    steps = dict(connection.execute("SELECT s.id, count(*) FROM session AS s JOIN step AS t ON t.session = s.sequence GROUP BY s.id"))
    connection.close()
    return [session for session, (step, _) in sessions.items() if stored.get(session, -1) < step or steps.get(session, 0) < step + 1]


def main():
    os.makedirs(disk)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1500m", "tmpfs", disk], check=True)
    port = free_port()
    peaks, away, full, lost = [], [], [], []
    epoch = [0.0]

    def now():
        return time.monotonic() - BEGIN

    def start():
        arguments = ("--max-memory", str(options.memory), "--keep-sessions", "100000")
        return service.serve(options.binary, database, *arguments, port=port, log=f"{folder}/log")[0]

    process = start()
    stopping = multiprocessing.Event()
    paths = [f"{folder}/honest-{number}" for number in range(4)]
    clients = [multiprocessing.Process(target=honest, args=(port, number, stopping, path)) for number, path in enumerate(paths)]
    clients += [multiprocessing.Process(target=heavy, args=(port, number, stopping)) for number in range(6)]
    clients += [multiprocessing.Process(target=slow, args=(port, stopping)), multiprocessing.Process(target=hostile, args=(port, stopping))]
    for client in clients:
        client.start()
    end = now() + options.minutes * 60
    round = 0

    def wait(seconds):
        until = min(end, now() + seconds)
        while now() < until:
            if process.poll() is not None:
                figure("the service ended by itself", process.returncode, "never", False)
                sys.exit(1)
            time.sleep(0.2)

    def kill():
        nonlocal process
        peaks.append(peak(process))
        begin = now()
        process.kill()
        process.wait()
        # Another program opens it first, and finds the file as the crash left it.
        lost.extend(missing(database, acknowledged(paths, epoch[0], begin)))
        process = start()
        away.append((begin, now() + 0.5))

    def fill():
        begin = now()
        filler = os.open(f"{disk}/filler", os.O_WRONLY | os.O_CREAT)
        try:
            while True:
                os.write(filler, b"x" * (1 << 20))
        except OSError:
            os.close(filler)
        wait(min(30, options.minutes * 6))
        os.unlink(f"{disk}/filler")
        full.append((begin, now() + 1))

    def restore():
        nonlocal process
        begin = now()
        backup = f"{folder}/backup-{round}.db"
        subprocess.run([options.binary, "sessions", "backup", backup, "--database", database], check=True)
        before = acknowledged(paths, epoch[0], begin)
        wait(5)
        peaks.append(peak(process))
        stopped = now()
        stop(process)
        ended = now()
        all_of = acknowledged(paths, epoch[0], ended)
        outcome = subprocess.run([options.binary, "sessions", "restore", backup, "--database", database], capture_output=True, text=True)
        if outcome.returncode != 0:
            lost.append("restore: " + outcome.stderr)
        replaced = sorted((name for name in os.listdir(disk) if ".replaced" in name and not name.endswith(("-wal", "-shm"))),
                          key=lambda name: os.path.getmtime(f"{disk}/{name}"))[-1]
        lost.extend(f"{session} is not in the replaced file" for session in missing(f"{disk}/{replaced}", all_of))
        lost.extend(f"{session} is not in the backup" for session in missing(database, before))
        for name in os.listdir(disk):
            if ".replaced" in name:
                os.unlink(f"{disk}/{name}")
        os.unlink(backup)
        restored.update(before)
        epoch[0] = ended
        process = start()
        away.append((stopped, now() + 0.5))

    restored = {}
    while now() < end:
        wait(min(20, options.minutes * 60 / 8))
        if now() >= end:
            break
        (kill, fill, restore)[round % 3]()
        round += 1
        print(f"     {now():.0f} s: round {round}, peaks {peaks[-3:]}, lost {len(lost)}", flush=True)
    stopping.set()
    for client in clients:
        client.join(60)
    final = acknowledged(paths, epoch[0], now())
    peaks.append(peak(process))
    for session, (step, name) in list(final.items())[-300:]:
        connection = connect(port, "127.0.0.1")
        status, body, _ = ask(connection, "GET", f"/v1/sessions/{session}")
        if status != 200 or json.loads(body)["step"] < step or (name and json.loads(body).get("name") != name):
            lost.append(f"{session}: {status}")
        connection.close()
    status = stop(process)
    lost.extend(missing(database, final))
    lost.extend(missing(database, restored))
    connection = sqlite3.connect(database)
    sound = connection.execute("PRAGMA integrity_check").fetchone()[0]
    connection.close()
    entries = [json.loads(line) for path in paths for line in open(path) if line.endswith("\n")]

    def within(entry, spans):
        return any(begin <= entry["at"] + entry["ms"] / 1000 and entry["at"] <= end for begin, end in spans)

    steady = [entry for entry in entries if not within(entry, away)]
    answered = [entry for entry in steady if entry["status"] in (200, 201)]
    refused = [entry for entry in steady if entry["status"] == 503]
    silent = [entry for entry in refused if not entry.get("retry")]
    outside = [entry for entry in refused if not within(entry, full)]
    broken = [entry for entry in steady if entry["status"] == 0]
    odd = [entry for entry in steady if entry["status"] not in (0, 200, 201, 404, 503)]
    times = sorted(entry["ms"] for entry in answered)
    for kind in ("create", "event", "read", "list", "check"):
        own = sorted(entry["ms"] for entry in answered if entry["kind"] == kind)
        if own:
            print(f"     {kind}: {len(own)} answers, median {own[len(own) // 2]:.1f} ms, p99 {own[len(own) * 99 // 100]:.0f} ms, slowest {own[-1]:.0f} ms")
    slowest = sorted(steady, key=lambda entry: -entry["ms"])[:6]
    print(f"     slowest: {[(e['kind'], e['status'], int(e['at']), int(e['ms'])) for e in slowest]}; full disks {[tuple(map(int, span)) for span in full]}")
    print(f"     503 outside of full disks: {Counter((entry['code'], int(entry['at']) // 10 * 10) for entry in outside)}")
    print(f"     load average {os.getloadavg()[0]:.1f}")
    figure("rounds of kills, full disk, restores", round, "3 or more", round >= 3 or options.minutes < 2)
    figure("acknowledged sessions and steps that were lost", f"{len(lost)} of {len(final) + len(restored)} sessions {lost[:3]}", "0", not lost)
    figure("the database afterwards; end of the service", f"{sound}; {status}", "ok; 0", (sound, status) == ("ok", 0))
    p99 = times[len(times) * 99 // 100] if times else float("inf")
    figure(f"honest clients, {len(times)} answers: p99, ms", f"{p99:.0f}", "250", p99 < 250)
    figure("503 without Retry-After; 503 but for a full disk, of all; connections broken; other answers",
           f"{len(silent)} {[(e['kind'], e['code'], int(e['at']), int(e['ms'])) for e in silent[:4]]}; {len(outside)} of {len(steady)}; {len(broken)} {broken[:1]}; {odd[:2]}", "0; 1 %; 0.1 %; none",
           not silent and len(outside) <= len(steady) // 100 and len(broken) <= len(steady) // 1000 and not odd)
    figure("peak memory of each life, MB", peaks, str(options.memory), max(peaks) < options.memory)


try:
    main()
finally:
    for child in multiprocessing.active_children():
        child.terminate()
    service.kill_all()
    subprocess.run(["umount", "-l", disk], check=False)
    shutil.rmtree(folder, ignore_errors=True)
service.finish(options.json)
