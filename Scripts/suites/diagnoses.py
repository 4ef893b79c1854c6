#!/usr/bin/env python3
"""diagnoses.py BINARY SHARED [-v]: diagnoses every public log, Interface Builder file and document, and holds them against what no diagnosis may do.

No remedy changes what nobody can edit, no size of 0 is suggested, no constant changes its sign, there are one to three remedies, a log has one diagnosis, and each conflict and
ambiguity is explained once. The confidences are those that are counted. Then, of the labelled logs, how often the cause, the owner and the first remedy are the label's: by source, by cause, and in five bins of confidence."""
import collections
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile

binary, shared = sys.argv[1:3]
verbose = "-v" in sys.argv
counts, problems = collections.Counter(), []

# What changes a constraint that somebody wrote.
CHANGES = {"lowerPriority", "removeConstraint", "changeConstant", "makeInequality", "changeItem", "deactivateFirst"}
IMPLICIT = re.compile(r"\.(autoresizing\.\w+|hugging\.\w+|compressionResistance\.\w+|insets\.\w+|(width|height)(>=0|==size|==fitting))$")
FRAMEWORK = re.compile(
    r"^<(NSAutoresizingMask|_UILayoutSupport|NSContentSize)|^<[\w.]+:0x\w+(@\S+)? '(UISV-|UIView-Encapsulated|_UITemporary|fittingSize|UIViewSafeArea|UIView-\w+Margin)")
PRIVATE = re.compile(r"^(_UI|_NS|UIKeyboard|UIKB|UIRemoteKeyboard|UIInputSet|TUI|SFAirDrop|SPUI|FI_T|SystemInput|_TtC+5UIKit)")
CLASS = re.compile(r"\b([A-Za-z_][\w.]*):0x[0-9a-fA-F]+")


def remedy_problems(remedy, rows):
    kind, ids = remedy["kind"], remedy.get("constraints", [remedy["constraint"]] if "constraint" in remedy else [])
    if kind in CHANGES:
        for row in ids:
            if IMPLICIT.search(row) or "UISV-" in row or FRAMEWORK.search(rows.get(row, "")):
                yield f"{kind} changes {row}, which nobody can edit: {rows.get(row, '')[:120]}"
    if kind == "addConstraint" and re.search(r"\.(width|height) == 0( @ .*)?$", ids[0]):
        yield f"a size of 0 is suggested: {ids[0]}"
    if "from" in remedy and "to" in remedy and remedy["from"] * remedy["to"] < 0:
        yield f"the constant of {ids} changes its sign: from {remedy['from']} to {remedy['to']}"


def complaints(report):
    found, diagnoses = [], report.get("diagnoses", [])
    counts["reports"] += 1
    rows = {}
    for conflict in report["conflicts"]:
        rows.update(conflict.get("rows", {}))
    wanted = [c["id"] for c in report["conflicts"]] + [f"U{n + 1}" for n in range(len(report["ambiguities"]))]
    explained = [e for d in diagnoses for e in d["explains"]]
    if sorted(explained) != sorted(wanted):
        found.append(f"explained {sorted(explained)[:9]}, found {sorted(wanted)[:9]}")
    if "printed" in report and len(diagnoses) > 1:
        found.append(f"a log has {len(diagnoses)} diagnoses")
    for d in diagnoses:
        counts["diagnoses"] += 1
        counts["of " + d["cause"]] += 1
        if not 1 <= len(d["remedies"]) <= 3:
            found.append(f"{d['id']} has {len(d['remedies'])} remedies")
        for remedy in d["remedies"]:
            found += [f"{d['id']} ({d['cause']}): {p}" for p in remedy_problems(remedy, rows)]
        if d["owner"] == "system" and {r["kind"] for r in d["remedies"]} != {"ignore"}:
            found.append(f"{d['id']} is the system's, but there is something to do")
        members = [m for c in report["conflicts"] if c["id"] in d["explains"] for m in c["members"] if m in rows]
        classes = {c for m in members for c in CLASS.findall(rows[m]) if "Constraint" not in c}
        if classes and all(PRIVATE.search(c) for c in classes) and d["owner"] == "app":
            found.append(f"{d['id']} is the app's, but all views are the framework's: {sorted(classes)}")
    return found


def analyze(path):
    done = subprocess.run([binary, "analyze", path], capture_output=True, timeout=120)
    try:
        answer = json.loads(done.stdout)
    except ValueError:
        return []
    return answer.get("reports", [answer]) if "conflicts" in answer or "reports" in answer else []


def files():
    for folder in ("corpus/ib", "corpus/ib-recent", "corpus/documents", "cases", "mission", "workloads/documents"):
        for root, folders, names in os.walk(os.path.join(shared, folder)):
            folders.sort()
            for name in sorted(names):
                if name.endswith((".xib", ".storyboard", ".json", ".log", ".txt")) and not name.startswith(("MANIFEST", "expect")):
                    yield os.path.join(root, name)


