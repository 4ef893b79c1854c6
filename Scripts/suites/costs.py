#!/usr/bin/env python3
"""The processor time of a session and of a step, on the services and on their PostgreSQL server, for several numbers of services.

usage: costs.py BINARY GENERATOR [--services 1,2,4,8] [--sessions 600] [--steps 1200] [--rounds 3] [--variant base|conflict]

Documents are lists of 100 views. A session has its own name and width; a step changes the width. Times are those that the system counts for the
processes (user and system), so that what else runs on the machine matters little. The median of the rounds counts.
"""
import argparse
import http.client
import json
import os
import statistics
import subprocess
import sys
import threading

import postgres
import service
from service import JSON, cpu_seconds, figure

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("binary")
parser.add_argument("generator")
parser.add_argument("--services", default="1,2,4,8")
parser.add_argument("--sessions", type=int, default=600, help="of each round, all services together")
parser.add_argument("--steps", type=int, default=1200, help="likewise")
parser.add_argument("--rounds", type=int, default=3)
parser.add_argument("--variant", default="base", choices=["base", "conflict"])
options = parser.parse_args()
# What one primary must carry, and the share of its processors that may be busy.
WANTED_CORES, MOST_BUSY = 30, 0.7
CLIENTS = 8


def database_seconds(server):
    """Of all processes of the server, those included that have ended."""
    pid = server.process.pid
    with open(f"/proc/{pid}/stat") as file:
        ended = file.read().rsplit(")", 1)[1].split()[13:15]
    total = cpu_seconds(pid) + sum(map(int, ended)) / os.sysconf("SC_CLK_TCK")
    with open(f"/proc/{pid}/task/{pid}/children") as file:
        children = file.read().split()
    for child in children:
        try:
            total += cpu_seconds(child)
        except OSError:
            pass
    return total


def share(count, work):
    """Each client does its part of the work, at the same time."""
    failures = []

    def client(number):
        try:
            for turn in range(number, count, CLIENTS):
                work(turn)
        except Exception as error:  # told below
            failures.append(error)

    threads = [threading.Thread(target=client, args=(number,)) for number in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]


class Clients:
    """Connections that stay open, one of each client to each service."""

    def __init__(self, ports):
        self.ports, self.own = ports, threading.local()

    def post(self, turn, path, value, status):
        port = self.ports[turn // CLIENTS % len(self.ports)]
        connections = self.own.__dict__
        if port not in connections:
            connections[port] = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        connections[port].request("POST", path, json.dumps(value), JSON)
        answer = connections[port].getresponse()
        body = answer.read()
        if answer.status != status:
            raise SystemExit(f"{path}: {answer.status} {body[:300]}")
        return json.loads(body)


def measure(server, count, document, label):
    """-> milliseconds of services and of the server, and bytes of the log, for each session and each step."""
    started = [service.serve(options.binary, f"postgresql://plumbline@127.0.0.1:{server.port}/postgres") for _ in range(count)]
    pids = [process.pid for process, _ in started]
    ids = [None] * options.sessions

    def create(turn):
        clients = Clients.current
        own = {"name": f"List {label} {count} {turn}", "size": {"width": 350 + turn % 300, "height": 844}}
        ids[turn] = clients.post(turn, "/v1/sessions", {**document, **own}, 201)["id"]

    def step(turn):
        # Sessions are spread over the services, and a session stays where it is, as behind a proxy that keeps clients apart.
        place = turn % options.sessions
        Clients.current.post(place, f"/v1/sessions/{ids[place]}/events", {"events": [{"op": "resize", "width": 400 + (turn * 7) % 300}]}, 200)

    def spent(total, work):
        Clients.current = Clients([port for _, port in started])
        before = cpu_seconds(*pids), database_seconds(server), wal(server)
        share(total, work)
        after = cpu_seconds(*pids), database_seconds(server), wal(server)
        return [(now - then) / total * scale for then, now, scale in zip(before, after, (1000, 1000, 1))]

    # The first ones meet cold caches.
    for turn in range(2 * count):
        Clients([port for _, port in started]).post(turn * CLIENTS, "/v1/sessions", {**document, "name": f"First {label} {count} {turn}"}, 201)
    outcome = spent(options.sessions, create) + spent(options.steps, step)
    for process, _ in started:
        service.stop(process)
    return outcome


def wal(server):
    return int(server.query("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint"))


def main():
    path = f"{folder}/list.json"
    subprocess.run([sys.executable, options.generator, "list", "100", "--variant", options.variant, "-o", path], check=True, stdout=subprocess.DEVNULL)
    document = json.load(open(path))
    server = postgres.Server(folder, "costs", more=["-c", "max_connections=300", "-c", "shared_buffers=512MB", "-c", "max_wal_size=4GB"])
    measure(server, 1, document, "warm")
    print("| services | session: services, ms | database, ms | log, kB | step: services, ms | database, ms | log, kB | a core of the "
          "primary carries |\n"
          "| ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |")
    least = float("inf")
    for count in map(int, options.services.split(",")):
        rounds = [measure(server, count, document, turn) for turn in range(options.rounds)]
        own, theirs, log, own_step, their_step, log_step = (statistics.median(column) for column in zip(*rounds))
        ratios = own / theirs, own_step / their_step
        least = min(least, *ratios)
        print(f"| {count} | {own:.2f} | {theirs:.2f} | {log / 1000:.1f} | {own_step:.2f} | {their_step:.2f} | {log_step / 1000:.1f} | "
              f"{ratios[0]:.1f} service cores with sessions, {ratios[1]:.1f} with steps |", flush=True)
    print(f"load of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors; {server.query('SELECT version()').split(' on ')[0]}")
    cores = WANTED_CORES / least / MOST_BUSY
    figure(f"cores of a primary, {MOST_BUSY:.0%} busy, that carry {WANTED_CORES} service cores", round(cores, 1), "32, a large server", cores <= 32)
    server.end()


folder = service.new_folder("costs")
service.run(main, folder)
