"""A session: its steps, and the layout at other sizes."""
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
    b.expect_text(".blame", "Brought by step 2")
    b.expect_text(".blame", "wide")
    b.picture("timeline")
    b.slide('.timeline input', 0)
    b.expect_verdict("clean")
    b.sample('.drawing [data-view="root"] rect', "width")
    b.click(".timeline .play")
    b.expect_text(".step-label", "Step 3 of 3")
    assert len(b.samples()) > 2, f"playing does not move the frames: {b.samples()}"
    b.wait(lambda: b.one(".timeline .play").text == "Play", "it never ends")
    b.click(".timeline button", "Undo")
    b.expect_verdict("conflicting")


@story("live.js")
def steps_of_others_appear_by_themselves(b, service):
    session = service.create(CELL)
    b.open(f"/sessions/{session}")
    b.expect_text(".connection", "Live")
    service.events(session, {"op": "setPriority", "id": "c3", "priority": 750})
    b.expect_verdict("ambiguous")
    b.expect_text(".step-label", "Step 1 of 1")




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


@story("sizes.js")
def the_regions_of_verdicts_are_shown(b, service):
    b.open(f"/sessions/{service.create(FORM)}")
    b.click("#tab-sizes")
    b.click("#panel-sizes button", "At which widths?")
    b.one(".regions .region.conflicting")
    b.one(".regions .region.clean")
    b.expect_text(".regions", "to 164")
