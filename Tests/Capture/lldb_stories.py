"""plumbline_lldb.py in a stand-in for the debugger: what it captures of apps, what it says, and that its expression is Objective-C."""
import contextlib
import importlib
import io
import json
import os
import pathlib
import re
import sys
import tempfile

import standin_lldb
from standin_lldb import App, Debugger, Frame, Guide, Object, nsview, pin, uiview

LABEL = {"ascender": "16.1", "descender": "-4.1", "lineHeight": "20.2"}


def screen():
    return uiview("UIWindow", None, (0, 0, 390, 844))


def label(parent, text, frame, **values):
    return uiview("UILabel", parent, frame, **{"text": text, "intrinsicContentSize": f"NSSize: {{{10 * len(text)}, 20}}", **LABEL, **values})


def clean():
    """As the story of the same name for UIKit."""
    window = screen()
    root = uiview("Shop.CartView", window, (0, 0, 390, 844), translatesAutoresizingMaskIntoConstraints="1", autoresizingMask="18",
                  layoutMargins="UIEdgeInsets: {47, 16, 34, 16}")
    safe = Guide(root, identifier="UIViewSafeAreaLayoutGuide", layoutFrame="NSRect: {{0, 47}, {390, 763}}")
    for side, attribute, inset in (("top", 3, 47), ("bottom", 4, -34), ("left", 1, 0), ("right", 2, 0)):
        pin(root, safe, attribute, root, attribute, inset, identifier=f"UIViewSafeAreaLayoutGuide-{side}")
    title = label(root, 'Hello "you"\n', (16, 55, 118, 20), accessibilityIdentifier="cell title", hugging0="251.5")
    pin(root, title, 5, root, 17)
    pin(root, title, 3, safe, 3, 8, identifier="title-top")
    pin(title, title, 7, constant=118, name="NSContentSizeLayoutConstraint")
    price = label(root, "12", (354, 55, 20, 20))
    pin(root, price, 6, root, 6, -16)
    pin(root, price, 12, title, 12)
    pin(root, title, 6, price, 5, -8, relation="-1")
    photo = uiview("UIImageView", root, (0, 0, 1, 1), transform="CGAffineTransform: {{0, 1, -1, 0}, {0, 0}}", center="NSPoint: {195, 148.75}",
                   bounds="NSRect: {{0, 0}, {130, 97.5}}")
    pin(root, photo, 9, root, 9)
    pin(root, photo, 3, root, 3, 100)
    pin(root, photo, 7, root, 7, multiplier="0.3333333333333333")
    pin(photo, photo, 8, photo, 7, multiplier="0.75")
    badge = uiview("UIView", root, (370, 8, 12, 12), translatesAutoresizingMaskIntoConstraints="1", autoresizingMask="1")
    pin(root, badge, 7, constant=13, name="NSAutoresizingMaskLayoutConstraint")
    button = uiview("UIButton", root, (0, 300, 44, 44), ("isControl",), currentTitle="Buy", intrinsicContentSize="NSSize: {44, 44}")
    label(button, "Buy", (0, 0, 30, 20))
    pin(root, button, 5, root, 5)
    pin(root, button, 3, root, 3, 300)
    field = uiview("UITextField", root, (0, 400, 390, 34), ("isControl",), placeholder="Name", intrinsicContentSize="NSSize: {-1, 34}", **LABEL)
    for attribute in (5, 6):
        pin(root, field, attribute, root, attribute)
    pin(root, field, 3, root, 3, 400)
    scroll = uiview("UIScrollView", root, (0, 500, 390, 200), ("isScroll",))
    for attribute in (5, 6):
        pin(root, scroll, attribute, root, attribute)
    pin(root, scroll, 3, root, 3, 500)
    pin(scroll, scroll, 8, constant=200)
    content = uiview("UIView", scroll, (0, 0, 390, 1200))
    inner = Guide(scroll, identifier="UIScrollView-contentLayoutGuide", isContent="1", layoutFrame="NSRect: {{0, 0}, {390, 1200}}")
    outer = Guide(scroll, identifier="UIScrollView-frameLayoutGuide", isFrame="1", layoutFrame="NSRect: {{0, 77}, {390, 200}}")
    for attribute in (3, 4, 5, 6):
        pin(scroll, content, attribute, inner, attribute)
    pin(scroll, content, 7, outer, 7)
    pin(content, content, 8, constant=1200)
    app = App("arm64-apple-ios18.0.0-simulator", window, {"self.view": root, "window": "optional", "title": title, "flag": 1})
    app.controller = "Shop.CartController"
    return app


