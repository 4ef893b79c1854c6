#!/usr/bin/env python3
"""How a running service stands load: figures a line each, and a failure where a bound is missed. Debian's wrk makes the requests, nginx is the measure
for files; everything else is the standard library.

usage: load.py BINARY BENCH GENERATOR [--seconds N] [--mixed N] [--pause N] [--only PART,…] [--sanitized] [--json FILE]
"""
import argparse
import asyncio
import http.client
import json
import multiprocessing
import os
import random
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time

import service
from service import JSON, cpu_seconds, descriptors, figure, request, resident, stop

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("binary")
parser.add_argument("bench")
parser.add_argument("generator")
parser.add_argument("--seconds", type=int, default=10, help="of each run of wrk")
parser.add_argument("--mixed", type=int, default=60, help="seconds of mixed load")
parser.add_argument("--pause", type=float, default=0, help="seconds between the requests of each client of the mixed load")
parser.add_argument("--only", default="checks,idle,burst,reports,created,mixed")
parser.add_argument("--sanitized", action="store_true", help="the binary is built with a sanitizer, which keeps what is freed: memory is not judged")
parser.add_argument("--json", help="the figures as a file")
options = parser.parse_args()
service.allow_descriptors()
folder = tempfile.mkdtemp(prefix="plumbline-load.")


def serve(*arguments):
    return service.serve(options.binary, f"{folder}/{len(service.processes)}.db", *arguments)


def wrk(url, connections, script=None, seconds=None):
    command = ["wrk", "-t", "1", "-c", str(connections), "-d", f"{seconds or options.seconds}s", "--timeout", "30s", "--latency"]
    out = subprocess.run(command + (["-s", script] if script else []) + [url], capture_output=True, text=True, check=True).stdout
    unit = {"us": 1e-3, "ms": 1, "s": 1e3, "m": 6e4}
    times = {int(p): float(v) * unit[u] for p, v, u in re.findall(r"^\s+(\d+)%\s+([\d.]+)(us|ms|s|m)\s*$", out, re.M)}
    count = int(re.search(r"(\d+) requests in", out).group(1))
    errors = re.search(r"Non-2xx or 3xx responses: (\d+)", out)
    sockets = re.search(r"Socket errors: (.*)", out)
    return count, times, int(errors.group(1)) if errors else 0, sockets.group(1) if sockets else ""


def document(family, views):
    path = f"{folder}/{family}{views}.json"
    subprocess.run([sys.executable, options.generator, family, str(views), "-o", path], check=True, stdout=subprocess.DEVNULL)
    return path


def alone_in_process(path):
    """Milliseconds of CPU for all that an answer holds: the document read, analysed, its digest, the report written, and all but the report given back.

    In as many processes at once as the service has threads for it: those of one core share its caches, and CPU seconds are worth less then.
    """
    command = [options.bench, "--measure", "check", "--json", "--runs", "50", "--seconds", "2", path]
    alone = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(max(2, os.cpu_count()))]
    sums = [sum(record["ms"] for record in map(json.loads, process.communicate()[0].splitlines())) for process in alone]
    return sum(sums) / len(sums)


def checks():
    path = document("list", 100)
    script = f"{folder}/post.lua"
    open(script, "w").write(
        f'local f = io.open("{path}", "rb")\nwrk.method = "POST"\nwrk.body = f:read("*all")\nwrk.headers["Content-Type"] = "application/json"\n')
    process, port = serve()
    web, nginx, _ = service.start_nginx(folder, 'location / { return 200 "ok"; }')
    stopping, outcome = multiprocessing.Event(), multiprocessing.Queue()
    wrk(f"http://127.0.0.1:{port}/v1/check", 4, script, 2)
    alone_before = alone_in_process(path)
    watcher = multiprocessing.Process(target=service.watch, args=([port, web], stopping, outcome))
    watcher.start()
    before = cpu_seconds(process.pid)
    count, times, errors, sockets = wrk(f"http://127.0.0.1:{port}/v1/check", 64, script)
    spent = cpu_seconds(process.pid) - before
    stopping.set()
    ours, theirs = outcome.get()
    watcher.join()
    nginx.terminate()
    nginx.wait()
    rate = count / spent
    single = (alone_before + alone_in_process(path)) / 2
    bound = 0.8 * 1000 / single
    figure("list at 100 views over 64 connections, requests per CPU second", round(rate), f"{bound:.0f}, 80 % of in process", rate >= bound)
    figure("p50 and p99 of these, ms", f"{times[50]:.1f}, {times[99]:.1f}", "p99 below 10x p50", times[99] < 10 * times[50])
    figure("errors of these", f"{errors} {sockets}".strip(), "0", errors == 0 and not sockets)
    figure("slowest /healthz meanwhile, ms", f"{ours:.1f}; of an idle nginx beside it {theirs:.1f}", "100", ours < 100)
    stop(process)


