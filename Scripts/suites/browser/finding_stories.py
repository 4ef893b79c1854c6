"""A session: what was found."""
import time

from layouts import CELL, FORM
from story import story


@story("findings.js", "conflicts.js", "marks.js", "strip.js")
def a_conflict_is_lit_added_up_and_proved(b, service):
    b.open(f"/sessions/{service.create(CELL)}")
    b.expect_verdict("conflicting")
    b.click(".finding.conflicting .head")
    b.wait(lambda: len(b.all(".mark.member")) == 3, "its constraints are not lit")
    assert b.texts(".strip .needed text") == ["8", "60", "8"]
    assert b.texts(".strip .available text, .strip .excess text") == ["70", "6"]
    widths = [each[2] for each in b.boxes(".strip .needed rect")]
    assert abs(widths[1] / widths[0] - 60 / 8) < 0.3, widths
    assert not b.one(".proof table").is_displayed()
    b.click(".proof summary")
    b.expect_text(".proof .sum", "-6")
    b.expect_text(".decision", "c3 is the likeliest")
    assert [e.text.split()[0] for e in b.all(".candidates li")] == ["c3", "c2", "c1"]
    b.picture("conflict")


@story("preview.js")
def a_repair_is_previewed_and_applied(b, service):
    session = service.create(CELL)
    b.open(f"/sessions/{session}")
    width = lambda: b.box('.drawing [data-view="title"] rect')[2]
    before = width()
    b.click('[aria-label="Preview: Lower c2 to priority 999"]')
    b.expect_text(".hud", "Ambiguous")
    b.wait(lambda: abs(width() / before - 60 / 54) < 0.01, "the preview does not move the view")
    b.picture("preview")
    assert service.send("GET", f"/v1/sessions/{session}")["step"] == 0
    b.click(".hud button", "Close")
    b.wait(lambda: abs(width() - before) < 0.5, "closing does not go back")
    b.click('[aria-label="Apply: Change c3 from 60 to 54"]')
    b.expect_verdict("ambiguous")
    assert service.send("GET", f"/v1/sessions/{session}")["step"] == 1


@story("preview.js", "findings.js", "ambiguities.js")
def an_ambiguity_has_a_ghost_a_slider_and_a_handle(b, service):
    b.open(f"/sessions/{service.create(CELL)}")
    b.click(".finding.ambiguous .head")
    top = lambda: b.box('.drawing [data-view="title"] rect')[1]
    before, ghost = top(), b.box(".ghost")
    assert ghost[3] > 2 * b.box('.drawing [data-view="title"] rect')[3]
    scale = b.box('.drawing [data-view="title"] rect')[2] / 54
    b.slide(".finding.ambiguous .slider input", 12)
    b.wait(lambda: abs(top() - before - 12 * scale) < 1.5, "the slider does not move the view")
    b.picture("ambiguity")
    b.click(".hud button", "Close")
    b.wait(lambda: abs(top() - before) < 1, "closing does not go back")
    b.click('[aria-label="Show alternate A1"]')
    b.wait(lambda: abs(top() - before - 24 * scale) < 1.5, "the alternate is not shown")
    b.click(".hud button", "Close")
    b.wait(lambda: abs(top() - before) < 1, "closing does not go back")
    b.drag(*b.centre(".handle"), 0, 10 * scale)
    b.wait(lambda: abs(top() - before - 10 * scale) < 2, lambda: f"the handle moved it by {top() - before}, not {10 * scale}")


@story("preview.js")
def exercise_goes_through_the_alternates(b, service):
    b.open(f"/sessions/{service.create(CELL)}")
    b.sample('.drawing [data-view="title"] rect', "y")

    def moves():
        """On a machine that shows few frames it takes more than one round."""
        rounds = lambda: b.js("return window.said.filter(each => each.includes('Back where')).length")
        before = rounds()
        b.click(".finding.ambiguous .exercise")
        b.wait(lambda: rounds() > before, "it does not come back")
        b.rest()
        return len(b.samples()) > 3

    b.wait(moves, lambda: f"it does not move: {b.samples()}")
    b.expect_said("title slides")
    b.expect_said("title.top == root.top")


@story("findings.js", "preview.js")
def an_exercise_is_kept_at_its_step(b, service):
    session = service.create(CELL)
    b.open(f"/sessions/{session}")
    assert not b.all(".kept button"), "nothing was exercised yet"
    b.click(".finding.ambiguous .exercise")
    b.expect_text(".kept", "E1")
    service.events(session, {"op": "addConstraint", "constraint": "title.top == root.top"})
    b.open(f"/sessions/{session}")
    b.expect_text(".step-label", "Step 1 of 1")
    assert not b.all(".kept button"), "another step was exercised"
    b.open(f"/sessions/{session}#step=0")
    b.click('[aria-label="Show E1"]')
    b.expect_text(".hud", "(E1.A1)")


@story("preview.js", "marks.js")
def degrees_of_freedom_are_handles_while_exercising(b, service):
    loose = {**FORM, "constraints": [each for each in FORM["constraints"] if each["id"] not in ("nameTop", "gap", "sendTop")]}
    b.open(f"/sessions/{service.create(loose)}")
    b.expect_verdict("ambiguous")
    b.click("#panel-findings button", "Exercise all")
    b.wait(lambda: len({e.get_attribute("data-of") for e in b.all(".handle")}) == 2, "not both views have handles")
    b.picture("exercise")
    # A handle that is taken stops the show.
    place = lambda: b.box('.drawing [data-view="send"] rect')[1]
    b.wait(lambda: b.all('.handle[data-of="send"]'), "no handle")
    scale = b.box('.drawing [data-view="root"] rect')[2] / 320
    b.pull('.handle[data-of="send"]', 0, 20 * scale)
    b.expect_text(".hud", "send: minY")
    b.rest()
    before = place()
    # The show goes on after less than a second, where nothing stops it.
    time.sleep(1.5)
    assert abs(place() - before) < 1, "it goes on by itself"


@story("findings.js", "session.js")
def a_suggestion_is_one_click_from_being_applied(b, service):
    session = service.create(CELL)
    b.open(f"/sessions/{session}")
    b.click('[aria-label="Apply: Add title.top == root.top"]')
    b.wait(lambda: not b.all(".finding.ambiguous"), "the ambiguity stays")
    assert service.send("GET", f"/v1/sessions/{session}/events")["steps"][1]["events"][0]["op"] == "addConstraint"


@story("inspector.js", "marks.js", "parts.js")
def why_is_it_so_wide(b, service):
    b.open(f"/sessions/{service.create(FORM)}")
    b.click('.tree [data-view="name"]')
    x, y, width, height = b.box('.edge[data-edge="width"]')
    b.click_at(x + width / 2, y + height * 0.8)
    b.expect_text(".why", "UITextField “Name”.width =")
    order = [e.get_attribute("data-row") for e in b.all(".why [data-row]")]
    b.wait(lambda: [e.get_attribute("data-lit") for e in b.all(".mark.lit")] == order, "the constraints are not lit in order")
    assert len(order) >= 4 and b.all(".table .row.lit .order"), order
    b.picture("why")
    b.click('[aria-label^="Why is y of name"]')
    b.expect_text(".why", "UITextField “Name”.minY =")