def conflicting(width=60):
    window = uiview("UIView", None, (0, 0, 70, 44))
    title = label(window, "Hello", (8, 0, 54, 20))
    pin(window, title, 5, window, 5, 8)
    pin(window, title, 6, window, 6, -8)
    pin(title, title, 7, constant=width)
    pin(window, title, 3, window, 3)
    return App("arm64-apple-tvos18.0", window, {"title": title})


def ambiguous():
    window = uiview("UIWindow", None, (0, 0, 70, 44))
    title = label(window, "Hello", (8, 0, 50, 20))
    title.is_ambiguous = True
    pin(window, title, 5, window, 5, 8)
    return App("x86_64-apple-ios18.0-macabi", window)


def appkit():
    root = nsview("NSView", None, (0, 0, 400, 300))
    button = nsview("NSButton", root, (20, 256, 80, 24), ("isControl",), title="Save", identifier="_NS:12", intrinsicContentSize="NSSize: {80, 24}")
    field = nsview("NSTextField", root, (108, 256, 60, 16), ("isControl",), placeholderString="Name", intrinsicContentSize="NSSize: {60, 16}")
    pin(root, button, 5, root, 5, 20)
    pin(root, button, 3, root, 3, 20)
    pin(root, field, 5, button, 6, 8)
    pin(root, field, 11, button, 11)
    nsview("NSView", root, (0, 0, 400, 40), translatesAutoresizingMaskIntoConstraints="1", autoresizingMask="2")
    return App("arm64-apple-macosx15.0", root)


def hostile():
    window = uiview("UIWindow", None, (0, 0, 70, 44), bounds="NSRect: {{nan, 0}, {inf, -5}}")
    for name in ["", "é.x", "1", "UILabel", "UILabel_2", 'a"b\\c\u0001', "list.content", "n" * 500]:
        view = label(window, "\u2028\0😀" + name, (0, 0, 1, 1), accessibilityIdentifier=name)
        view.values.update(frame="NSRect: {{nan, -inf}, {-5, 1.7976931348623157e+308}}", intrinsicContentSize="not a size", hugging1="0",
                           layoutMargins="UIEdgeInsets: {nan, 1}")
        pin(window, view, 7, constant="nan", multiplier="inf")
        pin(window, view, 5, window, 5, multiplier="0")
        pin(window, view, 3)
        pin(window, view, 3, window, 3, "1.7976931348623157e+308", priority="nan")
        pin(window, view, 99, window, 3)
        pin(window, view, 3, window, 3, relation="7")
        pin(window, None, 3, view, 3)
        pin(window, uiview("UIView", None, (0, 0, 1, 1)), 3, view, 3)
        window.constraints.append((view, window, "NSLayoutConstraint", {}))
    return App("arm64-apple-ios18.0.0", window)


def many(count):
    window = screen()
    last = window
    for index in range(count):
        view = label(window, f"Row {index}", (0, index * 20, 390, 20))
        for attribute in (5, 6):
            pin(window, view, attribute, window, attribute)
        pin(window, view, 3, last, 3 if last is window else 4)
        last = view
    return App("arm64-apple-ios18.0.0", window)


class Console:
    """A session of the debugger with an app."""

    def __init__(self, module, app):
        self.module, self.debugger = module, Debugger(app)
        getattr(module, "__lldb_init_module")(self.debugger, {})

    def type(self, text):
        result = Object(error=None)
        result.SetError = lambda error: setattr(result, "error", error)
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            self.module.plumbline(self.debugger, text, result, {})
        return output.getvalue(), result.error


def check_expression(module, folder, expect, run, tests):
    for header, framework in (("UIKit", module.UIKIT), ("AppKit", module.APPKIT)):
        for root, climbs, seconds in (("nil", False, 2), ("(id)0x600000010", True, 0)):
            text = module.expression(framework, root, climbs, seconds)
            expect(not re.search(r"\bPL_\w+", text), f"a place in the expression is open: {re.findall('PL_[A-Z]+', text)}")
            file = folder / "expression.mm"
            file.write_text(f'#include "{header}.h"\nid expression(void);\nid expression(void) {{ return ({{ {text} }}); }}\n')
            outcome = run("clang", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-x", "objective-c++", "-std=c++17", "-target", "arm64-apple-ios17.0",
                          "-nostdinc", "-I", tests / "Headers", file, check=False)
            expect(outcome.returncode == 0, f"the expression for {header} is no Objective-C", outcome.stderr[:3000])


