"""The first page."""
import base64
import io
import pathlib
import time
import zipfile

from browser import Keys
from layouts import CELL, FORM, LOG, LOOSE, STORYBOARD
from story import story


@story("start.js")
def paste_a_log_and_see_its_conflict(b, service):
    b.open("/")
    b.js("arguments[0].value = arguments[1]", b.one("#paste"), LOG)
    b.click("#check")
    b.wait(lambda: "/sessions/" in b.driver.current_url, "the session was not opened")
    b.expect_verdict("conflicting")
    b.expect_text(".finding.conflicting .head", "UIKit makes UITableViewCellContentView 128 wide")
    b.expect_text(".arithmetic .figure", "over-constrained by 24 pt")
    b.click(".finding.log summary")
    b.expect_text(".finding.log", "was broken")
    b.one(".arithmetic .strip .excess")
    b.picture("log")


@story("start.js")
def a_mistake_in_what_was_pasted_is_shown_at_its_line(b, service):
    b.open("/")
    b.type("#paste", "title.width == 60\ntitle.widht == 50")
    b.one("#paste").send_keys(Keys.CONTROL, Keys.ENTER)
    b.expect_text("#paste-problem", "line 2")
    assert b.js("return arguments[0].value.slice(arguments[0].selectionStart, arguments[0].selectionEnd)", b.one("#paste")) == "title.widht == 50"


def drop(b, kind, *arguments):
    """Drops a file; `kind` is an expression for it, of the arguments."""
    b.js(f"""
        const data = new DataTransfer();
        data.items.add({kind});
        for (const type of ['dragover', 'drop']) document.body.dispatchEvent(new DragEvent(type, {{bubbles: true, cancelable: true, dataTransfer: data}}));
    """, *arguments)


@story("start.js")
def drop_a_picture_and_read_what_it_is(b, service):
    b.open("/")
    drop(b, "new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 0, 1])], 'cell.jpg')")
    b.expect_text("#paste-problem", "this is a JPEG picture, not a layout")


@story("start.js")
def drop_a_storyboard(b, service):
    b.open("/")
    drop(b, "new File([arguments[0]], 'Cell.xib')", STORYBOARD)
    b.wait(lambda: "/sessions/" in b.driver.current_url, "the session was not opened")
    b.expect_text('.tree [data-view="l-1"]', "Greeting")
    b.expect_text(".finding.of-file", "x 50, should be 20")


HIERARCHY = pathlib.Path(__file__).resolve().parents[3] / "Tests" / "Fixtures" / "ViewHierarchy" / "Profile.viewhierarchy"


def hierarchy_files():
    return {str(file.relative_to(HIERARCHY)): file.read_bytes() for file in sorted(HIERARCHY.rglob("*")) if file.is_file()}


def expect_hierarchy(b):
    """The scene, and beside its findings what the running app said."""
    b.wait(lambda: "/sessions/" in b.driver.current_url, "the session was not opened")
    b.expect_verdict("conflicting")
    b.expect_text(".observed summary", "In the running app: 1 difference")
    b.expect_text(".observed", "3 frames, 3 ambiguities")
    b.expect_text(".observed", "The running app shows UILabel “Hello” at x 8, y 8, 80 x 20")
    b.click(".observed .row-button")
    b.one('.tree [data-view="UILabel:0x10000c000"][aria-selected="true"]')


@story("start.js", "remarks.js")
def drop_an_archive_of_xcodes_view_hierarchy(b, service):
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as writer:
        for path, content in hierarchy_files().items():
            writer.writestr(f"Profile.viewhierarchy/{path}", content)
    b.open("/")
    b.js("""
        const data = new DataTransfer();
        data.items.add(new File([Uint8Array.from(atob(arguments[0]), (each) => each.charCodeAt(0))], 'Profile.zip'));
        for (const type of ['dragover', 'drop']) document.body.dispatchEvent(new DragEvent(type, {bubbles: true, cancelable: true, dataTransfer: data}));
    """, base64.b64encode(archive.getvalue()).decode())
    expect_hierarchy(b)
    b.picture("hierarchy")


DROP_FOLDER = """
    const [files, name] = arguments;
    const entry = (name, path) => {
        const inner = Object.keys(files).filter((each) => each.startsWith(path));
        const names = [...new Set(inner.map((each) => each.slice(path.length).split('/')[0]))];
        const own = names.map((each) => (`${path}${each}` in files
            ? { name: each, isDirectory: false, file: (done) => done(new File([Uint8Array.from(atob(files[`${path}${each}`]), (c) => c.charCodeAt(0))], each)) }
            : entry(each, `${path}${each}/`)));
        // As a browser does, in parts.
        return { name, isDirectory: true, createReader: () => ({ readEntries: (done) => done(own.splice(0, 1)) }) };
    };
    const event = new DragEvent('drop', { bubbles: true, cancelable: true });
    Object.defineProperty(event, 'dataTransfer', { value: { types: ['Files'], files: [], items: [{ webkitGetAsEntry: () => entry(name, '') }] } });
    document.body.dispatchEvent(event);
"""


