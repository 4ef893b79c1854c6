#!/usr/bin/env python3
"""Running as a service: start-up, metrics by Prometheus' own parser, slow clients, the package's unit and the manual's proxy.

usage: operations.py BINARY [--json FILE]
"""
import argparse
import multiprocessing
import os
import re
import socket
import ssl
import statistics
import subprocess
import tempfile
import time

import service
from service import JSON, figure, free_port, request, stop

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("binary")
parser.add_argument("--json")
options = parser.parse_args()
folder = tempfile.mkdtemp(prefix="plumbline-operations.")
manual = open("Sources/Manual/operation.md").read()
TOKEN = "a-token-for-this-try-only"


def block(heading):
    """The first block of code below a heading of the manual."""
    return re.search(re.escape(heading) + r".*?```[a-z]*\n(.*?)```", manual, re.S).group(1)


def serve(*arguments, port=0, environment={}):
    return service.serve(options.binary, f"{folder}/store.db", *arguments, port=port, environment=environment)


def start_up():
    times = []
    for _ in range(11):
        begin = time.monotonic()
        process, _ = serve()
        times.append((time.monotonic() - begin) * 1000)
        stop(process)
    # The first one makes the database.
    figure("start-up to the first connection, ms (median)", round(statistics.median(times[1:]), 1), "50", statistics.median(times[1:]) < 50)


def metrics():
    from prometheus_client.parser import text_string_to_metric_families
    process, port = serve()
    body = b'{"constraints":["a.width == 10","a.width == 12"]}'
    request(port, "POST", "/v1/check", body, JSON)
    text = request(port, "GET", "/metrics")[1].decode()
    families = {family.name: family for family in text_string_to_metric_families(text)}
    wanted = {"plumbline_http_responses", "plumbline_http_request_duration_seconds", "plumbline_analyses", "plumbline_sessions", "plumbline_store_bytes",
              "plumbline_queue_length", "plumbline_connections", "process_resident_memory_bytes", "process_cpu_seconds"}
    bare = [name for name, family in families.items() if not family.documentation]
    figure("families of metrics that Prometheus' parser reads", len(families), "all with a meaning, none missing", wanted <= set(families) and not bare)
    stop(process)


def slow_clients():
    for mode, extra in (("-H", ["-i", "10", "-x", "24"]), ("-B", ["-i", "10", "-s", "8192", "-x", "10"]), ("-X", ["-w", "1", "-y", "8", "-n", "5", "-z", "32", "-k", "3"])):
        process, port = serve()
        web, nginx, _ = service.start_nginx(folder, 'location / { return 200 "ok"; }')
        stopping, outcome = multiprocessing.Event(), multiprocessing.Queue()
        watcher = multiprocessing.Process(target=service.watch, args=([port, web], stopping, outcome))
        watcher.start()
        path = "/v1/check" if mode == "-B" else "/openapi.json"
        out = subprocess.run(["slowhttptest", mode, "-c", "700", "-r", "200", "-l", "45", "-p", "3", *extra, "-t", "POST" if mode == "-B" else "GET",
                              "-u", f"http://127.0.0.1:{port}{path}"], capture_output=True, text=True, timeout=120).stdout
        stopping.set()
        ours, theirs = outcome.get()
        watcher.join()
        nginx.terminate()
        nginx.wait()
        out = re.sub(r"\x1b\[[0-9;]*m", "", out)
        available = re.findall(r"service available:\s+(\w+)", out)
        closed = re.findall(r"closed:\s+(\d+)", out)
        figure(f"slowhttptest {mode}, 700 connections: service available, closed at the end",
               f"{'always' if set(available) == {'YES'} else available}, {max(map(int, closed), default=0)}", "always", set(available) == {"YES"})
        figure(f"slowest /healthz beside slowhttptest {mode}, ms", f"{ours:.1f}; of an idle nginx {theirs:.1f}", "100", ours < 100)
        stop(process)


def proxy():
    port, tls = free_port(), free_port()
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", "/CN=plumbline.example",
                    "-addext", "subjectAltName=DNS:plumbline.example", "-keyout", f"{folder}/key.pem", "-out", f"{folder}/cert.pem"], check=True, capture_output=True)
    server = block("## Behind nginx, with TLS").replace("/etc/ssl/plumbline.pem", f"{folder}/cert.pem").replace("/etc/ssl/plumbline.key", f"{folder}/key.pem")
    server = server.replace("listen 443 ssl", f"listen 127.0.0.1:{tls} ssl").replace("127.0.0.1:8080", f"127.0.0.1:{port}")
    open(f"{folder}/nginx.conf", "w").write(f"user root; pid {folder}/nginx.pid; error_log {folder}/nginx.log; daemon off; events {{ }}\nhttp {{ access_log off;\n{server} }}\n")
    nginx = subprocess.Popen(["nginx", "-c", f"{folder}/nginx.conf", "-p", folder])
    process, _ = serve("--allow-host", "plumbline.example", port=port, environment={"PLUMBLINE_TOKEN": TOKEN})
    time.sleep(1)
    context = ssl.create_default_context(cafile=f"{folder}/cert.pem")

    def send(path, fields, body=None):
        raw = socket.create_connection(("127.0.0.1", tls), 10)
        with context.wrap_socket(raw, server_hostname="plumbline.example") as s:
            head = f"{'POST' if body else 'GET'} {path} HTTP/1.1\r\nHost: plumbline.example\r\nConnection: close\r\n{fields}"
            s.sendall((head + (f"Content-Length: {len(body)}\r\n" if body else "") + "\r\n" + (body or "")).encode())
            answer = b""
            while data := s.recv(65536):
                answer += data
        return int(answer.split(b" ", 2)[1]), answer.split(b"\r\n\r\n", 1)[1]

    try:
        bearer = f"Authorization: Bearer {TOKEN}\r\nContent-Type: application/json\r\n"
        outcomes = [send("/v1/sessions", "")[0], send("/v1/sessions", bearer)[0], send("/v1/check", bearer, '{"constraints":["a.width == 10"]}')[0],
                    send("/v1/check", bearer + "Origin: https://plumbline.example\r\n", '{"constraints":["a.width == 10"]}')[0],
                    send("/v1/check", bearer + "Origin: https://evil.example\r\n", '{"constraints":["a.width == 10"]}')[0]]
        figure("the manual's nginx with TLS: no token, token, POST, own page, foreign page", outcomes, "401, 200, 200, 200, 403", outcomes == [401, 200, 200, 200, 403])
    finally:
        nginx.terminate()
        nginx.wait()
        stop(process)


def unit():
    path = f"{folder}/plumbline.service"
    open(path, "w").write(open("Scripts/package/plumbline.service").read().replace("/usr/bin/plumbline", os.path.abspath(options.binary)))
    outcome = subprocess.run(["systemd-analyze", "verify", path], capture_output=True, text=True)
    figure("the package's unit, by systemd-analyze verify", "sound" if outcome.returncode == 0 else outcome.stderr.strip()[:200], "sound", outcome.returncode == 0)


def main():
    for part in (start_up, metrics, proxy, unit, slow_clients):
        part()


service.run(main, folder, options.json)
