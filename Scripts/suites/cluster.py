#!/usr/bin/env python3
"""Several services on one PostgreSQL database under faults. What was acknowledged is there once, in order, and the same from each service.

usage: cluster.py BINARY [--seconds 30] [--services 3] [--clients 6] [--seed 1] [--quick] [--only PHASE,…]

Phases: services (kill -9 of services), database (kill -9 of the database, which starts again), bouncer (PgBouncer in transaction mode, and
connections are ended), failover (kill -9 of the primary, and promotion of its synchronous standby), nginx (before all services, with a
stream), copy (all sessions to a file and back, while they are used).
"""
import argparse
import http.client
import json
import os
import random
import shutil
import subprocess
import tempfile
import threading
import time
import uuid

import postgres
import service
from service import JSON, figure

parser = argparse.ArgumentParser()
parser.add_argument("binary")
parser.add_argument("--seconds", type=float, default=30, help="of each phase")
parser.add_argument("--services", type=int, default=3)
parser.add_argument("--clients", type=int, default=6)
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--quick", action="store_true", help="services, database and copy alone, for a few seconds each, with little load")
parser.add_argument("--only", default="")
options = parser.parse_args()
if options.quick:
    options.seconds, options.services, options.clients = min(options.seconds, 5), 2, 3
    options.only = options.only or "services,database,copy"
CELL = {"size": {"width": 100, "height": 50}, "views": [{"id": "root"}, {"id": "a", "parent": "root"}], "constraints": ["a.width == 10", "a.left == root.left"]}
# The time within which a request must be answered, however often it is repeated.
MOST_SECONDS = 90


class Cluster:
    """Services on one database, and what they acknowledged."""

    def __init__(self, folder, database):
        self.folder, self.database = folder, database
        self.ports, self.running = [0] * options.services, [None] * options.services
        self.lock = threading.Lock()
        # Of each session, by the number of each acknowledged step, its width and the digest of its report.
        self.sessions = {}
        self.counts = {"sessions": 0, "steps": 0, "412": 0, "503": 0, "unknown": 0, "cut": 0}
        self.faults = 0
        self.wrong = []
        self.is_over = False
        # Of a client after each step, in seconds.
        self.pause = 0.03 if options.quick else 0
        for place in range(options.services):
            self.start(place)
        self.former = self.stored()

    def start(self, place):
        log = f"{self.folder}/service-{place}.log"
        self.running[place], self.ports[place] = service.serve(options.binary, self.database, log=log)

    def stored(self):
        """-> how many sessions the database has; None if there are too many to be counted."""
        facets = json.loads(service.request(self.ports[0], "GET", "/v1/facets")[1])
        return facets["sessions"] if facets["complete"] else None

    def count(self, name):
        with self.lock:
            self.counts[name] += 1

    def client(self, number, port_of=None):
        """Sends steps to sessions that all clients share; whatever happens, a request is repeated with its key until it is answered."""
        dice = random.Random(options.seed * 1000 + number)
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
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=40)
            connection.request(method, path, body, fields)
            answer = connection.getresponse()
            text = answer.read()
            connection.close()
            return answer.status, json.loads(text) if text[:1] == b"{" else {"body": text[:300].decode(errors="replace")}
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
                return
            if answer[0] == 409:
                self.count("412")
                continue
            self.refused(answer)
        self.wrong.append(("a request was not answered", session, key))

    def run(self, seconds, fault, pause=(0.5, 2.0), port_of=None):
        threads = [threading.Thread(target=self.client, args=(n, port_of)) for n in range(options.clients)]
        for thread in threads:
            thread.start()
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            time.sleep(random.uniform(*pause))
            if fault:
                fault()
                self.faults += 1
        self.is_over = True
        for thread in threads:
            thread.join(MOST_SECONDS + 60)
        self.is_over = False

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
        if stored is not None:
            further = stored - self.former - len(self.sessions)
            figure(f"{name}: sessions that nobody was told of", further, 0, further == 0)
        figure(f"{name}: steps that are missing, double or out of order", disordered, 0, disordered == 0)
        figure(f"{name}: answers that differ between services or from what was acknowledged", different, 0, different == 0)
        figure(f"{name}: other answers", len(self.wrong), 0, not self.wrong)
        for wrong in self.wrong[:3]:
            print(f"     {wrong}", flush=True)

    def end(self):
        for process in self.running:
            service.stop(process)


def place(server_or_pooler, more=""):
    return f"postgresql://plumbline@127.0.0.1:{server_or_pooler.port}/postgres{more}"


def new_folder(name):
    path = f"{folder}/{name}"
    os.makedirs(path)
    os.chmod(path, 0o755)
    return path


def services(server):
    """kill -9 of services."""
    cluster = Cluster(new_folder("services"), place(server))

    def fault():
        victim = random.randrange(options.services)
        cluster.running[victim].kill()
        cluster.running[victim].wait()
        cluster.start(victim)

    cluster.run(options.seconds, fault)
    cluster.check("services")
    cluster.end()


def database(server):
    """kill -9 of the database, which is started again."""
    cluster = Cluster(new_folder("database"), place(server))

    def fault():
        server.kill()
        time.sleep(random.uniform(0, 1))
        server.start()

    cluster.run(options.seconds, fault, pause=(2, 4))
    cluster.check("database")
    cluster.end()


def bouncer(server):
    """PgBouncer in transaction mode; the server ends its connections."""
    pooler = postgres.PgBouncer(folder, server)
    cluster = Cluster(new_folder("bouncer"), place(pooler))

    def fault():
        server.query("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE usename = 'plumbline' AND pid <> pg_backend_pid()")

    cluster.run(options.seconds, fault, pause=(0.3, 1))
    cluster.check("bouncer")
    cluster.end()
    pooler.process.kill()


