"""A session: its steps, and the layout at other sizes."""
from browser import Keys
from layouts import CELL, FORM
from story import story


def story_of_three(service):
    session = service.create(FORM)
    service.events(session, {"op": "resize", "width": 400})
    service.events(session, {"op": "addConstraint", "constraint": {"id": "wide", "equation": "name.width == 500"}})
    service.events(session, {"op": "setPriority", "id": "wide", "priority": 700})
    return session


@story("timeline.js")
def the_time_line_is_a_scrubber(b, service):
    b.open(f"/sessions/{story_of_three(service)}")
    b.wait(lambda: len(b.all(".tick")) == 4, "no ticks")
    assert [e.get_attribute("class").split()[1] for e in b.all(".tick")] == ["clean", "clean", "conflicting", "clean"]
    b.slide('.timeline input', 2)
    b.expect_verdict("conflicting")
    b.expect_text(".step-label", "add wide: name.width == 500")
    b.click(".blame button")
    b.expect_text(".blame", "Introduced by step 2")
    b.expect_text(".blame", "wide")
    b.picture("timeline")
    b.slide('.timeline input', 0)
    b.expect_verdict("clean")
    b.sample('.drawing [data-view="root"] rect', "width")

    def moves():
        """On a machine that shows few frames it takes more than one round."""
        b.click(".timeline .play", "Play")
        b.expect_text(".step-label", "Step 3 of 3")
        b.expect_text(".timeline .play", "Play")
        return len(b.samples()) > 2

    b.wait(moves, lambda: f"playing does not move the frames: {b.samples()}")
    b.click(".timeline button", "Undo")
    b.expect_verdict("conflicting")


@story("card.js", "blame.js")
def similar_findings_have_their_own_beginnings(b, service):
    rows = [f"{view}.{row}" for view in "ab" for row in ("left == root.left", "top == root.top", "height == 20", "width == 60")]
    session = service.create({"size": {"width": 200, "height": 100}, "views": [{"id": "root"}, *({"id": view, "parent": "root"} for view in "ab")], "constraints": rows})
    for view in "ab":
        service.events(session, {"op": "addConstraint", "constraint": {"id": f"new-{view}", "equation": f"{view}.width == 80"}})
    b.open(f"/sessions/{session}")
    for number, view in ((1, "a"), (2, "b")):
        b.click(f'[data-finding="D{number}"] .blame button')
        b.expect_text(f'[data-finding="D{number}"] .blame', f"Introduced by step {number}")
        b.expect_text(f'[data-finding="D{number}"] .blame', f"new-{view}")


@story("live.js")
def steps_of_others_appear_by_themselves(b, service):
    session = service.create(CELL)
    b.open(f"/sessions/{session}")
    b.expect_text(".connection", "Live")
    service.events(session, {"op": "setPriority", "id": "c3", "priority": 750})
    b.expect_verdict("ambiguous")
    b.expect_text(".step-label", "Step 1 of 1")
    # What is known of steps is not asked for again.
    b.rest()
    asked = "return performance.getEntriesByType('resource').map(each => each.name).filter(each => each.includes('/events?'))"
    before = len(b.js(asked))
    service.events(session, {"op": "setPriority", "id": "c2", "priority": 740})
    b.expect_text(".step-label", "Step 2 of 2")
    assert all("from=2" in each for each in b.js(asked)[before:]), b.js(asked)[before:]



@story("sizes.js")
def the_verdict_follows_the_root_as_it_is_dragged(b, service):
    session = service.create(FORM)
    b.open(f"/sessions/{session}")
    x, y = b.centre('.grip.width')
    scale = b.box('.drawing [data-view="root"] rect')[2] / 320
    b.drag(x, y, -60 * scale, 0)
    b.expect_verdict("clean")
    b.wait(lambda: abs(float(b.one("#size-width").get_attribute("value")) - 260) < 3, "the size does not follow")
    b.wait(lambda: abs(b.box('.drawing [data-view="root"] rect')[2] - 260 * scale) < 3 * scale, "the drawing does not follow")
    b.js("const i = document.querySelector('#size-width'); i.value = '150'; i.dispatchEvent(new Event('input'))")
    b.expect_verdict("conflicting")
    b.expect_text("#panel-sizes .note", "is 150")
    b.picture("sizes")
    b.choose("#size-preset", "430x932")
    b.expect_verdict("clean")
    b.choose("#size-direction", "rtl")
    left = lambda view: b.box(f'.drawing [data-view="{view}"] rect')[0]
    b.wait(lambda: left("send") < left("name"), "right to left does not mirror")
    b.choose("#size-text", "2")
    b.wait(lambda: b.box('.drawing [data-view="send"] rect')[2] > 110 * b.box('.drawing [data-view="root"] rect')[2] / 430, "larger text does not show")
    assert service.send("GET", f"/v1/sessions/{session}")["step"] == 0
    b.click("#panel-sizes button", "Keep as a step")
    b.expect_text(".step-label", "resize to 430")


