"""A session: what was found."""
import time

from browser import Keys
from layouts import CELL, FORM, LOG, STORYBOARD
from repairs import DOCUMENTS, with_reports, without_diagnoses
from story import story


@story("findings.js", "diagnoses.js", "conflicts.js", "marks.js", "strip.js")
def a_conflict_is_explained_lit_added_up_and_proved(b, service):
    b.open(f"/sessions/{service.create(CELL)}")
    b.expect_verdict("conflicting")
    assert [each.split()[0] for each in b.texts(".finding .about")] == ["D1", "D2"], "it is not one card for each diagnosis"
    b.expect_text(".finding.conflicting .head", "UILabel “Hello” is pinned to both sides")
    b.expect_text(".finding.conflicting .about", "edges and size")
    b.expect_text(".finding.conflicting .about", "your app")
    b.click(".finding.conflicting .head")
    b.wait(lambda: len(b.all(".mark.member")) == 3, "its constraints are not lit")
    assert b.texts(".strip .needed text") == ["8", "60", "8"]
    assert b.texts(".strip .available text, .strip .excess text") == ["70", "6"]
    widths = [each[2] for each in b.boxes(".strip .needed rect")]
    assert abs(widths[1] / widths[0] - 60 / 8) < 0.3, widths
    assert b.texts(".strip-text") == ["over-constrained by 6 pt"]
    assert not b.all(".proof table"), "what is not wanted is there"
    b.click(".finding.conflicting .proof summary")
    b.expect_text(".proof .sum", "-6")
    b.click(".finding.conflicting .decisions summary")
    b.expect_text(".decision", "c3 is the most likely")
    assert [e.text.split()[0] for e in b.all(".candidates li")] == ["c3", "c2", "c1"]
    b.picture("conflict")
    # Enter on what is selected leaves it selected.
    b.js("document.querySelector('.finding.chosen .head').focus()")
    b.keys(Keys.ENTER)
    b.rest()
    assert len(b.all(".finding.conflicting.chosen")) == 1, "Enter lets go of it"


@story("diagnoses.js", "remedies.js")
def what_cannot_be_changed_here_has_its_line_of_code(b, service):
    b.open(f"/sessions/{service.create(DOCUMENTS['a mask'])}")
    b.expect_text(".remedy", "translatesAutoresizingMaskIntoConstraints")
    assert not b.all('[aria-label^="Preview"]'), "a mask is outside of a session's events"
    b.click(".remedy .code button")
    b.expect_said("Copied")
    assert b.js("return navigator.clipboard.readText()") == "banner.translatesAutoresizingMaskIntoConstraints = false"


@story("remedies.js")
def what_interface_builder_has_is_changed_there(b, service):
    trailing = '<constraint firstItem="v-1" firstAttribute="trailing" secondItem="l-1" secondAttribute="trailing" constant="20" id="c-3"/></constraints></view>'
    b.open(f"/sessions/{service.create(STORYBOARD.replace('</constraints></view>', trailing), 'application/xml')}")
    b.expect_text(".finding.conflicting .remedy", "In Interface Builder, select the constraint (line ")
    assert "isActive" not in b.one(".finding.conflicting").text and "Constraint.priority" not in b.one(".finding.conflicting").text


@story("advice.js", "findings.js")
def one_change_that_settles_all_findings_comes_first(b, service):
    def tried(report):
        for diagnosis in report["diagnoses"]:
            for remedy in diagnosis["remedies"]:
                remedy["outcome"] = {"verdict": "ambiguous", "ends": [], "adds": []}
        report["diagnoses"][1]["remedies"][0]["outcome"] = {"verdict": "clean", "ends": ["K1"], "adds": []}
        return {**report, "format": "plumbline.report/2"}

    b.open(f"/sessions/{with_reports(service, CELL, tried)}")
    b.expect_text(".settling", "One change settles all 2 findings (D2)")
    assert b.box(".settling")[1] < b.box(".finding.conflicting")[1], "it is below the findings"


@story("session.js", "answer.js", "session.css")
def a_log_has_a_title_an_answer_and_no_drawing(b, service):
    b.resize(390, 844)
    b.open(f"/sessions/{service.create(LOG, 'text/plain')}")
    b.expect_text(".top .title", "UITableViewCellContentView")
    assert [each for each in b.texts('[aria-label="Download"] option') if "drawing" in each] == []
    b.one(".answer button")
    _, y, _, _ = b.box(".answer")
    assert y < 200 and y < b.box(".stage")[1], "the answer is below the drawing"
    b.expect_text(".answer", "UIKit makes UITableViewCellContentView 128 wide")
    b.click(".answer button")
    b.one(".finding.chosen")
    b.resize(1440, 900)
    assert not b.one(".answer").is_displayed(), "it is said twice"
    b.one('.top a[href="/help"]', "Manual")