def failover(_):
    """The primary is killed, and its synchronous standby promoted."""
    primary = postgres.Server(new_folder("failover-a"), "a")
    standby = postgres.Server(new_folder("failover-b"), "b", standby_of=primary)
    primary.query("ALTER SYSTEM SET synchronous_standby_names = 'b'")
    primary.query("SELECT pg_reload_conf()")
    for _ in range(100):
        if primary.query("SELECT sync_state FROM pg_stat_replication") == "sync":
            break
        time.sleep(0.1)
    hosts = f"postgresql://plumbline@127.0.0.1:{primary.port},127.0.0.1:{standby.port}/postgres"
    cluster = Cluster(new_folder("failover"), hosts)
    done = []

    def fault():
        if done:
            return
        primary.kill()
        time.sleep(1)
        standby.query("SELECT pg_promote()")
        done.append(time.monotonic())

    cluster.run(options.seconds, fault, pause=(options.seconds / 3, options.seconds / 3))
    cluster.check("failover")
    cluster.end()
    standby.end()


def nginx(server):
    """nginx before all services, one of which is killed now and then; a stream through it sees each step, in order."""
    cluster = Cluster(new_folder("nginx"), place(server))
    ports = [service.free_port() for _ in range(options.services)]
    for spot, port in enumerate(ports):
        service.stop(cluster.running[spot])
        cluster.running[spot], cluster.ports[spot] = service.serve(options.binary, cluster.database, port=port, log=f"{folder}/nginx/{spot}.log")
    members = " ".join(f"server 127.0.0.1:{port} max_fails=1 fail_timeout=1s;" for port in ports)
    web, process, _ = service.start_nginx(
        folder, "location / { proxy_pass http://plumbline; proxy_http_version 1.1; proxy_buffering off; proxy_read_timeout 60s; "
        "proxy_set_header Host localhost; proxy_next_upstream off; }", before=f"upstream plumbline {{ {members} }}")
    status, body, _ = service.request(web, "POST", "/v1/sessions", json.dumps(CELL), JSON)
    watched = json.loads(body)["id"]
    cluster.sessions[watched] = {}
    seen, is_ending = [], threading.Event()

    def listen():
        last = 0
        while not is_ending.is_set():
            try:
                connection = http.client.HTTPConnection("127.0.0.1", web, timeout=3)
                connection.request("GET", f"/v1/sessions/{watched}/stream", headers={"Last-Event-ID": str(last)})
                answer = connection.getresponse()
                while answer.status == 200 and not is_ending.is_set():
                    line = answer.readline()
                    if not line:
                        break
                    if line.startswith(b"id:"):
                        last = int(line[3:])
                        seen.append(last)
            except (OSError, http.client.HTTPException):
                time.sleep(0.1)

    listener = threading.Thread(target=listen)
    listener.start()

    def fault():
        victim = random.randrange(options.services)
        cluster.running[victim].kill()
        cluster.running[victim].wait()
        cluster.running[victim], _ = service.serve(options.binary, cluster.database, port=ports[victim], log=f"{folder}/nginx/{victim}.log")

    cluster.run(options.seconds, fault, pause=(2, 4), port_of=lambda: web)
    cluster.check("nginx")
    last = max(cluster.sessions[watched], default=0)
    end = time.monotonic() + 20
    while (not seen or max(seen) < last) and time.monotonic() < end:
        time.sleep(0.1)
    is_ending.set()
    listener.join(10)
    unique = sorted(set(seen))
    figure("nginx: steps that the stream missed", len(set(range(1, last + 1)) - set(unique)), 0, set(range(1, last + 1)) <= set(unique))
    figure("nginx: the stream is in order", seen == sorted(seen), True, seen == sorted(seen))
    cluster.end()
    process.kill()


def copy(server):
    """All sessions are copied to a file while they are used, then what is new, and back to another database."""
    server.query("CREATE DATABASE other")
    cluster = Cluster(new_folder("copy"), place(server))
    # Steps are copied one by one, which takes longer than making them.
    cluster.pause = 0.05
    file = f"{folder}/copy/copy.db"
    other = place(server).replace("/postgres", "/other")

    def transfer(source, target):
        return subprocess.run([options.binary, "sessions", "copy", "--from", source, "--to", target], capture_output=True, text=True)

    outcomes = []
    cluster.run(options.seconds, lambda: outcomes.append(transfer(cluster.database, file)))
    outcomes += [transfer(cluster.database, file), transfer(file, other)]
    failed = [outcome for outcome in outcomes if outcome.returncode]
    figure("copy: copies that failed", len(failed), 0, not failed)
    for outcome in failed[:2]:
        print(outcome.stdout, outcome.stderr)
    print(outcomes[-1].stdout, end="")
    cluster.check("copy")
    cluster.end()
    for spot, target in enumerate([file, other][:options.services]):
        cluster.running[spot], cluster.ports[spot] = service.serve(options.binary, target, log=f"{folder}/copy/copy-{spot}.log")
    cluster.ports, cluster.running = cluster.ports[:2], cluster.running[:2]
    cluster.check("copies")
    cluster.end()


folder = tempfile.mkdtemp(prefix="plumbline-cluster.", dir="/tmp")
os.chmod(folder, 0o755)
random.seed(options.seed)
phases = [services, database, bouncer, failover, nginx, copy]
try:
    server = postgres.Server(new_folder("main"), "main")
    for phase in phases:
        if options.only and phase.__name__ not in options.only.split(","):
            continue
        begun = time.monotonic()
        phase(server)
        print(f"{phase.__name__}: {time.monotonic() - begun:.0f} s", flush=True)
finally:
    service.kill_all()
    shutil.rmtree(folder, ignore_errors=True)
service.finish()
