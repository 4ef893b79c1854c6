#!/usr/bin/env python3
"""Steps survive kill -9: rounds of events posted to many sessions at once, each ended by SIGKILL at a random moment. Every acknowledged step must be there
with the events that were acknowledged, steps must follow each other without gaps, each with its report, and the newest must run again alike.

usage: steps.py BINARY [--rounds N]
"""
import argparse
import http.client
import json
import random
import shutil
import sqlite3
import sys
import tempfile
import threading
import time

import service
from service import JSON

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("binary")
parser.add_argument("--rounds", type=int, default=10)
options = parser.parse_args()
folder = tempfile.mkdtemp(prefix="plumbline-steps.")
database = f"{folder}/steps.db"
DOCUMENT = {"size": {"width": 390, "height": 844}, "constraints": [
    {"id": "lead", "equation": "title.leading == root.leading + 8"}, {"id": "wide", "equation": "title.width == 60"},
    {"id": "top", "equation": "title.top == root.top + 8"}, {"id": "high", "equation": "title.height == 20"}]}
acknowledged = {}
faults = []


def client(port, session, seed, stopped):
    choice = random.Random(seed)
    try:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        while not stopped.is_set():
            constant = choice.randrange(1, 10_000_000)
            events = [{"op": "setConstant", "id": "wide", "constant": constant}] + (
                [{"op": "resize", "width": 300 + constant % 100, "height": 700}] if constant % 3 == 0 else [])
            connection.request("POST", f"/v1/sessions/{session}/events", json.dumps({"events": events}), JSON)
            answer = connection.getresponse()
            body = answer.read()
            if answer.status == 200:
                acknowledged.setdefault(session, {})[json.loads(body)["step"]] = events
            elif answer.status != 503:
                faults.append(f"{answer.status} {body[:200]}")
    except (OSError, http.client.HTTPException):
        pass


def look(port):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    for session, steps in acknowledged.items():
        connection.request("GET", f"/v1/sessions/{session}/export")
        record = json.loads(connection.getresponse().read())
        stored = record["steps"]
        if [step["step"] for step in stored] != list(range(len(stored))):
            faults.append(f"{session}: the steps have gaps")
        for step in stored:
            if step["step"] and (not step.get("events") or "frames" not in step["report"]):
                faults.append(f"{session}: step {step['step']} is half there")
        for number, events in steps.items():
            if number >= len(stored):
                faults.append(f"{session}: acknowledged step {number} is lost")
            elif stored[number]["events"] != events:
                faults.append(f"{session}: step {number} is another")
        connection.request("GET", f"/v1/sessions/{session}")
        if json.loads(connection.getresponse().read())["step"] != len(stored) - 1:
            faults.append(f"{session}: the session does not stand at its last step")
    for session in random.sample(sorted(acknowledged), min(2, len(acknowledged))):
        connection.request("POST", f"/v1/sessions/{session}/replay", "{}", JSON)
        if json.loads(connection.getresponse().read()).get("identical") is not True:
            faults.append(f"{session}: it does not run again alike")


try:
    for number in range(1, options.rounds + 1):
        process, port = service.serve(options.binary, database)
        look(port)
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        sessions = []
        for _ in range(4):
            connection.request("POST", "/v1/sessions", json.dumps(DOCUMENT), JSON)
            sessions.append(json.loads(connection.getresponse().read())["id"])
        stopped = threading.Event()
        # Two clients for each session: their steps race.
        threads = [threading.Thread(target=client, args=(port, session, number * 100 + place * 10 + twin, stopped))
                   for place, session in enumerate(sessions) for twin in range(2)]
        for thread in threads:
            thread.start()
        time.sleep(random.uniform(0.3, 1.5))
        process.kill()
        process.wait()
        stopped.set()
        for thread in threads:
            thread.join()
        if sqlite3.connect(f"file:{database}?mode=ro", uri=True).execute("PRAGMA integrity_check").fetchone()[0] != "ok":
            faults.append("the database does not pass its check")
        print(f"round {number}: {sum(map(len, acknowledged.values()))} steps acknowledged, {len(faults)} faults", flush=True)
    process, port = service.serve(options.binary, database)
    look(port)
    service.stop(process)
finally:
    service.kill_all()
    shutil.rmtree(folder, ignore_errors=True)
for fault in faults[:20]:
    print(fault)
count = sum(map(len, acknowledged.values()))
print(f"RESULT: {'PASS' if not faults and count >= 100 else 'FAIL'} ({count} steps)")
sys.exit(0 if not faults and count >= 100 else 1)
