"""What the page costs: bytes, the first view, a dragged root, a pan. Printed, not judged: the machine has a say in them."""
import collections
import json
import statistics
import time

from browser import Browser, Service
from layouts import grid

DRAG = """
const done = arguments[0];
(async () => {
  const svg = document.querySelector('svg.drawing');
  const grip = document.querySelector('[data-grip=width]');
  const box = grip.getBoundingClientRect();
  const event = (type, x) => new PointerEvent(type, { bubbles: true, clientX: x, clientY: box.y + 10, pointerId: 1, button: 0, isPrimary: true });
  svg.setPointerCapture = () => {};
  let x = box.x + 3;
  grip.dispatchEvent(event('pointerdown', x));
  for (let step = 0; step < 150; step += 1) {
    x += step % 50 < 25 ? 1.5 : -1.5;
    svg.dispatchEvent(event('pointermove', x));
    await new Promise((next) => setTimeout(next, 25));
  }
  svg.dispatchEvent(event('pointerup', x));
  await new Promise((next) => setTimeout(next, 400));
  done(performance.getEntriesByName('input to verdict').map((each) => each.duration));
})();
"""

PAN = """
const done = arguments[0];
(async () => {
  const svg = document.querySelector('svg.drawing');
  const box = svg.getBoundingClientRect();
  longTasks.length = 0;
  let frames = 0;
  const begin = performance.now();
  while (performance.now() - begin < 2000) {
    svg.dispatchEvent(new WheelEvent('wheel', { bubbles: true, cancelable: true, deltaY: 12, deltaX: 8, clientX: box.x + 200, clientY: box.y + 200 }));
    await new Promise(requestAnimationFrame);
    frames += 1;
  }
  await new Promise((next) => setTimeout(next, 300));
  done([frames, Math.max(0, ...longTasks), longTasks.length]);
})();
"""


def measure(address, folder):
    service = Service(address)
    thousand = service.create(grid(25, 40))
    browser = Browser(address, folder)
    try:
        print(f"figure: {sent(browser, thousand)}")
        print(f"figure: first view of 1,000 views: {first_view(address, folder, thousand)}")
        browser.open(f"/sessions/{thousand}")
        times = sorted(browser.driver.execute_async_script(DRAG))
        print(f"figure: dragged root at 1,000 views, input to verdict: median {statistics.median(times):.0f} ms, 95th percentile {times[int(len(times) * 0.95)]:.0f} ms of {len(times)}")
        ten = service.create(grid(100, 100))
        browser.open(f"/sessions/{ten}")
        time.sleep(1)
        for zoom in ("all in sight", "near"):
            if zoom == "near":
                browser.js("for (let i = 0; i < 12; i += 1) document.querySelector('[aria-label=\"Zoom in\"]').click()")
                time.sleep(0.5)
            frames, longest, count = browser.driver.execute_async_script(PAN)
            print(f"figure: pan over 10,000 views for 2 s, {zoom}: {frames} frames, {count} tasks over 50 ms (longest {longest:.0f} ms)")
    finally:
        browser.quit()


def sent(browser, session):
    browser.open(f"/sessions/{session}")
    packed, whole = browser.js("""
        const files = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource').filter(e => e.name.includes('/assets/'))];
        return [files.reduce((sum, e) => sum + e.encodedBodySize, 0), files.reduce((sum, e) => sum + e.decodedBodySize, 0)];
    """)
    assert packed < 150_000, packed
    return f"the page of a session: {packed / 1000:.0f} KB sent, {whole / 1000:.0f} KB unpacked"


def first_view(address, folder, session):
    """Processor time of the main thread for opening a session, by the browser's trace: the median of seven."""
    browser = Browser(address, folder, trace=True)
    try:
        browser.open(f"/sessions/{session}")
        trace(browser)
        sums, longest = zip(*(opened(browser, f"/sessions/{session}") for _ in range(7)))
        empty, _ = zip(*(opened(browser, "/healthz") for _ in range(7)))
        spread = f"{min(sums):.0f} to {max(sums):.0f}"
        return (f"{statistics.median(sums):.0f} ms of main-thread processor time in all ({spread}), {statistics.median(longest):.0f} ms in the longest task; "
                f"{statistics.median(empty):.0f} ms of it for an address with a word of text")
    finally:
        browser.quit()


def opened(browser, path):
    # Not looked at while it opens: each look is work of the main thread, too.
    browser.driver.get(browser.address + path)
    time.sleep(2)
    events = trace(browser)
    marks = collections.Counter((each["pid"], each["tid"]) for each in events if each.get("name") in ("ParseHTML", "Layout", "UpdateLayoutTree"))
    thread = marks.most_common(1)[0][0]
    # Promises are settled between tasks: all that the thread does counts, each thing once.
    tasks = [each for each in events if each.get("ph") == "X" and (each["pid"], each["tid"]) == thread]
    tasks.sort(key=lambda each: (each["ts"], -each["dur"]))
    outer, end = [], 0
    for each in tasks:
        if each["ts"] >= end:
            outer.append(each.get("tdur", 0) / 1000)
            end = each["ts"] + each["dur"]
    return sum(outer), max(outer)


def trace(browser):
    """What the browser noted since the last time; it hands it over when it leaves the page."""
    browser.driver.get("about:blank")
    time.sleep(0.5)
    messages = (json.loads(line["message"])["message"] for line in browser.driver.get_log("performance"))
    return [each["params"] for each in messages if each["method"] == "Tracing.dataCollected"]
