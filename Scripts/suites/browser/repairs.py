"""Every Preview and every Apply of what the page proposes: none may be refused."""
import json
import pathlib

from layouts import CELL, FORM, LOG, LOOSE, STORYBOARD

# Presses each button of a kind, and answers with what was refused. An Apply is taken back, so that the next one finds the same findings; if it is
# not, only the first is pressed.
PRESS = """
    const [isTakenBack, done] = arguments;
    const rest = () => new Promise((resolve) => {
        let quiet = 0;
        const look = () => { quiet = asked > 0 ? 0 : quiet + 1; if (quiet > 2) resolve(); else setTimeout(look, 4); };
        look();
    });
    const panel = () => document.querySelector('.side .panel:not([hidden])');
    const unfold = async () => {
        for (let closed; (closed = [...panel().querySelectorAll('details:not([open])')]).length > 0;) {
            for (const each of closed) each.open = true;
            await new Promise((resolve) => setTimeout(resolve));
            await rest();
        }
    };
    const labels = (kind) => [...panel().querySelectorAll(`[aria-label^="${kind}: "]`)].map((each) => each.getAttribute('aria-label'));
    const nth = (label, place) => [...panel().querySelectorAll('button')].filter((each) => each.getAttribute('aria-label') === label)[place];
    const refusals = () => [...document.querySelectorAll('.toast.error')].map((each) => { const text = each.textContent; each.remove(); return text; });
    const step = () => Number(/Step (\\d+)/.exec(document.querySelector('.step-label')?.textContent ?? '')?.[1] ?? 0);
    const all = async () => {
        const refused = [];
        let pressed = 0;
        for (const kind of ['Preview', 'Apply']) {
            await unfold();
            const seen = new Map();
            for (const label of labels(kind)) {
                const place = seen.get(label) ?? 0;
                seen.set(label, place + 1);
                await unfold();
                const button = nth(label, place);
                if (!button) { refused.push(`${label}: it is gone`); continue; }
                const before = step();
                button.click();
                await rest();
                pressed += 1;
                const said = refusals();
                if (said.length > 0) { refused.push(`${label}: ${said.join(' ')}`); continue; }
                if (kind === 'Preview') {
                    if (!document.querySelector('.hud .card .verdict')) refused.push(`${label}: nothing is shown`);
                    document.querySelector('.hud .card .quiet')?.click();
                    continue;
                }
                for (let tries = 0; step() !== before + 1 && tries < 300; tries += 1) await new Promise((resolve) => setTimeout(resolve, 10));
                if (step() !== before + 1) { refused.push(`${label}: it is step ${step()}, not ${before + 1}`); continue; }
                if (!isTakenBack) break;
                [...document.querySelectorAll('.timeline button')].find((each) => each.textContent === 'Undo').click();
                await rest();
                for (let tries = 0; step() !== before + 2 && tries < 300; tries += 1) await new Promise((resolve) => setTimeout(resolve, 10));
                if (refusals().length > 0) refused.push(`${label}: it cannot be taken back`);
            }
        }
        return { refused, pressed };
    };
    all().then(done, (error) => done({ refused: [`${error}\\n${error.stack}`], pressed: 0 }));
"""


def log(*rows, broken=None):
    listed = ",\n".join(f'    "{row}"' for row in rows)
    return f"Unable to simultaneously satisfy constraints.\n(\n{listed}\n)\n\nWill attempt to recover by breaking constraint \n{broken or rows[-1]}\n"