def in_turn(paths):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        yield from zip(paths, pool.map(analyze, paths))


paths = list(files())
for path, reports in in_turn(paths):
    counts["files"] += bool(reports)
    problems += [f"{os.path.relpath(path, shared)}: {c}" for r in reports for c in complaints(r)]

# The labelled logs, as they were pasted.
logs = [json.loads(line) for line in open(f"{shared}/corpus/logs/logs.jsonl", encoding="utf-8")]
labels = {e["id"]: e for e in map(json.loads, open(f"{shared}/corpus/logs/diagnoses.jsonl", encoding="utf-8"))}
KINDS = {"disable-mask": "disableMask", "lower-priority": "lowerPriority", "make-inequality": "makeInequality", "remove-duplicate": "removeConstraint",
         "remove-constraint": "removeConstraint", "deactivate-old-first": "deactivateFirst", "change-constant": "changeConstant", "fix-anchor": "changeItem",
         "give-size-first": "giveSizeFirst", "ignore": "ignore", "other": "other"}
judged = []
with tempfile.TemporaryDirectory() as folder:
    names = []
    for log in logs:
        names.append(os.path.join(folder, log["id"] + ".log"))
        with open(names[-1], "w", encoding="utf-8") as file:
            file.write(log["raw"])
    for log, (path, reports) in zip(logs, in_turn(names)):
        problems += [f"{log['id']}: {c}" for r in reports for c in complaints(r)]
        label, found = labels.get(log["id"]), (reports[0].get("diagnoses") or [None])[0] if reports else None
        if not label:
            continue
        remedy = found["remedies"][0] if found else {}
        touched = set(remedy.get("constraints", [remedy.get("constraint")]))
        changes = not label["culprits"] or bool(touched & {f"c{i}" for i in label["culprits"]})
        judged.append({
            "id": log["id"], "source": re.sub(r"^https?://(www\.)?", "", str(log["source"])), "given": found["cause"] if found else None,
            "confidence": found["confidence"] if found else 0, "cause": bool(found) and found["cause"] in (label["cause"], label["second"]),
            "owner": bool(found) and found["owner"] == label["owner"], "remedy": remedy.get("kind") == KINDS.get(label["fixKind"]) and changes})

print(f"{counts['files']} files, {counts['reports']} reports, {counts['diagnoses']} diagnoses")
print(", ".join(f"{counts[k]} {k[3:]}" for k in sorted((k for k in counts if k.startswith("of ")), key=lambda k: (-counts[k], k))))
for word in ("cause", "owner", "remedy"):
    print(f"{word}: {sum(j[word] for j in judged)} of {len(judged)}")

# A source is a repository, or a site: its logs are alike, so each counts once in the mean.
sources = collections.defaultdict(list)
for j in judged:
    parts = j["source"].split("/")
    sources["/".join(parts[:3]) if parts[0] == "github.com" else parts[0]].append(j)
for word in ("cause", "owner", "remedy"):
    mean = sum(sum(j[word] for j in part) / len(part) for part in sources.values()) / max(1, len(sources))
    print(f"{word}, mean of {len(sources)} sources: {mean:.3f}")
worst = sorted(sources, key=lambda s: (sum(j["cause"] + j["owner"] + j["remedy"] for j in sources[s]) / len(sources[s]), s))
for source in worst[:10]:
    part = sources[source]
    print(f"  {source}: " + ", ".join(f"{word} {sum(j[word] for j in part)}/{len(part)}" for word in ("cause", "owner", "remedy")))

print("cause given        right   (right + 1) / (all + 2)   confidence")
for cause in sorted({j["given"] for j in judged if j["given"]}):
    part = [j for j in judged if j["given"] == cause]
    right = sum(j["cause"] for j in part)
    counted, stated = (right + 1) / (len(part) + 2), sum(j["confidence"] for j in part) / len(part)
    print(f"  {cause:24} {right:2} of {len(part):2}   {counted:.2f}   {stated:.2f}")
    if abs(counted - stated) > 0.05:
        problems.append(f"{cause}: the confidence {stated:.2f} is not what is counted, {counted:.2f} (Confidence.swift)")
judged.sort(key=lambda j: (j["confidence"], j["id"]))
print("five bins: confidence, right")
for k in range(5):
    part = judged[k * len(judged) // 5:(k + 1) * len(judged) // 5]
    print(f"  {sum(j['confidence'] for j in part) / len(part):.2f}   {sum(j['cause'] for j in part) / len(part):.2f} of {len(part)}")

for problem in problems if verbose else problems[:40]:
    print(problem)
print(f"{len(problems)} problems")
sys.exit(1 if problems or not judged else 0)
