"""Layouts and happenings that are out of the ordinary: the page stands them all."""
import json

from layouts import CELL, FORM, LOG
from story import story


@story("layout.js", "drawing.js")
def layouts_of_any_shape_are_shown(b, service):
    for name, document, verdict in shapes():
        session = service.create(document)
        for tab in ("findings", "inspect", "sizes"):
            b.open(f"/sessions/{session}#tab={tab}")
            if verdict:
                b.expect_verdict(verdict)
                b.box(".drawing [data-view] rect")
            b.keys("j", "e", "w", "]", "[")
        b.click("#tab-source")
        b.click("#tab-sizes")
        b.js("for (const each of document.querySelectorAll('#panel-sizes .regions-panel button')) each.click()")
        trouble = b.trouble()
        assert not trouble and not b.all(".toast.error"), (name, trouble, b.texts(".toast.error"))
        assert b.js("return document.documentElement.scrollWidth <= innerWidth"), f"{name}: it is wider than the window"
        wrong = b.js("""
            const lengths = [...document.querySelectorAll('.drawing *')].flatMap(e => ['d', 'x', 'y', 'width', 'height', 'transform'].map(a => e.getAttribute(a) ?? ''));
            return lengths.filter(each => /NaN|undefined|Infinity/.test(each)).concat((document.body.innerText.match(/.{9}\\[object|.{9}undefined(?! )/g) ?? []));
        """)
        assert not wrong, (name, wrong[:5])


def shapes():
    deep = [{"id": "v0"}] + [{"id": f"v{n}", "parent": f"v{n - 1}"} for n in range(1, 60)]
    rows = [f"v{n}.{side} == v{n - 1}.{side} {sign} 2" for n in range(1, 60) for side, sign in (("left", "+"), ("top", "+"), ("right", "-"), ("bottom", "-"))]
    long = "a" * 990
    yield "no views", {"constraints": []}, None
    yield "one view", {"size": {"width": 10, "height": 10}, "views": [{"id": "only"}], "constraints": []}, "clean"
    yield "a root of no size", {"size": {"width": 0, "height": 0}, "views": [{"id": "root"}, {"id": "a", "parent": "root"}], "constraints": ["a.left == root.left", "a.top == root.top", "a.width == 0", "a.height == 0"]}, "clean"
    yield "a root without a size", {"views": [{"id": "root"}, {"id": "a", "parent": "root"}], "constraints": ["a.left == root.left"]}, "ambiguous"
    yield "text like numbers", {"name": "NaN", "size": {"width": 50, "height": 50}, "views": [{"id": "NaN"}, {"id": "undefined ", "parent": "NaN"}, {"id": "__proto__", "parent": "NaN"}, {"id": "constructor", "parent": "NaN"}], "constraints": ['"undefined ".height == 10', '"__proto__".width == 10', '"__proto__".width == 12', "constructor.left == NaN.left"]}, "conflicting"
    yield "right to left", {**FORM, "direction": "rtl"}, "clean"
    yield "deep", {"size": {"width": 300, "height": 300}, "views": deep, "constraints": rows}, "clean"
    yield "long names", {"name": "n" * 190, "size": {"width": 300, "height": 300}, "views": [{"id": "root"}, {"id": long, "parent": "root", "class": "C" * 500}], "constraints": [{"id": "c" * 500, "equation": f"{long}.width == 10"}, f"{long}.width == 20"]}, "conflicting"
    yield "far away", {"size": {"width": 100, "height": 100}, "views": [{"id": "root"}, {"id": "a", "parent": "root"}], "constraints": ["a.left == root.left + 1000000000", "a.top == root.top - 1000000000", "a.width == 0.001", "a.height == 1000000000000"]}, None
    yield "inactive alone", {"size": {"width": 100, "height": 100}, "views": [{"id": "root"}], "constraints": [{"equation": "root.width == 5", "active": False}]}, "clean"
    yield "scroll and guide", {"size": {"width": 100, "height": 100}, "views": [{"id": "root"}, {"id": "safe", "parent": "root", "kind": "guide", "insets": {"top": 10}}, {"id": "list", "parent": "root", "kind": "scroll"}, {"id": "row", "parent": "list"}], "constraints": ["list.left == root.left", "list.top == safe.top", "list.right == root.right", "list.bottom == root.bottom", "row.left == list.left", "row.top == list.top", "row.right == list.right", "row.bottom == list.bottom", "row.width == list.width", "row.height == 300"]}, "clean"


@story("marks.js")
def the_grips_of_a_root_without_size_lie_apart(b, service):
    views = [{"id": "root"}, {"id": "a", "parent": "root"}]
    b.open(f"/sessions/{service.create({'size': {'width': 0, 'height': 0}, 'views': views, 'constraints': ['a.width == 0', 'a.height == 0', 'a.left == root.left', 'a.top == root.top']})}")
    grips = b.wait(lambda: (b.boxes(".grip") if len(b.all(".grip")) == 3 else None), "there are not three grips")
    for place, (x, y, width, height) in enumerate(grips):
        for left, top, across, down in grips[place + 1:]:
            assert x + width <= left or left + across <= x or y + height <= top or top + down <= y, grips
    # Any of them can be taken.
    x, y = b.centre(".grip.width")
    b.drag(x, y, 60, 0)
    b.wait(lambda: float(b.one("#size-width").get_attribute("value")) > 5, "the root is not resized")


