"""A headless Chromium, and what the stories do with it."""
import json
import pathlib
import time
import urllib.error
import urllib.request

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

__all__ = ["Browser", "Keys", "Service"]


class Service:
    """The program over HTTP."""

    def __init__(self, address, token=None):
        self.address = address
        self.fields = {"Authorization": f"Bearer {token}"} if token else {}

    def send(self, method, path, value=None, media_type="application/json"):
        body = None if value is None else value.encode() if isinstance(value, str) else json.dumps(value).encode()
        request = urllib.request.Request(self.address + path, body, {**self.fields, **({"Content-Type": media_type} if body else {})}, method=method)
        with urllib.request.urlopen(request, timeout=300) as response:
            data = response.read()
        return json.loads(data) if data[:1] in (b"{", b"[") else data.decode()

    def create(self, document, media_type="application/json", query=""):
        return self.send("POST", f"/v1/sessions{query}", document, media_type)["id"]

    def events(self, session, *events):
        return self.send("POST", f"/v1/sessions/{session}/events", {"events": list(events)})


class Browser:
    # What a page must never do, noted from its first moment on.
    WATCH = """
        window.trouble = [];
        addEventListener('error', e => trouble.push('error: ' + e.message));
        addEventListener('unhandledrejection', e => trouble.push('rejection: ' + e.reason));
        addEventListener('securitypolicyviolation', e => trouble.push('policy: ' + e.violatedDirective + ' ' + e.blockedURI));
        for (const name of ['alert', 'confirm', 'prompt']) window[name] = () => { trouble.push('called ' + name); };
        window.longTasks = [];
        new PerformanceObserver(l => longTasks.push(...l.getEntries().map(e => e.duration))).observe({type: 'longtask', buffered: true});
    """

    # What goes by itself is noted, as it may be gone before it is looked at: messages, and what is said over the drawing. And how many answers
    # are waited for.
    LISTEN = """
        window.said = [];
        new MutationObserver((records) => {
            for (const { addedNodes } of records) for (const node of addedNodes) {
                if (node.nodeType === 1 && (node.matches('.toast, .hud .card') || node.querySelector('.toast'))) said.push(node.textContent);
            }
        }).observe(document, { childList: true, subtree: true });
        window.asked = 0;
        const ask = window.fetch;
        window.fetch = async (...values) => {
            asked += 1;
            try {
                const answer = await ask(...values);
                if (!String(values[0]).includes('/stream')) await answer.clone().arrayBuffer();
                return answer;
            } finally {
                setTimeout(() => { asked -= 1; });
            }
        };
    """

    def __init__(self, address, folder, measured=False):
        self.address = address
        self.folder = pathlib.Path(folder)
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=1440,900", "--hide-scrollbars", "--disable-extensions", "--disable-background-networking",
                         "--disable-component-update", "--disable-gpu", "--no-first-run"):
            options.add_argument(argument)
        self.driver = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))
        self.driver.set_script_timeout(300)
        # What is measured has less to carry.
        self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": self.WATCH + ("" if measured else self.LISTEN)})
        self.driver.execute_cdp_cmd("Browser.grantPermissions", {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]})

    def quit(self):
        self.driver.quit()

    def reset(self):
        """As it was in the beginning: no page, one window, the usual size, colours and network."""
        for handle in self.driver.window_handles[1:]:
            self.driver.switch_to.window(handle)
            self.driver.close()
        self.driver.switch_to.window(self.driver.window_handles[0])
        self.driver.get("about:blank")
        self.media()
        self.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})

    def media(self, **features):
        """Emulates a colour scheme, reduced motion, or print (`media="print"`)."""
        kind = features.pop("media", "")
        named = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": kind, "features": named})

    def resize(self, width, height, scale=1):
        """The window's size; `scale` is how many pixels a point is drawn with: few where nobody looks."""
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": False})

    def open(self, path):
        """Opens an address as if for the first time, and waits until the page has drawn itself."""
        self.driver.get("about:blank")
        self.driver.get(self.address + path)
        self.wait(lambda: self.js("return document.documentElement.dataset.ready"), f"{path} never became ready")
        self.js("return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def js(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector, text=None):
        """The element that is there, or comes; of several, the first whose text contains `text`."""

        def find():
            return next((e for e in self.all(selector) if text is None or text in (e.text or e.get_attribute("textContent") or "")), None)

        return self.wait(find, f"no {selector}" + (f" with {text!r}" if text else ""))

    # A machine that has much to do takes its time; only what fails waits so long.
    PATIENCE = 60
    # What an element says to a click while the page moves on.
    PASSING = ("stale", "not interactable", "intercepted", "no node with given id")

    def wait(self, condition, complaint, seconds=None):
        end = time.monotonic() + (seconds or self.PATIENCE)
        while True:
            try:
                found = condition()
                if found:
                    return found
            except Exception as error:  # an element may go while it is looked at
                if not any(each in str(error).lower() for each in self.PASSING):
                    raise
            if time.monotonic() > end:
                raise AssertionError(complaint() if callable(complaint) else complaint)
            time.sleep(0.03)

    def click(self, selector, text=None):
        """Clicks what is there; rows may be drawn anew between the look and the click."""

        def click():
            element = self.one(selector, text)
            self.js("arguments[0].scrollIntoView({block: 'nearest'})", element)
            element.click()
            return True

        self.wait(click, f"{selector} cannot be clicked")

    def type(self, selector, text):
        element = self.one(selector)
        element.click()
        element.send_keys(text)
        return element

    def sample(self, selector, part):
        """From now on notes `x`, `y`, `width` or `height` of an element at every frame; `samples` has the different ones."""
        self.js("""
            const [selector, part] = arguments;
            window.samples = new Set();
            const look = () => {
              const found = document.querySelector(selector);
              if (found) samples.add(Math.round(found.getBoundingClientRect()[part]));
              requestAnimationFrame(look);
            };
            look();
        """, selector, part)

    def samples(self):
        return self.js("return [...window.samples]")

    def keys(self, *keys):
        ActionChains(self.driver).send_keys(*keys).perform()

    def choose(self, selector, value):
        self.js("arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('change', {bubbles: true}))", self.one(selector), value)

    def slide(self, selector, value):
        self.js("arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('input', {bubbles: true}))", self.one(selector), str(value))

    def hover(self, selector):
        x, y = self.centre(selector)
        chain = ActionChains(self.driver, duration=20)
        chain.w3c_actions.pointer_action.move_to_location(int(x), int(y))
        chain.perform()

    def click_at(self, x, y):
        chain = ActionChains(self.driver, duration=20)
        chain.w3c_actions.pointer_action.move_to_location(int(x), int(y)).click()
        chain.perform()

    def drag(self, x, y, dx, dy, steps=6):
        chain = ActionChains(self.driver, duration=20)
        pointer = chain.w3c_actions.pointer_action
        pointer.move_to_location(int(x), int(y))
        pointer.pointer_down()
        for step in range(1, steps + 1):
            pointer.move_to_location(int(x + dx * step / steps), int(y + dy * step / steps))
        pointer.pointer_up()
        chain.perform()

    def boxes(self, selector):
        """Left, top, width, height on the screen of each that is there."""
        return self.js("return [...document.querySelectorAll(arguments[0])].map(e => e.getBoundingClientRect()).map(b => [b.x, b.y, b.width, b.height])", selector)

    def box(self, selector):
        """The same of the first, when it is there."""
        return self.wait(lambda: self.boxes(selector), f"no {selector}")[0]

    def texts(self, selector):
        return self.js("return [...document.querySelectorAll(arguments[0])].map(e => e.innerText ?? e.textContent)", selector)

    def centre(self, selector):
        x, y, width, height = self.box(selector)
        return x + width / 2, y + height / 2

    def verdict(self):
        return self.js("return document.querySelector('#verdict')?.innerText.trim().split(/\\s+/).pop().toLowerCase()")

    def expect_verdict(self, verdict):
        self.wait(lambda: self.verdict() == verdict, lambda: f"the verdict is {self.verdict()}, not {verdict}")

    def expect_text(self, selector, text):
        self.wait(lambda: any(text in each for each in self.texts(selector)), lambda: f"{selector} says {self.texts(selector)[:5]}, not {text!r}")

    def expect_said(self, text):
        """A message that came since the page was opened, be it still there or not."""
        said = lambda: self.js("return window.said")
        self.wait(lambda: any(text in each for each in said()), lambda: f"it is said {said()[-5:]}, not {text!r}")

    def rest(self):
        """Waits until nothing is asked of the service, and what was answered is drawn."""
        self.wait(lambda: self.driver.execute_async_script("""
            const done = arguments[0];
            const frames = (left) => (asked > 0 ? done(false) : left === 0 ? done(true) : requestAnimationFrame(() => frames(left - 1)));
            frames(4);
        """), "it does not rest")

    def pull(self, selector, dx, dy):
        """Drags what moves by itself: it is taken where it is at this moment."""
        self.wait(lambda: self.js("""
            const [selector, dx, dy] = arguments;
            const grip = document.querySelector(selector);
            if (!grip) return false;
            const box = grip.getBoundingClientRect();
            const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
            const event = (type, part) => new PointerEvent(type, { bubbles: true, clientX: x + dx * part, clientY: y + dy * part, pointerId: 1, button: 0, isPrimary: true });
            const svg = grip.ownerSVGElement;
            svg.setPointerCapture = () => {};
            grip.dispatchEvent(event('pointerdown', 0));
            for (const part of [0.25, 0.5, 0.75, 1]) svg.dispatchEvent(event('pointermove', part));
            return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => { svg.dispatchEvent(event('pointerup', 1)); done(true); })));
        """, selector, dx, dy), f"no {selector} to pull")

    def trouble(self):
        """What went wrong unseen."""
        return self.js("return window.trouble ?? []")

    def picture(self, name):
        self.folder.mkdir(parents=True, exist_ok=True)
        self.driver.save_screenshot(str(self.folder / f"{name}.png"))
