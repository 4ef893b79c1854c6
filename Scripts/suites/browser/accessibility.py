"""The rules of accessibility checkers, run on the states of the page in both colour schemes."""
from browser import Keys
from layouts import CELL, FORM, LOG, grid

RULES = r"""
const found = [];
const say = (rule, element) => found.push(`${rule}: <${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}"> ${(element.textContent ?? '').trim().slice(0, 40)}`);
const seen = (element) => element.checkVisibility({ opacityProperty: false, visibilityProperty: true, contentVisibilityAuto: true });
const all = [...document.body.querySelectorAll('*')].filter(seen);

if (!document.documentElement.lang) found.push('the page has no language');
if (!document.title) found.push('the page has no title');
if (document.querySelectorAll('h1').length !== 1) found.push('there is not one h1');
if (document.querySelectorAll('main').length !== 1) found.push('there is not one main');
let level = 1;
for (const heading of document.querySelectorAll('h1, h2, h3, h4')) {
  if (!seen(heading)) continue;
  const own = Number(heading.tagName[1]);
  if (own > level + 2) say('a heading skips levels', heading);
  level = own;
}

const ids = new Map();
for (const element of document.querySelectorAll('[id]')) {
  if (ids.has(element.id)) say(`the id ${element.id} is there twice`, element);
  ids.set(element.id, element);
}
for (const name of ['aria-labelledby', 'aria-describedby', 'aria-controls', 'aria-activedescendant', 'for']) {
  for (const element of document.querySelectorAll(`[${name}]`)) {
    for (const id of element.getAttribute(name).split(/\s+/)) if (!ids.has(id)) say(`${name} names ${id}, which is nowhere`, element);
  }
}

const parents = { treeitem: 'tree', option: 'listbox', row: 'grid', gridcell: 'row', columnheader: 'row', tab: 'tablist' };
for (const element of all) {
  const role = element.getAttribute('role');
  const wanted = parents[role];
  if (wanted && !element.parentElement.closest(`[role="${wanted}"]`)) say(`a ${role} outside a ${wanted}`, element);
  if (element.tabIndex > 0) say('a positive tabindex', element);
  if (element.tagName === 'IMG' && !element.hasAttribute('alt')) say('a picture without alt', element);
  if (role === 'img' && !element.getAttribute('aria-label')) say('a picture without a label', element);
  const isInteractive = (each) => /^(A|BUTTON|INPUT|SELECT|TEXTAREA)$/.test(each.tagName);
  if (isInteractive(element) && element.parentElement.closest('a, button')) say('a control within a control', element);
  if (isInteractive(element) && element.closest('[aria-hidden="true"]') && element.tabIndex >= 0) say('a hidden control takes the focus', element);
  if (isInteractive(element) && element.type !== 'range') {
    const box = element.getBoundingClientRect();
    if (box.width > 0 && (box.width < 20 || box.height < 18) && element.tagName !== 'A' && element.tabIndex >= 0) say('a small target', element);
  }
}

const paint = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
const pixels = new Map();
function pixel(colour) {
  if (!pixels.has(colour)) {
    paint.clearRect(0, 0, 1, 1);
    paint.fillStyle = colour;
    paint.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = paint.getImageData(0, 0, 1, 1).data;
    pixels.set(colour, [r, g, b, a / 255]);
  }
  return pixels.get(colour);
}
const over = ([r, g, b, a], below) => [r, g, b].map((part, place) => part * a + below[place] * (1 - a));
function ground(element) {
  const layers = [];
  for (let each = element; each; each = each.parentElement) {
    const colour = pixel(getComputedStyle(each).backgroundColor);
    layers.push(colour);
    if (colour[3] === 1) break;
  }
  return layers.reverse().reduce((below, colour) => over(colour, below), pixel(getComputedStyle(document.documentElement).backgroundColor).slice(0, 3));
}
const light = (colour) => {
  const [r, g, b] = colour.map((part) => (part /= 255) <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
for (const element of all) {
  if (element instanceof SVGElement || element.closest(':disabled')) continue;
  if (![...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) continue;
  const style = getComputedStyle(element);
  if (Number(style.opacity) < 0.1 || element.closest('.hidden-heading')) continue;
  const below = ground(element);
  const [a, b] = [light(over(pixel(style.color), below)), light(below)].sort((x, y) => y - x);
  const size = parseFloat(style.fontSize);
  const needed = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
  if ((a + 0.05) / (b + 0.05) < needed) say(`contrast ${((a + 0.05) / (b + 0.05)).toFixed(2)}`, element);
}
return found;
"""

# What a screen reader would say nothing about.
NAMED = {"button", "link", "textbox", "searchbox", "combobox", "slider", "spinbutton", "tab", "treeitem", "tree", "grid", "listbox", "option", "img", "image", "dialog", "tablist", "tabpanel", "toolbar"}


def names(browser):
    nodes = browser.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    found = []
    for node in nodes:
        role = node.get("role", {}).get("value", "")
        if node.get("ignored") or role not in NAMED:
            continue
        if not node.get("name", {}).get("value", "").strip():
            found.append(f"a {role} without a name ({node.get('properties', [])[:2]})")
    return found