def idle():
    process, port = serve("--max-connections", "6000", "--idle-timeout", "600")
    request(port, "GET", "/healthz")
    before = resident(process)
    connections = []
    for _ in range(5000):
        s = socket.create_connection(("127.0.0.1", port))
        s.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        s.recv(4096)
        connections.append(s)
    each = (resident(process) - before) * 1024 / 5000
    figure("bytes for each of 5000 idle connections", round(each), "2048", each < 2048)
    status, _, _ = request(port, "GET", "/readyz")
    figure("readiness with them", status, "200", status == 200)
    for s in connections:
        s.close()
    stop(process)


def burst():
    body = open(document("list", 100), "rb").read()
    process, port = serve()
    request(port, "POST", "/v1/check", body, JSON)
    before = resident(process)
    head = f"POST /v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: {len(body)}\r\n\r\n".encode()

    async def one():
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            writer.write(head + body)
            await writer.drain()
            answer = await reader.read()
        except ConnectionError:
            return "reset"
        finally:
            writer.close()
        status = int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.1 ") else 0
        if status in (429, 503) and b"\r\nRetry-After:" not in answer:
            return "no Retry-After"
        return status if answer else "nothing"

    async def all():
        return await asyncio.gather(*(one() for _ in range(1000)))

    found = {}
    for outcome in asyncio.run(all()):
        found[outcome] = found.get(outcome, 0) + 1
    figure("1000 POSTs at once", ", ".join(f"{count} x {status}" for status, count in sorted(found.items(), key=str)), "200, 429 or 503 with Retry-After",
           set(found) <= {200, 429, 503})
    grown = resident(process) - before
    figure("memory grown by them, kB", grown, "65536", grown < 65536)
    stop(process)


def reports():
    process, port = serve()
    status, data, answer = request(port, "POST", "/v1/sessions", open(document("mixed", 20), "rb").read(), JSON)
    session = json.loads(data)["id"]
    _, report, _ = request(port, "GET", f"/v1/sessions/{session}/report")
    os.makedirs(f"{folder}/www")
    open(f"{folder}/www/report", "wb").write(report)
    web, nginx, worker = service.start_nginx(folder, f"root {folder}/www;")
    rates = {}
    for name, url, pids in (("ours", f"http://127.0.0.1:{port}/v1/sessions/{session}/report", [process.pid]),
                            ("nginx", f"http://127.0.0.1:{web}/report", [worker])):
        wrk(url, 16, seconds=1)
        before = cpu_seconds(*pids)
        count, _, errors, _ = wrk(url, 16)
        rates[name] = count / (cpu_seconds(*pids) - before)
        if errors:
            rates[name] = 0
    figure(f"GET of a stored report of {len(report)} bytes, requests per CPU second", f"{rates['ours']:.0f}, nginx with a file {rates['nginx']:.0f}",
           "half of nginx", rates["ours"] >= rates["nginx"] / 2)
    nginx.terminate()
    nginx.wait()
    stop(process)


def created():
    """Small documents that are made to sessions, each durable when it is answered."""
    script = f"{folder}/create.lua"
    open(script, "w").write("""
        local count = 0
        wrk.headers["Content-Type"] = "application/json"
        request = function()
            count = count + 1
            return wrk.format("POST", nil, nil, string.format('{"name":"Cell %d","constraints":["a.width == %d"]}', count, count))
        end""")
    process, port = serve()
    wrk(f"http://127.0.0.1:{port}/v1/sessions", 8, script, 2)
    before = cpu_seconds(process.pid)
    begin = time.monotonic()
    count, times, errors, sockets = wrk(f"http://127.0.0.1:{port}/v1/sessions", 8, script)
    rate = count / (time.monotonic() - begin)
    each = (cpu_seconds(process.pid) - before) / max(1, count) * 1e6
    figure("sessions created per second over 8 connections; p50 and p99, ms; CPU each, µs; errors",
           f"{rate:.0f}; {times[50]:.1f}, {times[99]:.1f}; {each:.0f}; {errors} {sockets}", "1500 on two processors of their own", rate >= 1500 and errors == 0)
    stop(process)


