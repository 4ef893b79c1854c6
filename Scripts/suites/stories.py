#!/usr/bin/env python3
"""Random events on random layouts through a real service: what each step reports is compared, byte for byte, with the report of its document
posted anew, which has no step before it to go on from. What differs is kept as files to try again.

usage: stories.py BINARY [--generator FILE] [--seconds N] [--seed N] [--steps N] [--keep FOLDER]
"""
import argparse
import http.client
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

import service
from service import JSON

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("binary")
parser.add_argument("--generator", help="makes larger layouts, too: FILE FAMILY VIEWS --seed N --variant VARIANT -o FILE")
parser.add_argument("--seconds", type=float, default=60)
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--steps", type=int, default=12)
parser.add_argument("--keep", default=".build/stories", help="where what differs is kept")
options = parser.parse_args()
folder = tempfile.mkdtemp(prefix="plumbline-stories.")
choice = random.Random(options.seed)

SIDES = ["left", "right", "leading", "trailing", "centerX"]
LEVELS = ["top", "bottom", "centerY"]
PRIORITIES = [1000, 1000, 1000, 999, 750, 750, 500, 250, 250, 51]
NUMBERS = [0, 0, 8, 8, 10, 16, 20, 44, 100, -8, 0.5, 12.25, 1000, 1e7, -300]


def anchor_pair(axis):
    if choice.random() < 0.3:
        return ("width", "width") if axis == "x" else ("height", "height")
    names = SIDES if axis == "x" else LEVELS
    first = choice.choice(names)
    if axis == "y" or first == "centerX":
        return first, choice.choice(LEVELS if axis == "y" else ["centerX", "left", "leading"])
    return first, choice.choice(["left", "right"] if first in ("left", "right") else ["leading", "trailing"])


def constraint(views, number):
    axis = choice.choice("xy")
    view = choice.choice(views)["id"]
    made = {"id": f"k{number}", "relation": choice.choice(["==", "==", "==", ">=", "<="]), "priority": choice.choice(PRIORITIES),
            "constant": choice.choice(NUMBERS)}
    if choice.random() < 0.25:
        made["first"] = {"item": view, "attribute": choice.choice(["width", "height"])}
        made["constant"] = abs(made["constant"])
        if choice.random() < 0.2:
            # Joins the axes, as an aspect ratio does; at the root only where the other size is free.
            made["second"] = {"item": choice.choice([view, "root"]), "attribute": "height" if made["first"]["attribute"] == "width" else "width"}
            made["multiplier"] = choice.choice([1, 1, 0.5, 1.5])
        return made
    if choice.random() < 0.04:
        # Its variables cancel: what is left says nothing, or what cannot be.
        made["first"] = made["second"] = {"item": view, "attribute": choice.choice(["width", "left", "centerY"])}
        made["constant"] = choice.choice([0, 0, -5, 5])
        return made
    one, other = anchor_pair(axis)
    made["first"] = {"item": view, "attribute": one}
    made["second"] = {"item": choice.choice([v["id"] for v in views if v["id"] != view] or ["root"]), "attribute": other}
    if one in ("width", "height") and choice.random() < 0.6:
        made["multiplier"] = choice.choice([1, 2, 0.5, 0.75, 3])
    return made