def check_execution(module, program, folder, expect, run, tests):
    """The expression runs: as Objective-C++ on GNUstep, with a stand-in for UIKit."""
    (folder / "expression.inc").write_text(module.expression(module.UIKIT))
    run("g++", "-x", "objective-c++", "-w", "-fpermissive", "-fconstant-string-class=NSConstantString", "-fexceptions", "-fobjc-exceptions",
        "-I/usr/include/GNUstep", "-I", folder, tests / "Runtime" / "uikit.mm", "-o", folder / "runtime", "-lobjc", "-lgnustep-base")
    text = module.Document(json.loads(run(folder / "runtime").stdout)).text()
    file = folder / "runtime.json"
    file.write_text(text)
    document = json.loads(text)
    found = json.loads(run(program, "analyze", file).stdout)
    expect(found["verdict"] == "clean" and document["name"] == "UIViewController", f"the runtime's layout is {found['verdict']}", text)
    expect([view["id"] for view in document["views"]] == [
        "UIWindow", "UIWindow_SafeAreaLayoutGuide", "cell_title", "UITextField", "UIScrollView", "UIScrollView_guide", "UIView"], "views", text)
    expect("a secret" not in text and '"text": "Name"' in text, "what is typed is captured", text)
    for view, seen in document["observed"].items():
        expect(found["frames"][view] == seen["frame"], f"{view} is observed at {seen['frame']}, and computed at {found['frames'][view]}")
        expect(seen.get("ambiguous", False) is (view == "UIView"), f"{view} is ambiguous")


def check_captures(module, program, folder, expect, run):
    known = {"clean": "clean", "conflicting": "conflicting", "ambiguous": "ambiguous", "appkit": "clean", "many": "clean", "hostile": None}
    apps = {"clean": clean(), "conflicting": conflicting(), "ambiguous": ambiguous(), "appkit": appkit(), "many": many(2000), "hostile": hostile()}
    documents = {}
    for name, app in apps.items():
        file = folder / f"lldb-{name}.json"
        output, error = Console(module, app).type(f"--output {file} {'self.view' if name == 'clean' else ''}")
        expect(error is None and output == f"written: plumbline check {file}\n", f"{name}: {output}{error}")
        outcome = run(program, "analyze", file, check=False)
        expect(outcome.returncode == 0, f"{name} cannot be read", outcome.stderr)
        documents[name] = json.loads(file.read_text())
        found = json.loads(outcome.stdout)
        expect(known[name] in (None, found["verdict"]), f"{name} is {found['verdict']}", json.dumps(found.get("diagnoses"), indent=1)[:2000])
        for view, seen in documents[name]["observed"].items() if known[name] == "clean" else []:
            near = all(abs(found["frames"].get(view, {}).get(side, 1e9) - value) <= 1e-4 for side, value in seen["frame"].items())
            expect(near, f"{name}: {view} is observed at {seen['frame']}, and computed at {found['frames'].get(view)}")
    document = documents["clean"]
    views = {view["id"]: view for view in document["views"]}
    expect(document["name"] == "CartController" and document["capture"]["os"] == "iOS 18.0" and document["capture"]["scale"] == 3, "about")
    expect(views["cell_title"]["hugging"] == {"horizontal": 251.5, "vertical": 250}, f"{views['cell_title']}")
    expect(views["cell_title"]["baseline"] == {"firstFromTop": 16, "lastFromBottom": 4}, f"{views['cell_title']}")
    expect("UILabel_2" not in views and views["UIButton"]["text"] == "Buy" and views["UITextField"]["text"] == "Name", f"{list(views)}")
    expect(views["CartView_SafeAreaLayoutGuide"]["insets"] == {"top": 47, "left": 0, "bottom": 34, "right": 0}, "safe area")
    expect([row["identifier"] for row in document["constraints"] if "identifier" in row] == ["title-top"], "what is derived is left out")
    expect(documents["ambiguous"]["observed"]["UILabel"]["ambiguous"] is True, "observed")
    expect(documents["conflicting"]["constraints"][0]["id"] == "UILabel_leading", "names")
    full = json.loads(module.capture(Frame(many(6000))))
    expect(len(full["views"]) == 5000 and full["capture"]["truncated"] is True, "a capture has a limit")