CONTENT = "UITableViewCellContentView:0x600c2"
LOGS = {
    "a cell of width zero": log(
        f"<NSLayoutConstraint:0x60a1 H:|-(16)-[UILabel:0x600c1'Total']   (active, names: '|':{CONTENT} )>",
        f"<NSLayoutConstraint:0x60a2 H:[UILabel:0x600c1'Total']-(16)-|   (active, names: '|':{CONTENT} )>",
        f"<NSLayoutConstraint:0x60a3 'UIView-Encapsulated-Layout-Width' {CONTENT}.width == 0   (active)>"),
    "a row that is too low": log(
        f"<NSLayoutConstraint:0x60b1 V:|-(12)-[UIImageView:0x600d1]   (active, names: '|':{CONTENT} )>",
        f"<NSLayoutConstraint:0x60b2 V:[UIImageView:0x600d1]-(12)-|   (active, names: '|':{CONTENT} )>",
        "<NSLayoutConstraint:0x60b3 UIImageView:0x600d1.height == 64   (active)>",
        f"<NSLayoutConstraint:0x60b4 'UIView-Encapsulated-Layout-Height' {CONTENT}.height == 80   (active)>"),
    "a mask": log(
        "<NSAutoresizingMaskLayoutConstraint:0x60c1 h=--& v=--& UIButton:0x600e1'Send'.width == 80   (active)>",
        "<NSLayoutConstraint:0x60c2 UIButton:0x600e1'Send'.width == 120   (active)>"),
    "a hidden view of a stack": log(
        "<NSLayoutConstraint:0x60d1 UIImageView:0x600f1.height == 40   (active)>",
        "<NSLayoutConstraint:0x60d2 V:|-(4)-[UIImageView:0x600f1]   (active, names: '|':App.Banner:0x600f2 )>",
        "<NSLayoutConstraint:0x60d3 V:[UIImageView:0x600f1]-(4)-|   (active, names: '|':App.Banner:0x600f2 )>",
        "<NSLayoutConstraint:0x60d4 'UISV-hiding' App.Banner:0x600f2.height == 0   (active)>"),
    "one width set twice": log(
        "<NSLayoutConstraint:0x60e1 UIView:0x60101.width == 120   (active)>", "<NSLayoutConstraint:0x60e2 UIView:0x60101.width == 140   (active)>"),
    "two widths by a library": log(
        "<MASLayoutConstraint:0x60f1 UIView:0x60111.height == 30>", "<MASLayoutConstraint:0x60f2 UIView:0x60111.height == 36>"),
    "limits that contradict": log(
        "<NSLayoutConstraint:0x6101 UIButton:0x60121'Buy'.height >= 44   (active)>", "<NSLayoutConstraint:0x6102 UIButton:0x60121'Buy'.height <= 30   (active)>"),
    "the system's own": log(
        "<NSLayoutConstraint:0x6111 _UIAlertControllerView:0x60131.width == 270   (active)>", "<NSLayoutConstraint:0x6112 _UIAlertControllerView:0x60131.width == 300   (active)>"),
    "what can hold": log(
        "<NSLayoutConstraint:0x6121 UILabel:0x60141'3'.firstBaseline == UILabel:0x60142'Inbox'.firstBaseline   (active)>",
        "<NSLayoutConstraint:0x6122 UILabel:0x60141'3'.top == UILabel:0x60142'Inbox'.top   (active)>"),
    "a cell": LOG,
}

TEXT = {"class": "UILabel", "intrinsicContentSize": {"width": 60, "height": 20}}


def row(words, width, **priorities):
    """Two labels from edge to edge, whose content priorities tie."""
    views = [{"id": name, "parent": "root", "text": name, **TEXT, **priorities} for name in words]
    rows = [f"{words[0]}.leading == root.leading", f"{words[1]}.leading == {words[0]}.trailing + 8", f"{words[1]}.trailing == root.trailing"]
    return {"size": {"width": width, "height": 40}, "views": [{"id": "root"}, *views], "constraints": rows + [f"{name}.top == root.top" for name in words]}


STIFF = {"horizontal": 1000, "vertical": 750}
DOCUMENTS = {
    "a cell": CELL, "nothing placed": LOOSE, "a form": FORM, "a tie of hugging": row(("first", "second"), 300), "a tie of resistance": row(("first", "second"), 90),
    "a label that must not shrink": {
        "size": {"width": 300, "height": 40}, "views": [{"id": "root"}, {"id": "title", "parent": "root", "text": "Title", **TEXT, "compressionResistance": STIFF, "hugging": STIFF}],
        "constraints": ["title.width == 40", "title.width >= 30", "title.leading == root.leading", "title.top == root.top"]},
    "labels that must not shrink": row(("first", "second"), 90, compressionResistance=STIFF),
    "a mask": {
        "size": {"width": 320, "height": 100},
        "views": [{"id": "root"}, {"id": "banner", "parent": "root", "autoresizing": {"frame": {"x": 0, "y": 0, "width": 200, "height": 40}, "superview": {"width": 320, "height": 100}, "mask": []}}],
        "constraints": ["banner.width == 240", "banner.leading == root.leading + 12"]},
    "a scroll view": {
        "size": {"width": 320, "height": 480}, "views": [{"id": "root"}, {"id": "list", "parent": "root", "kind": "scroll"}, {"id": "page", "parent": "list"}],
        "constraints": ["list.left == root.left", "list.right == root.right", "list.top == root.top", "list.bottom == root.bottom",
                        "page.left == list.left", "page.right == list.right", "page.top == list.top", "page.bottom == list.bottom", "page.width == list.width"]},
    "ids that must be quoted": {
        "size": {"width": 100, "height": 100}, "views": [{"id": "a view"}, {"id": "the \"label\"", "parent": "a view", "class": "UILabel"}],
        "constraints": [{"id": "one more", "equation": '"the \\"label\\"".width == 40'}, {"id": "two", "equation": '"the \\"label\\"".width == 60'}]},
    "several conflicts": {
        "size": {"width": 200, "height": 100}, "views": [{"id": "root"}, *({"id": view, "parent": "root"} for view in "abc")],
        "constraints": [f"{view}.{each}" for view in "abc" for each in ("left == root.left", "top == root.top", "height == 20", "width == 60", "width == 80")]},
}


