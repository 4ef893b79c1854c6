#!/usr/bin/env python3
"""What happens when the disk, the descriptors or the file fail: the service refuses with a reason, loses nothing that it acknowledged, and goes on by itself
where the cause goes away. Faults of system calls are made by strace, which lets go again.

usage: durability.py BINARY
"""
import http.client
import json
import os
import resource
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time

import service
from service import JSON

binary = sys.argv[1]
folder = tempfile.mkdtemp(prefix="plumbline-durability.")
database = f"{folder}/store.db"
failures = 0
stored = {}


def check(name, holds, told=""):
    global failures
    failures += not holds
    print(f"{'ok  ' if holds else 'MISS'} {name}{f': {told}' if told else ''}", flush=True)


def refused(path):
    outcome = subprocess.run([binary, "serve", "--port", "0", "--database", path], capture_output=True, text=True, timeout=20)
    return outcome.returncode, outcome.stderr.strip()


def post(port, number):
    name = f"Cell {number}"
    document = json.dumps({"name": name, "constraints": ["a.width == 10"]})
    status, answer, whole = service.request(port, "POST", "/v1/sessions", document, JSON, 30)
    body = json.loads(answer)
    if status == 201:
        stored[body["id"]] = name
    return status, body, whole


def keeps_all(port):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    for session, name in stored.items():
        connection.request("GET", f"/v1/sessions/{session}")
        answer = connection.getresponse()
        if json.loads(answer.read()).get("name") != name:
            return False
    return True


def with_fault(process, calls, error):
    """Has the calls fail until the function that is given back is called."""
    tracer = subprocess.Popen(["strace", "-f", "-qq", "-o", "/dev/null", "-p", str(process.pid), "-e", f"trace={calls}", "-e", f"inject={calls}:error={error}"],
                              stderr=subprocess.PIPE)
    time.sleep(1.5)

    def end():
        tracer.send_signal(signal.SIGINT)
        tracer.wait()
        time.sleep(0.3)
    return end