def check_words(module, expect):
    """What the command says of views, mistakes and an app that is not there."""
    app = clean()
    for text in ("window", "title", hex(app.meanings["title"].pointer)):
        output, error = Console(module, app).type(text)
        expect(error is None and output.startswith("written: "), f"{text}: {output}{error}")
        file = pathlib.Path(output.split("check ")[1].strip())
        expect(len(json.loads(file.read_text())["views"]) == (1 if text != "window" else 12), f"{text} has other views")
        file.unlink()
    for text, said in (
        ("nothing", "'nothing' cannot be evaluated here: cannot find 'nothing' in scope"), ("flag", "'flag' is no object"),
        ("0x10", "the app did not answer: EXC_BAD_ACCESS"), ("--frob", "usage: plumbline [--url URL]"), ("-f", "usage: plumbline [--url URL]"),
        ("--output /no/where/x.json", "/no/where/x.json cannot be written: No such file or directory"),
    ):
        output, error = Console(module, app).type(text)
        expect(not output and said in (error or ""), f"{text}: {output}{error}")
    for text in ("help", "-h", "--help"):
        output, error = Console(module, app).type(text)
        expect(error is None and output.startswith("usage: plumbline [--url URL]"), f"{text}: {output}{error}")
    spaced = pathlib.Path(tempfile.gettempdir()) / "my layout.json"
    output, error = Console(module, app).type(f'--output "{spaced}" title')
    expect(error is None and spaced.exists(), f"a path with a space: {output}{error}")
    expect("has to be paused" in Console(module, None).type("")[1], "no app")
    expect("no app is being debugged" in Console(module, None).type("watch")[1], "no app to watch")
    expect("there is no view" in Console(module, App("arm64-apple-ios18.0", None)).type("")[1], "no window")


def check_watch(module, expect):
    app = conflicting()
    console = Console(module, app)
    output, _ = console.type("watch")
    breakpoint = console.debugger.breakpoints[0]
    expect("breakpoint 7 captures" in output and breakpoint.name == "UIViewAlertForUnsatisfiableConstraints" and breakpoint.continues, output)
    callback = getattr(module, breakpoint.callback.rsplit(".", 1)[1])
    files = []

    def stop():
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            expect(callback(Frame(app), None, {}) is False, "the app stops")
        files.extend(re.findall(r"check (\S+)", output.getvalue()))
        return output.getvalue()

    app.arguments["arg1"] = app.meanings["title"]
    stop(), stop()
    expect(len(files) == 1 and len(json.loads(pathlib.Path(files[0]).read_text())["views"]) == 2, f"{files}")
    expect(not app.asked, "the layout engine is asked while it works")
    app.arguments = {}
    app.meanings["title"].values["text"] = "Other"
    stop()
    expect(len(files) == 2, "the key window is not captured in place of the argument")
    other = Console(module, appkit())
    other.type("watch")
    expect(other.debugger.breakpoints[0].name == "LAYOUT_CONSTRAINTS_NOT_SATISFIABLE", "AppKit has another function")
    app.window = None
    expect("there is no view" in stop(), "a failure is not said")
    for file in files:
        os.unlink(file)


def check_service(module, service, expect):
    console = Console(module, conflicting())
    output, error = console.type(f"--url {service.address}/")
    page = re.match(rf"conflicting: {service.address}(/sessions/\w+)\nUILabel “Hello” is pinned to both sides", output)
    expect(error is None and page, f"{output}{error}")
    expect(len(service.get("/v1/sessions?tag=lldb")["sessions"]) == 1, "no session")
    again, _ = console.type("title")
    expect(again.startswith(("clean", "ambiguous", "conflicting")), f"the URL is forgotten: {again}")
    bare, error = console.type(f"--url {service.address.removeprefix('http://')} title")
    expect(error is None and service.address in bare, f"an address without http://: {bare}{error}")
    expect("cannot be reached" in console.type("--url http://127.0.0.1:9")[1], "no service")
    expect("404" in console.type(f"--url {service.address}/nothing")[1], "a wrong address")
    module.settings["url"] = None


