#!/usr/bin/env python3
"""What a stranger on the same machine may try, and what the others notice of it: figures a line each, and a failure where a bound is missed.

usage: attacks.py BINARY [--only PART,…] [--json FILE]
"""
import argparse
import gzip
import http.client
import io
import json
import multiprocessing
import os
import re
import shutil
import socket
import sqlite3
import statistics
import subprocess
import tempfile
import threading
import time
import zipfile
import zlib
from collections import Counter

import service
from service import JSON, descriptors, figure, request, resident, stop

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("binary")
parser.add_argument("--only", default="")
parser.add_argument("--json", help="the figures as a file")
options = parser.parse_args()
service.allow_descriptors()
folder = tempfile.mkdtemp(prefix="plumbline-attacks.")
SMALL = b'{"constraints":["a.width == 10"]}'
# Few bytes, and conflicts beyond number: each chain of choices is another.
HEAVY = json.dumps({"constraints": [f"v{i}.width == {value + i}" for i in range(9) for value in (10, 20, 30)]
                    + [f"v{i}.width == v{i - 1}.width + {i * 7 % 50}" for i in range(1, 9)]}).encode()


def serve(*arguments, log=None):
    return service.serve(options.binary, f"{folder}/{len(service.processes)}.db", *arguments, log=log)


def raw(port, data, timeout=20):
    """What comes back for these bytes until the service ends the connection."""
    with socket.create_connection(("127.0.0.1", port), timeout) as s:
        try:
            s.sendall(data)
            s.shutdown(socket.SHUT_WR)
        except OSError:
            pass
        answer = b""
        try:
            while more := s.recv(65536):
                answer += more
        except OSError:
            pass
        return answer


def quickly(port, count=20):
    """The slowest of some small requests, in seconds."""
    slowest = 0
    for number in range(count):
        begin = time.monotonic()
        status, _, _ = request(port, *(("POST", "/v1/check", SMALL, JSON) if number % 2 else ("GET", "/v1/sessions?limit=5")))
        slowest = max(slowest, time.monotonic() - begin)
        if status != 200:
            return float("inf")
    return slowest


def heavy_clients():
    process, port = serve()
    quickly(port, 2)
    left = []

    def heavy():
        left.append(request(port, "POST", "/v1/check", HEAVY, JSON)[0])

    threads = [threading.Thread(target=heavy) for _ in range(8)]
    for thread in threads:
        thread.start()
    time.sleep(2)
    slowest = quickly(port)
    running = 8 - len(left)
    figure(f"slowest small request beside {running} that explode, s", round(slowest, 2), "2", slowest < 2 and running == 8)
    for thread in threads:
        thread.join()
    figure("these are answered within their budget", left, "200 each", left == [200] * 8)
    stop(process)