@story("remedies.js")
def a_remedy_says_what_it_leads_to(b, service):
    def tried(report):
        outcomes = [{"verdict": "clean", "ends": ["K1"], "adds": []}, {"verdict": "conflicting", "ends": ["K1"], "adds": ["a conflict that is new"]}]
        for remedy, outcome in zip(report["diagnoses"][0]["remedies"], outcomes):
            remedy["outcome"] = outcome
        return {**report, "format": "plumbline.report/2"}

    b.open(f"/sessions/{with_reports(service, CELL, tried)}")
    assert b.texts(".finding.conflicting > .remedy .outcome") == ["Tried: fixes this finding; the layout is then clean."]
    b.click(".finding.conflicting .others summary")
    b.expect_text(".others .outcome", "Tried: fixes this finding; adds a conflict that is new.")


@story("conflicts.js", "findings.js")
def a_report_of_before_diagnoses_shows_its_conflicts(b, service):
    session = without_diagnoses(service, CELL)
    b.open(f"/sessions/{session}")
    b.expect_text(".finding.conflicting .head", "Conflict K1")
    b.expect_text(".finding.conflicting .sentence", "8 + 60 + 8 = 76")
    b.click(".finding.conflicting .head")
    b.wait(lambda: len(b.all(".mark.member")) == 3, "its constraints are not lit")
    width = lambda: b.box('.drawing [data-view="title"] rect')[2]
    before = width()
    b.click('[aria-label="Preview: Lower the priority of c2 to 999"]')
    b.expect_text(".hud", "Ambiguous")
    b.wait(lambda: abs(width() / before - 60 / 54) < 0.01, "the preview does not move the view")
    b.click(".hud button", "Close")
    b.wait(lambda: abs(width() - before) < 0.5, "closing does not go back")
    b.click('[aria-label="Apply: Change the constant of c3 from 60 to 54"]')
    b.expect_verdict("ambiguous")


@story("preview.js", "tree.js")
def a_preview_says_the_same_everywhere(b, service):
    b.open(f"/sessions/{service.create(CELL)}")
    signs = lambda: [e.get_attribute("aria-label") for e in b.all('.tree [data-view="title"] .sign')]
    b.wait(lambda: signs() == ["in a conflict", "ambiguous"], signs)
    b.click('.finding.conflicting .remedy button', "Preview")
    b.expect_verdict("ambiguous")
    b.wait(lambda: signs() == ["ambiguous"], "the tree stays with the step")
    b.expect_text(".preview-note", "It resolves 1 of 2 findings.")
    b.one(".finding.conflicting.ended")
    assert not b.all(".finding.ambiguous.ended") and not b.all(".table .row.conflicting, .table .row.broken")
    b.expect_text(".tabs .count", "2 → 1")
    b.click(".hud button", "Close")
    b.expect_verdict("conflicting")
    b.wait(lambda: not b.all(".finding.ended") and len(signs()) == 2 and b.texts(".tabs .count") == ["2"], "closing does not go back")


@story("ambiguities.js")
def sliders_follow_what_is_shown(b, service):
    b.open(f"/sessions/{service.create(CELL)}")
    b.js("const s = document.querySelector('.slider input'); window.values = new Set(); setInterval(() => values.add(s.value), 20)")
    b.click(".finding.ambiguous .exercise")
    b.expect_said("Back to the layout of the report")
    assert b.js("return values.size") > 2, "the slider stays"


@story("preview.js")
def a_repair_is_previewed_and_applied(b, service):
    session = service.create(CELL)
    b.open(f"/sessions/{session}")
    b.click(".finding.conflicting .others summary")
    b.click('.finding.conflicting .others button', "Preview")
    b.expect_text(".hud", "Give the width constraint of UILabel “Hello” (c3) a priority of 999")
    b.expect_text(".hud", "Ambiguous")
    b.picture("preview")
    assert service.send("GET", f"/v1/sessions/{session}")["step"] == 0
    b.click(".hud button", "Close")
    b.wait(lambda: not b.all(".hud .card"), "it is not closed")
    b.click('.finding.conflicting .remedy button', "Apply")
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
        rounds = lambda: b.js("return window.said.filter(each => each.includes('Back to the layout of the report')).length")
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
    b.expect_text(".hud", "UIButton “Send”: y")
    b.rest()
    before = place()
    # The show goes on after less than a second, where nothing stops it.
    time.sleep(1.5)
    assert abs(place() - before) < 1, "it goes on by itself"


@story("findings.js", "session.js")
def a_suggestion_is_one_click_from_being_applied(b, service):
    session = service.create(CELL)
    b.open(f"/sessions/{session}")
    b.click('.finding.ambiguous .remedy button', "Apply")
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
    b.click('[aria-label^="Why is y of UITextField “Name”"]')
    b.expect_text(".why", "UITextField “Name”.minY =")
