#!/usr/bin/env python3
"""forms.py PLUMBLINE [FILE…]: what `plumbline check` writes, against the rules of those who read it.

Checks layouts with names and texts that need escaping (and the files named) in several ways, each in all forms at once. SARIF is held against the
schema of the standard and what GitHub keeps of it, JUnit against what Jenkins' schema allows, Checkstyle, Code Quality, annotations, Xcode's lines,
Markdown and HTML against what their readers take. All must tell the same findings.
"""
import html.parser
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse
import xml.etree.ElementTree as ElementTree

import jsonschema

program = os.path.abspath(sys.argv[1])
fixtures = pathlib.Path(__file__).resolve().parents[2] / "Tests" / "Fixtures"
schema = json.loads((fixtures / "SARIF/sarif-schema-2.1.0.json").read_text())
validator = jsonschema.validators.validator_for(schema)(schema)
problems = []


def expect(condition, *words):
    if not condition:
        problems.append(" ".join(str(word) for word in words)[:400])


STRANGE = ["a b", "ü", "%41", "a,b;c", "a:b", "x'\"y", "<&>", "[1](2)", "`|`", "a\\b", "\u2028\u202e", "-dash", "#hash", "{{x}}", "::error::", "$(id)"]


def layout(name, ident, kind):
    """A document whose only view and text have the name."""
    quoted = json.dumps(ident)
    rows = [f"{quoted}.leading == root.leading + 8", f"{quoted}.top == root.top", f"{quoted}.height == 20"]
    rows += {"conflict": [f"{quoted}.width == 60", f"{quoted}.trailing == root.trailing - 8"], "ambiguous": [], "clean": [f"{quoted}.width == 20"]}[kind]
    views = [{"id": "root"}, {"id": ident, "parent": "root", "class": "UIButton", "text": name, "intrinsicContentSize": {"width": 90, "height": 30}}]
    document = {"name": name, "size": {"width": 70, "height": 44}, "views": views, "constraints": rows, "assert": [f"{quoted}.width >= 70"],
                "suppress": [{"rule": "minimum-size", "reason": name}]}
    return json.dumps(document, indent=1, ensure_ascii=False)


def make(folder):
    for number, name in enumerate(STRANGE):
        kind = ["conflict", "ambiguous", "clean"][number % 3]
        (folder / f"{name.replace('/', '_')} {number}.json").write_text(layout(name, name, kind))
    for number in range(30):
        (folder / f"many{number}.txt").write_text("a.width == 1\na.width == 2\nb.left == root.left\n")
    (folder / "broken.json").write_text("{\n \"constraints\": [\n  \"a.widht == 3\"]}")
    for path in (fixtures / "InterfaceBuilder").iterdir():
        if path.name not in ("archive.xib", "doctype.xib", "truncated.xib"):
            shutil.copy(path, folder)
    for path in sys.argv[2:]:
        shutil.copy(path, folder)


def sarif(text, folder, counts):
    report = json.loads(text)
    for error in list(validator.iter_errors(report))[:5]:
        expect(False, "sarif:", error.json_path, error.message[:200])
    run = report["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    results = run["results"]
    expect(len(results) <= 25000, "sarif: more results than GitHub takes")
    keys = set()
    for result in results:
        expect(rules[result["ruleIndex"]]["id"] == result["ruleId"], "sarif: rule", result["ruleId"])
        expect(len(result["locations"]) == 1 and result["message"]["text"], "sarif: location or message")
        related = {place["id"] for place in result.get("relatedLocations", [])}
        linked = {int(n) for n in re.findall(r"(?<!\\)\]\((\d+)\)", result["message"]["text"])}
        expect(linked <= related, "sarif: links without places", linked - related)
        for place in result["locations"] + result.get("relatedLocations", []):
            physical = place["physicalLocation"]
            uri, region = physical["artifactLocation"]["uri"], physical["region"]
            expect(not uri.startswith(("/", ".")) and ":" not in uri.split("/")[0], "sarif: uri", uri)
            path = folder / urllib.parse.unquote(uri)
            if not path.exists():
                continue
            lines = path.read_text().split("\n")
            inside = region["startLine"] <= len(lines) and region["endLine"] <= len(lines)
            expect(inside and (region["startLine"], region["startColumn"]) <= (region["endLine"], region["endColumn"]), "sarif: region", uri, region)
            # The column behind the end may be one further than the line is long, and of an empty line it is the second.
            expect(not inside or region["endColumn"] <= max(2, len(lines[region["endLine"] - 1]) + 1), "sarif: beyond the line", uri, region)
        key = (result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], result["partialFingerprints"]["primaryLocationLineHash"])
        expect(key not in keys, "sarif: a fingerprint is met twice", key)
        keys.add(key)
    for rule in rules:
        for part in ("shortDescription", "fullDescription", "help"):
            expect(0 < len(rule[part]["text"]) <= 1024, "sarif: text of", rule["id"])
        expect(len(rule["properties"]["tags"]) <= 10, "sarif: tags of", rule["id"])
    counts["sarif"] = sum(not result.get("suppressions") for result in results)