def view(number, views):
    made = {"id": f"n{number}", "parent": choice.choice(views[: 1 + len(views) // 2])["id"]}
    if choice.random() < 0.3:
        made["intrinsicContentSize"] = {"width": choice.choice([-1, 20, 60, 120.5]), "height": choice.choice([-1, 20, 44])}
    if choice.random() < 0.2:
        made["hugging"] = {"horizontal": choice.choice([250, 251, 750, 1000])}
    if choice.random() < 0.1:
        made["translatesAutoresizingMaskIntoConstraints"] = True
        made["frame"] = {"x": 5, "y": 7, "width": 50, "height": 30}
    return made


def small():
    """A layout of a few views: chains that are sound in the main, and constraints at random."""
    views = [{"id": "root"}]
    constraints = []
    for number in range(choice.randrange(1, 9)):
        views.append(view(number, views))
    isSound = choice.random() < 0.5
    for v in views[1:]:
        if v.get("translatesAutoresizingMaskIntoConstraints"):
            continue
        for start, end, size in (("leading", "trailing", "width"), ("top", "bottom", "height")):
            if isSound:
                constraints.append({"first": {"item": v["id"], "attribute": start}, "second": {"item": v["parent"], "attribute": start},
                                    "constant": choice.choice([0, 8, 20])})
                constraints.append({"first": {"item": v["id"], "attribute": size}, "constant": choice.choice([30, 44, 80]), "priority": choice.choice(PRIORITIES)})
            elif choice.random() < 0.8:
                constraints.append({"first": {"item": v["id"], "attribute": start}, "second": {"item": v["parent"], "attribute": start},
                                    "relation": choice.choice(["==", "==", ">="]), "constant": choice.choice([0, 8, 20]), "priority": choice.choice(PRIORITIES)})
            if choice.random() < (0.2 if isSound else 0.5):
                constraints.append({"first": {"item": v["parent"], "attribute": end}, "second": {"item": v["id"], "attribute": end},
                                    "relation": choice.choice(["==", "==", ">="]), "constant": choice.choice([0, 8, 20]), "priority": choice.choice(PRIORITIES)})
            if not isSound and choice.random() < 0.5:
                constraints.append({"first": {"item": v["id"], "attribute": size}, "relation": choice.choice(["==", "==", "<="]),
                                    "constant": choice.choice([30, 44, 80, 120]), "priority": choice.choice(PRIORITIES)})
    for number, c in enumerate(constraints):
        c["id"] = f"c{number}"
    constraints += [constraint(views, number) for number in range(choice.randrange(0, 2 if isSound else 6))]
    return {"format": "plumbline/1", "size": {"width": choice.choice([320, 375.5, 600]), "height": choice.choice([480, 667])}, "views": views,
            "constraints": constraints}


def large():
    path = f"{folder}/large.json"
    family = choice.choice("list,grid,nested,form,mixed,accordion,feed,ratio".split(","))
    subprocess.run([sys.executable, options.generator, family, str(choice.choice([10, 25, 60])), "--seed", str(choice.randrange(1000)), "--variant",
                    choice.choice(["base", "ambiguous", "conflict"]), "--k", "1", "-o", path], check=True, stdout=subprocess.DEVNULL)
    with open(path) as file:
        return json.load(file)


KINDS = ["constant"] * 4 + ["size", "add"] * 2 + "priority activate remove addView removeView hugging resistance mask resize direction".split()


def event(document, number, kinds):
    views, constraints = document["views"], document["constraints"]
    others = [v for v in views if v["id"] != "root"] or views
    kind = choice.choice(kinds)
    some = choice.choice(constraints)["id"] if constraints else "none"
    axis = choice.choice(["horizontal", "vertical"])
    if kind == "constant":
        old = next((c.get("constant", 0) for c in constraints if c["id"] == some), 0)
        return {"op": "setConstant", "id": some, "constant": choice.choice(NUMBERS) if choice.random() < 0.3 else old + choice.choice([-1, 1, 0.5, 4, -20, 0])}
    if kind == "priority":
        return {"op": "setPriority", "id": some, "priority": choice.choice(PRIORITIES)}
    if kind == "activate":
        isActive = next((c.get("active", True) for c in constraints if c["id"] == some), True)
        return {"op": "deactivate" if isActive else "activate", "id": some}
    if kind == "add":
        return {"op": "addConstraint", "constraint": constraint(views, f"e{number}")}
    if kind == "remove":
        return {"op": "removeConstraint", "id": some}
    if kind == "addView":
        return {"op": "addView", "view": view(f"e{number}", views)}
    if kind == "removeView":
        return {"op": "removeView", "view": choice.choice(others)["id"]}
    if kind == "size":
        return {"op": "setIntrinsicContentSize", "view": choice.choice(others)["id"], "width": choice.choice([-1, 0, 20, 61, 200]), "height": choice.choice([-1, 20, 44])}
    if kind in ("hugging", "resistance"):
        return {"op": "setHugging" if kind == "hugging" else "setCompressionResistance", "view": choice.choice(others)["id"], "axis": axis,
                "priority": choice.choice([250, 251, 749, 750, 1000])}
    if kind == "mask":
        placed = choice.choice(others)
        frame = {"x": choice.choice([0, 5, -3.5]), "y": 7, "width": choice.choice([0, 50, 120.5]), "height": 30}
        mask = choice.choice([[], ["flexibleWidth"], ["flexibleLeftMargin", "flexibleRightMargin"], ["flexibleWidth", "flexibleHeight", "flexibleTopMargin"]])
        if "autoresizing" not in placed:
            return {"op": "setTranslatesMask", "view": placed["id"], "translates": True, "frame": frame, "superview": {"width": 320, "height": 480}, "mask": mask}
        return choice.choice([{"op": "setFrame", "view": placed["id"], "frame": frame}, {"op": "setMask", "view": placed["id"], "mask": mask},
                              {"op": "setTranslatesMask", "view": placed["id"], "translates": False}])
    if kind == "direction":
        return {"op": "setDirection", "direction": choice.choice(["ltr", "rtl"])}
    return {"op": "resize", "width": choice.choice([320, 321, 375.5, 600, 100, None]), "height": choice.choice([480, 667, 500, None])}


def replacement(old, number):
    """What takes a constraint away and puts one in its place that says the same, or about that."""
    new = {**old}
    change = choice.choice(["id", "identifier", "transient", "none", "constant"])
    if change == "id":
        new["id"] = f"r{number}"
    elif change == "constant":
        new["constant"] = new.get("constant", 0) + choice.choice([0, 1])
    elif change != "none":
        new["identifier"] = "UIView-Encapsulated-Layout-Width" if change == "transient" else f"named {number}"
    return [{"op": "removeConstraint", "id": old["id"]}, {"op": "addConstraint", "constraint": new}]


def comparable(report):
    # Warnings are of the words that a document came in, which its canonical form has no more.
    for key in ("timing", "warnings"):
        report.pop(key, None)
    return json.dumps(report, sort_keys=True, indent=1)


class Client:
    def __init__(self, port):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)

    def ask(self, method, path, body=None):
        self.connection.request(method, path, body if body is None or isinstance(body, str) else json.dumps(body), JSON)
        answer = self.connection.getresponse()
        text = answer.read()
        return answer.status, text


def difference(one, other):
    for a, b in zip(one.splitlines(), other.splitlines()):
        if a != b:
            return f"{a.strip()[:160]}  |  {b.strip()[:160]}"
    return "one is longer"


def story(client, counts):
    document = large() if options.generator and choice.random() < 0.3 else small()
    status, text = client.ask("POST", "/v1/sessions", document)
    if status == 422 or status == 400:
        counts["refused"] += 1
        return None
    if status != 201:
        return document, [], f"{status} {text[:300]}"
    url = json.loads(text)["url"]
    done = []
    document = json.loads(client.ask("GET", f"{url}/document")[1])
    first, now = document, document
    if choice.random() < 0.1:
        # So many that what the service keeps of this one is pushed out.
        for _ in range(9):
            client.ask("DELETE", json.loads(client.ask("POST", "/v1/sessions", {"constraints": []})[1])["url"])
    # What goes on from step to step shows best where few steps change more than numbers.
    kinds = KINDS + ["constant"] * choice.choice([0, 0, 40, 100])
    for number in range(options.steps):
        events = [event(now, f"{number}{place}", kinds) for place in range(choice.choice([1, 1, 1, 2]))]
        if now["constraints"] and choice.random() < 0.1:
            events = replacement(choice.choice([now["constraints"][-1], choice.choice(now["constraints"])]), number)
        elif done and choice.random() < 0.2:
            events = [{"op": "undo"}]
        status, text = client.ask("POST", f"{url}/events", {"events": events})
        if status in (400, 404, 409, 422):
            counts["events refused"] += 1
            continue
        if status not in (200, 201):
            return first, done + [events], f"{status} {text[:300]}"
        done.append(events)
        step = json.loads(text)["step"]
        status, bytes = client.ask("GET", f"{url}/document?step={step}")
        now = json.loads(bytes)
        stored = json.loads(client.ask("GET", f"{url}/report?step={step}")[1])
        status, anew = client.ask("POST", "/v1/check", bytes.decode())
        counts["steps"] += 1
        counts[stored["verdict"]] += 1
        if status != 200:
            return first, done, f"its document anew: {status} {anew[:300]}"
        anew = json.loads(anew)
        if stored.get("inconclusive") or anew.get("inconclusive"):
            # How far an analysis got within its time is another matter each time.
            counts["undecided"] += 1
            return None
        one, other = comparable(stored), comparable(anew)
        if one != other:
            return first, done, f"step {step} differs from its document anew: {difference(one, other)}"
    status, text = client.ask("POST", f"{url}/replay")
    if status == 503:
        counts["replays without time"] += 1
    elif status != 200 or not json.loads(text)["identical"]:
        return first, done, f"replay: {status} {text[:300]}"
    client.ask("DELETE", url)
    return None


counts = {"stories": 0, "steps": 0, "refused": 0, "events refused": 0, "clean": 0, "ambiguous": 0, "conflicting": 0, "incomplete": 0, "undecided": 0, "replays without time": 0}
found = 0
try:
    process, port = service.serve(options.binary, f"{folder}/stories.db", "--deadline", "5")
    client = Client(port)
    end = time.monotonic() + options.seconds
    while time.monotonic() < end:
        counts["stories"] += 1
        outcome = story(client, counts)
        if outcome:
            found += 1
            os.makedirs(options.keep, exist_ok=True)
            path = f"{options.keep}/{options.seed}-{counts['stories']}.json"
            with open(path, "w") as file:
                json.dump({"document": outcome[0], "events": outcome[1], "difference": outcome[2]}, file, indent=1)
            print(f"{path}: {outcome[2]}", flush=True)
            if process.poll() is not None:
                sys.exit(f"stories: the service ended with {process.returncode}")
    print(", ".join(f"{count} {name}" for name, count in counts.items() if count))
    print(f"RESULT: {counts['steps']} steps, {found} differ from their documents anew")
finally:
    service.kill_all()
    shutil.rmtree(folder, ignore_errors=True)
sys.exit(1 if found or not counts["steps"] else 0)
