"""What the page says when the service goes and comes back."""
import pathlib
import socket
import subprocess
import tempfile
import time

from browser import Browser, Service
from layouts import CELL


def free_port():
    with socket.socket() as each:
        each.bind(("127.0.0.1", 0))
        return each.getsockname()[1]


def start(binary, port, database):
    process = subprocess.Popen([binary, "serve", "--port", str(port), "--database", database], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for _ in range(100):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return process
        except OSError:
            time.sleep(0.05)
    raise AssertionError("the service does not start")


def check(binary, folder):
    port = free_port()
    with tempfile.TemporaryDirectory() as place:
        database = str(pathlib.Path(place) / "p.db")
        process = start(binary, port, database)
        browser = Browser(f"http://127.0.0.1:{port}", folder)
        try:
            service = Service(browser.address)
            session = service.create(CELL)
            browser.open(f"/sessions/{session}")
            browser.expect_text(".connection", "Live")
            process.terminate()
            process.wait(10)
            browser.expect_text(".connection", "Connection lost")
            browser.picture("connection-lost")
            process = start(binary, port, database)
            browser.wait(lambda: "Live" in browser.one(".connection").text, "it does not come back", 15)
            service.events(session, {"op": "setPriority", "id": "c3", "priority": 750})
            browser.expect_verdict("ambiguous")
        finally:
            browser.quit()
            process.terminate()
            process.wait(10)
