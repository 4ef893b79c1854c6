"""The attacked service, clients that attack it, and measures of what other clients notice.

Seconds are infinite if a request fails, so that a bound on them is also one on answers.
"""
import contextlib
import http.client
import json
import multiprocessing
import os
import socket
import subprocess
import time

import service
from attacks.documents import SMALL, compact
from service import JSON, request, together

LINES = {"Content-Type": "application/x-ndjson"}
ZIPPED = {"Content-Encoding": "gzip"}
SMALL_CHECK = ("POST", "/v1/check", SMALL, JSON)
SHORT_LIST = ("GET", "/v1/sessions?limit=5")
# The program to attack, and the folder of its databases: `attacks.py` sets both.
program = folder = None


def serve(*arguments, database=None, **more):
    """-> the process of a service that listens, and its port; with an empty database if none is named."""
    return service.serve(program, database or f"{folder}/{len(service.processes)}.db", *arguments, **more)


def database_of(process):
    """-> the path of a service's database."""
    return process.args[process.args.index("--database") + 1]


def run_command(*arguments):
    """-> the outcome of a command of the program."""
    return subprocess.run([program, *arguments], capture_output=True, text=True)


def token_file(token):
    """-> the path of a file with a token."""
    path = f"{folder}/token-{len(service.processes)}"
    with open(path, "w", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
        file.write(token)
    return path


# Sessions

def create(port, document=SMALL, timeout=60):
    """-> the id of a new session."""
    return json.loads(request(port, "POST", "/v1/sessions", document, JSON, timeout)[1])["id"]


def post_event(port, session, timeout=60, **event):
    """-> the status of an event, which is a step of a session."""
    return request(port, "POST", f"/v1/sessions/{session}/events", json.dumps({"events": [event]}).encode(), JSON, timeout)[0]


def export_of(port, session):
    """-> a session as the service exports it, to be changed and imported."""
    return json.loads(request(port, "GET", f"/v1/sessions/{session}/export")[1])


def post_import(port, export, timeout=60):
    """-> the status of an import, and its answer."""
    status, answer, _ = request(port, "POST", "/v1/import", compact(export), JSON, timeout)
    return status, json.loads(answer)


# Measures

def seconds(port, method, path, body=None, fields={}):
    """The seconds that a request takes over a new connection."""
    begin = time.monotonic()
    try:
        status = request(port, method, path, body, fields)[0]
    except (OSError, http.client.HTTPException) as failure:
        print(f"    {method} {path}: {failure!r}")
        return float("inf")
    return time.monotonic() - begin if 200 <= status < 300 else float("inf")


def slowest_small(port, count=20):
    """The most seconds that one of some small requests takes, each over a new connection: checks and lists."""
    return max(seconds(port, *(SMALL_CHECK if number % 2 else SHORT_LIST)) for number in range(count))


def slowest_of(port, count, method, path, body=None):
    """The most seconds that one of some equal requests takes over one connection."""
    slowest = 0
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    for _ in range(count):
        begin = time.monotonic()
        connection.request(method, path, body, JSON if body else {})
        answer = connection.getresponse()
        answer.read()
        slowest = max(slowest, time.monotonic() - begin if answer.status == 200 else float("inf"))
    connection.close()
    return slowest


def beside(port, threads, count=4):
    """The most seconds that a small request takes while these threads run."""
    slowest = 0
    while any(thread.is_alive() for thread in threads):
        slowest = max(slowest, slowest_small(port, count))
    return slowest


# Bytes of requests

def head(method, target, *fields):
    """The bytes of a request before its body."""
    return "\r\n".join([f"{method} {target} HTTP/1.1", "Host: localhost", *fields, "", ""]).encode()


BATCH = head("POST", "/v1/batch", "Content-Type: application/x-ndjson", "Transfer-Encoding: chunked")


def raw(port, data, timeout=20):
    """-> the bytes that the service answers to these until it ends the connection."""
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


# Crowds

def send_unread(port, data, count):
    """-> so many connections whose clients send this and read nothing. Little of an answer fits into their buffers."""
    crowd = []
    for _ in range(count):
        s = socket.socket()
        s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        s.connect(("127.0.0.1", port))
        s.sendall(data)
        crowd.append(s)
    return crowd


def send_begun(port, data):
    """-> a connection that does not block, on which this was sent. If the service has ended it, its next use fails."""
    s = socket.socket()
    s.settimeout(10)
    try:
        s.connect(("127.0.0.1", port))
        s.sendall(data)
    except OSError:
        pass
    s.setblocking(False)
    return s


def close(crowd):
    for s in crowd:
        s.close()


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


@contextlib.contextmanager
def crowd(work, *arguments, lead):
    """Runs `work(*arguments, ends)` in a process of its own, from `lead` seconds before the block until its end; then the event `ends`
    is set."""
    ends = multiprocessing.Event()
    process = multiprocessing.Process(target=work, args=(*arguments, ends))
    process.start()
    try:
        time.sleep(lead)
        yield
    finally:
        ends.set()
        process.join()