def press(browser, name, is_taken_back=True):
    """Presses all, and raises for what was refused; answers with how many buttons there were."""
    found = browser.driver.execute_async_script(PRESS, is_taken_back)
    trouble = browser.trouble()
    if found["refused"] or trouble:
        browser.picture("failed-repairs")
    assert not found["refused"], f"{name}: {len(found['refused'])} refused: {found['refused'][:3]}"
    assert not trouble, f"{name}: {trouble[:3]}"
    return found["pressed"]


def press_each(browser, service, sources):
    """`(name, body, media type)` each; answers with how many buttons there were. What the service refuses as a whole is nothing to press."""
    browser.media(prefers_reduced_motion="reduce")
    pressed = 0
    for name, body, media_type in sources:
        answer = service.send("POST", "/v1/sessions", body, media_type)
        for each in answer.get("sessions", [answer]):
            browser.open(f"/sessions/{each['id']}")
            pressed += press(browser, name)
    return pressed


def logs_of(folder, step=1):
    lines = (folder / "corpus/logs/logs.jsonl").read_text().splitlines()
    return [(each["id"], each["text"], "text/plain") for each in map(json.loads, lines[::step])]


def own_logs(browser, service):
    pressed = press_each(browser, service, [(name, each, "text/plain") for name, each in LOGS.items()])
    assert pressed > 15, f"only {pressed} buttons"


def own_documents(browser, service):
    pressed = press_each(browser, service, [*((name, each, "application/json") for name, each in DOCUMENTS.items()), ("a storyboard", STORYBOARD, "application/xml")])
    assert pressed > 40, f"only {pressed} buttons"


def examples(browser, service):
    names = [each["name"] for each in service.send("GET", "/v1/examples")["examples"]]
    pressed = press_each(browser, service, [(name, service.send("GET", f"/v1/examples/{name}")["document"], "application/json") for name in names])
    assert pressed > 10, f"only {pressed} buttons"


def with_reports(service, document, change):
    """A session whose reports are others than this version of the service would write."""
    record = service.send("GET", f"/v1/sessions/{service.create(document)}/export")
    for each in record["steps"]:
        each["report"] = change(each["report"])
    return service.send("POST", "/v1/import", record)["id"]


def without_diagnoses(service, document):
    """A session as an earlier version stored it: its report has neither diagnoses nor names."""
    return with_reports(service, document, lambda report: {key: value for key, value in report.items() if key not in ("diagnoses", "names")} | {"format": "plumbline.report/1"})


def older_reports(browser, service):
    browser.media(prefers_reduced_motion="reduce")
    for name, document in DOCUMENTS.items():
        browser.open(f"/sessions/{without_diagnoses(service, document)}")
        # A step that is taken back has the report of today.
        press(browser, name, is_taken_back=False)


def what_is_inspected(browser, service):
    """What changes a value, and what would be without a constraint or with it."""
    browser.media(prefers_reduced_motion="reduce")
    pressed = 0
    for name in ("a cell", "a label that must not shrink"):
        session = service.create(DOCUMENTS[name])
        document = service.send("GET", f"/v1/sessions/{session}")["document"]
        browser.open(f"/sessions/{session}")
        for each in document["constraints"]:
            browser.js("location.hash = arguments[0]", f"constraint={each['id']}")
            browser.one("#panel-inspect h2", each["id"])
            pressed += press(browser, f"{name}, {each['id']}")
        browser.open(f"/sessions/{session}#view={document['views'][-1]['id']}")
        browser.click('[aria-label^="Why is width"]')
        browser.one(".why .sentence")
        pressed += press(browser, f"{name}, why")
    assert pressed > 25, f"only {pressed} buttons"


def checks(shared, names):
    found = [("every repair of logs can be taken", own_logs), ("every repair of documents can be taken", own_documents),
             ("every repair of the examples can be taken", examples), ("every repair of older reports can be taken", older_reports),
             ("every change in the inspector can be taken", what_is_inspected)]
    if (pathlib.Path(shared) / "corpus/logs/logs.jsonl").exists():
        found.append(("every repair of some shared logs can be taken", lambda browser, service: press_each(browser, service, logs_of(pathlib.Path(shared), 8))))
        # All of them take minutes, and are pressed if that is asked for.
        if "every-log" in names:
            found.append(("every-log", lambda browser, service: press_each(browser, service, logs_of(pathlib.Path(shared)))))
    return found
