#!/usr/bin/env python3
"""Compares the reports of Interface Builder files with what Interface Builder itself stored: frames, ambiguous, misplaced.

Usage: interface-builder.py BINARY FOLDER... [--verbose] [--mutate N] [--seed N] [--jobs N] [--half 0|1] [--anonymize N]
A FOLDER holds MANIFEST.jsonl and the files. If the manifest does not state the views, they are read from the files.
Islands (scenes) are compared by the tiers of SEMANTICS.md section 7:
  A     iOS, no stack view, outside cells, no misplaced view in the scene
  B     the same with stack views
  cell  views in table and collection cells (frames only: their flags are not reliable)
  D     scenes with a misplaced view: positives are found, what is not flagged stays
  mac   macOS, no misplaced view; the same with stack views, and D
  tv    tvOS
Each Nth file (5) is anonymized too: the layouts stay the same, and no word of an app stays.
A second table has the scenes without misplaced views by platform, stack views and release of Xcode.
"""
import argparse
import collections
import concurrent.futures
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
import zlib

CELLS = {"tableViewCell", "collectionViewCell", "collectionReusableView", "tableCellView"}
TOLERANCE = 1.01


# AppKit's views whose y axis points down.
FLIPPED = {"tableView", "outlineView", "clipView", "collectionView", "tableHeaderView"}
# The release of Xcode by thousands of the build of Interface Builder.
RELEASES = {6: 6, 7: 6, 8: 7, 9: 7, 10: 7, 11: 8, 12: 8, 13: 9, 14: 10, 15: 11, 16: 11, 17: 12, 18: 12, 19: 13, 20: 13, 21: 14, 22: 15, 23: 16, 24: 26}


