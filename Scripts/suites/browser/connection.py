"""What the page says when the service goes and comes back, and to a service that asks for a token."""
import contextlib
import json
import pathlib
import socket
import sqlite3
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request

from browser import Browser, Keys, Service
from layouts import CELL, FORM


starting = threading.Lock()


def free_port():
    with socket.socket() as each:
        each.bind(("127.0.0.1", 0))
        return each.getsockname()[1]


def start(binary, port, database, *options):
    process = subprocess.Popen([binary, "serve", "--port", str(port), "--database", database, *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for _ in range(1200):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            assert process.poll() is None, "the service ended at once"
            return process
        except OSError:
            time.sleep(0.05)
    raise AssertionError("the service does not start")


@contextlib.contextmanager
def running_service(binary, *options):
    """A service with a database of its own, and how to stop and start it: `stop()`, `start()`."""
    with tempfile.TemporaryDirectory() as place:
        running = []
        # Others look for a port at the same time.
        with starting:
            port = free_port()
            running.append(start(binary, port, str(pathlib.Path(place) / "p.db"), *options))

        class Running:
            database = str(pathlib.Path(place) / "p.db")
            address = f"http://127.0.0.1:{port}"

            def start(self):
                running.append(start(binary, port, self.database, *options))

            def stop(self):
                process = running.pop()
                process.terminate()
                process.wait(60)

        own = Running()
        try:
            yield own
        finally:
            while running:
                own.stop()


@contextlib.contextmanager
def service_of_its_own(binary, folder, *options):
    """The same with a browser before it."""
    with running_service(binary, *options) as own:
        browser = Browser(own.address, folder)
        try:
            yield own, browser
        finally:
            browser.quit()


@contextlib.contextmanager
def cell_of_its_own(binary, folder):
    """The same with the session of a cell open in it: (service that can be stopped, requests to it, browser, session)."""
    with service_of_its_own(binary, folder) as (own, browser):
        service = Service(own.address)
        session = service.create(CELL)
        browser.open(f"/sessions/{session}")
        browser.expect_text(".connection", "Live")
        yield own, service, browser, session


def lost_and_found(binary, folder):
    with cell_of_its_own(binary, folder) as (own, service, browser, session):
        own.stop()
        browser.expect_text(".connection", "Connection lost")
        browser.picture("connection-lost")
        # What needs the service says that it is away, and what is shown stays.
        browser.click(".finding.conflicting .remedy button", "Apply")
        browser.expect_said("cannot be reached")
        browser.expect_verdict("conflicting")
        own.start()
        browser.expect_text(".connection", "Live")
        service.events(session, {"op": "setPriority", "id": "c3", "priority": 750})
        browser.expect_verdict("ambiguous")
        assert not browser.trouble(), browser.trouble()


def token_is_asked_for(binary, folder):
    """A service with a token: the page asks for it, shows it with everything it asks for, and keeps it out of every address."""
    token = "a-token-of-the-browser-suite"
    with tempfile.NamedTemporaryFile("w") as file:
        file.write(token + "\n")
        file.flush()
        with service_of_its_own(binary, folder, "--token-file", file.name) as (own, browser):
            service = Service(own.address, token)
            session = service.create({**CELL, "name": "Secret"})
            browser.driver.get(own.address + f"/sessions/{session}")
            browser.one("dialog.sign-in[open]")
            assert "Secret" not in browser.driver.page_source
            browser.picture("sign-in")
            browser.type("#token", "not-the-token-at-all" + Keys.ENTER)
            browser.expect_text("dialog.sign-in .problem", "does not accept this token")
            browser.type("#token", token)
            browser.click("dialog.sign-in button", "Sign in")
            browser.expect_verdict("conflicting")
            # The stream of steps shows it, too.
            browser.expect_text(".connection", "Live")
            service.events(session, {"op": "setPriority", "id": "c3", "priority": 750})
            browser.expect_verdict("ambiguous")
            browser.js("window.saved = []; HTMLAnchorElement.prototype.click = function () { saved.push([this.download, this.href]); }")
            browser.choose('[aria-label="Download"]', "/diagram.svg")
            name, address = browser.wait(lambda: browser.js("return saved[0]"), "nothing is downloaded")
            assert name == "Secret.svg" and address.startswith("blob:"), (name, address)
            assert browser.js("return fetch(arguments[0]).then(r => r.text()).then(t => t.includes('<svg'), () => 'kept from the script')", address) in (True, "kept from the script")
            # The other view, in the same tab: nothing is asked again, and the picture is there.
            browser.click(".wordmark")
            browser.one(".session-card", "Secret")
            assert browser.wait(lambda: browser.js("return document.querySelector('.thumbnail')?.naturalWidth"), "no thumbnail") > 0
            browser.driver.refresh()
            browser.one(".session-card", "Secret")
            seen = browser.js("return [location.href, ...performance.getEntries().map(e => e.name), document.cookie, JSON.stringify(localStorage), document.documentElement.outerHTML].join(' ')")
            assert token not in seen, "the token is told to others"
            browser.click("button", "Sign out")
            browser.one("dialog.sign-in[open]")
            assert browser.js("return sessionStorage.length") == 0 and not browser.all(".session-card")
            # Nobody learns without it which sessions there are.
            codes = [status(own.address + path) for path in ("/", f"/sessions/{session}", "/sessions/none", "/assets/session.js", "/v1/sessions", f"/v1/sessions/{session}/diagram.svg")]
            assert codes == [200, 200, 200, 200, 401, 401], codes
            assert not browser.trouble(), browser.trouble()


def damage_is_told(binary, folder):
    """Rows of the database that are damaged or gone: the page says so and shows what there is."""
    with service_of_its_own(binary, folder) as (own, browser):
        service = Service(own.address)
        torn, odd, gap = (service.create({**CELL, "name": name}) for name in ("Torn", "Odd", "Gap"))
        line = service.create({**FORM, "name": "Line"})
        for session in (odd, gap):
            service.events(session, {"op": "resize", "width": 90})
            service.events(session, {"op": "resize", "width": 80})
        canonical = json.dumps(service.send("GET", f"/v1/sessions/{line}/document"), separators=(",", ":"), ensure_ascii=False)
        own.stop()
        with contextlib.closing(sqlite3.connect(own.database)) as database, database:
            of = "session = (SELECT sequence FROM session WHERE id = ?)"
            database.execute(f"UPDATE step SET report = x'7b22', packing = 0 WHERE {of}", (torn,))
            database.execute(f"UPDATE step SET report = ?, packing = 0 WHERE number = 2 AND {of}", (b'{"conflicts": [{}]}', odd))
            layout = "id = (SELECT layout FROM session WHERE id = ?)"
            database.execute(f"UPDATE layout SET canonical = ?, packing = 0 WHERE {layout}", (canonical.replace('"id":"gap","', '"id":"gap";"').encode(), line))
            database.execute(f"DELETE FROM step WHERE number = 1 AND {of}", (gap,))
            database.execute("UPDATE session SET engine = 'plumbline 99' WHERE id = ?", (gap,))
        own.start()
        # What is no text of a session any more is named, and the way back stands there.
        for session, words in ((torn, "the report of step 0 is no longer valid JSON"), (gap, "its row differs from its digest"), (line, "its document is no longer valid JSON")):
            browser.open(f"/sessions/{session}")
            browser.expect_text("main", words)
            browser.one("main a", "All sessions")
        # Of a session whose newest step is damaged, the newest step that is not.
        browser.open(f"/sessions/{odd}")
        browser.expect_said("Step 2 cannot be shown")
        browser.expect_text(".step-label", "Step 1 of 2")
        browser.expect_verdict("conflicting")
        browser.open("/")
        browser.wait(lambda: len(browser.all(".session-card")) == 4, "not all sessions are listed")
        assert not browser.trouble(), browser.trouble()


def status(address):
    try:
        return urllib.request.urlopen(address, timeout=60).status
    except urllib.error.HTTPError as error:
        return error.code


CHECKS = [("connection: lost is told, and ends", lost_and_found), ("connection: the token is asked for", token_is_asked_for),
          ("connection: what is damaged is told", damage_is_told)]
