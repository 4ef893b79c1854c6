"""Shared by the suites of a running service: starting and stopping one, requests to it, measures of its process, and figures."""
import http.client
import json
import os
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

JSON = {"Content-Type": "application/json"}
figures = []
processes = []


def figure(name, value, bound=None, holds=True):
    """Shows a figure in a line, and stores it for `finish`."""
    figures.append({"figure": name, "value": value, "bound": bound, "holds": holds})
    print(f"{'ok  ' if holds else 'MISS'} {name}: {value}{f' (bound {bound})' if bound else ''}", flush=True)


def finish(path=None):
    """Ends the program; the figures go to a file if one is named."""
    if path:
        with open(path, "w") as file:
            json.dump(figures, file, indent=1)
    sys.exit(0 if all(f["holds"] for f in figures) else 1)


def new_folder(suite, place="/tmp"):
    """-> the path of a new folder that other users may enter, such as PostgreSQL's."""
    folder = tempfile.mkdtemp(prefix=f"plumbline-{suite}.", dir=place)
    os.chmod(folder, 0o755)
    return folder


def run(main, folder, path=None):
    """Runs a suite, ends the processes that it has started, removes its folder, and ends the program by `finish`."""
    try:
        main()
    finally:
        kill_all()
        shutil.rmtree(folder, ignore_errors=True)
    finish(path)


def allow_descriptors(count=16384):
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(count, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),) * 2)


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def serve(binary, database, *arguments, port=0, log=None, environment={}, prefix=()):
    """-> the process of a service that listens, and its port."""
    command = [*prefix, binary, "serve", "--port", str(port), "--database", database, *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True,
                               stderr=open(log, "wb") if log else subprocess.DEVNULL, env={**os.environ, **environment})
    processes.append(process)
    line = process.stdout.readline()
    if "http://127.0.0.1:" not in line:
        sys.exit(f"the service did not start: {line}")
    return process, int(line.split("http://127.0.0.1:")[1].split(",")[0])


def stop(process):
    process.send_signal(signal.SIGTERM)
    return process.wait(60)


def kill_all():
    """Ends what is still running of what was started."""
    for process in processes:
        if process.poll() is None:
            # Killed, nginx would leave its workers behind.
            process.terminate() if process.args[0] == "nginx" else process.kill()


def connect(port, timeout=60):
    """-> a connection to a port of this machine, or to one of another (`namespaces.Place`)."""
    return http.client.HTTPConnection("127.0.0.1", port, timeout=timeout) if isinstance(port, int) else port.connection(timeout)


def request(port, method, path, body=None, fields={}, timeout=60):
    """-> status, body and the whole answer, over a connection of its own."""
    connection = connect(port, timeout)
    try:
        connection.request(method, path, body, fields)
        answer = connection.getresponse()
        return answer.status, answer.read(), answer
    finally:
        connection.close()


def resident(process):
    """Kilobytes of memory."""
    if process.poll() is not None:
        sys.exit(f"the service has ended with {process.returncode}")
    with open(f"/proc/{process.pid}/status") as file:
        return int(re.search(r"VmRSS:\s+(\d+)", file.read()).group(1))


def peak(process):
    """The most megabytes of memory that it has had."""
    with open(f"/proc/{process.pid}/status") as file:
        return int(re.search(r"VmHWM:\s+(\d+)", file.read()).group(1)) // 1024


def begin_peak(process):
    """Has the peak begin again at the present memory."""
    with open(f"/proc/{process.pid}/clear_refs", "w") as file:
        file.write("5")


def descriptors(process):
    return len(os.listdir(f"/proc/{process.pid}/fd"))


def together(count, work):
    """Begins the work on so many threads; -> the threads."""
    threads = [threading.Thread(target=work) for _ in range(count)]
    for thread in threads:
        thread.start()
    return threads


def cpu_seconds(*pids):
    total = 0
    for pid in pids:
        with open(f"/proc/{pid}/stat") as file:
            parts = file.read().rsplit(")", 1)[1].split()
        total += int(parts[11]) + int(parts[12])
    return total / os.sysconf("SC_CLK_TCK")


def watch(ports, stopping, outcome):
    """The slowest answer to GET /healthz of each port, in ms. A process of its own, so that what else this program does delays nothing."""
    slowest = [0.0] * len(ports)
    while not stopping.is_set():
        for place, port in enumerate(ports):
            begin = time.monotonic()
            with socket.create_connection(("127.0.0.1", port)) as s:
                s.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                answer = s.recv(4096)
            if not answer.startswith(b"HTTP/1.1 200"):
                slowest[place] = float("inf")
            slowest[place] = max(slowest[place], (time.monotonic() - begin) * 1000)
        time.sleep(0.01)
    outcome.put(slowest)


def start_nginx(folder, locations, before=""):
    """nginx with one worker; -> its port, its process and its worker's number. `before` the server may be a list of servers behind it."""
    web = free_port()
    open(f"{folder}/nginx-{web}.conf", "w").write(f"""
        user root; worker_processes 1; pid {folder}/nginx-{web}.pid; error_log {folder}/nginx.log; daemon off;
        events {{ worker_connections 1024; }}
        http {{ access_log off; default_type application/json; sendfile on; keepalive_requests 1000000000; {before}
               server {{ listen 127.0.0.1:{web}; {locations} }} }}""")
    nginx = subprocess.Popen(["nginx", "-c", f"{folder}/nginx-{web}.conf", "-p", folder])
    processes.append(nginx)
    time.sleep(1)
    return web, nginx, int(open(f"/proc/{nginx.pid}/task/{nginx.pid}/children").read().split()[0])
