"""What the page costs: bytes, the first view, a dragged root, a pan. Printed, not judged: the machine has a say in them."""
import pathlib
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
        print(f"figure: first view of 1,000 views: {first_view(address, thousand)}")
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


def first_view(address, session):
    """
    Processor time of the page's main thread for opening a session, as the kernel counts it for that thread: the navigation, scripts, promises
    between tasks, style, layout and paint, whatever it does until it is at rest. With the page's files at hand, and without.
    """
    browser = Browser(address, ".", measured=True)
    try:
        def opened(path, isCold=False):
            # An address of the same origin, so that the process stays.
            browser.driver.get(address + "/healthz")
            if isCold:
                browser.driver.execute_cdp_cmd("Network.clearBrowserCache", {})
            time.sleep(0.4)
            before = main_threads(browser)
            browser.driver.get(address + path)
            # Looked at seldom while it opens: each look is work of the main thread, too.
            browser.wait(lambda: time.sleep(0.5) or path == "/readyz" or browser.js("return document.querySelectorAll('.table .row').length > 2"), "it does not open")
            time.sleep(1.5)
            # The process whose thread did most is the page's.
            return max(spent - before.get(process, 0) for process, spent in main_threads(browser).items())

        path = f"/sessions/{session}"
        opened(path)
        warm, cold, word = [opened(path) for _ in range(9)], [opened(path, True) for _ in range(5)], [opened("/readyz") for _ in range(5)]
        return (f"median {statistics.median(warm):.0f} ms of the main thread's processor time ({min(warm):.0f} to {max(warm):.0f}), "
                f"{statistics.median(cold):.0f} ms without cached files, {statistics.median(word):.0f} ms for a word of text")
    finally:
        browser.quit()


def main_threads(browser):
    """Milliseconds that the main threads of the browser's pages have had of the processors, by process."""
    parents, pages = {}, {}
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            parents[int(folder.name)] = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
            if b"--type=renderer" in (folder / "cmdline").read_bytes():
                pages[int(folder.name)] = int((folder / "task" / folder.name / "schedstat").read_text().split()[0]) / 1e6
        except OSError:  # it ended meanwhile
            pass

    def is_own(process):
        while process > 1:
            if process == browser.driver.service.process.pid:
                return True
            process = parents.get(process, 0)
        return False

    return {process: spent for process, spent in pages.items() if is_own(process)}