@story("sizes.js", "sizemap.js", "regions.js")
def the_regions_of_verdicts_are_shown(b, service):
    b.open(f"/sessions/{service.create(FORM)}")
    b.click("#tab-sizes")
    b.click("#panel-sizes button", "At which widths?")
    # The layout holds from 164 on: that part of the strip is clean, to scale, and says so by more than its colour.
    x, y, width, height = b.box(".size-strip .area.clean")
    left, _, all_, _ = b.box(".size-strip .area.conflicting")
    assert abs(width / (width + all_) - (1400 - 164) / 1400) < 0.01 and abs(left + all_ - x) < 1, (left, all_, x, width)
    assert {each.strip() for each in b.texts(".size-strip .sign-text")} == {"!", "✓"}
    assert [each.strip() for each in b.texts(".size-strip .tick-text")] == ["0", "164", "1400"]
    b.expect_text(".regions", "0 to below 164")
    b.expect_text(".regions", "164 to 1400")
    # A region is a click from being shown.
    b.click(".regions .row-button", "Conflicting")
    b.expect_verdict("conflicting")
    # So is every size, by pointer and by keys.
    b.js("document.querySelector('.size-strip').scrollIntoView({block: 'center'})")
    left, y, all_, height = b.box(".size-strip .area.conflicting")
    b.drag(left + all_ / 2, y + height / 2, all_ / 2 + 436 / 1400 * (width + all_), 0)
    b.expect_verdict("clean")
    b.wait(lambda: abs(float(b.one("#size-width").get_attribute("value")) - 600) < 8, "the width does not follow the strip")
    b.expect_text(".map-verdict", "Clean")
    b.picture("size-strip")
    b.js("document.querySelector('.size-strip').focus()")
    b.keys(Keys.HOME)
    b.expect_verdict("conflicting")
    assert b.one(".size-strip").get_attribute("aria-valuetext") == "0: Conflicting"


@story("sizes.js", "sizemap.js", "regions.js", "session.js")
def what_is_said_of_a_size_is_of_the_size_that_is_tried(b, service):
    edges = [f"image.{edge} == root.{edge}" for edge in ("leading", "trailing", "top", "bottom")]
    b.open(f"/sessions/{service.create({'size': {'width': 120, 'height': 200}, 'constraints': [*edges, 'image.width == 2 * image.height', 'image.width >= 164']})}#tab=sizes")
    b.click("#panel-sizes button", "At which widths?")
    b.expect_text(".map-verdict", "width 120")
    b.expect_text(".regions-panel", "at the step’s height of 200")
    b.expect_text("#panel-sizes", "At width 120, no height helps.")
    b.expect_text("#panel-sizes", "At height 200, the required constraints on the width can be satisfied at width exactly 400.")
    b.type("#size-width", Keys.CONTROL + "a" + Keys.NULL + "400")
    b.expect_verdict("clean")
    b.expect_text(".map-verdict", "width 400")
    b.expect_text(".map-verdict", "Clean")
    b.expect_text(".top .facts", "400 × 200")
    b.click("#panel-sizes button", "Reset")
    b.expect_text(".map-verdict", "width 120")
    b.expect_text(".top .facts", "120 × 200")


@story("sizemap.js", "regions.js")
def a_map_tells_the_verdict_at_every_width_and_height(b, service):
    b.open(f"/sessions/{service.create(FORM)}#tab=sizes")
    b.click("#panel-sizes button", "Both, as a map")
    x, y, width, height = b.box(".size-map")
    # The layout holds from 164 x 40 on.
    assert abs(width - height) < 2 and {e.get_attribute("class") for e in b.all(".size-map .area")} == {"area conflicting", "area clean"}
    assert {each.strip() for each in b.texts(".size-map .sign-text")} == {"!", "✓"}, "an area has no sign but its colour"
    b.js("document.querySelector('.size-map').scrollIntoView({block: 'center'})")
    x, y, width, height = b.box(".size-map")
    b.click_at(x + width * 100 / 1400, y + height * 700 / 1400)
    b.expect_verdict("conflicting")
    b.wait(lambda: abs(float(b.one("#size-width").get_attribute("value")) - 100) < 8, "the width does not follow")
    b.click_at(x + width * 600 / 1400, y + height * 700 / 1400)
    b.expect_verdict("clean")
    b.picture("size-map")
    # The same by keyboard: 20 points a step, single ones with Shift.
    b.js("document.querySelector('.size-map').focus()")
    b.keys(*[Keys.ARROW_LEFT] * 22)
    b.expect_text(".map-verdict", "Conflicting")
    b.keys(Keys.ENTER)
    b.expect_verdict("conflicting")