# What Jenkins' schema allows of each element.
JUNIT = {
    "testsuites": ({"name", "time", "tests", "failures", "errors"}, {"testsuite"}),
    "testsuite": ({"name", "tests", "failures", "errors", "skipped", "time", "timestamp", "hostname", "id", "package", "group", "file", "log", "url"},
                  {"testcase", "properties", "system-out", "system-err", "testsuite"}),
    "testcase": ({"name", "time", "classname", "group"}, {"skipped", "error", "failure", "system-out", "system-err"}),
    "failure": ({"type", "message"}, set()), "error": ({"type", "message"}, set()), "skipped": ({"type", "message"}, set()),
    "system-out": (set(), set()),
}


def junit(text, folder, counts):
    root = ElementTree.fromstring(text)
    for element in root.iter():
        attributes, children = JUNIT.get(element.tag, (set(), set()))
        expect(element.tag in JUNIT and set(element.attrib) <= attributes, "junit:", element.tag, element.attrib)
        expect(all(child.tag in children for child in element), "junit: children of", element.tag)
    for suite in root:
        cases = list(suite)
        for name, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            expect(int(suite.get(name)) == sum(case.find(tag) is not None for case in cases), "junit:", name, "of", suite.get("name"))
        expect(int(suite.get("tests")) == len(cases), "junit: tests of", suite.get("name"))
        names = [(case.get("classname"), case.get("name")) for case in cases]
        expect(len(set(names)) == len(names), "junit: a case twice", suite.get("name"))
    for name in ("tests", "failures", "errors"):
        expect(int(root.get(name)) == sum(int(suite.get(name)) for suite in root), "junit:", name)
    expect(any(not list(case) for case in root.iter("testcase")), "junit: no case passes")


def checkstyle(text, folder, counts):
    root = ElementTree.fromstring(text)
    expect(root.tag == "checkstyle" and root.get("version"), "checkstyle: root")
    for file in root:
        expect(file.tag == "file" and set(file.attrib) == {"name"}, "checkstyle:", file.tag, file.attrib)
        for error in file:
            expect(set(error.attrib) == {"line", "column", "severity", "message", "source"} and not list(error), "checkstyle:", error.attrib)
            expect(error.get("severity") in ("error", "warning", "info") and int(error.get("line")) > 0 and int(error.get("column")) > 0,
                   "checkstyle:", error.attrib)
    counts["checkstyle"] = len(list(root.iter("error")))


def gitlab(text, folder, counts):
    issues = json.loads(text)
    for issue in issues:
        expect({"description", "check_name", "fingerprint", "severity", "location"} <= set(issue), "gitlab: keys", list(issue))
        expect(all(isinstance(issue[key], str) and issue[key] for key in ("description", "check_name", "fingerprint")), "gitlab: empty")
        expect(issue["severity"] in ("info", "minor", "major", "critical", "blocker"), "gitlab:", issue["severity"])
        path, line = issue["location"]["path"], issue["location"]["lines"]["begin"]
        expect(not path.startswith(("/", "./")) and isinstance(line, int) and line > 0, "gitlab:", path, line)
    prints = [issue["fingerprint"] for issue in issues]
    expect(len(set(prints)) == len(prints), "gitlab: a fingerprint twice")
    counts["gitlab"] = len(issues)


def github(text, folder, counts):
    order, total, rest = [], 0, 0
    for line in text.splitlines():
        match = re.fullmatch(r"::(error|warning|notice) ([^:\r\n]*)::(.*)", line)
        expect(match, "github: line", line)
        if not match:
            continue
        properties = dict(part.split("=", 1) for part in match[2].split(",") if "=" in part)
        expect(len(properties) == match[2].count(",") + 1, "github: properties", match[2])
        expect(set(properties) <= {"file", "line", "endLine", "col", "endColumn", "title"}, "github: properties", match[2])
        more = re.fullmatch(r"(\d+) more findings? (is|are) not shown here", match[3])
        rest += int(more[1]) if more else 0
        total += not more
        order.append(match[1])
        if "file" in properties and not more:
            name = properties["file"].replace("%3A", ":").replace("%2C", ",").replace("%25", "%")
            expect((folder / name).exists() or "\\u{" in name, "github: file", name)
    expect(order == sorted(order, key=["error", "warning", "notice"].index), "github: not the worst first")
    for kind in set(order):
        expect(order.count(kind) <= 10, "github: more than ten of", kind)
    counts["github"] = total + rest


