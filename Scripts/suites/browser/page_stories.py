"""A session: keys, permalinks, Markdown, colour schemes, small screens and print."""
import time

from browser import Keys
from layouts import CELL
from step_stories import story_of_three
from story import story


@story("keys.js")
def everything_can_be_done_by_keyboard(b, service):
    b.open(f"/sessions/{service.create(CELL)}")
    b.keys("j")
    b.one(".finding.conflicting.chosen")
    b.keys("j")
    b.one(".finding.ambiguous.chosen")
    b.keys("?")
    b.expect_text("dialog", "next, previous finding")
    b.keys(Keys.ESCAPE)
    b.keys("/")
    assert b.js("return document.activeElement.getAttribute('aria-label')") == "Filter views"
    b.keys(Keys.TAB)
    b.wait(lambda: b.js("return document.activeElement.getAttribute('role')") == "tree", "the tree is not next")
    b.keys(Keys.ARROW_DOWN, Keys.ARROW_DOWN)
    b.one('.tree .row.chosen[data-view="title"]')
    b.keys("w")
    b.expect_text(".why", "UILabel “Hello”.width = root.width - 8 - 8 = 54")
    b.js("document.querySelector('svg.drawing').focus()")
    before = b.box('.drawing [data-view="title"] rect')[2]
    b.keys("+")
    b.wait(lambda: b.box('.drawing [data-view="title"] rect')[2] > before * 1.2, "plus does not zoom")


@story("store.js")
def a_permalink_leads_to_the_same_state(b, service):
    session = story_of_three(service)
    b.open(f"/sessions/{session}")
    b.slide('.timeline input', 1)
    b.expect_text(".step-label", "Step 1 of 3")
    b.click('.tree [data-view="send"]')
    b.wait(lambda: "view=send" in b.driver.current_url and "step=1" in b.driver.current_url, lambda: b.driver.current_url)
    link = b.driver.current_url.split(b.address)[1]
    b.open(link)
    b.expect_text(".step-label", "Step 1 of 3")
    b.one('.tree .row.chosen[data-view="send"]')
    b.expect_text("#panel-inspect h2", "send")
    b.open(f"/sessions/{service.create(CELL)}#alternate=A1")
    b.expect_text(".hud", "Alternate A1")


@story("markdown.js")
def copy_as_markdown(b, service):
    b.open(f"/sessions/{service.create({**CELL, 'name': 'A *bold* <name>'})}")
    b.click(".top button", "Copy as Markdown")
    b.expect_said("Copied")
    text = b.js("return navigator.clipboard.readText()")
    assert text.startswith(r"## Layout A \*bold\* \<name\>: conflicting"), text[:80]
    for part in ("8 + 60 + 8 = 76, but root.width is 70 (over-constrained by 6 pt)", "`c3`: `title.width == 60`, **broken**", "minY: 0 or more", "ProfileCell.swift:42", b.driver.current_url):
        assert part in text, (part, text)


@story("base.css", "session.css")
def light_dark_small_and_printed(b, service):
    session = service.create(CELL)
    b.open(f"/sessions/{session}")
    ground = lambda: b.js("return getComputedStyle(document.querySelector('.top')).backgroundColor")
    light = ground()
    b.media(prefers_color_scheme="dark")
    b.wait(lambda: ground() != light, "dark is as light")
    b.picture("dark")
    b.media()
    b.resize(390, 844)
    b.wait(lambda: b.js("return document.documentElement.scrollWidth") <= 390, "it is wider than a phone")
    assert b.box(".side")[2] > 350
    b.picture("small")
    b.media(media="print")
    assert not b.one(".tools").is_displayed() and b.one(".finding").is_displayed()
    b.media()
    b.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


@story("base.css", "session.css")
def tags_of_any_length_and_number_leave_room(b, service):
    tags = "&".join(f"tag=tag{n}-{'x' * 80}" for n in range(12))
    name = f"Tagged{time.time_ns()}"
    session = service.create({**CELL, "name": name}, query=f"?{tags}")
    for width, height in ((1440, 900), (820, 1180), (390, 844)):
        b.resize(width, height)
        b.open(f"/sessions/{session}")
        b.expect_text(".top-tags", "and 9 more")
        assert b.js("return document.documentElement.scrollWidth") <= width, f"it is wider than {width}"
        left, _, across, _ = b.box('.top button[aria-label="Keys"]')
        assert left + across <= width, "the heading's end is out of sight"
        b.open("/")
        b.one(".offer", "tag0")
        assert b.box(".session-card .what")[2] > 100, "the name has no room"
        left, _, across, _ = b.box(f'.delete[aria-label="Delete {name}"]')
        assert left + across <= width and b.js("return document.documentElement.scrollWidth") <= width, f"a session is wider than {width}"


@story("session.css")
def what_is_chosen_shows_without_own_colours_and_in_little_room(b, service):
    session = service.create(CELL)
    b.media(forced_colors="active")
    b.open(f"/sessions/{session}#constraint=c3")
    colours = lambda chosen: b.js("return getComputedStyle(document.querySelector(`.side [role=tab][aria-selected=${arguments[0]}]`)).borderBottomColor", chosen)
    b.wait(lambda: colours("true") != colours("false"), "the chosen tab looks like the others")
    outline = "return getComputedStyle(document.querySelector(arguments[0])).outlineStyle"
    b.wait(lambda: b.js(outline, ".table .row.chosen") == "solid" and b.js(outline, ".table .row:not(.chosen)") == "none", "the chosen row looks like the others")
    b.picture("forced-colours")
    b.media()
    # A tablet has little room for the table: what constraints say is not what gives way.
    b.resize(820, 1180)
    b.open(f"/sessions/{session}")
    assert b.box(".table .row .cell.text")[2] > 150, "what constraints say has no room"
