#!/usr/bin/env python3
"""What a stranger on the same machine may try, and what the others notice of it: figures a line each, and a failure where a bound is missed.

usage: attacks.py BINARY [--json FILE]
"""
import argparse
import http.client
import json
import os
import re
import shutil
import socket
import sqlite3
import statistics
import tempfile
import threading
import time
import zlib

import service
from service import JSON, descriptors, figure, request, resident, stop

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("binary")
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


try:
    for part in (heavy_clients, floods, bombs, large_bodies, watchers, logs, token_timing, stops, deleted_database):
        part()
finally:
    service.kill_all()
    shutil.rmtree(folder, ignore_errors=True)
service.finish(options.json)