def floods():
    process, port = serve()
    before = quickly(port, 4) and resident(process)
    head = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
    cases = {"10000 fields": head + b"".join(b"X-%d: y\r\n" % n for n in range(10000)) + b"\r\n", "a field of 1 MB": head + b"X: " + b"y" * (1 << 20) + b"\r\n\r\n",
             "a target of 1 MB": b"GET /" + b"a" * (1 << 20) + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", "a method of 1 MB": b"G" * (1 << 20)}
    outcomes = {name: raw(port, data)[9:12].decode() for name, data in cases.items()}
    figure("floods of the head: " + ", ".join(cases), ", ".join(outcomes.values()), "431, 431, 414, 501 or 400",
           [value in wanted for value, wanted in zip(outcomes.values(), (("431",), ("431",), ("414",), ("501", "400")))] == [True] * 4)
    pipeline = (head + b"\r\n") * 5000
    figure("5000 requests in one piece, answers", raw(port, pipeline).count(b"HTTP/1.1 200"), "5000", raw(port, pipeline).count(b"HTTP/1.1 200") == 5000)
    unread = []
    for _ in range(20):
        s = socket.create_connection(("127.0.0.1", port))
        s.setblocking(False)
        try:
            for _ in range(200):
                s.send((b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n") * 200)
        except BlockingIOError:
            pass
        unread.append(s)
    time.sleep(1)
    slowest = quickly(port)
    grown = (resident(process) - before) // 1024
    figure("20 that ask for 40000 long answers and read none: slowest other, s; MB more", f"{slowest:.2f}, {grown}", "2, 64", slowest < 2 and grown < 64)
    for s in unread:
        s.close()
    stop(process)


def bombs():
    process, port = serve()
    quickly(port, 4)
    before = resident(process)
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    bomb = b"".join([packer.compress(b" " * (1 << 20)) for _ in range(4096)] + [packer.flush()])
    for name, data in (("of 4 GB", bomb), ("of members without end", zlib.compressobj(9, zlib.DEFLATED, 31).flush() * 200000),
                       ("of documents nested 100000 deep", b"[" * 100000)):
        fields = JSON if name.startswith("of documents") else JSON | {"Content-Encoding": "gzip"}
        begin = time.monotonic()
        status, _, _ = request(port, "POST", "/v1/check", data, fields)
        seconds = time.monotonic() - begin
        figure(f"a bomb {name}: status, s, MB more", f"{status}, {seconds:.2f}, {(resident(process) - before) // 1024}", "413 or 400, 5, 64",
               status in (400, 413) and seconds < 5 and resident(process) - before < 65536)
    stop(process)


def large_bodies():
    """Twelve at once of a few kilobytes that unpack to 15.8 MB, on each route that takes a body."""
    size = 15_800_000
    shapes = {"numbers": ("[", "1,", "1]"), "open brackets": ("", "[", ""), "equal keys": ("{", '"a":1,', '"a":1}'), "short strings": ("[", '"a",', '"a"]'),
              "strings": ("[", '"abcdefghijklmnopq",', '"a"]'), "objects": ("[", "{},", "{}]"), "empty arrays": ("[", "[[]],", "[]]"),
              "long numbers": ("[", "1.12345678901234567,", "1]"), "a long integer": ("[", "1", "]"), "a long string": ('["', "x", '"]')}
    frames = {"events": '{"events":[{"op":"addConstraint","constraint":%s}]}', "exercise": '{"views":%s}', "check": '{"x":%s,"constraints":["a.width == 10"]}',
              "import": '{"format":"plumbline.session/1","createdAt":"2026-11-21T09:30:00Z","mediaType":"application/json","body":"","options":{},"steps":[],"document":%s}'}
    frames |= {"preview": frames["events"], "sessions": frames["check"]}
    for route in ("check", "batch", "sessions", "events", "preview", "exercise", "replay", "import"):
        worst, slowest, statuses = (0, ""), 0, set()
        for name, (begin, unit, end) in shapes.items():
            for is_packed in (True, False):
                process, port = serve()
                session = json.loads(request(port, "POST", "/v1/sessions", SMALL, JSON)[1])["id"]
                path = f"/v1/{route}" if route in ("check", "batch", "sessions", "import") else f"/v1/sessions/{session}/{route}"
                body = (frames.get(route, "%s") % (begin + unit * ((size - len(begin) - len(end)) // len(unit)) + end)).encode()
                fields = {"Content-Type": "application/x-ndjson"} if route == "batch" else dict(JSON)
                if is_packed:
                    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
                    body = packer.compress(body) + packer.flush()
                    fields["Content-Encoding"] = "gzip"

                def send():
                    try:
                        statuses.add(request(port, "POST", path, body, fields)[0])
                    except (OSError, http.client.HTTPException):
                        statuses.add(0)

                threads = [threading.Thread(target=send) for _ in range(12)]
                for thread in threads:
                    thread.start()
                slowest = max(slowest, quickly(port, 6))
                for thread in threads:
                    thread.join()
                with open(f"/proc/{process.pid}/status") as lines:
                    peak = int(re.search(r"VmHWM:\s+(\d+)", lines.read()).group(1)) // 1024
                worst = max(worst, (peak, name + (", packed" if is_packed else "")))
                stop(process)
        figure(f"12 bodies of 15.8 MB at once, {route}: greatest peak, MB; slowest other, s", f"{worst[0]} ({worst[1]}); {slowest:.2f}; answers {sorted(statuses)}", "600; 10",
               worst[0] < 600 and slowest < 10 and 500 not in statuses)


def watchers():
    process, port = serve()
    session = json.loads(request(port, "POST", "/v1/sessions", SMALL, JSON)[1])["id"]
    quickly(port, 4)
    before, open_before = resident(process), descriptors(process)
    crowd, begun = [], 0
    for _ in range(500):
        # Each is let in before the next one knocks: more at once than may wait are told to come again.
        s = socket.create_connection(("127.0.0.1", port), 60)
        s.sendall(f"GET /v1/sessions/{session}/stream HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        begun += s.recv(4096).startswith(b"HTTP/1.1 200")
        crowd.append(s)
    slowest = quickly(port)
    status, _, _ = request(port, "POST", f"/v1/sessions/{session}/events", b'{"events":[{"op":"setConstant","id":"c1","constant":12}]}', JSON)
    told = 0
    for s in crowd:
        data = b""
        try:
            while b"id: 1\n" not in data and (more := s.recv(4096)):
                data += more
        except TimeoutError:
            print(f"    nothing more after {data[-200:]}, the step was answered {status}")
            break
        told += b"id: 1\n" in data
    each = (resident(process) - before) // 500
    figure("500 that watch a session: begun, told of a step; slowest other, s; kB each", f"{begun}, {told}; {slowest:.2f}; {each}", "500, 500; 2; 32",
           (begun, told, status) == (500, 500, 200) and slowest < 2 and each < 32)
    for s in crowd:
        s.close()
    end = time.monotonic() + 5
    while descriptors(process) > open_before + 5 and time.monotonic() < end:
        time.sleep(0.1)
    figure("descriptors more once they left", descriptors(process) - open_before, "5", descriptors(process) <= open_before + 5)
    stop(process)


def logs():
    log = f"{folder}/log"
    process, port = serve("--log-level", "debug", log=log)
    secret = "quitesecretname"
    raw(port, b"GET /\x1b[31mred HTTP/1.1\r\nHost: localhost\r\n\r\n")
    raw(port, b"GET /a%0d%0alevel=error%1b[2J HTTP/1.1\r\nHost: localhost\r\nUser-Agent: x\x1b[2J\r\nX-Request-Id: forged\r\n\r\n")
    raw(port, b"G\x80T / HTTP/1.1\r\nHost: local\x07host\r\n\r\n")
    request(port, "POST", "/v1/sessions?name=" + secret, json.dumps({"name": secret, "constraints": [f"{secret}.width == 1\u2028level=error"]}).encode(), JSON)
    request(port, "GET", "/v1/sessions?q=" + secret)
    stop(process)
    text = open(log, "rb").read()
    lines = text.decode().split("\n")
    forged = [line for line in lines if re.match(r"\s*level=error", line)]
    strange = [byte for byte in text if byte < 32 and byte != 10 or byte > 126]
    figure("the log after attempts to steer it: forged lines, strange bytes, times it tells what is stored", f"{len(forged)}, {len(strange)}, {text.count(secret.encode())}", "0, 0, 0",
           not forged and not strange and secret.encode() not in text and len(lines) > 4)


def token_timing():
    token = "k" * 40
    path = f"{folder}/token"
    open(path, "w").write(token)
    os.chmod(path, 0o600)
    process, port = serve("--token-file", path)
    times = {}
    connection = http.client.HTTPConnection("127.0.0.1", port)
    for turn in range(4000):
        for name, guess in (("first wrong", "x" + token[1:]), ("last wrong", token[:-1] + "x")):
            begin = time.perf_counter_ns()
            connection.request("GET", "/v1/sessions", headers={"Authorization": "Bearer " + guess})
            answer = connection.getresponse()
            answer.read()
            times.setdefault(name, []).append(time.perf_counter_ns() - begin)
            assert answer.status == 401
    first, last = (statistics.median(times[name]) / 1000 for name in ("first wrong", "last wrong"))
    figure("median answer to a token wrong at its first or last character, µs", f"{first:.1f}, {last:.1f}", "apart by less than 5 %", abs(first - last) < 0.05 * last)
    stop(process)


def stops():
    lost = unfinished = late = 0
    for turn in range(5):
        process, port = serve()
        path = f"{folder}/{len(service.processes) - 1}.db"
        acknowledged, broken = [], []

        def client():
            while True:
                try:
                    status, data, _ = request(port, "POST", "/v1/sessions", SMALL, JSON)
                except ConnectionRefusedError:
                    return
                except (OSError, http.client.HTTPException) as error:
                    # A connection that was accepted is answered or closed before a byte of an answer, never in the middle of one.
                    if isinstance(error, http.client.IncompleteRead):
                        broken.append(error)
                    return
                if status == 201:
                    acknowledged.append(json.loads(data)["id"])
                else:
                    return

        threads = [threading.Thread(target=client) for _ in range(8)]
        for thread in threads:
            thread.start()
        time.sleep(0.3 + turn * 0.1)
        begin = time.monotonic()
        status = stop(process)
        late += status != 0 or time.monotonic() - begin > 10
        for thread in threads:
            thread.join()
        known = {row[0] for row in sqlite3.connect(path).execute("SELECT id FROM session")}
        lost += len(set(acknowledged) - known)
        unfinished += len(broken)
    figure("SIGTERM in the middle of posts, 5 times: acknowledged and lost, answers cut, late or failed ends", f"{lost}, {unfinished}, {late}", "0, 0, 0",
           (lost, unfinished, late) == (0, 0, 0))


def deleted_database():
    process, port = serve()
    path = f"{folder}/{len(service.processes) - 1}.db"
    session = json.loads(request(port, "POST", "/v1/sessions", SMALL, JSON)[1])["id"]
    os.rename(path, path + ".away")
    status, data, _ = request(port, "POST", "/v1/sessions", SMALL, JSON)
    ready, _, _ = request(port, "GET", "/readyz")
    export, _, _ = request(port, "GET", f"/v1/sessions/{session}/export")
    os.rename(path + ".away", path)
    again, _, _ = request(port, "POST", "/v1/sessions", SMALL, JSON)
    told = "deleted or replaced" in json.loads(data).get("detail", "")
    figure("the database deleted under the service: POST, ready, export; POST when it is back", f"{status}, {ready}, {export}; {again}", "503, 503, 200; 201, with the reason",
           (status, ready, export, again) == (503, 503, 200, 201) and told)
    stop(process)


def slowest_of(port, count, method, path, body=None):
    """The slowest of some requests over one connection, in seconds; infinite where one is not answered 200."""
    slowest = 0
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    for _ in range(count):
        begin = time.monotonic()
        connection.request(method, path, body, JSON if body else {})
        answer = connection.getresponse()
        answer.read()
        slowest = max(slowest, time.monotonic() - begin)
        if answer.status != 200:
            slowest = float("inf")
    connection.close()
    return slowest


def long_questions():
    """One client with many requests that take all their time, over connections of their own, and what another one waits meanwhile."""
    for count in (30, 120):
        process, port = serve("--deadline", "20")
        session = json.loads(request(port, "POST", "/v1/sessions", SMALL, JSON)[1])["id"]
        answers = []

        def ask():
            try:
                answers.append(request(port, "POST", "/v1/check", HEAVY, JSON)[0])
            except OSError:
                answers.append(0)

        threads = [threading.Thread(target=ask) for _ in range(count)]
        for thread in threads:
            thread.start()
        time.sleep(0.5)
        reads = max(slowest_of(port, 20, "GET", path) for path in ("/v1/sessions?limit=5", f"/v1/sessions/{session}", "/readyz"))
        posts = slowest_of(port, 10, "POST", "/v1/check", SMALL)
        figure(f"beside {count} long questions of one client ({len(answers)} answered): slowest read, ms; slowest small post, s",
               f"{reads * 1000:.0f}, {posts:.2f}", "100, 2", reads < 0.1 and posts < 2)
        for thread in threads:
            thread.join()
        figure("these are answered", sorted(set(answers)), "200, 503", set(answers) <= {200, 503})
        stop(process)


def strangers():
    """Bodies of those who have no token."""
    path = f"{folder}/stranger-token"
    open(path, "w").write("a-token-of-some-length")
    process, port = serve("--token-file", path)
    request(port, "GET", "/healthz")
    before = resident(process)
    head = b"POST /v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 16000000\r\n\r\n"
    held = []
    for _ in range(17):
        s = socket.create_connection(("127.0.0.1", port), 10)
        try:
            s.sendall(head + b"[" + b"1," * 7_900_000)
        except OSError:
            pass
        held.append(s)
    grown = (resident(process) - before) // 1024
    answers = set()
    for s in held:
        try:
            answers.add(s.recv(4096)[9:12].decode())
        except OSError:
            answers.add("reset")
        s.close()
    figure("17 strangers with 16 MB each: MB more; answers", f"{grown}; {sorted(answers)}", "16; 401", grown < 16 and answers <= {"401", "reset"})
    stop(process)


def slow_connections():
    """All connections taken by clients that hardly read or send, and what a new one finds."""
    process, port = serve("--max-connections", "200")
    long = json.loads(request(port, "POST", "/v1/sessions", json.dumps({"constraints": [f"v{n}.width == {n}" for n in range(9000)]}).encode(), JSON)[1])["id"]
    kinds = {"readers": f"GET /v1/sessions/{long} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode(),
             "batches": b"POST /v1/batch HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n",
             "heads": b"GET / HTTP/1.1\r\nX: ", "watchers": f"GET /v1/sessions/{long}/stream HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()}
    for kind, data in kinds.items():
        crowd = []
        for _ in range(260):
            s = socket.socket()
            s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            s.connect(("127.0.0.1", port))
            s.sendall(data)
            crowd.append(s)
        lives = slowest_of(port, 1, "GET", "/healthz")
        end = time.monotonic() + 12
        while time.monotonic() < end:
            for s in crowd:
                try:
                    if kind == "batches":
                        s.sendall(b"1\r\n \r\n")
                    elif kind == "readers":
                        s.recv(1, socket.MSG_DONTWAIT)
                except OSError:
                    pass
            time.sleep(1)
        lives = max([lives] + [slowest_of(port, 1, "GET", "/healthz") for _ in range(5)])
        others = max(slowest_of(port, 1, "POST", "/v1/check", SMALL) for _ in range(5))
        figure(f"beside 260 {kind} on 200 connections: slowest /healthz, s; slowest new client after 12 s, s", f"{lives:.2f}; {others:.2f}", "0.5; 2",
               lives < 0.5 and others < 2)
        for s in crowd:
            s.close()
    stop(process)


def few_descriptors():
    """1100 idle connections where the soft limit is the usual 1024."""
    process = subprocess.Popen(["bash", "-c", 'ulimit -S -n 1024; exec "$0" serve --port 0 --database "$1"', options.binary, f"{folder}/few.db"],
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    service.processes.append(process)
    port = int(process.stdout.readline().split("http://127.0.0.1:")[1].split(",")[0])
    crowd = [socket.create_connection(("127.0.0.1", port)) for _ in range(1100)]
    time.sleep(0.5)
    slowest = max(slowest_of(port, 1, "POST", "/v1/check", SMALL) for _ in range(5))
    figure("a new client beside 1100 idle ones, soft limit of 1024 descriptors: slowest, s", f"{slowest:.2f}", "1", slowest < 1)
    for s in crowd:
        s.close()
    stop(process)


def unread(port, target, count):
    """Connections whose clients ask for a target and read nothing."""
    crowd = []
    for _ in range(count):
        s = socket.socket()
        s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        s.connect(("127.0.0.1", port))
        s.sendall(f"GET {target} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        crowd.append(s)
    return crowd


def answers_not_taken():
    """450 that ask for some megabytes and read nothing."""
    process, port = serve()
    body = json.dumps({"constraints": [f"v{n}.width == {n}" for n in range(9000)]}).encode()
    session = json.loads(request(port, "POST", "/v1/sessions", body, JSON)[1])["id"]
    size = len(request(port, "GET", f"/v1/sessions/{session}/export")[1])
    crowd = unread(port, f"/v1/sessions/{session}/export", 450)
    peak, slowest = 0, 0
    end = time.monotonic() + 15
    while time.monotonic() < end:
        slowest = max(slowest, slowest_of(port, 2, "POST", "/v1/check", SMALL))
        peak = max(peak, resident(process) // 1024)
        time.sleep(0.2)
    figure(f"450 that do not read an export of {size / 1e6:.1f} MB: peak, MB; slowest small post, s", f"{peak}; {slowest:.2f}", "600; 2", peak < 600 and slowest < 2)
    for s in crowd:
        s.close()
    stop(process)


def long_reports():
    """Documents whose reports are far longer than they are, many at once, within a given memory."""
    most = 512
    process, port = serve("--max-memory", str(most), "--deadline", "20")
    rows = [f"v{n}.width == {10 + n % 7}" for n in range(2500)] + [f"v{n}.width == v{n - 1}.width + {n % 5}" for n in range(1, 2500)]
    # Each of the last ones conflicts with the whole chain.
    chain = ["v0.width == 1"] + [f"v{n}.width == v{n - 1}.width + 1" for n in range(1, 5000)] + [f"v4999.width == {n}" for n in range(64)]
    bodies = {"chains that conflict": json.dumps({"constraints": rows}).encode(), "choices beyond number": HEAVY,
              "conflicts of 5000 rows": json.dumps({"constraints": chain}).encode()}
    for name, body in bodies.items():
        answers, late = [], []

        def ask():
            begin = time.monotonic()
            try:
                status, _, answer = request(port, "POST", "/v1/sessions", body, JSON, timeout=90)
                answers.append(status)
                if status == 503:
                    late.append((time.monotonic() - begin, answer.getheader("Retry-After")))
            except OSError:
                answers.append(0)

        threads = [threading.Thread(target=ask) for _ in range(20)]
        for thread in threads:
            thread.start()
        slowest = slowest_of(port, 5, "GET", "/readyz")
        for thread in threads:
            thread.join()
        with open(f"/proc/{process.pid}/status") as lines:
            peak = int(re.search(r"VmHWM:\s+(\d+)", lines.read()).group(1)) // 1024
        time.sleep(6)
        left = resident(process) // 1024
        figure(f"20 documents of {len(body) // 1024} KB at once, {name}: peak, MB; MB 6 s after; answers; 503 after s; slowest /readyz, s",
               f"{peak}; {left}; {dict(Counter(answers))}; {max(late, default=(0, ''))}; {slowest:.2f}", f"{most}; 256; 201 and 503; 12 with Retry-After; 0.5",
               peak < most and left < 256 and set(answers) <= {201, 503} and slowest < 0.5 and all(after < 12 and retry for after, retry in late))
    stop(process)


def many_findings():
    """Six clients that go on asking for documents of few bytes with thousands of ambiguities, whose analysis takes hundreds of times their length."""
    most = 512
    body = json.dumps({"constraints": [f"v{n}.width == {n}" for n in range(9000)]}).encode()
    for route in ("check", "sessions"):
        process, port = serve("--max-memory", str(most))
        answers, end = Counter(), time.monotonic() + 20

        def ask():
            while time.monotonic() < end:
                status, data, answer = request(port, "POST", f"/v1/{route}", body, JSON)
                answers[status if status != 503 or answer.getheader("Retry-After") else "503 without Retry-After"] += 1
                if status == 503:
                    time.sleep(1)

        threads = [threading.Thread(target=ask) for _ in range(6)]
        for thread in threads:
            thread.start()
        slowest = 0
        while time.monotonic() < end:
            slowest = max(slowest, slowest_of(port, 2, "POST", "/v1/check", SMALL))
            time.sleep(0.2)
        for thread in threads:
            thread.join()
        with open(f"/proc/{process.pid}/status") as lines:
            peak = int(re.search(r"VmHWM:\s+(\d+)", lines.read()).group(1)) // 1024
        last = request(port, "POST", f"/v1/{route}", body, JSON)[0]
        figure(f"six clients with documents of {len(body) // 1024} KB and 27000 findings, {route}: peak, MB; answers; one after them; slowest small post, s",
               f"{peak}; {dict(answers)}; {last}; {slowest:.2f}", f"{most}; 3 or more and 503 with Retry-After; 200 or 201; 2",
               peak < most and set(answers) <= {200, 201, 503} and answers[200] + answers[201] >= 3 and last in (200, 201) and slowest < 2)
        stop(process)


def dated_imports():
    """Imports that say they come from the end of time, where few sessions are kept."""
    process, port = serve("--keep-sessions", "5")
    path = f"{folder}/{len(service.processes) - 1}.db"
    genuine = [json.loads(request(port, "POST", "/v1/sessions", SMALL, JSON)[1])["id"] for _ in range(3)]
    export = json.loads(request(port, "GET", f"/v1/sessions/{genuine[0]}/export")[1])
    export["createdAt"] = "9998-12-01T00:00:00Z"
    for _ in range(2):
        request(port, "POST", "/v1/import", json.dumps(export).encode(), JSON)
    genuine.append(json.loads(request(port, "POST", "/v1/sessions", SMALL, JSON)[1])["id"])
    stop(process)
    process, port = service.serve(options.binary, path, "--keep-sessions", "2")
    time.sleep(1)
    left = [request(port, "GET", f"/v1/sessions/{session}")[0] for session in genuine]
    figure("sessions that are left of 6, 2 kept, 2 of them imports of 9998: the genuine ones in order", left, "the last of them stays", left == [404, 404, 404, 200])
    stop(process)


def forged_imports():
    """Exports whose reports say what the engine does not."""
    process, port = serve()
    session = json.loads(request(port, "POST", "/v1/sessions", b'{"constraints":["a.width == 10","a.width == 12"]}', JSON)[1])["id"]
    export = json.loads(request(port, "GET", f"/v1/sessions/{session}/export")[1])
    true = json.loads(request(port, "POST", "/v1/import", json.dumps(export).encode(), JSON)[1])
    export["steps"][0]["verdict"] = "clean"
    refused = request(port, "POST", "/v1/import", json.dumps(export).encode(), JSON)[0]
    export["steps"][0]["report"]["verdict"] = "clean"
    export["steps"][0]["report"]["conflicts"] = []
    forged = json.loads(request(port, "POST", "/v1/import", json.dumps(export).encode(), JSON)[1])
    marks, end = [], time.monotonic() + 30
    while "not yet" in (marks or ["not yet"]) and time.monotonic() < end:
        time.sleep(0.5)
        marks = [json.loads(request(port, "GET", f"/v1/sessions/{made['id']}")[1]).get("imported") for made in (true, forged)]
    figure("an import as exported, one whose verdict is not its report's, one with another report", f"{marks[0]}, {refused}, {marks[1]}",
           "verified, 422, differs", (marks, refused) == (["verified", "differs"], 422))
    stop(process)


def padded_findings():
    """Imports of few bytes whose steps have very many findings, each time others: the rows of all are written in one transaction."""
    process, port = serve()
    session = json.loads(request(port, "POST", "/v1/sessions", SMALL, JSON)[1])["id"]
    for number in range(40):
        event = {"op": "resize", "width": number + 1, "height": 9}
        request(port, "POST", f"/v1/sessions/{session}/events", json.dumps({"events": [event]}).encode(), JSON)
    export = json.loads(request(port, "GET", f"/v1/sessions/{session}/export")[1])
    for count, wanted in ((9000, 422), (450, 201)):
        for step in export["steps"][::2]:
            step["report"]["conflicts"] = [{"fingerprint": f"k{number}"} for number in range(count)]
        body, answers, slowest = json.dumps(export, separators=(",", ":")).encode(), [], 0
        threads = together(1, lambda: answers.append(request(port, "POST", "/v1/import", body, JSON, 120)))
        while any(thread.is_alive() for thread in threads):
            begin = time.monotonic()
            request(port, "POST", "/v1/sessions", SMALL, JSON)
            slowest = max(slowest, time.monotonic() - begin)
        figure(f"an import of {len(body) // 1024} KB with {count} findings at every other of 41 steps; slowest other write, s", f"{answers[0][0]}; {slowest:.2f}",
               f"{wanted}; 1", answers[0][0] == wanted and slowest < 1)
        if wanted == 201:
            begin = time.monotonic()
            request(port, "DELETE", f"/v1/sessions/{json.loads(answers[0][1])['id']}")
            took = time.monotonic() - begin
            figure("its deletion, s", f"{took:.2f}", "1", took < 1)
    stop(process)


def altered_rows():
    """What an index or a row says that was altered by one value."""
    process, port = serve()
    path = f"{folder}/{len(service.processes) - 1}.db"
    ids = [json.loads(request(port, "POST", "/v1/sessions", body, JSON)[1])["id"] for body in (SMALL, b'{"constraints":["a.width == 10","a.width == 12"]}')]
    swap = "UPDATE step SET report = (SELECT report FROM step AS o WHERE o.session <> step.session LIMIT 1) WHERE session = (SELECT min(sequence) FROM session)"
    outcomes = {}
    for name, sql, route in (("report of another session", swap, "/report"), ("verdict of a step", "UPDATE step SET verdict = 'other'", "/report"),
                             ("engine of a step", "UPDATE step SET engine = 'plumbline 9'", "/report"), ("verdict of a row", "UPDATE session SET verdict = 'other'", ""),
                             ("name of a row", "UPDATE session SET name = 'x'", "")):
        database = sqlite3.connect(path, isolation_level=None)
        database.execute("SAVEPOINT before")
        tables = {table: database.execute(f"SELECT rowid, * FROM {table}").fetchall() for table in ("step", "session")}
        database.execute(sql)
        database.execute("RELEASE before")
        answer = request(port, "GET", f"/v1/sessions/{ids[0]}{route}")
        outcomes[name] = json.loads(answer[1]).get("code", answer[0])
        for table, rows in tables.items():
            for row in rows:
                columns = [column[1] for column in database.execute(f"PRAGMA table_info({table})")]
                database.execute(f"UPDATE {table} SET {', '.join(f'{c} = ?' for c in columns)} WHERE rowid = ?", (*row[1:], row[0]))
        database.close()
    figure("after altering " + ", ".join(outcomes), list(outcomes.values()), "session-damaged each", set(outcomes.values()) == {"session-damaged"})
    stop(process)


def packed_frame(count):
    """A frame of Zstandard, short itself, of a list with one text of `count` MiB."""
    # A block of two bytes, blocks that repeat one, and the last one of two bytes.
    blocks = (2 << 3).to_bytes(3, "little") + b'["' + (((1 << 17) << 3 | 2).to_bytes(3, "little") + b"a") * (8 * count)
    return b"\x28\xb5\x2f\xfd\xe0" + (count * (1 << 20) + 4).to_bytes(8, "little") + blocks + (2 << 3 | 1).to_bytes(3, "little") + b'"]'


def packed_rows():
    """Values of a row that unpack to 200 MB."""
    column = "UPDATE session SET views = ? WHERE id = ?"
    view = json.dumps({"events": [{"op": "addView", "view": {"id": "v", "parent": "a"}}]}).encode()
    report = "UPDATE step SET report = ?, packing = 1, base = NULL WHERE session = (SELECT sequence FROM session WHERE id = ?)"
    body = "UPDATE document SET body = ?, packing = 1 WHERE id = (SELECT document FROM session WHERE id = ?)"
    for name, sql, method, path, data, wanted in (
            ("facets", column, "GET", "/v1/facets", None, 200), ("a list", column, "GET", "/v1/sessions?view=a&q=cell", None, 200),
            ("a deletion", column, "DELETE", "/v1/sessions/{id}", None, 204), ("an event", column, "POST", "/v1/sessions/{id}/events", view, 500),
            ("a report", report, "GET", "/v1/sessions/{id}/report", None, 503), ("an export", body, "GET", "/v1/sessions/{id}/export", None, 503),
            ("a body like it", body, "POST", "/v1/sessions", SMALL, 201)):
        process, port = serve("--max-memory", "512")
        path_of_file = f"{folder}/{len(service.processes) - 1}.db"
        session = json.loads(request(port, "POST", "/v1/sessions", SMALL, JSON)[1])["id"]
        export = request(port, "GET", f"/v1/sessions/{session}/export")[1]
        imported = json.loads(request(port, "POST", "/v1/import", export, JSON)[1])["id"] if sql == report else session
        stop(process)
        database = sqlite3.connect(path_of_file)
        database.execute(sql, (packed_frame(200), imported))
        # It is verified again.
        database.execute("UPDATE session SET imported = 0 WHERE imported IS NOT NULL")
        database.commit()
        database.close()
        process, port = service.serve(options.binary, path_of_file, "--max-memory", "512")
        status = request(port, method, path.format(id=imported), data, JSON if data else {}, 60)[0]
        slowest = quickly(port)
        time.sleep(3 if sql == report else 0)
        figure(f"{name} of a session with a value of few bytes that unpacks to 200 MB: status; peak, MB; slowest other, s",
               f"{status}; {peak(process)}; {slowest:.2f}", f"{wanted}; 150; 2", status == wanted and peak(process) < 150 and slowest < 2)
        stop(process)


def padded_options():
    """Imports with long options, which lists read with each row."""
    process, port = serve("--max-memory", "512")
    session = json.loads(request(port, "POST", "/v1/sessions", SMALL, JSON)[1])["id"]
    export = json.loads(request(port, "GET", f"/v1/sessions/{session}/export")[1])
    export["options"]["pad"] = "x" * 14_500_000
    body = json.dumps(export).encode()
    statuses = [request(port, "POST", "/v1/import", body, JSON, 60)[0] for _ in range(10)]
    seconds = time.monotonic()
    request(port, "GET", "/v1/sessions?limit=500")
    seconds = time.monotonic() - seconds
    figure("10 imports with options of 14.5 MB; then a list, s", f"{statuses[0]}; {seconds:.2f}", "422; 1", set(statuses) == {422} and seconds < 1)
    stop(process)


def odd_fields():
    process, port = serve()
    session = json.loads(request(port, "POST", "/v1/sessions", SMALL, JSON)[1])["id"]
    body = b'{"events":[{"op":"resize","width":100,"height":100}]}'

    def post(fields):
        head = f"POST /v1/sessions/{session}/events HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n{fields}\r\n"
        return int(raw(port, head.encode() + body)[9:12])

    wanted = {'If-Match: "+0"\r\n': 412, 'If-Match: "00"\r\n': 412, 'If-Match: "-0"\r\n': 412, 'If-Match: "9"\r\nIf-Match: "0"\r\n': 200,
              "Idempotency-Key: a\r\nIdempotency-Key: b\r\n": 400, "Content-Type: application/json\r\n": 400, "Range: bytes=0-1\r\nrange: bytes=0-1\r\n": 400}
    found = {fields: post(fields) for fields in wanted}
    figure("tags and fields that are nearly right", list(found.values()), list(wanted.values()), found == wanted)
    stop(process)


def restored_file():
    """A backup copied over the file of a running service, and then put in its place as the manual says."""
    process, port = serve()
    path = f"{folder}/{len(service.processes) - 1}.db"
    first = json.loads(request(port, "POST", "/v1/sessions", SMALL, JSON)[1])["id"]
    backup = f"{folder}/backup.db"
    subprocess.run([options.binary, "sessions", "backup", backup, "--database", path], check=True)
    second = json.loads(request(port, "POST", "/v1/sessions", SMALL, JSON)[1])["id"]
    running = subprocess.run([options.binary, "sessions", "restore", backup, "--database", path], capture_output=True, text=True)
    shutil.copyfile(backup, path)
    copied = open(path, "rb").read()
    statuses = [request(port, "POST", "/v1/sessions", SMALL, JSON)[0] for _ in range(100)]
    stop(process)
    kept = open(path, "rb").read() == copied
    figure("posts after a backup was copied over the file, answered 201; the file after the stop is the copy", f"{statuses.count(201)}; {kept}", "0; True",
           statuses.count(201) == 0 and kept)
    restored = subprocess.run([options.binary, "sessions", "restore", backup, "--database", path], capture_output=True, text=True)
    process, port = service.serve(options.binary, path)
    found = [request(port, "GET", f"/v1/sessions/{session}")[0] for session in (first, second)]
    figure("sessions restore under a service, and after it; what is there then", f"{running.returncode}, {restored.returncode}; {found}", "2, 0; 200 and 404",
           (running.returncode, restored.returncode, found) == (2, 0, [200, 404]))
    stop(process)


def views(count):
    """A document of so many views without constraints."""
    return json.dumps({"constraints": [], "views": [{"id": "root"}] + [{"id": f"v{n}", "parent": "root"} for n in range(count)]}).encode()


def peak(process):
    """Megabytes."""
    with open(f"/proc/{process.pid}/status") as lines:
        return int(re.search(r"VmHWM:\s+(\d+)", lines.read()).group(1)) // 1024


def together(count, work):
    """Begins the work on so many threads; -> the threads."""
    threads = [threading.Thread(target=work) for _ in range(count)]
    for thread in threads:
        thread.start()
    return threads


def beside(port, threads, count=4):
    """The slowest small request, in seconds, while these threads run."""
    slowest = 0
    while any(thread.is_alive() for thread in threads):
        slowest = max(slowest, quickly(port, count))
    return slowest


def batches():
    """Lines of a batch that take more memory than there is, and lines without an end."""
    process, port = serve("--max-memory", "512")
    lines, slowest = [], 0
    body = SMALL + b"\n" + views(60000) + b"\n" + SMALL
    batch = {"Content-Type": "application/x-ndjson"}
    threads = together(3, lambda: lines.append(request(port, "POST", "/v1/batch", body, batch, 300)[1].splitlines()))
    while any(thread.is_alive() for thread in threads):
        slowest = max(slowest, quickly(port, 4))
    codes = Counter(json.loads(line).get("code") or "report" for answer in lines for line in answer)
    figure("3 batches with a line of 60000 views: peak, MB; slowest other, s; answers", f"{peak(process)}; {slowest:.2f}; {dict(codes)}",
           "512; 4; 6 reports at least", peak(process) < 512 and slowest < 4 and codes["report"] >= 6 and codes.total() == 9)
    stop(process)
    process, port = serve("--max-memory", "512")
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    piece = packer.compress(b'{"name":"' + b"x" * 15_900_000) + packer.flush(zlib.Z_SYNC_FLUSH)
    head = b"POST /v1/batch HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\nContent-Encoding: gzip\r\n"
    crowd = [socket.create_connection(("127.0.0.1", port)) for _ in range(300)]
    for s in crowd:
        s.sendall(head + b"Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n" % (len(piece), piece))
    slowest = quickly(port, 40)
    figure("300 batches with a line that does not end: peak, MB; slowest other, s", f"{peak(process)}; {slowest:.2f}", "512; 2", peak(process) < 512 and slowest < 2)
    for s in crowd:
        s.close()
    stop(process)


def connect_again(port, count, ends, talk, source="127.0.0.1"):
    """So many clients of an address, each of which talks over one connection after the other until the event."""
    def client():
        while not ends.is_set():
            try:
                with socket.create_connection(("127.0.0.1", port), 60, source_address=(source, 0)) as s:
                    talk(s)
            except OSError:
                time.sleep(0.05)

    for thread in together(count, client):
        thread.join()


def export_readers(port, target, count, ends):
    """Clients of another address that read a long answer again and again. A process of their own."""
    def read(s):
        s.sendall(f"GET {target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        while not ends.is_set() and s.recv(1 << 18):
            pass

    connect_again(port, count, ends, read, "127.0.0.2")


def turns_of_answers():
    """Sixty exports of one client at any time, and a shorter one of another."""
    process, port = serve("--max-memory", "512")
    session = json.loads(request(port, "POST", "/v1/sessions", SMALL, JSON)[1])["id"]
    request(port, "POST", f"/v1/sessions/{session}/events", b'{"events":[{"op":"resize","width":7,"height":9}]}', JSON)
    export = json.loads(request(port, "GET", f"/v1/sessions/{session}/export")[1])
    later, targets = export["steps"][1], []
    for count in (190, 40):
        steps = [later | {"step": number, "report": later["report"] | {"pad": f"{number}" + "x" * 75_000}} for number in range(1, count + 1)]
        body = json.dumps(export | {"steps": export["steps"][:1] + steps}).encode()
        targets.append(f"/v1/sessions/{json.loads(request(port, 'POST', '/v1/import', body, JSON, 120)[1])['id']}/export")
    ends = multiprocessing.Event()
    crowd = multiprocessing.Process(target=export_readers, args=(port, targets[0], 60, ends))
    crowd.start()
    time.sleep(4)
    slowest = max(slowest_of(port, 1, "GET", targets[1]) for _ in range(4))
    ends.set()
    crowd.join()
    figure("an export of 3 MB beside 60 of 14 MB of another address: slowest, s", f"{slowest:.2f}", "1", slowest < 1)
    stop(process)


def trickle(port, count, ends):
    """Batches of which each sends an empty line five times a second. A process of its own."""
    head = b"POST /v1/batch HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n"

    def connect():
        s = socket.create_connection(("127.0.0.1", port), 5)
        s.sendall(head)
        s.setblocking(False)
        return s

    crowd = [connect() for _ in range(count)]
    while not ends.wait(0.2):
        for place, s in enumerate(crowd):
            try:
                s.send(b"1\r\n\n\r\n")
            except BlockingIOError:
                pass
            except OSError:
                try:
                    crowd[place] = connect()
                except OSError:
                    pass


def trickling_batches():
    """More batches than there are connections, which send very little and very often."""
    process, port = serve("--max-memory", "512")
    session = json.loads(request(port, "POST", "/v1/sessions", SMALL, JSON)[1])["id"]
    ends = multiprocessing.Event()
    crowd = multiprocessing.Process(target=trickle, args=(port, 2100, ends))
    crowd.start()
    time.sleep(4)
    reads, posts = [], []
    for _ in range(300):
        for times, line in ((reads, ("GET", f"/v1/sessions/{session}")), (posts, ("POST", "/v1/check", SMALL, JSON))):
            begin = time.monotonic()
            status = request(port, *line)[0]
            times.append(time.monotonic() - begin if status == 200 else float("inf"))
        time.sleep(0.02)
    ends.set()
    crowd.join()
    late = sorted(reads)[285] * 1000
    figure("beside 2100 batches that trickle: 95th percentile of reads, ms; slowest small post, s", f"{late:.0f}; {max(posts):.2f}", "100; 2",
           late < 100 and max(posts) < 2)
    stop(process)


def imported_exercises():
    """Readers that read nothing of a session with a long exercise, which only an import can have."""
    process, port = serve("--max-memory", "512")
    session = json.loads(request(port, "POST", "/v1/sessions", SMALL, JSON)[1])["id"]
    request(port, "POST", f"/v1/sessions/{session}/exercise", b'{"count":2}', JSON)
    export = json.loads(request(port, "GET", f"/v1/sessions/{session}/export")[1])
    export["exercises"][0]["answer"]["pad"] = "x" * 14_500_000
    imported = json.loads(request(port, "POST", "/v1/import", json.dumps(export).encode(), JSON, 60)[1])["id"]
    crowd = unread(port, f"/v1/sessions/{imported}", 300)
    whole, end = 0, time.monotonic() + 20

    def read():
        nonlocal whole
        while time.monotonic() < end:
            try:
                whole += len(request(port, "GET", f"/v1/sessions/{imported}", None, {}, 60)[1]) > 14_500_000
            except http.client.IncompleteRead:
                pass

    slowest = beside(port, together(1, read))
    figure("300 that do not read an exercise of 14.5 MB: peak, MB; slowest other, s; whole answers of one that reads",
           f"{peak(process)}; {slowest:.2f}; {whole}", "512; 1; 5", peak(process) < 512 and slowest < 1 and whole >= 5)
    for s in crowd:
        s.close()
    stop(process)


def forms_by_accept():
    """A report in another form is computed, however it is asked for."""
    process, port = serve("--max-memory", "512")
    session = json.loads(request(port, "POST", "/v1/sessions", views(6000), JSON)[1])["id"]
    slowest, posts = 0, 0
    for form in ("application/sarif+json", "text/plain", "text/markdown"):
        threads = together(8, lambda: request(port, "GET", f"/v1/sessions/{session}/report", None, {"Accept": form}, 120))
        while any(thread.is_alive() for thread in threads):
            slowest = max(slowest, slowest_of(port, 5, "GET", "/v1/sessions?limit=5"))
            posts += request(port, "POST", "/v1/check", SMALL, JSON)[0] != 200
    figure("8 forms by Accept at once: peak, MB; slowest read, s; posts refused", f"{peak(process)}; {slowest:.2f}; {posts}", "512; 1; 0",
           peak(process) < 512 and slowest < 1 and posts == 0)
    stop(process)


def bodies_of_strangers():
    """Bodies without a token, which lack their ends: they are nobody's memory."""
    path = f"{folder}/known"
    open(path, "w").write("k" * 40)
    os.chmod(path, 0o600)
    process, port = serve("--token-file", path, "--max-memory", "512")
    crowd = []
    # As much as there is for bodies, nearly to the byte.
    for number, size in enumerate([15_900_000] * 8 + [2_000_000] * 3 + [500_000] * 2):
        s = socket.create_connection(("127.0.0.1", port))
        target = (b"/healthz", b"/help", b"/sessions/x")[number % 3]
        s.sendall(b"GET %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: 16000000\r\n\r\n" % target + b"x" * size)
        crowd.append(s)
    body = json.dumps({"name": "x" * 1_000_000, "constraints": ["a.width == 10"]}).encode()
    statuses = Counter(request(port, "POST", "/v1/check", body, JSON | {"Authorization": "Bearer " + "k" * 40})[0] for _ in range(10))
    figure("posts of 1 MB beside 13 bodies of strangers", dict(statuses), "200", set(statuses) == {200})
    for s in crowd:
        s.close()
    stop(process)


def canvas(count):
    """An Interface Builder file of so many views, each with a constraint."""
    view = ('<view contentMode="scaleToFill" translatesAutoresizingMaskIntoConstraints="NO" id="v%d"><rect key="frame" x="0.0" y="0.0" width="10" height="10"/>'
            '<constraints><constraint firstAttribute="width" constant="10" id="c%d"/></constraints></view>\n')
    return ('<?xml version="1.0" encoding="UTF-8"?>\n<document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" toolsVersion="21701" '
            'targetRuntime="iOS.CocoaTouch" useAutolayout="YES">\n<objects>\n<view contentMode="scaleToFill" id="iN0-l3-epB">'
            '<rect key="frame" x="0.0" y="0.0" width="393" height="852"/>\n<subviews>\n' + "".join(view % (n, n) for n in range(count))
            + "</subviews></view></objects></document>\n").encode()


def nested(count):
    """A document whose views are each in the one before."""
    return json.dumps({"constraints": [], "views": [{"id": "root"}] + [{"id": f"v{n}", "parent": f"v{n - 1}" if n else "root"} for n in range(count)]}).encode()


def heavy_bodies():
    """Three at once of each kind of body that takes far more memory than its length."""
    log = b'"<NSLayoutConstraint:0x6000%08x UILabel:0x7f8a%08x.width == %d   (active)>",\n'
    kinds = {"Interface Builder file": (canvas(60_000), "application/xml"), "nested views": (nested(90_000), "application/json"),
             "views": (views(90_000), "application/json"),
             "visual formats": (b"H:|-[a]-[b]-|\n" * 1_100_000, "text/plain"), "one visual format": (b"H:|" + b"-[a]" * 3_900_000 + b"-|", "text/plain"),
             "log": (b"Unable to simultaneously satisfy constraints.\n(\n" + b"".join(log % (n, n, n) for n in range(190_000)) + b")\n", "text/plain")}
    for kind, (body, media) in kinds.items():
        process, port = serve("--max-memory", "512")
        packer = zlib.compressobj(6, zlib.DEFLATED, 31)
        packed, statuses = packer.compress(body) + packer.flush(), Counter()

        def send():
            statuses[request(port, "POST", "/v1/check", packed, {"Content-Type": media, "Content-Encoding": "gzip"}, 120)[0]] += 1

        slowest = beside(port, together(3, send))
        figure(f"3 bodies of {len(body) / 1e6:.1f} MB at once, {kind}: peak, MB; slowest other, s; answers", f"{peak(process)}; {slowest:.2f}; {dict(statuses)}",
               "512; 2; 200, 413 or 503", peak(process) < 512 and slowest < 2 and set(statuses) <= {200, 413, 503})
        stop(process)


def slow_bodies():
    """More clients than there are connections, each of which sends a body slowly, and others from the first moment on."""
    process, port = serve()
    quickly(port, 2)
    ends = threading.Event()
    head = b"POST /v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 10000000\r\n\r\n"

    def crowd():
        clients = []
        for _ in range(2300):
            s = socket.create_connection(("127.0.0.1", port), 10)
            s.setblocking(False)
            s.sendall(head)
            clients.append(s)
        while not ends.wait(0.3):
            for s in clients:
                try:
                    s.send(b" " * 1000)
                except OSError:
                    pass

    thread = threading.Thread(target=crowd)
    thread.start()
    outcomes, slowest = Counter(), 0
    for number in range(80):
        begin = time.monotonic()
        for line in (("POST", "/v1/check", SMALL, JSON), ("GET", "/v1/sessions?limit=5"), ("GET", "/healthz")):
            try:
                outcomes[request(port, *line)[0]] += 1
            except (OSError, http.client.HTTPException):
                outcomes["no answer"] += 1
        slowest = max(slowest, time.monotonic() - begin)
        time.sleep(0.1)
    ends.set()
    thread.join()
    figure("240 others beside 2300 slow bodies on 2048 connections: answers; slowest three, s", f"{dict(outcomes)}; {slowest:.2f}", "200; 2",
           set(outcomes) == {200} and slowest < 2)
    stop(process)


def list_readers(port, count, ends):
    """Clients that read long lists, each over a new connection. A process of their own."""
    def read():
        while not ends.is_set():
            request(port, "GET", "/v1/sessions?limit=500")

    for thread in together(count, read):
        thread.join()


def long_lists():
    """One client that asks for long lists all the time, and others of its address."""
    process, port = serve()
    for _ in range(700):
        request(port, "POST", "/v1/sessions", SMALL, JSON)
    ends = multiprocessing.Event()
    crowd = multiprocessing.Process(target=list_readers, args=(port, 16, ends))
    crowd.start()
    time.sleep(1)
    reads, posts = [], []
    for _ in range(60):
        for times, line in ((reads, ("GET", "/v1/sessions?limit=5")), (reads, ("GET", "/metrics")), (posts, ("POST", "/v1/check", SMALL, JSON))):
            begin = time.monotonic()
            status = request(port, *line)[0]
            times.append(time.monotonic() - begin if status == 200 else float("inf"))
    ends.set()
    crowd.join()
    median = statistics.median(reads) * 1000
    figure("beside 16 that read lists of 500: median and slowest other read, ms; slowest small post, s",
           f"{median:.0f}, {max(reads) * 1000:.0f}; {max(posts):.2f}", "50, 100; 2", median < 50 and max(reads) < 0.1 and max(posts) < 2)
    stop(process)


def archive(files, checksum=None):
    """A zip archive of a view hierarchy with these responses, which are deflated; a checksum replaces the right one of each."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as written:
        for number, content in enumerate(files):
            written.writestr(f"x.viewhierarchy/RequestResponses/Response_{number}", content)
    if checksum is None:
        return whole.getvalue()
    # The checksum is at offset 14 of a local header, and 16 of an entry of the directory.
    found = bytearray(whole.getvalue())
    for sign, offset in ((b"PK\3\4", 14), (b"PK\1\2", 16)):
        place = found.find(sign)
        while place >= 0:
            found[place + offset:place + offset + 4] = checksum
            place = found.find(sign, place + 4)
    return bytes(found)


def packed_archives():
    """Short archives that unpack to the limit, alone and packed once more, and one of files that cannot be read."""
    text = b'["' + b"a" * 60_000_000 + b'"]'
    plain, twice, unreadable = archive([text]), archive([gzip.compress(text)]), archive([text[:20_000_000]] * 100, b"\0\0\0\0")
    boundary = b'--b\r\nContent-Disposition: form-data; name="file"; filename="x.zip"\r\n\r\n%s\r\n--b--\r\n'
    zipped, form = {"Content-Type": "application/zip"}, {"Content-Type": "multipart/form-data; boundary=b"}
    kinds = {"a zip archive": (plain, zipped), "in gzip": (gzip.compress(plain), zipped | {"Content-Encoding": "gzip"}), "in a form": (boundary % plain, form),
             "gzip in a zip archive in a form": (boundary % twice, form), "100 files with a wrong checksum": (unreadable, zipped)}
    for kind, (body, fields) in kinds.items():
        process, port = serve("--max-memory", "512")
        statuses = Counter()

        def send():
            statuses[request(port, "POST", "/v1/check", body, fields, 120)[0]] += 1

        slowest = beside(port, together(12, send))
        figure(f"12 bodies of {len(body) / 1e3:.0f} KB at once, {kind}: peak, MB; slowest other, s; answers", f"{peak(process)}; {slowest:.2f}; {dict(statuses)}",
               "512; 2; 400, 413 or 503", peak(process) < 512 and slowest < 2 and set(statuses) <= {400, 413, 503})
        stop(process)


def large_layout():
    """A layout of 25,000 views whose frames are fixed."""
    attributes = (("left", "root.left +"), ("top", "root.top +"), ("width", ""), ("height", ""))
    return json.dumps(json.loads(views(25_000)) | {"constraints": [f"v{n}.{one} == {other} {n % 97}" for n in range(25_000) for one, other in attributes]}).encode()


def large_reads():
    """Documents of a large session, which are read and not taken."""
    document = large_layout()
    for kind, path in (("documents", "/document"), ("documents of an old step", "/document?step=0"), ("sessions", "")):
        process, port = serve("--max-memory", "512")
        session = json.loads(request(port, "POST", "/v1/sessions", document, JSON, 120)[1])["id"]
        request(port, "POST", f"/v1/sessions/{session}/events", b'{"events":[{"op":"setConstant","id":"c3","constant":11}]}', JSON, 120)
        statuses = Counter()

        def read():
            statuses[request(port, "GET", f"/v1/sessions/{session}{path}", None, {}, 120)[0]] += 1

        slowest = beside(port, together(24, read))
        figure(f"24 large {kind} at once: peak, MB; slowest other, s; answers", f"{peak(process)}; {slowest:.2f}; {dict(statuses)}", "512; 1; 200 or 503",
               peak(process) < 512 and slowest < 1 and set(statuses) <= {200, 503})
        crowd = unread(port, f"/v1/sessions/{session}{path}", 300)
        slowest = quickly(port, 100)
        figure(f"300 large {kind} that nobody takes: peak, MB; slowest other, s", f"{peak(process)}; {slowest:.2f}", "512; 1", peak(process) < 512 and slowest < 1)
        for s in crowd:
            s.close()
        stop(process)


def first_reads():
    """Many large sessions, each of which is read for the first time after a start."""
    path = f"{folder}/first.db"
    process, port = service.serve(options.binary, path, "--max-memory", "512")
    body = gzip.compress(large_layout(), 1)
    ids = [json.loads(request(port, "POST", f"/v1/sessions?name=n{number}", body, JSON | {"Content-Encoding": "gzip"}, 120)[1])["id"] for number in range(60)]
    stop(process)
    for kind, target in (("documents", "/document?step=0"), ("logs", "/log"), ("sessions", "")):
        process, port = service.serve(options.binary, path, "--max-memory", "512")
        quickly(port, 4)
        statuses, left = Counter(), list(ids)

        def read():
            try:
                statuses[request(port, "GET", f"/v1/sessions/{left.pop()}{target}", None, {}, 120)[0]] += 1
            except http.client.IncompleteRead:
                # The slowest reader is cut off if answers that nobody has taken yet have more than 256 MB together.
                statuses["cut"] += 1

        slowest = beside(port, together(len(ids), read))
        figure(f"{len(ids)} large {kind} read for the first time: peak, MB; slowest other, s; answers", f"{peak(process)}; {slowest:.2f}; {dict(statuses)}",
               "512; 1; 200, or 503 after ten seconds", peak(process) < 512 and slowest < 1 and statuses[200] >= 10 and set(statuses) <= {200, 503, "cut"})
        stop(process)


def grown_sessions():
    """A session whose document is small until an event adds a view with a long text."""
    long = json.dumps({"events": [{"op": "addView", "view": {"id": "note", "parent": "root", "text": "long " * 2_900_000}}]}).encode()
    document = b'{"views":[{"id":"root"},{"id":"a","parent":"root"}],"constraints":["a.width == 10"]}'
    for path in ("/document", "/document?step=1", "/report?step=1", "/events", "/blame?step=1", "/replay", "/diagram.svg"):
        process, port = serve("--max-memory", "512")
        session = json.loads(request(port, "POST", "/v1/sessions", document, JSON)[1])["id"]
        status = request(port, "POST", f"/v1/sessions/{session}/events", long, JSON, 120)[0]
        request(port, "POST", f"/v1/sessions/{session}/events", b'{"events":[{"op":"addConstraint","constraint":"a.height == 9"}]}', JSON, 120)
        statuses, numbers = Counter(), iter(range(1000))

        def read():
            try:
                method = "POST" if path == "/replay" else "GET"
                statuses[request(port, method, f"/v1/sessions/{session}{path}", None, {"Accept": f"*/*, text/{next(numbers)}"}, 120)[0]] += 1
            except http.client.IncompleteRead:
                statuses["cut"] += 1

        slowest = beside(port, together(60, read))
        figure(f"60 that read {path} of a session that grew by an event: peak, MB; slowest other, s; answers", f"{peak(process)}; {slowest:.2f}; {dict(statuses)}",
               "512; 1; 200, or 503 after ten seconds", status == 200 and peak(process) < 512 and slowest < 1 and set(statuses) <= {200, 503, "cut"})
        stop(process)


def dense_reports():
    """Imported reports of short values, which take most memory for their length."""
    process, port = serve("--max-memory", "512")
    session = json.loads(request(port, "POST", "/v1/sessions", SMALL, JSON)[1])["id"]
    export = json.loads(request(port, "GET", f"/v1/sessions/{session}/export")[1])

    def send(count):
        export["steps"][0]["report"]["pad"] = [1] * count
        return request(port, "POST", "/v1/import", json.dumps(export, separators=(",", ":")).encode(), JSON, 60)

    refused, (status, answer, _) = send(1_900_000)[0], send(90_000)
    figure("imports with 1.9 million values and with 90,000 in their report", f"{refused}, {status}", "413, 201", (refused, status) == (413, 201))
    imported = json.loads(answer)["id"]
    for path in ("/log", "/affecting?view=a"):
        statuses = Counter()

        def read():
            for number in range(20):
                statuses[request(port, "GET", f"/v1/sessions/{imported}{path}", None, {"Accept": f"text/{number}"}, 60)[0]] += 1

        slowest = beside(port, together(60, read))
        figure(f"60 that read {path} of it: peak, MB; slowest other, s", f"{peak(process)}; {slowest:.2f}; answers {dict(statuses)}", "512; 1",
               peak(process) < 512 and slowest < 1)
    stop(process)


def held_batches():
    """More batches than there are connections, of lines that take long."""
    process, port = serve("--max-memory", "512")
    body = (HEAVY.replace(b"\n", b"") + b"\n") * 5
    head = b"POST /v1/batch HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\nContent-Length: %d\r\n\r\n" % len(body)
    crowd = []
    for _ in range(2100):
        try:
            crowd.append(socket.create_connection(("127.0.0.1", port), 5))
            crowd[-1].sendall(head + body)
        except OSError:
            pass
    slowest = quickly(port, 100)
    figure(f"beside {len(crowd)} batches of lines that explode: slowest other, s", f"{slowest:.2f}", "2", slowest < 2)
    for s in crowd:
        s.close()
    stop(process)


def chunk_senders(port, count, ends):
    """Clients that send bodies in chunks of one byte as fast as they are taken. A process of its own."""
    head = b"POST /v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"

    def send(s):
        s.sendall(head)
        while not ends.is_set():
            s.sendall(b"1\r\n \r\n" * 4000)

    connect_again(port, count, ends, send)


def tiny_chunks():
    """Many bodies in chunks of one byte, which take the event loop long to decode."""
    process, port = serve("--max-memory", "512")
    ends = multiprocessing.Event()
    crowd = multiprocessing.Process(target=chunk_senders, args=(port, 60, ends))
    crowd.start()
    time.sleep(2)
    times = []
    for _ in range(100):
        begin = time.monotonic()
        status = request(port, "GET", "/healthz")[0]
        times.append(time.monotonic() - begin if status == 200 else float("inf"))
    ends.set()
    crowd.join()
    median = statistics.median(times) * 1000
    figure("beside 60 that send chunks of a byte: median and slowest /healthz, ms", f"{median:.0f}, {max(times) * 1000:.0f}", "100, 500",
           median < 100 and max(times) < 0.5)
    stop(process)


PARTS = (heavy_clients, floods, bombs, large_bodies, watchers, logs, token_timing, stops, deleted_database, long_questions, strangers, slow_connections,
         few_descriptors, answers_not_taken, long_reports, many_findings, dated_imports, forged_imports, padded_findings, altered_rows, packed_rows, padded_options, odd_fields, restored_file,
         batches, forms_by_accept, bodies_of_strangers, heavy_bodies, slow_bodies, long_lists,
         packed_archives, large_reads, first_reads, grown_sessions, dense_reports, held_batches, tiny_chunks, turns_of_answers, trickling_batches,
         imported_exercises)
try:
    for part in PARTS:
        if not options.only or part.__name__ in options.only.split(","):
            part()
finally:
    service.kill_all()
    shutil.rmtree(folder, ignore_errors=True)
service.finish(options.json)