@story("findings.js")
def five_hundred_conflicts_are_listed(b, service):
    views = [{"id": "root"}] + [{"id": f"v{n}", "parent": "root"} for n in range(500)]
    constraints = [f"v{n}.width {relation}" for n in range(500) for relation in ("== 10", "== 20")]
    session = service.create({"size": {"width": 100, "height": 100}, "views": views, "constraints": constraints})
    b.open(f"/sessions/{session}")
    b.expect_verdict("conflicting")
    known = len(service.send("GET", f"/v1/sessions/{session}/report")["conflicts"])
    assert known >= 64, known
    b.wait(lambda: len(b.all(".finding.conflicting")) == known or b.all(".findings-more"), "they are not listed")
    for _ in range(3):
        b.keys("j")
    b.one(".finding.chosen")
    assert not b.trouble()


@story("session.js", "live.js")
def a_session_that_is_deleted_while_it_is_open_says_so(b, service):
    session = service.create(CELL)
    b.open(f"/sessions/{session}")
    b.expect_text(".connection", "Live")
    service.send("DELETE", f"/v1/sessions/{session}")
    b.expect_text(".connection", "Session deleted")
    b.click('.finding.conflicting .remedy button', "Apply")
    b.wait(lambda: b.js("return window.said.length > 0"), "nothing is said")
    # What is shown stays.
    b.expect_verdict("conflicting")
    b.open(f"/sessions/{session}")
    b.expect_text("h1", "There is no such session")
    b.click("a", "All sessions")
    b.one("#paste")


@story("session.js", "start.js")
def back_and_forward_lead_where_one_was(b, service):
    session = service.create({**CELL, "name": "BackAndForward"})
    b.open("/")
    b.click(".session-card", "BackAndForward")
    b.expect_verdict("conflicting")
    b.click('.tree [data-view="title"]')
    b.wait(lambda: "view=title" in b.driver.current_url, "the selection is not in the address")
    b.driver.back()
    b.one(".session-card", "BackAndForward")
    b.driver.forward()
    b.expect_verdict("conflicting")
    b.one('.tree .row.chosen[data-view="title"]')
    b.js("location.hash = 'finding=K1'")
    b.one(".finding.conflicting.chosen")
    b.driver.back()
    b.one('.tree .row.chosen[data-view="title"]')
    for link in ("#step=99", "#step=-1", "#view=nobody", "#finding=K9", "#alternate=A99", "#tab=none", "#drawer=none", "#constraint=%FF", "#%E0%A4%A"):
        b.open(f"/sessions/{session}{link}")
        b.expect_verdict("conflicting")
        assert not b.trouble(), (link, b.trouble())
        assert len([e for e in b.all(".side .panel") if e.is_displayed()]) == 1, f"{link}: not one panel is shown"


@story("live.js", "timeline.js")
def two_tabs_show_the_same_story(b, service):
    session = service.create(CELL)
    b.open(f"/sessions/{session}")
    first = b.driver.current_window_handle
    b.driver.switch_to.new_window("tab")
    try:
        b.open(f"/sessions/{session}")
        b.click('.finding.conflicting .remedy button', "Apply")
        b.expect_verdict("ambiguous")
        b.click('.finding.ambiguous .remedy button', "Apply")
        b.expect_verdict("clean")
    finally:
        b.driver.close()
        b.driver.switch_to.window(first)
    # The tab that was out of sight catches up, and a step of its own follows the newest one.
    b.expect_verdict("clean")
    b.expect_text(".step-label", "Step 2 of 2")
    # A change that rests on a step that is no longer the newest is refused, and the page goes on from there.
    b.js("window.saved = window.fetch; window.fetch = (path, options) => (String(path).includes('/stream') ? new Promise(() => {}) : saved(path, options))")
    b.click(".timeline button", "Undo")
    b.expect_text(".step-label", "Step 3 of 3")
    assert not b.trouble()


@story("start.js")
def every_kind_of_text_can_be_pasted(b, service):
    for text, verdict in ((LOG, "conflicting"), ("title.width >= 60\ntitle.width <= 50", "conflicting"), ("H:|-[title(>=60)]-[badge(20)]-|\nV:|-8-[title(20)]-8-|\nV:|-8-[badge(20)]-8-|", "clean"), (json.dumps(CELL), "conflicting")):
        b.open("/")
        b.js("arguments[0].value = arguments[1]", b.one("#paste"), text)
        b.click("#check")
        b.wait(lambda: "/sessions/" in b.driver.current_url, f"nothing is made of {text[:20]}")
        b.expect_verdict(verdict)
    for text, complaint in (("", "nothing to check"), ("{", "problem"), ("<document", "problem"), ("\x00\x01", "problem"), ("x" * 100_000, "problem")):
        b.open("/")
        b.js("arguments[0].value = arguments[1]", b.one("#paste"), text)
        b.click("#check")
        b.wait(lambda: b.one("#paste-problem").text.strip(), f"{text[:10]!r}: no complaint")
        assert b.one("#check").is_enabled() and not b.trouble(), text[:10]