number = 0
try:
    process, port = service.serve(binary, database)
    for number in range(20):
        post(port, number)
    check("files are for their owner alone", all(os.stat(f"{folder}/{name}").st_mode & 0o777 == 0o600 for name in os.listdir(folder)))
    for name, calls, error in (("disk full (ENOSPC)", "pwrite64", "ENOSPC"), ("read-only disk (EROFS)", "pwrite64", "EROFS"),
                               ("failing sync (EIO)", "fdatasync,fsync", "EIO")):
        end = with_fault(process, calls, error)
        number += 1
        status, body, answer = post(port, number)
        check(f"{name}: refused with a reason", status == 503 and body.get("code") == "store-unavailable", f"{status} {body.get('detail', '')[:90]}")
        check(f"{name}: what is stored is still read", keeps_all(port))
        end()
        number += 1
        status, body, _ = post(port, number)
        check(f"{name}: goes on by itself afterwards", status == 201, "" if status == 201 else f"{status} {body.get('detail')}")

    lock = sqlite3.connect(database, isolation_level=None)
    lock.execute("BEGIN IMMEDIATE")
    number += 1
    status, body, _ = post(port, number)
    check("locked database: refused with a reason", status == 503, f"{status} {body.get('detail', '')[:90]}")
    lock.execute("ROLLBACK")
    lock.close()
    number += 1
    check("locked database: goes on by itself afterwards", post(port, number)[0] == 201)

    resource.prlimit(process.pid, resource.RLIMIT_NOFILE, (len(os.listdir(f"/proc/{process.pid}/fd")) + 10,) * 2)
    crowd = []
    for _ in range(60):
        s = socket.create_connection(("127.0.0.1", port))
        crowd.append(s)
    time.sleep(0.5)
    check("no descriptors left: the service stands", process.poll() is None)
    for s in crowd:
        s.close()
    time.sleep(0.5)
    number += 1
    check("no descriptors left: goes on by itself afterwards", post(port, number)[0] == 201)

    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (1 << 20,) * 2)
    status = 201
    for _ in range(5000):
        number += 1
        status, body, _ = post(port, number)
        if status != 201:
            break
    check("limit of the file's size: refused with a reason", status == 503, f"{status} {body.get('detail', '')[:90]}")
    check("limit of the file's size: what is stored is still read", keeps_all(port))
    statuses = [service.request(port, "GET", "/readyz")[0]]
    gone = list(stored)[: len(stored) // 2]
    for session in gone:
        statuses.append(service.request(port, "DELETE", f"/v1/sessions/{session}")[0])
        del stored[session]
    check("limit of the file's size: not ready, and sessions can be deleted", statuses == [503] + len(gone) * [204], str(set(statuses)))
    number += 1
    check("limit of the file's size: what they leave is used", post(port, number)[0] == 201)
    process.send_signal(signal.SIGTERM)
    check("ends in peace", process.wait(30) == 0)

    process, port = service.serve(binary, database)
    check(f"all {len(stored)} acknowledged sessions are there", keeps_all(port))
    process.send_signal(signal.SIGTERM)
    process.wait(30)
    check("the database passes its check", sqlite3.connect(database).execute("PRAGMA integrity_check").fetchone()[0] == "ok")

    # A backup over the live file, and other ways to change it or its log: nothing is acknowledged that is lost, and the stop leaves the file alone.
    backup = f"{folder}/backup.db"
    subprocess.run([binary, "sessions", "backup", backup, "--database", database], check=True, capture_output=True)
    content = open(backup, "rb").read()
    for name, command in (("a backup copied over the file", 'cp "$1" "$0"'), ("a backup moved over the file", 'cp "$1" "$0.new" && mv "$0.new" "$0"'),
                          ("the file emptied", ': > "$0"'), ("the file cut", 'truncate -s 16384 "$0"'), ("the file deleted", 'rm "$0"'),
                          ("the log emptied", ': > "$0-wal"'), ("the log cut", 'truncate -s 50000 "$0-wal"'), ("the log deleted", 'rm "$0-wal"')):
        live = f"{folder}/live.db"
        for suffix in ("", "-wal", "-shm", "-wal.aside"):
            if os.path.exists(live + suffix):
                os.remove(live + suffix)
        shutil.copy(backup, live)
        process, port = service.serve(binary, live)
        for number in range(20):
            post(port, number)
        subprocess.run(["sh", "-c", command, live, backup], check=True)
        statuses = [post(port, number)[0] for number in range(100)]
        ready = service.request(port, "GET", "/readyz")[0]
        process.send_signal(signal.SIGTERM)
        check(f"{name}: 100 posts are refused, not ready, ends in peace", set(statuses) == {503} and ready == 503 and process.wait(30) == 0, str(set(statuses)))
        if not os.path.exists(live) or name in ("the file emptied", "the file cut"):
            shutil.copy(backup, live)
        elif "over the file" in name:
            check(f"{name}: it is as it was put there", open(live, "rb").read() == content)
        if os.path.exists(live + "-wal.aside"):
            listed = subprocess.run([binary, "sessions", "list", "--database", live], capture_output=True, text=True)
            check(f"{name}: nothing opens the file while its log is aside", listed.returncode == 2 and "-wal.aside" in listed.stderr, listed.stderr)
            os.remove(live + "-wal.aside")
        check(f"{name}: the file passes its check", sqlite3.connect(live).execute("PRAGMA integrity_check").fetchone()[0] == "ok")
        process, port = service.serve(binary, live)
        check(f"{name}: the next start stores again", post(port, 0)[0] == 201)
        process.send_signal(signal.SIGTERM)
        process.wait(30)

    newer = f"{folder}/newer.db"
    shutil.copy(database, newer)
    connection = sqlite3.connect(newer)
    connection.execute("PRAGMA user_version = 99")
    connection.commit()
    connection.close()
    status, told = refused(newer)
    check("newer schema: refused with both versions", status == 2 and "99" in told, told[:120])
    damaged = f"{folder}/damaged.db"
    data = bytearray(open(database, "rb").read())
    data[100:9000] = os.urandom(8900)
    open(damaged, "wb").write(data)
    status, told = refused(damaged)
    check("damaged file: refused with a reason", status == 2 and told != "", told[:120])
    other = f"{folder}/other.db"
    open(other, "w").write("no database " * 1000)
    status, told = refused(other)
    check("another program's file: refused, and left as it is", status == 2 and open(other).read().startswith("no database"), told[:120])
finally:
    service.kill_all()
    shutil.rmtree(folder, ignore_errors=True)
sys.exit(1 if failures else 0)
