"""The page over a slow line, and beside a service that restarts."""
import time

from browser import Service
from connection import cell_of_its_own, service_of_its_own
from layouts import FORM, grid

# What browsers call slow 3G: 400 kbit/s each way, 400 ms until anything comes.
SLOW = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}


def a_slow_line(binary, folder):
    """The page says that it loads, shows what it can, asks for nothing twice, and takes changes as they come."""
    with service_of_its_own(binary, folder) as (own, browser):
        service = Service(own.address)
        session = service.create(grid(10, 10))
        form = service.create(FORM)
        browser.driver.execute_cdp_cmd("Network.enable", {})
        browser.driver.execute_cdp_cmd("Network.emulateNetworkConditions", SLOW)
        browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": """
            window.waited = new Set();
            new MutationObserver(() => { const words = document.querySelector('#app .plain[role=status]')?.textContent; if (words) waited.add(words); })
                .observe(document, { childList: true, subtree: true });
        """})
        browser.open(f"/sessions/{session}")
        browser.expect_verdict("clean")
        assert browser.js("return [...waited]") == ["Loading …"], "it does not say that it loads"
        asked = lambda: browser.js("return performance.getEntriesByType('resource').map(each => each.name)")
        browser.expect_text(".connection", "Live")
        known = asked()
        # The sign stands on the page and on the tab.
        twice = {each for each in known if known.count(each) > 1 and "icon.svg" not in each}
        assert not twice, f"asked for twice: {twice}"
        assert len(known) < 12, known
        browser.picture("slow")
        # The pointer moves on while answers are on their way: one question at a time, and the newest answer counts.
        browser.open(f"/sessions/{form}#tab=sizes")
        browser.one("#size-width")
        before = len(asked())
        browser.js("""
            const input = document.querySelector('#size-width');
            let value = 90;
            window.typing = setInterval(() => { value += 1; input.value = value; input.dispatchEvent(new Event('input')); if (value === 150) clearInterval(typing); }, 50);
        """)
        browser.expect_verdict("conflicting")
        browser.wait(lambda: browser.one("#size-width").get_attribute("value") == "150", "the last size is not reached")
        browser.rest()
        browser.expect_text("#panel-sizes .note", "is 150")
        questions = len(asked()) - before
        assert questions <= 20, f"{questions} questions for 60 sizes"
        assert not browser.trouble(), browser.trouble()


def a_restart(binary, folder):
    """The service is stopped and started while the page is open: what is done then is done once, and nothing has to be reloaded."""
    with cell_of_its_own(binary, folder) as (own, service, browser, session):
        own.stop()
        own.start()
        browser.expect_text(".connection", "Live")
        browser.click(".finding.conflicting .remedy button", "Apply")
        browser.expect_verdict("ambiguous")
        browser.expect_text(".step-label", "Step 1 of 1")
        # While nobody looked, others went on.
        own.stop()
        browser.expect_text(".connection", "Connection lost")
        own.start()
        service.events(session, {"op": "addConstraint", "constraint": "title.top == root.top"})
        browser.expect_verdict("clean")
        browser.expect_text(".step-label", "Step 2 of 2")
        assert not browser.trouble(), browser.trouble()


def two_write_at_once(binary, folder):
    """Two pages change one session at the same moment: one is refused or both stand, and both show the same in the end."""
    with cell_of_its_own(binary, folder) as (own, service, browser, session):
        first = browser.driver.current_window_handle
        browser.driver.switch_to.new_window("window")
        browser.open(f"/sessions/{session}")
        browser.expect_text(".connection", "Live")
        second = browser.driver.current_window_handle
        moment = int(time.time() * 1000) + 1500
        for handle, label in ((first, "Apply: Remove the width"), (second, "Apply: Give the width")):
            browser.driver.switch_to.window(handle)
            browser.click(".finding.conflicting .others summary")
            browser.js("""
                const [label, moment] = arguments;
                setTimeout(() => document.querySelector(`[aria-label^="${label}"]`).click(), Math.max(0, moment - Date.now()));
            """, label, moment)
        time.sleep(2)
        newest = lambda: service.send("GET", f"/v1/sessions/{session}")["step"]
        browser.wait(lambda: newest() >= 1, "neither change was made")
        for handle in (first, second):
            browser.driver.switch_to.window(handle)
            browser.expect_text(".step-label", f"Step {newest()} of {newest()}")
            browser.expect_verdict("ambiguous")
            assert not browser.trouble(), browser.trouble()


CHECKS = [("network: a slow line", a_slow_line), ("network: a restart", a_restart), ("network: two write at once", two_write_at_once)]
