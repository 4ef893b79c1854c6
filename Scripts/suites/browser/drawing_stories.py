"""A session: drawing, tree, table and source."""
import xml.etree.ElementTree as xml

from layouts import CELL, FORM
from story import story


@story("drawing.js", "shapes.js")
def the_drawing_is_that_of_the_diagram(b, service):
    for layout in (FORM, CELL):
        compare(b, service, service.create(layout))
    b.picture("session")


def compare(b, service, session):
    b.open(f"/sessions/{session}")
    measured = """
        const frames = {}, constraints = [];
        for (const g of arguments[0].querySelectorAll('[data-view]')) {
            const r = g.querySelector('rect');
            frames[g.dataset.view] = ['x', 'y', 'width', 'height'].map(a => Number(r.getAttribute(a)));
        }
        for (const g of arguments[0].querySelectorAll('[data-constraint]')) constraints.push(g.dataset.constraint + ' ' + g.getAttribute('class'));
        return [frames, constraints.sort()];
    """
    own = b.js(measured, b.one("svg.drawing"))
    svg = service.send("GET", f"/v1/sessions/{session}/diagram.svg")
    space = "{http://www.w3.org/2000/svg}"
    diagram = {g.get("data-view"): [float(g.find(f"{space}rect").get(a)) for a in ("x", "y", "width", "height")] for g in xml.fromstring(svg).iter(f"{space}g") if g.get("data-view")}
    named = sorted(f"{g.get('data-constraint')} {g.get('class')}" for g in xml.fromstring(svg).iter(f"{space}g") if g.get("data-constraint"))
    scale = own[0]["root"][2] / diagram["root"][2]
    assert own[1] == named, (own[1], named)
    for view, frame in diagram.items():
        assert all(abs(mine - theirs * scale) < 0.2 for mine, theirs in zip(own[0][view], frame)), (view, own[0][view], frame, scale)


@story("pointer.js", "camera.js")
def zoom_and_pan(b, service):
    b.open(f"/sessions/{service.create(FORM)}")
    place = lambda: b.box('.drawing [data-view="card"] rect')
    before = place()
    b.click(".tools button", "+")
    b.wait(lambda: place()[2] > before[2] * 1.2, "it does not zoom")
    b.click(".tools button", "Fit")
    b.wait(lambda: abs(place()[2] - before[2]) < 1, "it does not fit again")
    x, y, width, height = b.box("svg.drawing")
    b.drag(x + 20, y + 60, 50, 30)
    b.wait(lambda: abs(place()[0] - before[0] - 50) < 2 and abs(place()[1] - before[1] - 30) < 2, "it does not pan")
    b.js("arguments[0].dispatchEvent(new WheelEvent('wheel', {deltaY: -100, ctrlKey: true, clientX: 500, clientY: 200, bubbles: true, cancelable: true}))", b.one("svg.drawing"))
    b.wait(lambda: place()[2] > before[2] * 1.3, "the wheel does not zoom")


@story("tree.js", "table.js", "pointer.js")
def selection_is_linked_both_ways(b, service):
    b.open(f"/sessions/{service.create(FORM)}")
    b.hover('.tree [data-view="send"]')
    b.one(".mark.hover rect")
    # A row that is hovered stays the element that it is: a click on one that is replaced between press and release would be none.
    b.js("document.querySelector('.table [data-constraint=gap]').scrollIntoView({block: 'nearest'})")
    b.rest()
    b.js("window.row = document.querySelector('.table [data-constraint=gap]')")
    b.hover('.table [data-constraint="gap"]')
    b.one('.table .row.hover[data-constraint="gap"]')
    assert b.js("return row.isConnected && row.matches('.hover')"), "the row is replaced as it is hovered"
    b.click_at(*b.centre('.drawing [data-view="send"] rect'))
    b.one('.tree .row.chosen[data-view="send"]')
    b.one(".mark.selected")
    b.click('.table [data-constraint="gap"]')
    b.one(".mark.selected path")
    b.expect_text("#panel-inspect", "UIButton “Send”.leading == UITextField “Name”.trailing + 8")
    x, y, width, height = b.box('.drawing [data-constraint="least"] path')
    b.click_at(x + width * 0.25, y + height / 2)
    b.one('.table .row.chosen[data-constraint="least"]')
    b.one('.members [data-row="least"], #panel-inspect .equation')


@story("source.js", "list.js")
def the_source_is_linked(b, service):
    text = "a.leading == root.leading + 8\n\na.width == 20\n"
    b.open(f"/sessions/{service.create(text, 'text/plain')}")
    b.click("#tab-source")
    b.expect_text(".source .row", "a.width == 20")
    b.click('.source [data-constraint="c2"]')
    b.expect_text("#panel-inspect", "a.width == 20")
    b.click("#tab-constraints")
    b.click('.table [data-constraint="c1"]')
    b.click("#tab-source")
    b.one('.source .row.linked[data-constraint="c1"]')
