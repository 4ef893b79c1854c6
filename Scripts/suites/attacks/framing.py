"""Attacks on the reading of requests: long heads, odd fields, small chunks, text for the log, and guessed tokens."""
import http.client
import json
import re
import socket
import statistics
import time

from attacks import clients
from attacks.clients import close, connect_again, create, crowd, head, raw, seconds, serve, slowest_small, token_file
from service import JSON, figure, request, resident, stop


def floods():
    """Heads without measure are refused; 5,000 requests in one piece are all answered; 20 clients that read none of 40,000 answers
    take less than 64 MB, and others wait less than 2 s."""
    process, port = serve()
    before = slowest_small(port, 4) and resident(process)
    begun = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
    cases = {"10000 fields": begun + b"".join(b"X-%d: y\r\n" % n for n in range(10000)) + b"\r\n",
             "a field of 1 MB": begun + b"X: " + b"y" * (1 << 20) + b"\r\n\r\n",
             "a target of 1 MB": b"GET /" + b"a" * (1 << 20) + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
             "a method of 1 MB": b"G" * (1 << 20)}
    wanted = (("431",), ("431",), ("414",), ("501", "400"))
    statuses = [raw(port, data)[9:12].decode() for data in cases.values()]
    figure("floods of the head: " + ", ".join(cases), ", ".join(statuses), "431, 431, 414, 501 or 400",
           all(status in each for status, each in zip(statuses, wanted)))
    answers = raw(port, head("GET", "/healthz") * 5000).count(b"HTTP/1.1 200")
    figure("5000 requests in one piece, answers", answers, "5000", answers == 5000)
    unread = []
    for _ in range(20):
        s = socket.create_connection(("127.0.0.1", port))
        s.setblocking(False)
        try:
            for _ in range(200):
                s.send(head("GET", "/openapi.json") * 200)
        except BlockingIOError:
            pass
        unread.append(s)
    time.sleep(1)
    slowest = slowest_small(port)
    grown = (resident(process) - before) // 1024
    figure("20 that ask for 40000 long answers and read none: slowest other, s; MB more", f"{slowest:.2f}, {grown}", "2, 64",
           slowest < 2 and grown < 64)
    close(unread)
    stop(process)


def odd_fields():
    """Tags and fields that are nearly right are refused: 412 for a tag that is none, 400 for a field that may be there only once."""
    process, port = serve()
    session = create(port)
    body = b'{"events":[{"op":"resize","width":100,"height":100}]}'

    def post(*fields):
        begun = head("POST", f"/v1/sessions/{session}/events", "Content-Type: application/json", f"Content-Length: {len(body)}", *fields)
        return int(raw(port, begun + body)[9:12])

    wanted = {('If-Match: "+0"',): 412, ('If-Match: "00"',): 412, ('If-Match: "-0"',): 412, ('If-Match: "9"', 'If-Match: "0"'): 200,
              ("Idempotency-Key: a", "Idempotency-Key: b"): 400, ("Content-Type: application/json",): 400,
              ("Range: bytes=0-1", "range: bytes=0-1"): 400}
    found = {fields: post(*fields) for fields in wanted}
    figure("tags and fields that are nearly right", list(found.values()), list(wanted.values()), found == wanted)
    stop(process)


def chunk_senders(port, count, ends):
    """Clients that send bodies in chunks of one byte as fast as they are taken."""
    begun = head("POST", "/v1/check", "Content-Type: application/json", "Transfer-Encoding: chunked")

    def send(s):
        s.sendall(begun)
        while not ends.is_set():
            s.sendall(b"1\r\n \r\n" * 4000)

    connect_again(port, count, ends, send)


def tiny_chunks():
    """60 bodies in chunks of one byte, which take the event loop long to decode: /healthz answers in 100 ms (median), and always in
    500 ms."""
    process, port = serve("--max-memory", "512")
    with crowd(chunk_senders, port, 60, lead=2):
        times = [seconds(port, "GET", "/healthz") for _ in range(100)]
    median = statistics.median(times) * 1000
    figure("beside 60 that send chunks of a byte: median and slowest /healthz, ms", f"{median:.0f}, {max(times) * 1000:.0f}", "100, 500",
           median < 100 and max(times) < 0.5)
    stop(process)


def logs():
    """Requests that try to write lines or control characters into the log: none is there, and no word of the documents."""
    log = f"{clients.folder}/log"
    process, port = serve("--log-level", "debug", log=log)
    secret = "quitesecretname"
    raw(port, b"GET /\x1b[31mred HTTP/1.1\r\nHost: localhost\r\n\r\n")
    raw(port, b"GET /a%0d%0alevel=error%1b[2J HTTP/1.1\r\nHost: localhost\r\nUser-Agent: x\x1b[2J\r\nX-Request-Id: forged\r\n\r\n")
    raw(port, b"G\x80T / HTTP/1.1\r\nHost: local\x07host\r\n\r\n")
    document = {"name": secret, "constraints": [f"{secret}.width == 1\u2028level=error"]}
    request(port, "POST", "/v1/sessions?name=" + secret, json.dumps(document).encode(), JSON)
    request(port, "GET", "/v1/sessions?q=" + secret)
    stop(process)
    with open(log, "rb") as file:
        text = file.read()
    lines = text.decode().split("\n")
    forged = [line for line in lines if re.match(r"\s*level=error", line)]
    strange = [byte for byte in text if byte < 32 and byte != 10 or byte > 126]
    figure("the log after attempts to steer it: forged lines, strange bytes, words of documents",
           f"{len(forged)}, {len(strange)}, {text.count(secret.encode())}", "0, 0, 0",
           not forged and not strange and secret.encode() not in text and len(lines) > 4)


def token_timing():
    """Tokens that are wrong at their first or at their last character: the median times of the answers differ by less than 5 %."""
    token = "k" * 40
    process, port = serve("--token-file", token_file(token))
    times = {}
    connection = http.client.HTTPConnection("127.0.0.1", port)
    for _ in range(4000):
        for name, guess in (("first wrong", "x" + token[1:]), ("last wrong", token[:-1] + "x")):
            begin = time.perf_counter_ns()
            connection.request("GET", "/v1/sessions", headers={"Authorization": "Bearer " + guess})
            answer = connection.getresponse()
            answer.read()
            times.setdefault(name, []).append(time.perf_counter_ns() - begin)
            assert answer.status == 401
    first, last = (statistics.median(times[name]) / 1000 for name in ("first wrong", "last wrong"))
    figure("median answer to a token wrong at its first or last character, µs", f"{first:.1f}, {last:.1f}", "apart by less than 5 %",
           abs(first - last) < 0.05 * last)
    stop(process)


PARTS = (floods, odd_fields, tiny_chunks, logs, token_timing)
