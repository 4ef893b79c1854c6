"""Attacks by very many connections: clients that wait, send slowly or read slowly, more of them than the service accepts."""
import http.client
import socket
import time
from collections import Counter

from attacks.clients import (BATCH, SHORT_LIST, SMALL_CHECK, close, create, crowd, head, post_event, seconds, send_begun, send_unread,
                             serve, slowest_of, slowest_small)
from attacks.documents import AMBIGUITIES, CHOICES, SMALL
from service import descriptors, figure, request, resident, stop


def watchers():
    """500 clients that watch a session: all learn of a step, others wait less than 2 s, each takes less than 32 kB, and five descriptors
    at most are left when they are gone."""
    process, port = serve()
    session = create(port)
    slowest_small(port, 4)
    before, open_before = resident(process), descriptors(process)
    watching, begun = [], 0
    for _ in range(500):
        # Each is accepted before the next one connects: the service refuses more at once than may wait.
        s = socket.create_connection(("127.0.0.1", port), 60)
        s.sendall(head("GET", f"/v1/sessions/{session}/stream"))
        begun += s.recv(4096).startswith(b"HTTP/1.1 200")
        watching.append(s)
    slowest = slowest_small(port)
    status = post_event(port, session, op="setConstant", id="c1", constant=12)
    informed = 0
    for s in watching:
        data = b""
        try:
            while b"id: 1\n" not in data and (more := s.recv(4096)):
                data += more
        except TimeoutError:
            print(f"    nothing more after {data[-200:]}, the step was answered {status}")
            break
        informed += b"id: 1\n" in data
    each = (resident(process) - before) // 500
    figure("500 that watch a session: begun, informed of a step; slowest other, s; kB each", f"{begun}, {informed}; {slowest:.2f}; {each}",
           "500, 500; 2; 32", (begun, informed, status) == (500, 500, 200) and slowest < 2 and each < 32)
    close(watching)
    end = time.monotonic() + 5
    while descriptors(process) > open_before + 5 and time.monotonic() < end:
        time.sleep(0.1)
    more = descriptors(process) - open_before
    figure("descriptors more once they left", more, "5", more <= 5)
    stop(process)


def slow_connections():
    """260 clients on 200 connections that hardly read or send: /healthz answers in 0.5 s, and after 12 s a new client in 2 s."""
    process, port = serve("--max-connections", "200")
    session = f"/v1/sessions/{create(port, AMBIGUITIES)}"
    kinds = {"readers": head("GET", session), "batches": BATCH, "heads": b"GET / HTTP/1.1\r\nX: ",
             "watchers": head("GET", f"{session}/stream")}
    for kind, data in kinds.items():
        slow = send_unread(port, data, 260)
        lives = slowest_of(port, 1, "GET", "/healthz")
        end = time.monotonic() + 12
        while time.monotonic() < end:
            for s in slow:
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
        figure(f"beside 260 {kind} on 200 connections: slowest /healthz, s; slowest new client after 12 s, s", f"{lives:.2f}; {others:.2f}",
               "0.5; 2", lives < 0.5 and others < 2)
        close(slow)
    stop(process)


def few_descriptors():
    """1100 idle connections with the usual soft limit of 1024 descriptors: a new client waits less than 1 s."""
    process, port = serve(prefix=("bash", "-c", 'ulimit -S -n 1024; exec "$0" "$@"'))
    idle = [socket.create_connection(("127.0.0.1", port)) for _ in range(1100)]
    time.sleep(0.5)
    slowest = max(slowest_of(port, 1, "POST", "/v1/check", SMALL) for _ in range(5))
    figure("a new client beside 1100 idle ones, soft limit of 1024 descriptors: slowest, s", f"{slowest:.2f}", "1", slowest < 1)
    close(idle)
    stop(process)


def send_slowly(port, count, ends):
    """Clients that send a thousand bytes of a body three times a second."""
    begun = head("POST", "/v1/check", "Content-Type: application/json", "Content-Length: 10000000")
    sending = [send_begun(port, begun) for _ in range(count)]
    while not ends.wait(0.3):
        for s in sending:
            try:
                s.send(b" " * 1000)
            except OSError:
                pass


def slow_bodies():
    """2300 clients on 2048 connections that send bodies slowly: each of three requests at any moment is answered 200, all three in 2 s."""
    process, port = serve()
    slowest_small(port, 2)
    outcomes, slowest = Counter(), 0
    with crowd(send_slowly, port, 2300, lead=0):
        for _ in range(80):
            begin = time.monotonic()
            for line in (SMALL_CHECK, SHORT_LIST, ("GET", "/healthz")):
                try:
                    outcomes[request(port, *line)[0]] += 1
                except (OSError, http.client.HTTPException):
                    outcomes["no answer"] += 1
            slowest = max(slowest, time.monotonic() - begin)
            time.sleep(0.1)
    figure("240 others beside 2300 slow bodies on 2048 connections: answers; slowest three, s", f"{dict(outcomes)}; {slowest:.2f}",
           "200; 2", set(outcomes) == {200} and slowest < 2)
    stop(process)


def held_batches():
    """2100 batches on 2048 connections, of lines that take long: a small request waits less than 2 s."""
    process, port = serve("--max-memory", "512")
    body = (CHOICES + b"\n") * 5
    begun = head("POST", "/v1/batch", "Content-Type: application/x-ndjson", f"Content-Length: {len(body)}")
    sending = []
    for _ in range(2100):
        try:
            sending.append(socket.create_connection(("127.0.0.1", port), 5))
            sending[-1].sendall(begun + body)
        except OSError:
            pass
    slowest = slowest_small(port, 100)
    figure(f"beside {len(sending)} batches of lines that explode: slowest other, s", f"{slowest:.2f}", "2", slowest < 2)
    close(sending)
    stop(process)


def trickle(port, count, ends):
    """Batches of which each sends an empty line five times a second, over a new connection if it lost the old one."""
    sending = [send_begun(port, BATCH) for _ in range(count)]
    while not ends.wait(0.2):
        for place, s in enumerate(sending):
            try:
                s.send(b"1\r\n\n\r\n")
            except BlockingIOError:
                pass
            except OSError:
                sending[place] = send_begun(port, BATCH)


def trickling_batches():
    """2100 batches on 2048 connections, which send very little and very often: 95 of 100 reads take less than 100 ms, a check less
    than 2 s."""
    process, port = serve("--max-memory", "512")
    session = create(port)
    reads, posts = [], []
    with crowd(trickle, port, 2100, lead=4):
        for _ in range(300):
            reads.append(seconds(port, "GET", f"/v1/sessions/{session}"))
            posts.append(seconds(port, *SMALL_CHECK))
            time.sleep(0.02)
    late = sorted(reads)[285] * 1000
    figure("beside 2100 batches that trickle: 95th percentile of reads, ms; slowest small post, s", f"{late:.0f}; {max(posts):.2f}",
           "100; 2", late < 100 and max(posts) < 2)
    stop(process)


PARTS = (watchers, slow_connections, few_descriptors, slow_bodies, held_batches, trickling_batches)
