#!/usr/bin/env python3
"""What the files of `plumbline capture` do without Apple's frameworks. PlumblineCapture.swift is compiled against stand-ins for UIKit, AppKit and XCTest
(Tests/Capture), captures layouts of theirs, and `plumbline` gives the known verdicts; plumbline_lldb.py runs in a stand-in for lldb, and
the expression that it evaluates is checked by clang against headers with the part of Apple's interfaces that it uses, and runs on GNUstep."""
import argparse
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
TESTS = ROOT / "Tests" / "Capture"
problems = []


def expect(condition, what, shown=""):
    if not condition:
        problems.append(what)
        print(f"error: {what}\n{shown}" if shown else f"error: {what}")


def run(*words, environment=None, check=True):
    outcome = subprocess.run([str(word) for word in words], capture_output=True, text=True, env=environment, timeout=600)
    if check and outcome.returncode != 0:
        sys.exit(f"error: {' '.join(map(str, words))} ended with {outcome.returncode}\n{outcome.stdout[-4000:]}{outcome.stderr[-4000:]}")
    return outcome


class Service:
    def __init__(self, program, folder):
        self.process = subprocess.Popen(
            [program, "serve", "--port", "0", "--database", str(folder / "plumbline.db")], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.address = re.search(r"http://127\.0\.0\.1:\d+", self.process.stdout.readline())[0]

    def get(self, path):
        return json.loads(run("curl", "-sf", self.address + path).stdout)

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()


def build(folder, framework, version, source):
    """The stories of a framework, compiled with its stand-in and the file that the program prints."""
    place = folder / f"{framework}-{version}"
    place.mkdir()
    objects = []
    for module in (framework, "XCTest"):
        objects.append(place / f"{module}.o")
        run("swiftc", "-swift-version", "6", "-parse-as-library", "-wmo", "-emit-object", "-emit-module", "-module-name", module, "-emit-module-path",
            place / f"{module}.swiftmodule", "-o", objects[-1], TESTS / module / f"{module}.swift")
    run("swiftc", "-swift-version", version, "-D", "DEBUG", "-warnings-as-errors", "-parse-as-library", "-I", place, *objects, source,
        TESTS / "Stories" / f"{framework.lower()}.swift", "-o", place / "stories")
    # As new projects of Xcode 26 have it.
    run("swiftc", "-typecheck", "-swift-version", version, "-default-isolation", "MainActor", "-D", "DEBUG", "-warnings-as-errors", "-parse-as-library",
        "-I", place, source, TESTS / "Stories" / f"{framework.lower()}.swift")
    # A release build has nothing of it.
    release = run("swiftc", "-swift-version", version, "-parse-as-library", "-I", place, "-emit-ir", source)
    expect("Plumbline" not in re.sub(r"(?m)^source_filename.*|^; ModuleID.*|PlumblineCapture\.swift", "", release.stdout), "a release build has the capture")
    return place / "stories"


def environment(**variables):
    steering = ("PLUMBLINE_URL", "PLUMBLINE_OUT", "PLUMBLINE_TOKEN", "SIMULATOR_DEVICE_NAME")
    return {**{name: value for name, value in os.environ.items() if name not in steering}, **variables}


def report(program, file):
    outcome = run(program, "analyze", file, check=False)
    expect(outcome.returncode == 0, f"{file.name} cannot be read", outcome.stdout + outcome.stderr)
    return json.loads(outcome.stdout) if outcome.returncode == 0 else {}


def compare_frames(document, found, name):
    """The frames that the platform has are those of the report."""
    for view, seen in document["observed"].items():
        frame = found["frames"].get(view, {})
        near = all(abs(frame.get(side, 1e9) - value) <= 1e-4 for side, value in seen["frame"].items())
        expect(near, f"{name}: {view} is observed at {seen['frame']}, and computed at {frame}")


def check_documents(program, documents):
    reports = {file.stem: report(program, file) for file in sorted(documents.glob("*.json"))}
    read = {name: json.loads((documents / f"{name}.json").read_text()) for name in reports}
    verdicts = {name: found.get("verdict") for name, found in reports.items()}
    known = {"clean": "clean", "scrolling": "clean", "appkit": "clean", "conflicting": "conflicting", "ambiguous": "ambiguous", "many": "clean", "deep": "clean"}
    expect({name: verdicts.get(name) for name in known} == known, f"the verdicts are {verdicts}")
    for name in ("clean", "scrolling", "appkit", "many", "deep"):
        compare_frames(read[name], reports[name], name)
    clean = read["clean"]
    views = {view["id"]: view for view in clean["views"]}
    expect(clean["name"] == "UIViewController" and clean["direction"] == "ltr", "the document is called by its controller")
    expect(set(views) == {"UIView", "UIView_SafeAreaLayoutGuide", "cell_title", "UILabel", "UIView_2", "UIView_3", "UIButton"}, f"views are {list(views)}")
    title = views["cell_title"]
    expect(title["outlet"] == "cell title" and title["text"] == 'Hello "you"\n', f"the title is {title}")
    expect(title["intrinsicContentSize"] == {"width": 118, "height": 20}, "the content size is that of the layout engine")
    expect(title["hugging"] == {"horizontal": 251.5, "vertical": 250} and title["baseline"] == {"firstFromTop": 16, "lastFromBottom": 4}, f"the title is {title}")
    expect(views["UIView"]["layoutMargins"] == {"top": 47, "left": 16, "bottom": 34, "right": 16}, "margins")
    expect(views["UIView_SafeAreaLayoutGuide"]["insets"] == {"top": 47, "left": 0, "bottom": 34, "right": 0}, "safe area")
    expect(views["UIView_3"]["autoresizing"]["mask"] == ["flexibleLeftMargin"], "mask")
    identifiers = [row["identifier"] for row in clean["constraints"] if "identifier" in row]
    expect(identifiers == ["title-top"], f"what the document states already is stated again: {identifiers}")
    expect(set(clean["capture"]) == {"tool", "os", "device", "scale", "date"}, "capture")
    expect([view["id"] for view in read["scrolling"]["views"]] == ["UIView", "UIScrollView", "UIScrollView_frameLayoutGuide", "UIView_2"], "guides")
    expect(read["ambiguous"]["observed"]["UILabel"]["ambiguous"] is True and not read["clean"]["observed"]["UILabel"]["ambiguous"], "observed")
    expect(read["too-many"]["capture"].get("truncated") is True and len(read["too-many"]["views"]) == 5000, "a capture has a limit")
    expect("a secret" not in json.dumps(read["appkit"]) and "Name" in json.dumps(read["appkit"]), "what is typed is not captured")
    again = (documents / "clean.json").read_text().splitlines()
    expect(len(again) == 4 + len(clean["views"]) + len(clean["constraints"]), "a line for each view and constraint", "\n".join(again))


def check_steps(service, output):
    """The sessions that a story recorded: the steps, and where it breaks."""
    sessions = service.get("/v1/sessions?tag=recorded")["sessions"]
    expect(len(sessions) == 3, f"{len(sessions)} sessions were recorded", output)
    if len(sessions) != 3:
        return
    events = service.get(f"/v1/sessions/{sessions[1]['id']}/events")["steps"]
    operations = [[event["op"] for event in step.get("events", [])] for step in events]
    verdicts = [step["verdict"] for step in events]
    expect(verdicts == ["clean", "clean", "clean", "conflicting", "clean"], f"the steps are {verdicts} by {operations}")
    expect(operations[1] == ["setIntrinsicContentSize"], f"{operations}")
    expect(operations[2] == ["resize", "addView", "setConstant", "addConstraint", "addConstraint"], f"{operations}")
    expect(operations[3] == ["addConstraint"] * 3 and operations[4] == ["removeConstraint", "removeView"], f"{operations}")
    for path in re.findall(r"http://127\.0\.0\.1:\d+(/sessions/\w+)", output):
        run("curl", "-sf", "-o", "/dev/null", service.address + path)


def check_swift(program, folder, service):
    source = folder / "PlumblineCapture.swift"
    source.write_text(run(program, "capture", "swift").stdout)
    documents = folder / "documents"
    documents.mkdir()
    for version in ("5", "6"):
        stories = {framework: build(folder, framework, version, source) for framework in ("UIKit", "AppKit")}
    run(stories["AppKit"], documents)
    written = folder / "written"
    output = run(stories["UIKit"], documents, environment=environment(PLUMBLINE_OUT=str(written))).stdout
    times = {name: int(time) for name, time in re.findall(r"^([\w-]+): (\d+) ms$", output, re.MULTILINE)}
    print("captured in ms of CPU time:", times)
    expect(times.get("many", 9999) < 4000, f"2000 views take {times.get('many')} ms")
    expect("released: true" in output, "a recording retains its view")
    check_documents(program, documents)
    files = sorted(file.stem for file in written.iterdir())
    expect("testCell_UIView_70x44" in files and "testCell_UIView_80x44" in files and "UIView_step5" in files, f"files are {files}")
    outcome = run(program, "check", "--quiet", written / "testCell_UIView_70x44.json", written / "testFitting_UIView_80x44.json", check=False)
    expect(outcome.returncode == 1 and "1 conflicting" in outcome.stdout, "documents of a test", outcome.stdout)
    output = run(stories["UIKit"], documents, environment=environment(PLUMBLINE_URL=service.address)).stdout
    expect(re.search(r"^testCell\(\): testCell-UIView-70x44: .*fixed at 60", output, re.MULTILINE), "an assertion says what is wrong", output)
    expect("testFitting(): passed" in output and "restored: 70" in output, "an assertion passes", output)
    check_steps(service, output)
    output = run(stories["UIKit"], documents, environment=environment(PLUMBLINE_URL=service.address.removeprefix("http://"))).stdout
    expect("testFitting(): passed" in output, "an address without http://", output)
    for variables in ({}, {"PLUMBLINE_URL": "http://127.0.0.1:9"}, {"PLUMBLINE_URL": "not an address"}, {"PLUMBLINE_OUT": "/proc/no"}):
        output = run(stories["UIKit"], documents, environment=environment(**variables)).stdout
        expect("testFitting(): passed" not in output and re.search(r"testFitting\(\): \S+", output), f"with {variables} nothing is checked", output)


def compare(folder):
    """Both files make the same document of the same views."""
    documents = [json.loads((folder / name).read_text()) for name in ("documents/conflicting.json", "lldb-conflicting.json")]
    for document in documents:
        document.pop("capture")
    expect(documents[0] == documents[1], "the two files make other documents", "\n".join(map(json.dumps, documents)))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--only", choices=["swift", "lldb", "runtime"])
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="plumbline-capture."))
    service = Service(program, folder)
    try:
        if options.only in (None, "swift"):
            check_swift(program, folder, service)
        if options.only != "swift":
            sys.dont_write_bytecode = True
            sys.path.insert(0, str(TESTS))
            import lldb_stories

            module = lldb_stories.load(program, folder, run)
            if options.only in (None, "lldb"):
                lldb_stories.check(module, program, folder, service, expect, run, TESTS)
            if options.only in (None, "runtime"):
                lldb_stories.check_execution(module, program, folder, expect, run, TESTS)
        if options.only is None:
            compare(folder)
    finally:
        service.stop()
        shutil.rmtree(folder)
    print(f"RESULT: {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