def xcode(text, folder, counts):
    lines = text.splitlines()
    for line in lines:
        match = re.fullmatch(r"(/.*?):(\d+):(\d+): (error|warning|note): .* \([a-z-]+\)", line)
        expect(match, "xcode: line", line)
    counts["xcode"] = len(lines)


def markdown(text, folder, counts):
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    for row in rows:
        expect(len(re.findall(r"(?<!\\)\|", row)) == 5, "markdown: cells of", row)
    expect(not re.search(r"<(?!/?(details|summary|pre|code|svg|b|br)\b)[a-zA-Z!]", re.sub(r"(`+).*?\1", "", text)), "markdown: markup")
    # Less the heads.
    more = re.search(r"^(\d+) more are not listed\.$", text, re.M)
    counts["markdown"] = len(rows) - 2 + (int(more[1]) if more else 0)


class Page(html.parser.HTMLParser):
    VOID = {"meta", "link", "br", "hr", "img", "input"}
    WANTED = {"html", "head", "meta", "title", "style", "body", "main", "header", "section", "h1", "h2", "h3", "p", "ul", "ol", "li", "code", "pre", "table",
              "thead", "tbody", "tr", "td", "th", "span", "strong", "b", "small", "details", "summary", "div", "figure", "svg", "g", "path", "rect", "text", "line",
              "polygon", "circle", "defs", "pattern", "desc", "clippath", "tspan", "footer", "em", "i", "dl", "dt", "dd", "polyline"}

    def __init__(self):
        super().__init__()
        self.stack = []
        self.text = ""

    def handle_starttag(self, tag, attributes):
        expect(tag in Page.WANTED, "html: element", tag)
        for name, value in attributes:
            expect(not name.startswith("on") and name not in ("src", "href") or (value or "").startswith("#"), "html: attribute", name, value)
        if tag not in Page.VOID:
            self.stack.append(tag)

    def handle_startendtag(self, tag, attributes):
        expect(tag in Page.WANTED, "html: element", tag)

    def handle_endtag(self, tag):
        expect(self.stack and self.stack.pop() == tag, "html: end of", tag)

    def handle_data(self, data):
        self.text += data


def page(text, folder, counts):
    reader = Page()
    reader.feed(text)
    expect(not reader.stack and text.startswith("<!DOCTYPE html>"), "html: not closed", reader.stack)
    expect("$(id)" in reader.text and "<&>" in reader.text, "html: a name is not shown as text")


FORMS = {"sarif": sarif, "junit": junit, "checkstyle": checkstyle, "gitlab": gitlab, "github": github, "xcode": xcode, "markdown": markdown, "html": page}
WAYS = [[], ["--rules", "all"], ["--rules", "all=error", "--sizes", "320x568,1024x768", "--directions", "ltr,rtl", "--text-scales", "1,2"],
        ["--width", "10...400", "--rules", "all"], ["--width", "10...200", "--height", "10...90"]]

with tempfile.TemporaryDirectory() as name:
    folder, out = pathlib.Path(name) / "files", pathlib.Path(name) / "out"
    folder.mkdir()
    out.mkdir()
    make(folder)
    for way in WAYS:
        summary = out / "summary.md"
        summary.unlink(missing_ok=True)
        command = [program, "check", ".", "--no-config", *way] + [f"--format={form}={out / form}" for form in FORMS] + ["--format", "json"]
        run = subprocess.run(command, cwd=folder, capture_output=True, text=True, env={**os.environ, "GITHUB_STEP_SUMMARY": str(summary)})
        expect(run.returncode == 2 and "widht" in run.stderr, "status", run.returncode, run.stderr[:200])
        counts = {}
        for form, check in FORMS.items():
            check((out / form).read_text(), folder, counts)
        findings = [finding for finding in json.loads(run.stdout).get("findings", []) if not finding.get("suppressed")]
        if findings:
            counts["json"] = len(findings)
        expect(len(set(counts.values())) == 1, "forms tell different numbers of findings", counts)
        expect(summary.read_text() == (out / "markdown").read_text(), "the step's summary is not the Markdown report")
        print(f"{' '.join(way) or 'as it is'}: {counts.get('sarif')} findings in {len(FORMS) + 1} forms")

print(*problems[:40], sep="\n", end="\n" if problems else "")
sys.exit(1 if problems else 0)
