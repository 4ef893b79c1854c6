#!/usr/bin/env python3
"""main.py ADDRESS BINARY SHARED [--quick] [NAME…]: all stories, or those whose names contain one of the words, and the other checks.

--quick takes each eighth of the stored texts, and each third of the stories that must fail without a script."""
import pathlib
import queue
import sys
import threading
import time
import traceback
import zlib

from selenium.common.exceptions import InvalidSessionIdException, NoSuchWindowException, WebDriverException

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import accessibility
import connection
import figures
import network
import payloads
import repairs
import start_stories, drawing_stories, finding_stories, step_stories, page_stories, strange_stories, manual_stories  # noqa: E401, F401 (they register themselves)
from browser import Browser, Service
from story import STORIES
from stub import Stub

address, binary, shared, *names = sys.argv[1:]
is_quick = "--quick" in names
names = [name for name in names if name != "--quick"]
each_text = 8 if is_quick else 1
each_failure = 3 if is_quick else 1
folder = pathlib.Path(".build/browser")
passed, failed = 0, []
telling = threading.Lock()

# So many browsers work side by side: one waits for the service, or for a second to pass, while another draws.
BROWSERS = 3
# What must fail is not waited for as long as what must come.
IMPATIENCE = 1.5


def report(name, problem, seconds):
    global passed
    with telling:
        if problem:
            failed.append(name)
            print(f"FAILED {name}: {problem}", flush=True)
        else:
            passed += 1
            print(f"ok {name} ({seconds:.1f} s)", flush=True)


def run(work, *arguments):
    """What went wrong, in a line; nothing where all is well."""
    begin = time.monotonic()
    try:
        work(*arguments)
        problem = None
    except Exception as error:
        line = traceback.extract_tb(error.__traceback__)
        place = next((f"{frame.name}:{frame.lineno}" for frame in reversed(line) if "suites/browser" in frame.filename and "browser.py" not in frame.filename), "")
        problem = f"{place} {type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"
    return problem, time.monotonic() - begin


class Worker(threading.Thread):
    """A browser of its own before the service, and what it does of the jobs that all workers share."""

    def __init__(self, jobs):
        super().__init__()
        self.jobs = jobs
        self.stub = Stub(address)
        self.service = Service(address)
        self.browser = None

    def run(self):
        try:
            while True:
                name, job = self.jobs.get_nowait()
                report(name, *job(self))
        except queue.Empty:
            pass
        finally:
            if self.browser:
                self.browser.quit()

    def begin(self, without=None):
        """The browser as each job finds it."""
        self.stub.without = without
        if self.browser:
            try:
                self.browser.reset()
            except (InvalidSessionIdException, NoSuchWindowException, WebDriverException):
                # It ended in the job before, which told of that.
                self.browser = None
        self.browser = self.browser or Browser(self.stub.address, folder)
        self.browser.PATIENCE = IMPATIENCE if without else Browser.PATIENCE
        return self.browser


def story_job(name, work):
    def job(worker):
        browser = worker.begin()
        problem, seconds = run(work, browser, worker.service)
        if problem:
            browser.picture("failed-" + name.replace(" ", "-"))
        trouble = None if problem else browser.trouble()
        return problem or (f"unseen: {trouble[:3]}" if trouble else None), seconds

    return job


def without_job(script, work):
    """A story must fail without the scripts that it is about."""

    def job(worker):
        problem, seconds = run(work, worker.begin(script), worker.service)
        return None if problem else "it passes all the same", seconds

    return job


def check_job(check):
    return lambda worker: run(check, worker.begin(), worker.service)


def own_job(check):
    """A check with a service and a browser of its own."""
    return lambda worker: run(check, binary, folder)


# What takes longest comes first, so that no browser is left alone with it at the end.
every = [
    *((name, own_job(check)) for name, check in [*payloads.own_checks(pathlib.Path(shared), each_text), *connection.CHECKS, *network.CHECKS]),
    *((name, check_job(check)) for name, check in [*repairs.checks(shared, names), *payloads.checks(pathlib.Path(shared), each_text), *accessibility.CHECKS]),
    *((name, story_job(name, work)) for name, _, work in STORIES),
    *((f"without {script}: {name} fails", without_job(script, work)) for name, scripts, work in STORIES for script in scripts
      if zlib.crc32(f"{script} {name}".encode()) % each_failure == 0),
]
jobs = queue.Queue()
for each in every:
    if not names or any(word in each[0] for word in names):
        jobs.put(each)
began = time.monotonic()
workers = [Worker(jobs) for _ in range(min(BROWSERS, jobs.qsize()))]
for worker in workers:
    worker.start()
for worker in workers:
    worker.join()
# A job that no worker did: a browser could not be started.
while not jobs.empty():
    report(jobs.get()[0], "it was not run", 0)
print(f"{time.monotonic() - began:.0f} s for what {BROWSERS} browsers did side by side")
# What is measured has the machine for itself.
if not names or "figures" in names:
    report("figures", *run(figures.measure, address, folder))
print(f"browser: {passed} passed, {len(failed)} failed; pictures in {folder}")
sys.exit(1 if failed or passed == 0 else 0)
