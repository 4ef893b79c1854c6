#!/usr/bin/env python3
"""What an event costs beside the first request of its session: layouts of 1,000 views are posted, then constants are changed and the root is resized.

A line for each family: milliseconds from the request to its whole answer, the least and the median of all, and their ratios.

usage: events.py BINARY GENERATOR [--views N] [--families NAME,NAME] [--rounds N]
"""
import argparse
import http.client
import json
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
parser.add_argument("generator", help="makes a layout: GENERATOR FAMILY VIEWS --seed 1 -o FILE")
parser.add_argument("--views", type=int, default=1000)
parser.add_argument("--families", default="list,grid,nested,form,mixed,accordion,feed,ratio")
parser.add_argument("--rounds", type=int, default=5)
options = parser.parse_args()
folder = tempfile.mkdtemp(prefix="plumbline-events.")


def post(connection, path, body):
    begin = time.perf_counter()
    connection.request("POST", path, body, JSON)
    answer = connection.getresponse()
    text = answer.read()
    spent = (time.perf_counter() - begin) * 1000
    if answer.status not in (200, 201):
        sys.exit(f"events: {path}: {answer.status} {text[:300]}")
    return spent, text


def measure(connection, document):
    """The milliseconds of first requests, of changed constants and of other sizes."""
    firsts, constants, sizes = [], [], []
    for _ in range(3 * options.rounds):
        spent, text = post(connection, "/v1/sessions", document)
        firsts.append(spent)
    answer = json.loads(text)
    entries = json.loads(document)["constraints"]
    names = [entry.get("id") or f"c{place + 1}" if isinstance(entry, dict) else f"c{place + 1}" for place, entry in enumerate(entries)]
    given = [place for place, entry in enumerate(entries) if isinstance(entry, str) or entry.get("constant")]
    chosen = [given[len(given) * part // 7] for part in range(1, 6)] if given else []
    for number in range(options.rounds):
        for place in chosen:
            event = {"op": "setConstant", "id": names[place], "constant": 10 + number}
            constants.append(post(connection, f"{answer['url']}/events", json.dumps({"events": [event]}))[0])
        event = {"op": "resize", "width": 400 + number, "height": 900}
        sizes.append(post(connection, f"{answer['url']}/events", json.dumps({"events": [event]}))[0])
    return firsts, constants, sizes


try:
    _, port = service.serve(options.binary, f"{folder}/events.db")
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    print(f"{'family':10} {'first':>14} {'constant':>14} {'resize':>14}   constant/first, resize/first (of the least, of the medians)")
    for family in options.families.split(","):
        path = f"{folder}/{family}.json"
        subprocess.run([sys.executable, options.generator, family, str(options.views), "--seed", "1", "-o", path], check=True, stdout=subprocess.DEVNULL)
        with open(path) as file:
            found = measure(connection, file.read())
        least = [min(times) if times else float("nan") for times in found]
        middle = [statistics.median(times) if times else float("nan") for times in found]
        columns = " ".join(f"{low:6.1f} {mid:7.1f}" for low, mid in zip(least, middle))
        print(f"{family:10} {columns}   {least[1] / least[0]:.2f} {middle[1] / middle[0]:.2f}   {least[2] / least[0]:.2f} {middle[2] / middle[0]:.2f}", flush=True)
finally:
    service.kill_all()
    shutil.rmtree(folder, ignore_errors=True)
