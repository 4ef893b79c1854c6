#!/usr/bin/env python3
"""main.py ADDRESS BINARY SHARED [NAME…]: all stories, or those whose names contain one of the words, and the other checks."""
import pathlib
import sys
import time
import traceback

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import accessibility
import connection
import figures
import payloads
import start_stories, drawing_stories, finding_stories, step_stories, page_stories, strange_stories  # noqa: E401, F401 (they register themselves)
from browser import Browser, Service
from story import STORIES
from stub import Stub

address, binary, shared, *names = sys.argv[1:]
folder = pathlib.Path(".build/browser")
passed, failed = 0, []


def report(name, problem, seconds):
    global passed
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


wanted = [each for each in STORIES if not names or any(name in each[0] for name in names)]
service = Service(address)
stub = Stub(address)
browser = Browser(stub.address, folder)
try:
    for name, scripts, work in wanted:
        problem, seconds = run(work, browser, service)
        trouble = browser.trouble()
        if problem:
            browser.picture("failed-" + name.replace(" ", "-"))
        report(name, problem or (f"unseen: {trouble[:3]}" if trouble else None), seconds)
    # Each story must fail without the scripts that it is about.
    browser.PATIENCE = 1.5
    for name, scripts, work in wanted:
        for script in scripts:
            stub.without = script
            problem, seconds = run(work, browser, service)
            report(f"without {script}: {name} fails", None if problem else "it passes all the same", seconds)
            browser.media()
            browser.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    browser.PATIENCE = Browser.PATIENCE
    stub.without = None
    for name, check in [*accessibility.CHECKS, *payloads.checks(pathlib.Path(shared))]:
        if not names or any(word in name for word in names):
            problem, seconds = run(check, browser, service)
            report(name, problem, seconds)
finally:
    browser.quit()
for name, check in connection.CHECKS:
    if not names or any(word in name for word in names):
        report(name, *run(check, binary, folder))
if not names or "figures" in names:
    problem, seconds = run(figures.measure, address, folder)
    report("figures", problem, seconds)
print(f"browser: {passed} passed, {len(failed)} failed; pictures in {folder}")
sys.exit(1 if failed else 0)
