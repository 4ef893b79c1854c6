"""The page of a session in a real browser, while steps come through other services than the one that the page is from."""
from browser.browser import Browser, Service
from browser.layouts import CELL

from service import figure


def address(port):
    return f"http://127.0.0.1:{port}"


def check(web, ports, restart, folder):
    """Opens a session from the first service, and through nginx (`web`), and appends steps through each of the others."""
    session = Service(address(ports[0])).create(CELL)
    direct, proxied = (Browser(address(port), folder) for port in (ports[0], web))
    try:
        step = 0
        for browser in (direct, proxied):
            browser.open(f"/sessions/{session}")
            browser.expect_text(".connection", "Live")

        def append(port):
            nonlocal step
            step += 1
            Service(address(port)).events(session, {"op": "setPriority", "id": "c3", "priority": 700 + step})
            for browser in (direct, proxied):
                browser.expect_text(".step-label", f"Step {step} of {step}")

        for port in ports[1:]:
            append(port)
        for browser in (direct, proxied):
            browser.expect_verdict("ambiguous")
        # Whichever service the page behind nginx listens to, it ends once.
        for place in range(1, len(ports)):
            restart(place)
            append(ports[0])
        trouble = [each for browser in (direct, proxied) for each in browser.trouble()]
        figure("nginx: steps through other services that two open pages showed", step, 2 * (len(ports) - 1), step == 2 * (len(ports) - 1))
        figure("nginx: errors in the pages", trouble[:3], "none", not trouble)
    finally:
        direct.quit()
        proxied.quit()
