#!/usr/bin/env python3
"""Several services on one PostgreSQL database under faults. What was acknowledged is there once, in order, and the same from each service.

usage: cluster.py BINARY [--seconds 30] [--services 3] [--clients 6] [--seed 1] [--quick] [--only PHASE,…]

Phases: services (kill -9 of services), database (kill -9 of the database, which starts again), bouncer (PgBouncer in transaction mode, and
connections are ended), promotion (kill -9 of the primary, and promotion of its synchronous standby), nginx (before all services, with a
stream, and in a browser), copy (all sessions to a file and back, while they are used), cut (connections are cut at their COMMIT, before, within and
after it), standby (a server that only reads is not served), upgrade (the tables of a next version beside services of this one), patroni (three
servers in network namespaces with Patroni and etcd; see failover.py).
"""
import argparse
import http.client
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

import failover
import postgres
import schemas
import service
from cutting import CuttingProxy
from history import CELL, Cluster
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


def place(server_or_pooler, more=""):
    return f"postgresql://plumbline@127.0.0.1:{server_or_pooler.port}/postgres{more}"


def new_folder(name):
    path = f"{folder}/{name}"
    os.makedirs(path)
    os.chmod(path, 0o755)
    return path


def services(server):
    """kill -9 of services."""
    cluster = Cluster(options, new_folder("services"), place(server))

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
    cluster = Cluster(options, new_folder("database"), place(server))

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
    cluster = Cluster(options, new_folder("bouncer"), place(pooler))

    def fault():
        server.query("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE usename = 'plumbline' AND pid <> pg_backend_pid()")

    cluster.run(options.seconds, fault, pause=(0.3, 1))
    cluster.check("bouncer")
    cluster.end()
    pooler.process.kill()


def promotion(_):
    """The primary is killed, and its synchronous standby promoted."""
    primary = postgres.Server(new_folder("promotion-a"), "a")
    standby = postgres.Server(new_folder("promotion-b"), "b", standby_of=primary)
    primary.query("ALTER SYSTEM SET synchronous_standby_names = 'b'")
    primary.query("SELECT pg_reload_conf()")
    for _ in range(100):
        if primary.query("SELECT sync_state FROM pg_stat_replication") == "sync":
            break
        time.sleep(0.1)
    hosts = f"postgresql://plumbline@127.0.0.1:{primary.port},127.0.0.1:{standby.port}/postgres"
    cluster = Cluster(options, new_folder("promotion"), hosts)
    done = []

    def fault():
        if done:
            return
        primary.kill()
        time.sleep(1)
        standby.query("SELECT pg_promote()")
        done.append(time.monotonic())

    cluster.run(options.seconds, fault, pause=(options.seconds / 3, options.seconds / 3))
    cluster.check("promotion")
    cluster.end()
    standby.end()


def nginx(server):
    """nginx before all services, one of which is killed now and then; a stream and pages in a browser see each step, in order."""
    # It needs Selenium, which the short half has not.
    import live_page

    cluster = Cluster(argparse.Namespace(**{**vars(options), "services": 4}), new_folder("nginx"), place(server))
    ports = [service.free_port() for _ in cluster.ports]
    for spot, port in enumerate(ports):
        service.stop(cluster.running[spot])
        cluster.running[spot], cluster.ports[spot] = service.serve(options.binary, cluster.database, port=port, log=f"{folder}/nginx/{spot}.log")
    members = " ".join(f"server 127.0.0.1:{port} max_fails=1 fail_timeout=1s;" for port in ports)
    web, process, _ = service.start_nginx(
        folder, "location / { proxy_pass http://plumbline; proxy_http_version 1.1; proxy_buffering off; proxy_read_timeout 60s; "
        "proxy_set_header Host $http_host; proxy_next_upstream off; }", before=f"upstream plumbline {{ {members} }}")
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

    def restart(victim):
        cluster.running[victim].kill()
        cluster.running[victim].wait()
        cluster.running[victim], _ = service.serve(options.binary, cluster.database, port=ports[victim], log=f"{folder}/nginx/{victim}.log")

    cluster.run(options.seconds, lambda: restart(random.randrange(len(ports))), pause=(2, 4), port_of=lambda: web)
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
    live_page.check(web, ports, restart, f"{folder}/nginx")
    cluster.end()
    process.terminate()
    process.wait()


def copy(server):
    """All sessions are copied to a file while they are used, then what is new, and back to another database."""
    server.query("CREATE DATABASE other")
    cluster = Cluster(options, new_folder("copy"), place(server))
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