@story("start.js", "archive.js")
def drop_the_folder_of_a_view_hierarchy(b, service):
    files = {path: base64.b64encode(content).decode() for path, content in hierarchy_files().items()}
    b.open("/")
    b.js(DROP_FOLDER, {"notes.txt": "bm9uZQ=="}, "Other")
    b.expect_text("#paste-problem", "“Other” is not an exported view hierarchy")
    b.js(DROP_FOLDER, files, "Profile.viewhierarchy")
    expect_hierarchy(b)


@story("start.js")
def an_archive_that_is_none_is_refused_in_words(b, service):
    b.open("/")
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as writer:
        writer.writestr("notes.txt", "nothing")
    b.js("""
        const data = new DataTransfer();
        data.items.add(new File([Uint8Array.from(atob(arguments[0]), (each) => each.charCodeAt(0))], 'Notes.zip'));
        document.body.dispatchEvent(new DragEvent('drop', {bubbles: true, cancelable: true, dataTransfer: data}));
    """, base64.b64encode(archive.getvalue()).decode())
    b.expect_text("#paste-problem", "does not contain an exported view hierarchy")


@story("start.js", "samples.js")
def examples_are_one_click_away(b, service):
    b.open("/")
    assert len(b.all(".example")) > 15
    kinds = {e.get_attribute("class").split()[-1] for e in b.all(".example")}
    assert {"conflicting", "ambiguous", "clean", "incomplete"} <= kinds, kinds
    b.picture("start")
    b.click(".example.ambiguous")
    b.wait(lambda: "/sessions/" in b.driver.current_url, "the session was not opened")
    b.expect_verdict("ambiguous")


@story("sessions.js")
def find_sessions_again(b, service):
    name = f"Findable{time.time_ns()}"
    service.create({**CELL, "name": name}, query=f"?tag=of-{name}")
    service.create({**FORM, "name": "Other"})
    b.open("/")
    b.type('[aria-label="Search sessions"]', name)
    b.wait(lambda: len(b.all(".session-card")) == 1 and name in b.one(".session-card").text, "the search does not find it")
    assert b.wait(lambda: b.js("return document.querySelector('.thumbnail').naturalWidth"), "no thumbnail") > 0
    assert "Conflicting" in b.one(".session-card").text and "now" in b.one(".session-card").text
    b.js("const f = document.querySelector('[aria-label=\"Search sessions\"]'); f.value = ''; f.dispatchEvent(new Event('input'))")
    b.wait(lambda: len(b.all(".session-card")) > 1, "the search cannot be cleared")
    b.click(".verdicts .facet", "Clean")
    b.wait(lambda: all("Clean" in each for each in b.texts(".session-card")), "the facet does not filter")
    b.click(".verdicts .facet", "Clean")
    b.type(".view-filter", "title")
    b.wait(lambda: "Other" not in "".join(b.texts(".session-card")), "the view does not filter")
    b.click(".tags .chip", f"of-{name}")
    b.wait(lambda: len(b.all(".session-card")) == 1, "the tag does not filter")
    b.wait(lambda: "Conflicting1" in "".join("".join(b.texts(".verdicts .facet")).split()), "the facets are not counted")
    b.click(".session-card")
    b.expect_verdict("conflicting")


@story("sessions.js")
def deleting_a_session_takes_a_second_click(b, service):
    name = f"Deletable{time.time_ns()}"
    session = service.create({**CELL, "name": name})
    b.open("/")
    b.click(f'.delete[aria-label="Delete {name}"]')
    b.expect_text(".delete", "Really delete?")
    assert service.send("GET", f"/v1/sessions/{session}")["name"] == name
    b.click(".delete", "Really delete?")
    b.wait(lambda: name not in "".join(b.texts(".session-card")), "it is still there")


@story("recurring.js")
def findings_are_grouped_with_their_history(b, service):
    for _ in range(2):
        service.create({**LOOSE, "name": "Recurring"})
    service.create({**FORM, "name": "Elsewhere"})
    b.open("/")
    row = b.one(".finding-row", "Two limits contradict each other: Pill is at least 31 wide")
    assert "sessions" in row.text
    b.js("arguments[0].scrollIntoView()", row)
    b.wait(lambda: len(b.all(".history svg .some")) > 0, "no history strip")
    row.click()
    b.wait(lambda: b.all(".chips .chip") and "Elsewhere" not in "".join(b.texts(".session-card")) and "Recurring" in "".join(b.texts(".session-card")), "the finding does not filter")
