#!/usr/bin/env python3
"""What each kind of event costs beside the first request of its session, on layouts of 1,000 views.

Each family comes as it is, with one constraint missing (`-1`) and with a conflict (`!`). Each event is followed by the one that takes it back.
`opening` is the first event of a session, a constant, each time of another session.
A line for each layout, kind of event, and what verdict it was that turned into what: the median of milliseconds from the request to its whole
answer, its ratio to the first request, the same of the service's processor time, and how many there were.

usage: events.py BINARY GENERATOR [--views N] [--families NAME,NAME] [--variants base,ambiguous,conflict] [--kinds NAME,NAME] [--rounds N] [--replay]
"""
import argparse
import http.client
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import service
from service import JSON

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("binary")
parser.add_argument("generator", help="makes a layout: GENERATOR FAMILY VIEWS --seed 1 --variant VARIANT -o FILE")
parser.add_argument("--views", type=int, default=1000)
parser.add_argument("--families", default="list,grid,nested,form,mixed,accordion,feed,ratio")
parser.add_argument("--variants", default="base,ambiguous,conflict")
parser.add_argument("--kinds", default="constant,size,hugging,undo,resize,direction,priority,add,activate,remove,view")
parser.add_argument("--rounds", type=int, default=3)
parser.add_argument("--replay", action="store_true", help="analyse each session anew at the end and compare")
options = parser.parse_args()
folder = tempfile.mkdtemp(prefix="plumbline-events.")
MARKS = {"base": "", "ambiguous": "-1", "conflict": "!"}


def processor(process):
    """Milliseconds that the threads of a process have run; one may end meanwhile."""
    total = 0
    for thread in os.listdir(f"/proc/{process.pid}/task"):
        try:
            with open(f"/proc/{process.pid}/task/{thread}/schedstat") as file:
                total += int(file.read().split()[0])
        except (FileNotFoundError, ProcessLookupError):
            pass
    return total / 1e6


class Session:
    def __init__(self, process, connection, body, openings):
        """A session of the body, and others before it that have one event each: `openings`."""
        self.process, self.connection = process, connection
        self.spent = {}
        for number in range(3 * options.rounds):
            self.begin(body)
            self.post(f"{self.url}/events", json.dumps({"events": [openings[number % len(openings)]]}), ("opening", ""))
        self.begin(body)

    def begin(self, body):
        answer = self.post("/v1/sessions", body, ("first", ""))
        self.verdict, self.url = answer["report"]["verdict"], answer["url"]

    def post(self, path, body, kind):
        begin, ran = time.perf_counter(), processor(self.process)
        self.connection.request("POST", path, body, JSON)
        response = self.connection.getresponse()
        text = response.read()
        spent = ((time.perf_counter() - begin) * 1000, processor(self.process) - ran)
        if response.status == 503 and kind[0] != "first":
            # An analysis that takes longer than a request may.
            self.spent.setdefault((kind[0], f"{self.verdict}, no answer"), []).append(spent)
            return None
        if response.status not in (200, 201):
            sys.exit(f"events: {path}: {response.status} {text[:300]}")
        answer = json.loads(text)
        if kind[0] != "first":
            verdict = answer["verdict"]
            kind = (kind[0], verdict if verdict == self.verdict else f"{self.verdict} to {verdict}")
            self.verdict = verdict
        self.spent.setdefault(kind, []).append(spent)
        return answer

    def send(self, kind, event, back):
        for one in (event, back):
            self.post(f"{self.url}/events", json.dumps({"events": [one]}), (kind, ""))


