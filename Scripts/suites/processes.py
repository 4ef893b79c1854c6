#!/usr/bin/env python3
"""Several processes on one database: services that store sessions and steps, imports beside them, each killed again and again. Nothing that was acknowledged
is lost, each step is there once and in order, and the file is sound.

usage: processes.py BINARY [--processes 2] [--seconds 60] [--clients 4] [--seed 1]
"""
import argparse
import http.client
import json
import random
import shutil
import sqlite3
import subprocess
import tempfile
import threading
import time

import service
from service import JSON, figure

parser = argparse.ArgumentParser()
parser.add_argument("binary")
parser.add_argument("--processes", type=int, default=2)
parser.add_argument("--seconds", type=float, default=60)
parser.add_argument("--clients", type=int, default=4, help="of each process")
parser.add_argument("--seed", type=int, default=1)
options = parser.parse_args()
random.seed(options.seed)
folder = tempfile.mkdtemp(prefix="plumbline-processes.")
database = f"{folder}/store.db"
CELL = {"size": {"width": 100, "height": 50}, "views": [{"id": "root"}, {"id": "a", "parent": "root"}], "constraints": ["a.width == 10", "a.left == root.left"]}
ports = [0] * options.processes
running = [None] * options.processes
lock = threading.Lock()
# Of each session the name and the widths of its acknowledged steps. A step whose answer was lost may be there or not.
sessions, lost = {}, set()
counts = {"sessions": 0, "steps": 0, "refused": 0, "cut": 0, "kills": 0, "imports": 0}
is_over = False


def count(name, by=1):
    with lock:
        counts[name] += by


def start(place):
    log = open(f"{folder}/service-{place}.log", "ab")
    process = subprocess.Popen([options.binary, "serve", "--port", "0", "--database", database], stdout=subprocess.PIPE, stderr=log, text=True)
    service.processes.append(process)
    line = process.stdout.readline()
    if "http://127.0.0.1:" not in line:
        raise SystemExit(f"a service did not start: {line!r}, {open(log.name).read()[-500:]}")
    running[place], ports[place] = process, int(line.split("http://127.0.0.1:")[1].split(",")[0])


def client(number):
    dice = random.Random(options.seed * 1000 + number)
    place = number % options.processes
    own, connection, port = [], None, None
    while not is_over:
        try:
            if port != ports[place]:
                port = ports[place]
                connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
            target = dice.choice(own) if own and dice.random() < 0.6 else None
            if target is None:
                name = f"Cell {number}.{len(own)}"
                connection.request("POST", "/v1/sessions", json.dumps({**CELL, "name": name}), JSON)
            else:
                width = dice.randrange(100, 900)
                # Whoever loses the answer may not go on with the session, as its number of steps is not known.
                lost.add(target)
                connection.request("POST", f"/v1/sessions/{target}/events", json.dumps({"events": [{"op": "resize", "width": width}]}), JSON)
            answer = connection.getresponse()
            body = json.loads(answer.read())
            if answer.status == 201 and target is None:
                own.append(body["id"])
                sessions[body["id"]] = (name, [])
                count("sessions")
            elif answer.status in (200, 201):
                sessions[target][1].append(width)
                lost.discard(target)
                count("steps")
            else:
                if answer.status not in (429, 503):
                    raise SystemExit(f"{answer.status}: {body}")
                lost.discard(target)
                count("refused")
        except (OSError, http.client.HTTPException, json.JSONDecodeError):
            count("cut")
            if target in lost:
                own.remove(target)
            connection, port = None, None
            time.sleep(0.02)


def importer():
    """Another kind of process that writes: the command line, beside the services."""
    document = f"{folder}/export.json"
    while not is_over:
        with lock:
            known = next(iter(sessions), None)
        if known:
            try:
                status, body, _ = service.request(ports[0], "GET", f"/v1/sessions/{known}/export")
                if status == 200:
                    with open(document, "wb") as file:
                        file.write(body)
                    done = subprocess.run([options.binary, "sessions", "import", document, "--database", database], capture_output=True, text=True)
                    if done.returncode == 0:
                        count("imports")
            except (OSError, http.client.HTTPException):
                pass
        time.sleep(0.3)


try:
    for place in range(options.processes):
        start(place)
    threads = [threading.Thread(target=client, args=(n,)) for n in range(options.clients * options.processes)] + [threading.Thread(target=importer)]
    for thread in threads:
        thread.start()
    end = time.monotonic() + options.seconds
    while time.monotonic() < end:
        time.sleep(random.uniform(0.5, 3))
        place = random.randrange(options.processes)
        running[place].kill()
        running[place].wait()
        counts["kills"] += 1
        start(place)
    is_over = True
    for thread in threads:
        thread.join(60)
    for process in running:
        service.stop(process)
    print({**counts}, flush=True)
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as connection:
        figure("SQLite", connection.execute("SELECT sqlite_version()").fetchone()[0])
        soundness = [row[0] for row in connection.execute("PRAGMA integrity_check(5)")]
    figure("integrity_check", soundness[0], "ok", soundness == ["ok"])
    start(0)
    missing = disordered = 0
    for session, (name, widths) in sessions.items():
        status, body, _ = service.request(ports[0], "GET", f"/v1/sessions/{session}")
        if status != 200 or json.loads(body).get("name") != name:
            missing += 1
            continue
        found = [event["width"] for entry in json.loads(body)["events"] for event in entry["events"]]
        # A step whose answer was lost can only be the last one.
        if found[:len(widths)] != widths or len(found) > len(widths) + (session in lost):
            disordered += 1
    service.stop(running[0])
    figure("commits that were acknowledged", counts["sessions"] + counts["steps"])
    figure("acknowledged sessions that are missing", missing, 0, missing == 0)
    figure("sessions whose steps are not those acknowledged, in order", disordered, 0, disordered == 0)
    figure("kills", counts["kills"], "at least 1", counts["kills"] > 0)
finally:
    is_over = True
    service.kill_all()
    shutil.rmtree(folder, ignore_errors=True)
service.finish()
