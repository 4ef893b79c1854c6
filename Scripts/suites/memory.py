#!/usr/bin/env python3
"""The peak memory of a service with --max-memory while long sessions are read in every way: a line for each way, and a failure beyond the limit.

usage: memory.py BINARY [--only PART,…] [--views N] [--steps N] [--json FILE]
"""
import argparse
import gzip
import http.client
import json
import os
import subprocess
import tempfile
import time
from collections import Counter

import service
from service import JSON, begin_peak, cpu_seconds, figure, peak, request, stop, together

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("binary")
parser.add_argument("--only", default="")
parser.add_argument("--views", type=int, default=5000)
parser.add_argument("--steps", type=int, default=500)
parser.add_argument("--json", help="the figures as a file")
options = parser.parse_args()
folder = tempfile.mkdtemp(prefix="plumbline-memory.")
database = f"{folder}/long.db"
MOST = 256


def serve(path, *arguments):
    return service.serve(options.binary, path, "--max-memory", str(MOST), *arguments)


def ask(port, method, path, body=None, fields={}):
    """-> the status, and the number of bytes, which are not kept. The status is 0 for an answer that is cut off."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    count = 0
    try:
        connection.request(method, path, body, fields)
        answer = connection.getresponse()
        while piece := answer.read(1 << 16):
            count += len(piece)
        return answer.status, count
    except (OSError, http.client.HTTPException):
        return 0, count
    finally:
        connection.close()


def attack(process, port, name, requests, wanted, clients=1):
    """Sends the requests, all of them by each client, and tells the peak."""
    begin_peak(process)
    begin = time.monotonic()
    answers = Counter()

    def client():
        for wish in requests:
            answers[ask(port, *wish)[0]] += 1

    for thread in together(clients, client):
        thread.join()
    most = peak(process)
    seconds = time.monotonic() - begin
    figure(f"{name}{f', {clients} clients' if clients > 1 else ''}: peak, MB; answers; s", f"{most}; {dict(answers)}; {seconds:.1f}",
           f"{MOST}; {' or '.join(map(str, sorted(wanted)))}", most < MOST and set(answers) <= wanted and process.poll() is None)


def layout(views):
    """A column of views with conflicts in it, and ambiguities."""
    rows = ["v0.top == root.top"] + [f"v{n}.top == v{n - 1}.bottom + 1" for n in range(1, views)]
    rows += [f"v{n}.height == {10 + n % 7}" for n in range(views)] + [f"v{n}.left == root.left" for n in range(0, views, 2)]
    return json.dumps({"constraints": rows + ["v0.width == 10", "v0.width == 12"]}).encode()


def change(number, views):
    """The events of a step: mostly a constant, sometimes a conflict that comes or goes, and undos."""
    if number % 50 in (48, 49):
        return {"events": [{"op": "undo"}]}
    if number % 10 == 0:
        return {"events": [{"op": "addConstraint", "constraint": {"id": f"x{number}", "first": {"item": f"v{number % views}", "attribute": "height"},
                                                                  "relation": "==", "constant": 90}}]}
    return {"events": [{"op": "setConstant", "id": f"c{views + 1 + number % views}", "constant": 20 + number}]}


def make(path, steps):
    """Makes a session with that many steps, by an import whose reports have a fixed length; its id."""
    process, port = serve(path)
    begin = time.monotonic()
    first = json.loads(request(port, "POST", "/v1/sessions", layout(options.views), JSON)[1])["id"]
    record = json.loads(request(port, "GET", f"/v1/sessions/{first}/export")[1])
    stop(process)
    step = record["steps"][0]
    report = {"verdict": step["verdict"], "length": "x" * 200_000}
    made = {"createdAt": step["createdAt"], "engine": step["engine"], "verdict": step["verdict"], "report": report}
    record["steps"] += [made | {"step": number} | change(number, options.views) for number in range(1, steps + 1)]
    with open(f"{path}.json", "w") as file:
        json.dump(record, file)
    command = [options.binary, "sessions", "import", f"{path}.json", "--database", path]
    session = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
    os.remove(f"{path}.json")
    print(f"    a session of {options.views} views and {steps} steps is made in {time.monotonic() - begin:.1f} s", flush=True)
    return session


def reads(session):
    """Each route that reads a session or computes documents of its steps, by one client and by several, after a start without a cache."""
    at = f"/v1/sessions/{session}"
    packed = {"Accept-Encoding": "gzip"}
    middle = options.steps // 2
    exercise = json.dumps({"count": 1}).encode()
    routes = {
        "the session": [("GET", at), ("GET", at, None, packed), ("GET", f"{at}?step=3")],
        "an export": [("GET", f"{at}/export"), ("GET", f"{at}/export", None, packed)],
        "events": [("GET", f"{at}/events?from={first}") for first in range(0, options.steps, 100)],
        "blame": [("GET", f"{at}/blame"), ("GET", f"{at}/blame?step={middle}")],
        "documents of steps": [("GET", f"{at}/document?step={step}") for step in (0, 1, middle, options.steps - 1, options.steps)],
        "constraints of steps": [("GET", f"{at}/constraints?view=v7&step={step}") for step in (options.steps, middle, 2)],
        "what a view depends on": [("GET", f"{at}/affecting?view=v7&axis=vertical&step={step}") for step in (middle, options.steps)],
        "drawings": [("GET", f"{at}/diagram.svg?step={middle}")],
        "a difference": [("GET", f"{at}/diff/{session}")],
        "a report in another form": [("GET", f"{at}/report?format=sarif&step={middle}")],
        "a preview": [("POST", f"{at}/preview?step={middle}", json.dumps(change(7, options.views)).encode(), JSON)],
        "an undo": [("POST", f"{at}/events", b'{"events":[{"op":"undo"}]}', JSON)],
        "an exercise": [("POST", f"{at}/exercise?step={middle}", exercise, JSON)],
    }
    process, port = serve(database)
    for name, requests in routes.items():
        attack(process, port, name, requests, {200})
    every = [wish for name, requests in routes.items() if name not in ("an undo", "an exercise") for wish in requests]
    attack(process, port, "all of these", every, {200, 503}, clients=4)
    attack(process, port, "exports", routes["an export"], {200, 503, 0}, clients=8)
    attack(process, port, "the session, after that", [("GET", at)], {200})
    stop(process)


def replays(session):
    """Replays that take longer than a request may: they end when they were answered."""
    process, port = serve(database, "--deadline", "4")
    attack(process, port, "replays", [("POST", f"/v1/sessions/{session}/replay", b"{}", JSON)], {200, 503}, clients=4)
    time.sleep(0.5)
    before = cpu_seconds(process.pid)
    time.sleep(1)
    used = cpu_seconds(process.pid) - before
    figure("processor time in a second after replays were answered, s", f"{used:.2f}", "0.3", used < 0.3)
    stop(process)


def streams(session):
    """Clients that watch a session from its beginning."""
    process, port = serve(database)
    begin_peak(process)
    answers = Counter()

    def watch():
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        connection.request("GET", f"/v1/sessions/{session}/stream?after=0")
        answer = connection.getresponse()
        text = b""
        while f"id: {options.steps}\n".encode() not in text:
            text += answer.read1(1 << 16)
        answers[answer.status] += 1
        connection.close()

    for thread in together(20, watch):
        thread.join()
    figure("20 clients that watch it from the beginning: peak, MB; answers", f"{peak(process)}; {dict(answers)}", f"{MOST}; 200",
           peak(process) < MOST and answers == {200: 20})
    stop(process)


def imports(session):
    """Imports of many documents, and the verification of one in the background, also by the service that starts next."""
    process, port = serve(f"{folder}/imports.db")
    at = f"/v1/sessions/{json.loads(request(port, 'POST', '/v1/sessions', layout(options.views), JSON)[1])['id']}"
    record = json.loads(request(port, "GET", f"{at}/export")[1])
    first = record["steps"][0]
    forged = {"createdAt": first["createdAt"], "engine": first["engine"], "verdict": "clean", "report": {}}
    record["steps"] += [forged | {"step": number} | change(number, options.views) for number in range(1, 2 * options.steps)]
    body = json.dumps(record).encode()
    attack(process, port, f"imports of {2 * options.steps} steps", [("POST", "/v1/import", body, JSON)], {201, 503}, clients=2)
    attack(process, port, "packed ones", [("POST", "/v1/import", gzip.compress(body, 1), JSON | {"Content-Encoding": "gzip"})], {201, 503}, clients=2)
    stop(process)
    # A genuine one is verified up to its last step.
    path, file = f"{folder}/genuine.db", f"{folder}/export.json"
    genuine = make(path, 60)
    with open(file, "wb") as output:
        subprocess.run([options.binary, "sessions", "export", genuine, "--database", path], stdout=output, check=True)
    subprocess.run([options.binary, "sessions", "import", file, "--database", path], stdout=subprocess.DEVNULL, check=True)
    for start in ("verification of an import of 60 steps", "its verification after another start"):
        process, port = serve(path)
        time.sleep(3)
        figure(f"{start}, 3 s: peak, MB", peak(process), f"{MOST}", peak(process) < MOST)
        stop(process)


def long_names(_):
    """Ids of 100 KB and names, which findings, sentences, lists and caches have again."""
    process, port = serve(f"{folder}/names.db")
    names = ["x" * 100_000 + str(number) for number in range(24)]

    def chain(names):
        rows = [f"{name}.width == {value}" for name in names for value in (10, 12)]
        return json.dumps({"constraints": rows + [f"{a}.left == {b}.right + 1" for a, b in zip(names, names[1:])]}).encode()

    for count in (8, 24):
        body = chain(names[:count])
        attack(process, port, f"checks of {count} ids of 100 KB, {len(body) / 1e6:.1f} MB", [("POST", "/v1/check", body, JSON)] * 2, {200, 413, 503}, clients=3)
        attack(process, port, f"sessions of {count} ids of 100 KB", [("POST", "/v1/sessions", body, JSON)] * 2, {201, 413, 503}, clients=3)
    # Each of many conflicts has the same few names.
    body = json.dumps({"constraints": [f"{names[0]}.width == {value}" for value in range(38)]}).encode()
    attack(process, port, "checks of one id of 100 KB in many conflicts", [("POST", "/v1/check?alternates=100", body, JSON)] * 2, {200, 503}, clients=3)
    few = [json.dumps({"constraints": [f"{name}y{turn}.width == {value}" for name in names[:3] for value in (10, 12)]}).encode() for turn in range(40)]
    attack(process, port, "many sessions with a few such ids", [("POST", "/v1/sessions", part, JSON) for part in few], {201, 503}, clients=2)
    lists = [("GET", f"/v1/{path}") for path in ("sessions?limit=500", "findings?limit=500", "facets", "findings?limit=500&history=20")]
    attack(process, port, "lists of them", lists, {200, 503}, clients=4)
    sessions = [entry["id"] for entry in json.loads(request(port, "GET", "/v1/sessions?limit=500")[1])["sessions"]]
    wishes = [("GET", f"/v1/sessions/{session}{path}") for session in sessions[:8] for path in ("", "/report", "/export", "/blame", "/events", "/log", "/diagram.svg")]
    attack(process, port, "all that is read of them", wishes, {200, 503}, clients=4)
    event = json.dumps({"events": [{"op": "resize", "width": 300, "height": 300}]}).encode()
    attack(process, port, "events for them", [("POST", f"/v1/sessions/{session}/events", event, JSON) for session in sessions], {200, 503}, clients=2)
    stop(process)


PARTS = (reads, replays, streams, imports, long_names)


def main():
    wanted = [part for part in PARTS if not options.only or part.__name__ in options.only.split(",")]
    made = make(database, options.steps) if any(part in (reads, replays, streams) for part in wanted) else None
    for part in wanted:
        part(made)


service.run(main, folder, options.json)