def spread(items, count):
    return [items[len(items) * part // (count + 2)] for part in range(1, count + 1)] if items else []


def measure(process, connection, body):
    document = json.loads(body)
    constraints, views = document["constraints"], document["views"]
    openings = [{"op": "setConstant", "id": c["id"], "constant": c["constant"] + 1 / 8} for c in spread([c for c in constraints if c["constant"]], 4)]
    session = Session(process, connection, body, openings)
    size = document["size"]
    optional = [c for c in constraints if c["priority"] < 1000]
    sized = [v for v in views if "intrinsicContentSize" in v]
    for number in range(options.rounds):
        step = 1 + number
        for kind in options.kinds.split(","):
            if kind == "constant":
                for c in spread([c for c in constraints if c["constant"]], 4):
                    set_to = {"op": "setConstant", "id": c["id"]}
                    session.send(kind, {**set_to, "constant": c["constant"] + step / 8}, {**set_to, "constant": c["constant"]})
            elif kind == "size":
                for v in spread(sized, 4):
                    old = v["intrinsicContentSize"]
                    set_to = {"op": "setIntrinsicContentSize", "view": v["id"]}
                    session.send(kind, {**set_to, **old, "width": old["width"] + step}, {**set_to, **old})
            elif kind == "hugging":
                for v in spread(sized, 2):
                    for op, old in (("setHugging", v.get("hugging", {}).get("horizontal", 250)),
                                    ("setCompressionResistance", v.get("compressionResistance", {}).get("horizontal", 750))):
                        set_to = {"op": op, "view": v["id"], "axis": "horizontal"}
                        session.send(kind, {**set_to, "priority": old + step / 8}, {**set_to, "priority": old})
            elif kind == "undo":
                for c in spread([c for c in constraints if c["constant"]], 4):
                    session.send(kind, {"op": "setConstant", "id": c["id"], "constant": c["constant"] + step / 8}, {"op": "undo"})
            elif kind == "direction":
                session.send(kind, {"op": "setDirection", "direction": "rtl"}, {"op": "setDirection", "direction": "ltr"})
            elif kind == "view":
                for v in spread(views[1:], 2):
                    session.send(kind, {"op": "addView", "view": {"id": "added", "parent": v["id"]}}, {"op": "removeView", "view": "added"})
            elif kind == "resize":
                session.send(kind, {"op": "resize", "width": size["width"] + 4 * step, "height": size["height"] + 10 * step}, {"op": "resize", **size})
            elif kind == "priority":
                for c in spread(optional, 2) + spread(constraints, 2):
                    set_to = {"op": "setPriority", "id": c["id"]}
                    session.send(kind, {**set_to, "priority": c["priority"] - step}, {**set_to, "priority": c["priority"]})
            elif kind == "add":
                for v, text in zip(spread(views[1:], 4), ("width >= 2", "height <= 9000 @ 600", "width == 50 @ 20", "height == 30 @ 240")):
                    new = {"id": "added", "equation": f"{v['id']}.{text}"}
                    session.send(kind, {"op": "addConstraint", "constraint": new}, {"op": "removeConstraint", "id": "added"})
            elif kind == "activate":
                for c in spread(optional, 2) + spread([c for c in constraints if c["relation"] != "=="], 2):
                    session.send(kind, {"op": "deactivate", "id": c["id"]}, {"op": "activate", "id": c["id"]})
            elif kind == "remove":
                for c in spread(constraints, 4):
                    session.send(kind, {"op": "removeConstraint", "id": c["id"]}, {"op": "addConstraint", "constraint": c})
    return session


def tell(name, session):
    first = [statistics.median(column) for column in zip(*session.spent.pop(("first", "")))]
    print(f"{name:12} {'first':10} {'':28} {first[0]:8.1f} {'':5} {first[1]:8.1f}", flush=True)
    for (kind, verdict), spent in session.spent.items():
        middle = [statistics.median(column) for column in zip(*spent)]
        print(f"{name:12} {kind:10} {verdict:28} {middle[0]:8.1f} {middle[0] / first[0]:5.2f} {middle[1]:8.1f} {middle[1] / first[1]:5.2f} {len(spent):4}",
              flush=True)


try:
    process, port = service.serve(options.binary, f"{folder}/events.db")
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    print(f"{'layout':12} {'event':10} {'verdict':28} {'time':>8} ratio {'CPU':>8} ratio  number")
    ids = []
    for family in options.families.split(","):
        for variant in options.variants.split(","):
            path = f"{folder}/layout.json"
            subprocess.run([sys.executable, options.generator, family, str(options.views), "--seed", "1", "--variant", variant, "--k", "1", "-o", path],
                           check=True, stdout=subprocess.DEVNULL)
            with open(path) as file:
                session = measure(process, connection, file.read())
            ids.append(session.url.rsplit("/", 1)[1])
            tell(family + MARKS[variant], session)
    if options.replay:
        for id in ids:
            with open(f"{folder}/story.json", "wb") as file:
                subprocess.run([options.binary, "sessions", "export", id, "--database", f"{folder}/events.db"], check=True, stdout=file)
            done = subprocess.run([options.binary, "replay", f"{folder}/story.json"], capture_output=True, text=True)
            if done.returncode:
                sys.exit(f"events: session {id}: {done.stdout[-1000:]}{done.stderr[-300:]}")
        print(f"{len(ids)} sessions replayed, all identical")
finally:
    service.kill_all()
    shutil.rmtree(folder, ignore_errors=True)