def mixed():
    process, port = serve("--keep-sessions", "500")
    bodies = [open(document(family, views), "rb").read() for family in ("list", "form", "feed", "ratio") for views in (10, 60)]
    end = time.monotonic() + options.mixed
    failures = []

    def client(seed):
        choice = random.Random(seed)
        sessions = []
        while time.monotonic() < end:
            time.sleep(options.pause)
            try:
                what = choice.random()
                if what < 0.3 or not sessions:
                    status, data, _ = request(port, "POST", "/v1/sessions", choice.choice(bodies), JSON)
                    if status == 201:
                        sessions = (sessions + [json.loads(data)["id"]])[-50:]
                elif what < 0.5:
                    status, _, _ = request(port, "POST", f"/v1/sessions/{choice.choice(sessions)}/events", b'{"events":[{"op":"resize","width":%d,"height":700}]}' %
                                           choice.randrange(100, 900), JSON)
                elif what < 0.9:
                    status, _, _ = request(port, "GET", choice.choice(["/v1/sessions?q=list&limit=10", "/v1/findings", "/metrics", f"/v1/sessions/{choice.choice(sessions)}",
                                                                       f"/v1/sessions/{choice.choice(sessions)}/report", f"/v1/sessions/{choice.choice(sessions)}/diagram.svg"]))
                elif what < 0.95:
                    status, data, _ = request(port, "POST", "/v1/batch", b"\n".join([b'{"constraints":["a.width == 10"]}'] * choice.randrange(1, 300)),
                                              {"Content-Type": "application/x-ndjson"})
                else:
                    status, _, _ = request(port, "POST", "/v1/check", b"{" * choice.randrange(1, 2000), JSON)
                if status not in (200, 201, 400, 404, 429, 503):
                    failures.append(status)
            except Exception as error:
                failures.append(repr(error))

    def watcher():
        # One who watches a session, and leaves again and again.
        while time.monotonic() < end:
            try:
                status, data, _ = request(port, "POST", "/v1/sessions", bodies[0], JSON)
                connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
                connection.request("GET", f"/v1/sessions/{json.loads(data)['id']}/stream")
                connection.getresponse().read(10)
                time.sleep(0.2)
                connection.close()
            except Exception as error:
                failures.append(repr(error))

    # They end with the program where something is amiss.
    threads = [threading.Thread(target=client, args=(seed,), daemon=True) for seed in range(8)] + [threading.Thread(target=watcher, daemon=True)]
    for thread in threads:
        thread.start()
    samples = []
    while time.monotonic() < end:
        time.sleep(max(1, options.mixed / 20))
        samples.append((resident(process), descriptors(process)))
    for thread in threads:
        thread.join()
    half = len(samples) // 2
    early, late = max(m for m, _ in samples[:half]), max(m for m, _ in samples[half:])
    figure(f"failures in {options.mixed} s of mixed load", f"{len(failures)} {failures[:3] if failures else ''}".strip(), "0", not failures)
    # What is kept on purpose grows in the first minutes, the faster the machine the faster: pages of the database (5 connections with 16 MB each), answers and
    # bases of reports (16 MB each), sessions' documents and live layouts; with the program's own 40 MB that is less than 192 MB.
    kept = 192 << 10 if options.mixed < 600 else 0
    figure("most memory in its halves, kB", f"{early}, {late}", f"level within 20 %{f', or {kept}' if kept else ''}",
           options.sanitized or late < max(1.2 * early, kept))
    figure("most descriptors in its halves", f"{max(d for _, d in samples[:half])}, {max(d for _, d in samples[half:])}", "level within 20",
           max(d for _, d in samples[half:]) < max(d for _, d in samples[:half]) + 20)
    stop(process)


def main():
    for part in options.only.split(","):
        {"checks": checks, "idle": idle, "burst": burst, "reports": reports, "created": created, "mixed": mixed}[part]()


service.run(main, folder, options.json)