def states(browser, service):
    browser.open("/help/figures")
    yield "manual"
    log = service.create(LOG, "text/plain")
    cell, form = service.create(CELL), service.create(FORM)
    service.events(form, {"op": "resize", "width": 180})
    browser.open("/")
    browser.one(".session-card")
    yield "start"
    browser.open(f"/sessions/{log}#finding=K1")
    yield "log"
    browser.open(f"/sessions/{cell}#finding=K1")
    browser.click(".proof summary")
    yield "conflict"
    browser.open(f"/sessions/{cell}#view=title")
    browser.click('[aria-label^="Why is width"]')
    browser.one(".why")
    yield "inspect"
    browser.open(f"/sessions/{form}#constraint=least&drawer=source")
    yield "constraint and source"
    browser.open(f"/sessions/{form}#tab=sizes")
    yield "sizes"
    browser.click("#panel-sizes button", "At which widths?")
    browser.box(".size-strip")
    yield "size strip"
    browser.click("#panel-sizes button", "Both, as a map")
    browser.box(".size-map")
    yield "size map"


def rules_hold(browser, service):
    found = []
    for scheme in ("light", "dark"):
        browser.media(prefers_color_scheme=scheme)
        for state in states(browser, service):
            found += [f"{state}, {scheme}: {line}" for line in browser.js(RULES) + names(browser)]
    browser.media()
    assert not found, f"{len(found)} breaches\n  " + "\n  ".join(sorted(set(found))[:40])


def focus_goes_through_everything_in_order(browser, service):
    """Tab reaches every control once, in the order in which they stand, and each shows that it has the focus."""
    browser.open(f"/sessions/{service.create(CELL)}")
    browser.js("document.activeElement.blur()")
    order, shown = [], []
    for _ in range(200):
        browser.keys(Keys.TAB)
        place, outline = browser.js("""
            const all = [...document.body.querySelectorAll('*')];
            const e = document.activeElement;
            return [all.indexOf(e), getComputedStyle(e).outlineStyle !== 'none' || e.matches('summary')];
        """)
        if place < 0 or (order and place == order[0]):
            break
        order.append(place)
        shown.append(outline)
    assert order == sorted(order), "the focus jumps back"
    assert len(order) > 25, f"only {len(order)} places"
    assert all(shown), f"{shown.count(False)} places do not show the focus"


def lists_tell_what_is_out_of_sight(browser, service):
    """A table of which only the rows in sight exist tells its columns, how many rows it has, and which of them each row is; so does the tree."""
    browser.open(f"/sessions/{service.create(grid(20, 20))}")
    table = """
        const grid = document.querySelector('.table');
        const rows = [...grid.querySelectorAll('[role=row]')];
        return {
            heads: [...rows[0].querySelectorAll('[role=columnheader]')].map(each => each.textContent), count: Number(grid.getAttribute('aria-rowcount')), there: rows.length,
            indices: rows.map(each => Number(each.getAttribute('aria-rowindex'))), cells: new Set(rows.slice(1).map(each => each.querySelectorAll('[role=gridcell]').length)).size,
            headTop: rows[0].getBoundingClientRect().top - grid.getBoundingClientRect().top, active: document.getElementById(grid.getAttribute('aria-activedescendant'))?.getBoundingClientRect().toJSON(),
            box: grid.getBoundingClientRect().toJSON(), last: rows.at(-1).dataset.constraint,
        };
    """
    found = browser.wait(lambda: (known := browser.js(table))["there"] > 2 and known, "the table is empty")
    constraints = len(grid(20, 20)["constraints"])
    assert found["heads"] == ["State", "Id", "Constraint", "Priority", "Source"] and found["cells"] == 1, found
    assert found["count"] == constraints + 1 and found["there"] < 60, found
    assert found["indices"] == list(range(1, found["there"] + 1)), found["indices"]
    browser.js("document.querySelector('.table').focus()")
    browser.keys(Keys.END)
    found = browser.wait(lambda: (known := browser.js(table))["last"] == f"c{constraints}" and known["active"] and known, "the last row is not reached")
    assert found["indices"][0] == 1 and found["indices"][-1] == constraints + 1, found["indices"]
    # The titles stay in sight, and the chosen row is not behind them.
    assert abs(found["headTop"]) < 1 and found["active"]["bottom"] <= found["box"]["bottom"] + 1, found
    browser.keys(Keys.HOME)
    found = browser.wait(lambda: (known := browser.js(table))["active"] and known["indices"][1] == 2 and known, "the first row is not reached")
    assert found["active"]["top"] >= found["box"]["top"] + 20, found
    level, place, size = browser.js("return ['level', 'posinset', 'setsize'].map(each => Number(document.querySelector('.tree [data-view=cell5]').getAttribute('aria-' + each)))")
    assert (level, place, size) == (2, 6, 400), (level, place, size)


CHECKS = [("accessibility: the rules hold", rules_hold), ("accessibility: lists tell what is out of sight", lists_tell_what_is_out_of_sight), ("accessibility: focus order", focus_goes_through_everything_in_order)]