def cut(server):
    """A proxy cuts connections at their COMMIT: before, within and after it."""
    proxy = CuttingProxy(server.port, seed=options.seed)
    cluster = Cluster(options, new_folder("cut"), place(proxy))
    proxy.share = 0.1
    cluster.run(options.seconds, None)
    proxy.share = 0
    cluster.check("cut")
    least = min(proxy.counts.values())
    figure("cut: commits that were cut before, within and after", list(proxy.counts.values()), "at least 5 each", least >= 5)
    cluster.end()
    proxy.end()


def standby(_):
    """A hot standby, which is behind: a service does not begin on it, and one whose address moves there reads nothing old."""
    primary = postgres.Server(new_folder("standby-a"), "a")
    replica = postgres.Server(new_folder("standby-b"), "b", standby_of=primary)
    proxy = CuttingProxy(primary.port)
    process, port = service.serve(options.binary, place(proxy), log=f"{folder}/standby-a/service.log")

    def write(width):
        body = json.dumps({"events": [{"op": "resize", "width": width}]})
        return service.request(port, "POST", f"/v1/sessions/{session}/events", body, JSON)[0]

    def read(path):
        status, body, _ = service.request(port, "GET", path)
        return status, json.loads(body)

    session = json.loads(service.request(port, "POST", "/v1/sessions", json.dumps(CELL), JSON)[1])["id"]
    for _ in range(100):
        if replica.query("SELECT count(*) FROM session") == "1":
            break
        time.sleep(0.1)
    replica.query("SELECT pg_wal_replay_pause()")
    figure("standby: a step that the standby does not have", write(200), 200, True)
    begun = subprocess.run([options.binary, "serve", "--port", "0", "--database", place(replica)], capture_output=True, text=True, timeout=60)
    says = begun.stderr.strip().splitlines()[-1:] or [""]
    figure("standby: a service on it ends, and says why", f"{begun.returncode}: {says[0]}", "a status that is not 0", begun.returncode != 0)
    proxy.move(replica.port)
    old = []
    for path in (f"/v1/sessions/{session}", f"/v1/sessions/{session}/report", "/v1/sessions"):
        status, body = read(path)
        step = body.get("step", body["sessions"][0]["step"] if body.get("sessions") else None)
        print(f"     {path}: {status} {body.get('detail') or step}", flush=True)
        if status == 200 and path != f"/v1/sessions/{session}/report" and step != 1:
            old.append(path)
    figure("standby: paths that tell of an old state when the address moves there", old, "none", not old)
    statuses = [read("/readyz")[0], write(300)]
    figure("standby: readiness, and a write", statuses, "503 each", statuses == [503, 503])
    proxy.move(primary.port)
    status, body = read(f"/v1/sessions/{session}")
    figure("standby: the step is there when the address moves back", body.get("step"), 1, body.get("step") == 1)
    service.stop(process)
    proxy.end()
    for each in (replica, primary):
        each.end()


def upgrade(server):
    """The tables of a next version, which only adds to them, come into use under load; services of this version are replaced meanwhile."""
    cluster = Cluster(options, new_folder("upgrade"), place(server))
    done = []

    def fault():
        if not done:
            server.query(schemas.NEXT_VERSION)
            done.append(True)
            return
        victim = random.randrange(options.services)
        service.stop(cluster.running[victim])
        cluster.start(victim)

    cluster.run(options.seconds, fault, pause=(1, 2))
    cluster.check("upgrade")
    cluster.end()
    server.query("UPDATE plumbline_schema SET least_program = version")
    refused = subprocess.run([options.binary, "serve", "--port", "0", "--database", place(server)], capture_output=True, text=True, timeout=60)
    says = refused.stderr.strip().splitlines()[-1:]
    figure("upgrade: a service is refused if it must know more", says, "a status that is not 0", refused.returncode != 0)
    server.query(schemas.FORMER_VERSION)
    schemas.check(server)


def patroni(_):
    """Three servers with Patroni and etcd in network namespaces."""
    failover.patroni_phase(options, new_folder("patroni"))


folder = tempfile.mkdtemp(prefix="plumbline-cluster.", dir="/tmp")
os.chmod(folder, 0o755)
random.seed(options.seed)
# Ended by a signal, it leaves no processes and no namespaces either.
signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
phases = [services, database, bouncer, promotion, nginx, copy, cut, standby, upgrade, patroni]
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