def release(entry):
    """The release of Xcode that saved the file. The plug-in's version tells it if it is known, as Xcode 15 and 16 wrote a wrong toolsVersion."""
    build = re.match(r"\d+", str(entry.get("pluginVersion") or entry.get("toolsVersion") or ""))
    return RELEASES.get(int(build.group(0)) // 1000) if build else None


def platform_of(entry):
    runtime = entry.get("targetRuntime", "")
    return "mac" if "MacOSX" in runtime else "tv" if "AppleTV" in runtime else "touch"


def stored_views(path):
    """The views of a file as a manifest states them: frames and flags."""
    views, seen = [], set()
    for element in ElementTree.parse(path).getroot().iter():
        identifier = element.get("id")
        if not identifier or identifier in seen or element.tag in ("window", "windowController"):
            continue
        rect = next((child for child in element if child.tag == "rect" and child.get("key") == "frame"), None)
        if rect is None and element.get("ambiguous") is None and element.get("misplaced") is None:
            continue
        seen.add(identifier)
        frame = [float(rect.get(name, 0)) for name in ("x", "y", "width", "height")] if rect is not None else None
        views.append({
            "id": identifier, "kind": element.tag, "frame": frame,
            "ambiguous": element.get("ambiguous") == "YES", "misplaced": element.get("misplaced") == "YES"})
    return views


def tree(path):
    """For each view id: its element, the id of the view that holds it, whether it lies in a cell or in a hidden arranged view."""
    root = ElementTree.parse(path).getroot()
    facts = {}

    def walk(element, ancestors, in_cell, dropped, parent_tag, holder):
        inner = ancestors
        identifier = element.get("id")
        if identifier:
            is_arranged = parent_tag == ("subviews", "stackView")
            dropped = dropped or (is_arranged and element.get("hidden") == "YES")
            if identifier not in facts:
                facts[identifier] = {"element": element, "cell": in_cell, "dropped": dropped, "tag": element.tag, "parent": holder}
            inner = ancestors + (element.tag,)
            if any(child.tag == "rect" and child.get("key") == "frame" for child in element):
                holder = identifier
        in_cell = in_cell or element.tag in CELLS
        for child in element:
            walk(child, inner, in_cell, dropped, (element.tag, ancestors[-1] if element.tag == "subviews" and ancestors else ""), holder)

    walk(root, (), False, False, ("", ""), None)
    return facts


def analyze(binary, path):
    run = subprocess.run([binary, "analyze", "--alternates", "0", str(path)], capture_output=True, timeout=120)
    if run.returncode:
        return None, run.stderr.decode(errors="replace").strip()
    report = json.loads(run.stdout)
    return report["reports"] if report["format"] == "plumbline.reports/1" else [report], None


class Island:
    """What one report and the stored verdicts say of a scene."""

    def __init__(self, report, views, facts, platform):
        self.report, self.platform, self.facts = report, platform, facts
        frames = report["frames"]
        self.root = next(iter(frames), None)
        self.views = [v for v in views if v["id"] in frames]
        self.stack = any(facts.get(v, {}).get("tag") == "stackView" for v in frames)
        self.misplaced = any(v["misplaced"] for v in self.views)
        found = {a["view"].removesuffix(".content") for a in report["ambiguities"]}
        # What moves with an ambiguous stack view is told as a finding: its own frame is not ambiguous.
        found |= {f["view"] for f in report.get("findings", []) if f["kind"] == "ambiguous-position"}
        self.wrong, self.missing, self.extra, self.hits = [], [], [], []
        self.cell_wrong, self.cell_count = [], 0
        self.drift = 0
        for view in self.views:
            fact = facts.get(view["id"], {"cell": False, "dropped": False})
            flagged, said = view["ambiguous"], view["id"] in found
            if fact["dropped"]:
                continue
            # The root's size is given, not solved.
            is_judged = view["frame"] and not flagged and not view["misplaced"] and view["id"] != self.root
            off = self.offset(view, frames[view["id"]]) if is_judged else 0
            if fact["cell"]:
                self.cell_count += 1
                if off > TOLERANCE:
                    self.cell_wrong.append((view["id"], view["kind"], view["frame"], frames[view["id"]]))
                continue
            if off > TOLERANCE:
                self.wrong.append((view["id"], view["kind"], view["frame"], frames[view["id"]]))
            if flagged and said:
                self.hits.append(view["id"])
            elif flagged:
                self.missing.append((view["id"], view["kind"]))
            elif said:
                self.extra.append((view["id"], view["kind"]))

    def offset(self, view, frame):
        x, y, width, height = view["frame"]
        return max(abs(a - b) for a, b in [(width, frame["width"]), (height, frame["height"]), (x, frame["x"]), (y, self.down(view, frame))])

    def down(self, view, frame):
        """The solved y as it is stored: on macOS from the bottom of the superview, unless that is flipped."""
        holder = self.facts.get(view["id"], {}).get("parent")
        outer = self.report["frames"].get(holder)
        if self.platform != "mac" or outer is None or self.facts[holder]["tag"] in FLIPPED:
            return frame["y"]
        return outer["height"] - frame["y"] - frame["height"]

    @property
    def tier(self):
        if self.platform == "touch" and not self.misplaced:
            return "B" if self.stack else "A"
        words = [] if self.platform == "touch" else [self.platform]
        return " ".join(words + ["D"] * self.misplaced + ["stacks"] * self.stack)


def islands(binary, folder, entry):
    path = folder / entry["file"]
    reports, error = analyze(binary, path)
    if error:
        return [], error
    facts = tree(path)
    views = entry["views"] if "views" in entry else stored_views(path)
    return [Island(report, views, facts, platform_of(entry)) for report in reports], None


def share(part, whole):
    return f"{part}/{whole} ({100 * part / whole:.1f} %)" if whole else "none"


def verdicts(binary, folder, entries, jobs, verbose):
    table, releases = collections.defaultdict(collections.Counter), collections.defaultdict(collections.Counter)
    disagreements, failures, exact = [], [], []
    values = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for entry, (found, error) in zip(entries, pool.map(lambda e: islands(binary, folder, e), entries)):
            if error:
                failures.append((entry["file"], error))
            for island in found:
                row = table[island.tier]
                row["scenes"] += 1
                row["views"] += len(island.views)
                row["frames"] += not island.wrong
                row["wrong views"] += len(island.wrong)
                row["same set"] += not island.missing and not island.extra
                if not island.misplaced:
                    of_release = releases[(island.platform, island.stack, release(entry) or 0)]
                    of_release["scenes"] += 1
                    of_release["frames"] += not island.wrong
                    of_release["same set"] += not island.missing and not island.extra
                row["conflicting"] += island.report["conflicting"]
                row["hits"] += len(island.hits)
                row["positives"] += len(island.hits) + len(island.missing)
                row["false"] += len(island.extra)
                row["cell views"] += island.cell_count
                row["cell wrong"] += len(island.cell_wrong)
                row["accused"] += any(f["kind"] == "misplaced-view" for f in island.report.get("findings", []))
                row["misplaced"] += sum(v["misplaced"] for v in island.views)
                said = {f.get("view") for f in island.report.get("findings", []) if f["kind"] == "misplaced-view"}
                said |= {a["view"] for a in island.report["ambiguities"]}
                row["misplaced found"] += sum(v["misplaced"] and v["id"] in said for v in island.views)
                values.update({k: v for k, v in island.report.get("values", {}).items() if isinstance(v, int)})
                if island.wrong or island.missing or island.extra or (verbose and island.cell_wrong):
                    disagreements.append((entry["file"], island))
                elif island.tier in MUTATED and not island.report["conflicting"]:
                    exact.append((entry, island))
    return table, releases, disagreements, failures, exact, values


def print_table(table):
    print("| tier | scenes | all frames within 1 pt | same ambiguous set | flagged found | unflagged found | misplaced found | scenes with misplaced-view | in cells: views off |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for tier in sorted(table):
        row = table[tier]
        print(
            f"| {tier} | {row['scenes']} | {share(row['frames'], row['scenes'])} | {share(row['same set'], row['scenes'])} "
            f"| {share(row['hits'], row['positives'])} | {row['false']} | {share(row['misplaced found'], row['misplaced'])} | {row['accused']} "
            f"| {share(row['cell wrong'], row['cell views'])} |")


def print_releases(releases):
    names = {"touch": "iOS", "mac": "macOS", "tv": "tvOS"}
    print("| platform | stack views | Xcode | scenes | all frames within 1 pt | same ambiguous set |")
    print("| --- | --- | ---: | ---: | ---: | ---: |")
    for (platform, stack, number), row in sorted(releases.items()):
        print(
            f"| {names[platform]} | {'with' if stack else 'without'} | {number or 'unknown'} | {row['scenes']} "
            f"| {share(row['frames'], row['scenes'])} | {share(row['same set'], row['scenes'])} |")


def print_disagreements(disagreements):
    for file, island in sorted(disagreements, key=lambda d: (d[1].tier, d[0])):
        print(f"{island.tier}: {file}: {island.report.get('name')} {island.root}" + (" CONFLICTING" if island.report["conflicting"] else ""))
        for identifier, kind, stored, got in island.wrong[:4]:
            print(f"    frame {kind} {identifier}: stored {stored}, got {[round(got[k], 2) for k in ('x', 'y', 'width', 'height')]}")
        for identifier, kind in island.missing[:6]:
            print(f"    flagged, not found: {kind} {identifier}")
        for identifier, kind in island.extra[:6]:
            print(f"    not flagged, found: {kind} {identifier}")
        for identifier, kind, stored, got in island.cell_wrong[:3]:
            print(f"    in cell {kind} {identifier}: stored {stored}, got {[round(got[k], 2) for k in ('x', 'y', 'width', 'height')]}")


# Mutations

# The tiers whose scenes are altered.
MUTATED = {"A": "iOS", "mac": "macOS"}
CONSTRAINT = re.compile(rb"<constraint\b[^>]*?(/>|>.*?</constraint>)", re.DOTALL)


def mutations(text, ids, generator):
    """One required equality of the scene deleted, and one shifted by 7 points."""
    found = []
    for match in CONSTRAINT.finditer(text):
        head = match.group(0).split(b">", 1)[0]
        identifier = re.search(rb'\bid="([^"]*)"', head)
        if not identifier or b"firstAttribute" not in head or b"relation=" in head or b"priority=" in head or b"placeholder=" in head:
            continue
        if identifier.group(1).decode() in ids:
            found.append(match)
    if not found:
        return None
    match = generator.choice(found)
    deleted = text[: match.start()] + text[match.end():]
    identifier = re.search(rb'\bid="([^"]*)"', match.group(0)).group(1).decode()
    match = generator.choice(found)
    body = match.group(0)
    head, rest = body.split(b">", 1)
    constant = re.search(rb'\bconstant="([^"]*)"', head)
    if constant:
        value = float(constant.group(1)) + 7
        head = head[: constant.start(1)] + f"{value:g}".encode() + head[constant.end(1):]
    elif head.endswith(b"/"):
        head = head[:-1] + b' constant="7"/'
    else:
        head += b' constant="7"'
    shifted = text[: match.start()] + head + b">" + rest + text[match.end():]
    return deleted, shifted, identifier


def repeated(binary, path):
    """The constraints of a file that say nothing new: proven to repeat or to follow from others, so that none misses them."""
    rules = "redundant-constraint,implied-constraint"
    run = subprocess.run([binary, "check", "--format", "json", "--rules", rules, str(path)], capture_output=True, timeout=120)
    try:
        found = json.loads(run.stdout).get("findings", [])
    except ValueError:
        return set()
    ids = set()
    for finding in found:
        if finding["rule"] in rules:
            ids.update(finding.get("constraints", []))
        if finding["rule"] == "redundant-constraint":
            ids.update(part["id"] for part in finding.get("parts", []))
    return ids


def constraint_ids(path, view_ids):
    """Active constraints of the scene outside cells."""
    root = ElementTree.parse(path).getroot()
    excluded = {e.get("reference") for e in root.iter("exclude")}
    ids = set()

    def walk(element, in_cell):
        in_cell = in_cell or element.tag in CELLS
        for child in element:
            if child.tag == "constraints" and element.get("id") in view_ids and not in_cell:
                ids.update(c.get("id") for c in child if c.get("id") and c.get("id") not in excluded)
            walk(child, in_cell)

    walk(root, False)
    return ids


def changed(reports, island):
    """What of the scene's report the mutation changed; nothing is unnoticed."""
    report = next((r for r in reports if r.get("root", island.root) == island.root or len(reports) == 1), None)
    if report is None:
        return "gone"
    if report["conflicting"]:
        return "conflict"
    before = {a["view"] for a in island.report["ambiguities"]}
    if {a["view"] for a in report["ambiguities"]} - before:
        return "ambiguous"
    for view, frame in island.report["frames"].items():
        new = report["frames"].get(view)
        if new and max(abs(new[k] - frame[k]) for k in frame) > TOLERANCE:
            return "moved"
    return None


def mutate(binary, folder, exact, rounds, seed, jobs, verbose):
    generator = random.Random(seed)
    work = []
    for entry, island in exact:
        path = folder / entry["file"]
        ids = constraint_ids(path, set(island.report["frames"]))
        text = path.read_bytes()
        for _ in range(rounds):
            pair = mutations(text, ids, generator)
            if pair:
                work.append((entry, island, f"deleted {MUTATED[island.tier]}", pair[0], pair[2]))
                work.append((entry, island, f"shifted {MUTATED[island.tier]}", pair[1], None))

    def run(item):
        entry, island, kind, text, deleted = item
        with tempfile.NamedTemporaryFile(suffix=pathlib.Path(entry["file"]).suffix) as file:
            file.write(text)
            file.flush()
            reports, error = analyze(binary, file.name)
        outcome = "unreadable" if error else changed(reports, island)
        if outcome is None and deleted and deleted in repeated(binary, folder / entry["file"]):
            outcome = "repeated"
        return kind, outcome, entry, island, text

    counts = {f"{kind} {name}": collections.Counter() for name in MUTATED.values() for kind in ("deleted", "shifted")}
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for kind, outcome, entry, island, text in pool.map(run, work):
            counts[kind][outcome or "unnoticed"] += 1
            if verbose and outcome is None:
                original = (folder / entry["file"]).read_bytes()
                start = next((i for i, (a, b) in enumerate(zip(original, text)) if a != b), 0)
                line = original[original.rfind(b"<constraint ", 0, start + 12): original.find(b">", start) + 1]
                print(f"  unnoticed {kind}: {entry['file']}: {line.decode(errors='replace')[:220]}")
    print("| mutation | made | repeats others | unnoticed of the rest | ambiguous | moved | conflict |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for kind, counter in counts.items():
        total = sum(counter.values())
        rest = share(counter["unnoticed"], total - counter["repeated"])
        print(
            f"| one equality {kind} | {total} | {counter['repeated']} | {rest} | {counter['ambiguous']} "
            f"| {counter['moved']} | {counter['conflict']} |")
    return counts


# Anonymized files

WORD = re.compile(r"[^\W_]+")
HARMLESS = {
    word for line in (pathlib.Path(__file__).parents[2] / "Tests/Fixtures/Anonymizing/interface-words.txt").read_text().splitlines()
    if not line.startswith("#") for word in line.split()}


def outline(report):
    """What a report says of a layout besides names."""
    views = list(report["frames"])
    frames = [[round(value, 2) for value in frame.values()] for frame in report["frames"].values()]
    open_views = sorted(views.index(a["view"]) for a in report["ambiguities"] if a["view"] in views)
    conflicts = sorted(len(c["members"]) for c in report["conflicts"])
    found = collections.Counter(f["kind"] for f in report.get("findings", []))
    return report["conflicting"], frames, open_views, conflicts, sorted(found.items())


def strange_words(original, anonymized):
    """The words of the original that are in the anonymized file, without those of Interface Builder and of the system's classes."""
    both = set(WORD.findall(original)) & set(WORD.findall(anonymized))
    return sorted(w for w in both if len(w) > 1 and w not in HARMLESS and not re.fullmatch(r"\d+[eE]?\d*|(UI|NS)[A-Z]\w*", w))


def anonymize(binary, folder, entries, jobs):
    """Prints what differs between files and their anonymized forms, and returns whether nothing does."""
    def differences(entry):
        path = folder / entry["file"]
        with tempfile.TemporaryDirectory() as place:
            output = pathlib.Path(place) / f"Sent{path.suffix}"
            run = subprocess.run([binary, "capture", "anonymize", str(path), "-o", str(output)], capture_output=True, text=True, timeout=120)
            if run.returncode:
                return [run.stderr.strip()]
            (before, _), (after, error) = analyze(binary, path), analyze(binary, output)
            words = strange_words(path.read_text(errors="replace"), output.read_text())
        said = [f"words that stay: {' '.join(words)}"] if words else []
        if error or [outline(r) for r in before] != [outline(r) for r in after]:
            said.append(error or "other layouts than before")
        return said

    count = 0
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for entry, said in zip(entries, pool.map(differences, entries)):
            count += bool(said)
            for line in said:
                print(f"anonymized {entry['file']}: {line}")
    print(f"anonymized: {len(entries)} files, {count} with differences\n")
    return count == 0


def share_of(part, whole):
    return part / whole if whole else 1.0


def goals(table, counts, is_recent):
    """What has to be reached: name, reached, limit, whether the limit is an upper one."""
    without = [table[t] for t in ("A", "D")]
    stacked = [table[t] for t in ("B", "D stacks")]
    limits = {"A": (0.97, 0.99), "B": (0.88, 0.95), "mac": (0.9, 0.95), "mac stacks": (0.75, 0.85)} if is_recent else {"A": (0.995, 0.99), "B": (0.96, 0.98)}
    found = []
    for tier, (frames, same) in limits.items():
        row = table[tier]
        found.append((f"{tier}: frames", share_of(row["frames"], row["scenes"]), frames, False))
        found.append((f"{tier}: same ambiguous set", share_of(row["same set"], row["scenes"]), same, False))
    if not is_recent:
        found += [
            ("flagged found, no stack", share_of(sum(r["hits"] for r in without), sum(r["positives"] for r in without)), 0.9, False),
            ("flagged found, stack", share_of(sum(r["hits"] for r in stacked), sum(r["positives"] for r in stacked)), 0.75, False),
        ]
    deleted = 0.1 if is_recent else 0.4
    for kind, limit in (("deleted iOS", deleted), ("deleted macOS", 0.4), ("shifted iOS", 0.18), ("shifted macOS", 0.18)):
        made = sum(counts[kind].values()) - counts[kind]["repeated"] if counts else 0
        # The older files have few macOS scenes, which decide nothing.
        if made >= 50:
            found.append((f"{kind}: unnoticed", counts[kind]["unnoticed"] / made, limit, True))
    return found


def judge(folder, options):
    """Prints the tables of a folder and returns whether it is as it has to be."""
    entries = [json.loads(line) for line in open(folder / "MANIFEST.jsonl") if line.strip()]
    is_recent = not all("views" in e for e in entries)
    is_whole = not options.only and options.half is None
    entries = [e for e in entries if options.only in e["file"]]
    if options.half is not None:
        entries = [e for e in entries if zlib.crc32(e["file"].encode()) % 2 == options.half]
    table, releases, disagreements, failures, exact, values = verdicts(options.binary, folder, entries, options.jobs, options.verbose)
    print(f"## {folder.name}\n")
    print_disagreements(disagreements)
    for file, error in failures:
        print(f"unreadable: {file}: {error}")
    print(f"\n{len(entries)} files; values: " + ", ".join(f"{v} {k}" for k, v in sorted(values.items())) + "\n")
    print_table(table)
    print()
    print_releases(releases)
    print()
    counts = mutate(options.binary, folder, exact, options.mutate, options.seed, options.jobs, options.verbose) if options.mutate else None
    missed = [g for g in goals(table, counts, is_recent) if (g[1] > g[2] if g[3] else g[1] < g[2])] if is_whole else []
    for name, reached, limit, is_upper in missed:
        print(f"goal missed: {name}: {100 * reached:.1f} %, {'at most' if is_upper else 'at least'} {100 * limit:.1f} %")
    is_harmless = anonymize(options.binary, folder, entries[:: options.anonymize], options.jobs) if options.anonymize else True
    return not failures and not missed and is_harmless


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("folders", type=pathlib.Path, nargs="+")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--mutate", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="")
    parser.add_argument("--anonymize", type=int, default=5, help="anonymize each Nth file; 0 for none")
    parser.add_argument("--half", type=int, choices=(0, 1), help="only the files of this half, to derive rules from the other")
    options = parser.parse_args()
    return 0 if all([judge(folder, options) for folder in options.folders]) else 1


if __name__ == "__main__":
    sys.exit(main())
