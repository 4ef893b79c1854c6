"""What clients send to several services on one database, what these acknowledge, and whether it is there afterwards."""
import contextlib
import glob
import http.client
import json
import random
import re
import threading
import time
import uuid

import service
from service import JSON, figure

CELL = {"size": {"width": 100, "height": 50}, "views": [{"id": "root"}, {"id": "a", "parent": "root"}], "constraints": ["a.width == 10", "a.left == root.left"]}
# The time within which a request must be answered, however often it is repeated.
MOST_SECONDS = 90


class Cluster:
    """Services on one database, and what they acknowledged."""

    def __init__(self, options, folder, database, launch=None):
        """With `launch`, a function of the service's number starts it, in place of a plain start on this machine: -> process, port."""
        self.options, self.folder, self.database = options, folder, database
        self.launch = launch or self.serve
        self.ports, self.running = [0] * self.options.services, [None] * self.options.services
        self.lock = threading.Lock()
        # Of each session, by the number of each acknowledged step, its width and the digest of its report.
        self.sessions = {}
        self.counts = {"sessions": 0, "steps": 0, "412": 0, "503": 0, "unknown": 0, "cut": 0, "reads": 0}
        self.faults = 0
        self.wrong = []
        self.is_over = False
        # Of a client after each step, in seconds.
        self.pause = 0.03 if self.options.quick else 0
        self.stale = []
        # When the acknowledged step that was asked for last was asked for.
        self.newest = 0.0
        for place in range(options.services):
            self.start(place)
        self.former = self.stored()

    def stored(self):
        """-> how many sessions the database has; None if there are too many to be counted, or if it cannot be asked."""
        status, body = service.request(self.ports[0], "GET", "/v1/facets")[:2]
        facets = json.loads(body) if status == 200 else {"complete": False}
        return facets["sessions"] if facets["complete"] else None

    def serve(self, place):
        return service.serve(self.options.binary, self.database, log=f"{self.folder}/service-{place}.log")

    def start(self, place):
        self.running[place], self.ports[place] = self.launch(place)

    def count(self, name):
        with self.lock:
            self.counts[name] += 1

    def client(self, number, port_of=None):
        """Sends steps to sessions that all clients share; whatever happens, a request is repeated with its key until it is answered."""
        dice = random.Random(self.options.seed * 1000 + number)
        made = 0
        while not self.is_over:
            with self.lock:
                known = list(self.sessions)
            if len(known) < 4 or dice.random() < 0.05:
                made += 1
                self.create(f"Cell {number}.{made}", dice, port_of)
                continue
            self.step(dice.choice(known), f"{number}.{made}.{dice.random()}", dice, port_of)
            time.sleep(self.pause)

    def ask(self, dice, port_of, method, path, body, fields):
        """-> status and body, from any service; None if it was not answered."""
        port = port_of() if port_of else dice.choice(self.ports)
        try:
            status, text, _ = service.request(port, method, path, body, fields, timeout=40)
            return status, json.loads(text) if text[:1] == b"{" else {"body": text[:300].decode(errors="replace")}
        except (OSError, http.client.HTTPException, json.JSONDecodeError):
            self.count("cut")
            time.sleep(0.05)
            return None

    def create(self, name, dice, port_of):
        body, fields = json.dumps({**CELL, "name": name}), {**JSON, "Idempotency-Key": str(uuid.uuid4())}
        end = time.monotonic() + MOST_SECONDS
        while time.monotonic() < end:
            answer = self.ask(dice, port_of, "POST", "/v1/sessions", body, fields)
            if answer and answer[0] == 201:
                with self.lock:
                    self.sessions[answer[1]["id"]] = {}
                    self.counts["sessions"] += 1
                return
            if answer:
                self.refused(answer)
        self.wrong.append(("a request was not answered", name))

    def refused(self, answer):
        if answer[0] in (429, 502, 503, 504):
            self.count("unknown" if "outcome-unknown" in json.dumps(answer[1]) else "503")
            time.sleep(0.1)
        else:
            self.wrong.append(answer)
            time.sleep(0.5)

    def step(self, session, key, dice, port_of):
        width = dice.randrange(100, 100000)
        body = json.dumps({"events": [{"op": "resize", "width": width}]})
        end = time.monotonic() + MOST_SECONDS
        # Also after the phase: each request must be answered in the end.
        while time.monotonic() < end:
            asked = time.monotonic()
            answer = self.ask(dice, port_of, "POST", f"/v1/sessions/{session}/events", body, {**JSON, "Idempotency-Key": key})
            if answer is None:
                continue
            if answer[0] == 200:
                number, report = answer[1]["step"], json.dumps(answer[1]["report"], sort_keys=True)
                with self.lock:
                    former = self.sessions[session].get(number)
                    if former and former != (width, report):
                        self.wrong.append(("one step twice", session, number))
                    self.sessions[session][number] = (width, report)
                    self.counts["steps"] += 1
                    self.newest = max(self.newest, asked)
                return
            if answer[0] == 409:
                self.count("412")
                continue
            self.refused(answer)
        self.wrong.append(("a request was not answered", session, key))

    def read(self, port_of=None):
        """Reads sessions from any service: none may be older than what was acknowledged before the read began."""
        dice = random.Random(self.options.seed)
        while not self.is_over:
            with self.lock:
                known = {session: max(steps) for session, steps in self.sessions.items() if steps}
            if known:
                session = dice.choice(list(known))
                answer = self.ask(dice, port_of, "GET", f"/v1/sessions/{session}", None, {})
                if answer and answer[0] == 200:
                    self.count("reads")
                    if answer[1]["step"] < known[session]:
                        self.stale.append((session, answer[1]["step"], known[session]))
            time.sleep(0.02 + self.pause)

    @contextlib.contextmanager
    def load(self, port_of=None):
        """Clients that write and one that reads, until the body has ended and each request is answered."""
        threads = [threading.Thread(target=self.client, args=(n, port_of)) for n in range(self.options.clients)]
        threads.append(threading.Thread(target=self.read, args=(port_of,)))
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            self.is_over = True
            for thread in threads:
                thread.join(MOST_SECONDS + 60)
            self.is_over = False

    def run(self, seconds, fault, pause=(0.5, 2.0), port_of=None):
        with self.load(port_of):
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                time.sleep(random.uniform(*pause))
                if fault:
                    fault()
                    self.faults += 1

    def check(self, name):
        """Reads all sessions from each service and compares them with what was acknowledged."""
        print({**self.counts, "faults": self.faults}, flush=True)
        missing = disordered = different = 0
        for session, steps in self.sessions.items():
            texts = set()
            for port in self.ports:
                status, body, _ = service.request(port, "GET", f"/v1/sessions/{session}/export")
                texts.add(body)
                if status != 200:
                    missing += 1
                    continue
                stored = json.loads(body)["steps"]
                widths = {step["step"]: [event["width"] for event in step.get("events", [])] for step in stored}
                if [step["step"] for step in stored] != list(range(len(stored))):
                    disordered += 1
                for number, (width, report) in steps.items():
                    if widths.get(number) != [width]:
                        disordered += 1
                    elif json.dumps(json.loads(body)["steps"][number]["report"], sort_keys=True) != report:
                        different += 1
                # All requests were repeated until they were answered, so there are no other steps.
                if len(stored) - 1 != len(steps):
                    disordered += 1
            different += len(texts) - 1
        figure(f"{name}: acknowledged writes", self.counts["sessions"] + self.counts["steps"], "at least 20", self.counts["steps"] >= 20)
        figure(f"{name}: acknowledged sessions that are missing", missing, 0, missing == 0)
        # Creations were repeated until they were answered, too.
        stored = self.stored()
        if stored is not None and self.former is not None:
            further = stored - self.former - len(self.sessions)
            figure(f"{name}: sessions that nobody was told of", further, 0, further == 0)
        figure(f"{name}: steps that are missing, double or out of order", disordered, 0, disordered == 0)
        figure(f"{name}: answers that differ between services or from what was acknowledged", different, 0, different == 0)
        figure(f"{name}: reads older than what was acknowledged before them", len(self.stale), 0, not self.stale)
        figure(f"{name}: other answers", len(self.wrong), 0, not self.wrong)
        for wrong in [*self.stale[:3], *self.wrong[:3]]:
            print(f"     {wrong}", flush=True)
        if self.wrong:
            self.tell_errors()

    def tell_errors(self):
        """What the services' logs say of errors, each kind once."""
        found = {}
        for path in sorted(glob.glob(f"{self.folder}/**/*.log", recursive=True)):
            for line in open(path, errors="replace"):
                if '"level":"error"' in line:
                    found.setdefault(re.sub(r"[0-9a-f]{8}-\d+|\d", "0", line.partition('"event"')[2]), line)
        for line in list(found.values())[:10]:
            print(f"     {line.strip()[:600]}", flush=True)

    def end(self):
        for process in self.running:
            service.stop(process)