def check_recording(module, service, expect):
    """The layout passes of a view are steps of one session, as they are for PlumblineCapture.swift."""
    app = clean()
    console = Console(module, app)
    output, error = console.type(f"--url {service.address} record")
    page = re.match(rf"(\w+): {service.address}(/sessions/(\w+))\nbreakpoint 7 records each layout pass", output)
    expect(error is None and page and page[1] == "clean", f"{output}{error}")
    if not page:
        return
    breakpoint = console.debugger.breakpoints[0]
    expect(breakpoint.name == "-[UIViewController viewDidLayoutSubviews]" and breakpoint.continues, breakpoint.name)
    callback = getattr(module, breakpoint.callback.rsplit(".", 1)[1])
    app.asked.clear()

    def lay_out():
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            expect(callback(Frame(app), None, {}) is False, "the app stops")
        return output.getvalue()

    root = app.window.subviews[0]
    title, price, photo = root.subviews[:3]
    expect(lay_out() == "", "a pass that changed nothing is a step")
    title.values["intrinsicContentSize"] = "NSSize: {90, 20}"
    root.constraints[:] = [row for row in root.constraints if row[2] != "NSContentSizeLayoutConstraint"]
    title.constraints.clear()
    expect(lay_out().startswith("plumbline: step 1: clean"), "a content size")
    badge = uiview("UIView", root, (0, 200, 40, 20))
    pin(root, badge, 5, root, 5)
    pin(root, badge, 3, root, 3, 200)
    pin(badge, badge, 7, constant=40)
    pin(badge, badge, 8, constant=20)
    expect(lay_out().startswith("plumbline: step 2: clean"), "a view")
    pin(badge, badge, 7, constant=60)
    expect(lay_out().startswith("plumbline: step 3: conflicting"), "a conflict")
    badge.constraints.pop()
    root.constraints[-1] = (*root.constraints[-1][:3], {**root.constraints[-1][3], "constant": "210"})
    expect(lay_out().startswith("plumbline: step 4: clean"), "a constant")
    root.subviews.remove(badge)
    root.constraints[-2:] = []
    expect(lay_out().startswith("plumbline: step 5: clean"), "a view that is removed")
    expect(not app.asked, "the layout engine is asked while it works")
    steps = service.get(f"/v1/sessions/{page[3]}/events")["steps"]
    operations = [[event["op"] for event in step.get("events", [])] for step in steps]
    expect(operations[1:] == [["setIntrinsicContentSize"], ["addView"] + ["addConstraint"] * 4, ["addConstraint"], ["removeConstraint", "setConstant"],
                              ["removeView"]], f"the steps are {operations}")
    # What no event says, such as margins of the root, begins another session.
    app.window.values["layoutMargins"] = "UIEdgeInsets: {1, 2, 3, 4}"
    expect(re.match(rf"plumbline: clean: {service.address}/sessions/\w+\n", lay_out()), "no other session")
    app.window = None
    expect("the recording ends: there is no view" in lay_out() and lay_out() == "", "a recording of what is gone goes on")
    module.settings["url"] = None
    # Without a service each pass is a document.
    app = conflicting()
    output, error = Console(module, app).type("record title")
    written = re.match(r"written: plumbline check (\S+-step0\.json)\n", output)
    expect(error is None and written, f"{output}{error}")
    app.meanings["title"].values["intrinsicContentSize"] = "NSSize: {11, 20}"
    expect("-step1.json" in lay_out_of(module, app), "no second document")
    expect("no app is being debugged" in Console(module, None).type("record")[1], "no app to record")


def lay_out_of(module, app):
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        module.on_pass(Frame(app), None, {})
    return output.getvalue()


def load(program, folder, run):
    """The file that the program prints, as a module."""
    standin_lldb.install()
    (folder / "plumbline_lldb.py").write_text(run(program, "capture", "lldb").stdout)
    sys.path.insert(0, str(folder))
    tempfile.tempdir = str(folder)
    os.environ.pop("PLUMBLINE_URL", None)
    return importlib.import_module("plumbline_lldb")


def check(module, program, folder, service, expect, run, tests):
    check_expression(module, folder, expect, run, tests)
    check_captures(module, program, folder, expect, run)
    check_words(module, expect)
    check_watch(module, expect)
    check_service(module, service, expect)
    check_recording(module, service, expect)
