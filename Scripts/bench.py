#!/usr/bin/env python3
"""Measures plumbline-bench and its peers on the same files, one after the other in one run, and writes the table of the manual's figures.

Times are CPU times, medians of at least 5 runs (kiwi: fewer where one takes seconds). Ours are taken before and after each peer. What
is measured is kept in FOLDER/results.json, so that parts can be measured alone and the table be written again (--render).
"""
import argparse
import datetime
import importlib.metadata
import json
import math
import os
import platform
import re
import statistics
import subprocess
import sys
import time

FAMILIES = "list grid nested form accordion feed ratio mixed".split()
PARTS = ("kiwi", "highs", "growth", "edits", "conflict", "chain", "ranges", "report", "json")
BEGIN, END = "<!-- figures: Scripts/bench.sh -->", "<!-- end of figures -->"

parser = argparse.ArgumentParser(prog="Scripts/bench.sh", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--families", default=",".join(FAMILIES), help="default: all")
parser.add_argument("--sizes", default="100,1000,10000,100000", help="views, of 100,1000,10000,100000 (default: all)")
parser.add_argument("--only", default=",".join(PARTS), help="parts to measure, of " + ",".join(PARTS))
parser.add_argument("--quick", action="store_true", help="100 and 1,000 views, without what takes minutes (kiwi's slowest families, HiGHS's ranges)")
parser.add_argument("--limit", type=float, default=60, help="seconds for one run at 100,000 views (default 60)")
parser.add_argument("--render", action="store_true", help="measure nothing: write the table from what is kept")
parser.add_argument("--page", default="Sources/Manual/figures.md", help="where the table is written; - prints it")
parser.add_argument("--bench", default=".build/release/plumbline-bench", help=argparse.SUPPRESS)
parser.add_argument("--workloads", default="../shared/workloads", help=argparse.SUPPRESS)
parser.add_argument("--folder", default=".build/bench", help=argparse.SUPPRESS)
options = parser.parse_args()
families = options.families.split(",")
sizes = [int(size) for size in options.sizes.split(",") if not options.quick or int(size) <= 1000]
store = os.path.join(options.folder, "results.json")


# ---- running


def say(*words):
    print(*words, file=sys.stderr, flush=True)


def workload(family, size, *extra):
    name = "-".join([family, str(size), *extra]).replace("--", "")
    path = os.path.join(options.folder, name + ".json")
    if not os.path.exists(path):
        script = os.path.join(options.workloads, "gen.py")
        subprocess.run([sys.executable, "-B", script, family, str(size), "-o", path, *extra], check=True, stdout=subprocess.DEVNULL)
    return path


def changed(path, suffix, change):
    """The document with a change made, as a file beside it."""
    target = path.replace(".json", f"-{suffix}.json")
    with open(path) as file:
        document = json.load(file)
    change(document)
    with open(target, "w") as file:
        json.dump(document, file)
    return target


def without(document, ids):
    document["constraints"] = [constraint for constraint in document["constraints"] if constraint["id"] not in ids]


def ours(path, measure, seconds=None):
    """-> the records of a measurement; None where it takes longer than `seconds`."""
    command = [options.bench, "--json", "--measure", measure, path]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return None
    if done.returncode:
        sys.exit(f"{' '.join(command)}: {done.stderr}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def peer(script, *words):
    command = [sys.executable, "-B", os.path.join(options.workloads, "peers", script), *words]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[-1])


def z3_core(path):
    """Milliseconds to the planted core. It is tried without `core.minimize` first: on chains the core is minimal all the same, and
    minimizing takes a hundred times as long."""
    sys.path.insert(0, os.path.join(options.workloads, "peers"))
    sys.dont_write_bytecode = True
    import z3_bench
    from lower import lower

    system = lower(path)
    solver, tracked = z3_bench.build(*system)
    solver.set("core.minimize", False)
    start = time.process_time()
    solver.check()
    core = [str(name) for name in solver.unsat_core()]
    spent = time.process_time() - start
    planted = [set(conflict["constraints"]) for conflict in system[0]["expectedConflicts"]]
    if {tracked[name] for name in core} in planted:
        return spent * 1000
    return peer("z3_bench.py", path)["core_ms"]


def kiwi(path, *words):
    done = subprocess.run([os.path.join(options.folder, "kiwi_bench"), path, *words], capture_output=True, text=True, check=True)
    return {name: float(value) / 1000 for name, value in re.findall(r"(\w+)_us=([\d.]+)", done.stdout)}


def beside(path, measure, other):
    """Ours before and after the peer -> (our records' middle by measurement, what the peer gives)."""
    before = {record["measurement"]: record for record in ours(path, measure)}
    theirs = other()
    for record in ours(path, measure):
        for name, value in record.items():
            if isinstance(value, float) or name == "ms":
                before[record["measurement"]][name] = (before[record["measurement"]][name] + value) / 2
    return before, theirs


# ---- the parts


def measure_kiwi(results):
    for size in (100, 1000):
        if size not in sizes:
            continue
        for family in families:
            views = 300 if family == "accordion" and size == 1000 else size
            if options.quick and size == 1000 and family in ("grid", "nested", "form", "accordion"):
                continue
            path = workload(family, views)
            mine, theirs = beside(path, "solve", lambda: kiwi(path))
            entry = {"views": views, "ms": mine["solve"]["ms"], "kiwi": theirs["total"]}
            results.setdefault("kiwi", {}).setdefault(str(size), {})[family] = entry
            say(f"kiwi {family} {views}: {entry['kiwi'] / entry['ms']:.1f} x")


def measure_highs(results):
    for size in (1000, 10000):
        if size not in sizes:
            continue
        for family in families:
            path = workload(family, size)
            mine, theirs = beside(path, "solve", lambda: peer("highs_bench.py", path, "lex"))
            entry = {"ms": mine["solve"]["ms"], "highs": theirs["lex_ms"]}
            results.setdefault("highs", {}).setdefault(str(size), {})[family] = entry
            say(f"HiGHS {family} {size}: {entry['highs'] / entry['ms']:.1f} x")


def measure_growth(results):
    for size in sizes:
        for family in families:
            records = ours(workload(family, size), "solve", options.limit if size >= 100000 else None)
            if records is None:
                say(f"{family} {size}: longer than {options.limit:g} s")
                continue
            record = records[0]
            keep = ("views", "ms", "lower_ms", "solve_ms", "pivots", "rows_touched", "allocations", "allocated_bytes", "peak_bytes")
            results.setdefault("growth", {}).setdefault(str(size), {})[family] = {name: record[name] for name in keep}
            say(f"{family} {size}: {record['ms']:.2f} ms, {record['peak_bytes'] / record['views']:.0f} bytes a view")


def measure_edits(results):
    for family in families:
        path = workload(family, 1000)
        entry = {record["measurement"].replace("edit-", ""): record["ms"] / record["first_ms"] for record in ours(path, "edits")}
        results.setdefault("edits", {})[family] = entry
        results.setdefault("drag", {})[family] = ours(path, "drag")[0]["ms"]
        say(f"edits {family}:", *[f"{kind} {ratio:.2f}" for kind, ratio in entry.items()], f"drag {results['drag'][family]:.2f} ms")


def measure_conflict(results):
    for family in families:
        # Both local kinds, no chain.
        path = workload(family, 1000, "--variant", "conflict", "--k", "2")
        twin = changed(path, "twin", lambda document: without(document, {c["constraints"][0] for c in document["expectedConflicts"]}))
        mine, theirs = beside(path, "conflict", lambda: peer("highs_bench.py", path, "iis"))
        entry = {"ms": mine["conflict"]["ms"], "solve": ours(twin, "solve")[0]["ms"], "highs": theirs["iis6_ms"]}
        results.setdefault("conflict", {})[family] = entry
        say(f"conflict {family}: {entry['ms'] / entry['solve']:.2f} of a solve, HiGHS {entry['highs'] / entry['ms']:.1f} x")


def measure_chain(results):
    for chain in (300, 1000):
        source = workload("list", 1000, "--variant", "conflict", "--chain", str(chain))

        def alone(document):
            """The chain alone is left of the three planted conflicts."""
            planted = document["expectedConflicts"]
            without(document, {c["constraints"][0] for c in planted if c["kind"] != "chain"})
            document["expectedConflicts"] = [c for c in planted if c["kind"] == "chain"]

        path = changed(source, "alone", alone)
        twin = changed(path, "twin", lambda document: without(document, {document["expectedConflicts"][0]["constraints"][0]}))
        mine, theirs = beside(path, "conflict", lambda: z3_core(path))
        entry = {"ms": mine["conflict"]["ms"], "solve": ours(twin, "solve")[0]["ms"], "z3": theirs, "members": mine["conflict"]["members"]}
        results.setdefault("chain", {})[str(chain)] = entry
        say(f"chain {chain}: {entry['members']} members, {entry['ms'] / entry['solve']:.2f} of a solve, z3 {entry['z3'] / entry['ms']:.1f} x")


def measure_ranges(results):
    for family in families:
        path = workload(family, 1000, "--variant", "ambiguous")
        if options.quick:
            mine, theirs = {r["measurement"]: r for r in ours(path, "solve,ranges")}, None
        else:
            mine, theirs = beside(path, "solve,ranges", lambda: peer("highs_bench.py", path, "lex,fva"))
        entry = {"ms": mine["ranges"]["ms"], "solve": mine["solve"]["ms"], "ambiguous": mine["ranges"]["ambiguous"]}
        if theirs:
            entry["highs"] = theirs["fva_total_s"] * 1000
        results.setdefault("ranges", {})[family] = entry
        say(f"ranges {family}: {entry['ms'] / entry['solve']:.2f} of a solve, HiGHS {entry.get('highs', 0) / entry['ms']:.0f} x")


def measure_report(results):
    # A processor that changes its speed between the two would tell of itself: the middle one of several pairs.
    pairs = []
    for _ in range(5):
        records = {record["measurement"]: record for record in ours(workload("mixed", 1000), "solve,report")}
        pairs.append((records["report"]["ms"] / records["solve"]["ms"], records["solve"]["ms"], records["report"]))
    ratio, solve, report = sorted(pairs, key=lambda pair: pair[0])[2]
    phases = {name: report[name + "_ms"] for name in ("lower", "solve", "conflicts", "ranges", "explain", "write")}
    results["report"] = {"ms": report["ms"], "solve": solve, "phases": phases}
    say(f"report: {ratio:.1f} of a solve", phases)


def measure_json(results):
    records = ours(workload("list", 10000 if not options.quick else 1000), "parse,write")
    results["json"] = {record["measurement"]: record["mb_per_s"] for record in records}
    say("JSON:", results["json"])


# ---- the table


def number(value):
    """With two digits that count."""
    if value >= 10:
        digits = max(0, int(math.log10(value)) - 1)
        return f"{round(value / 10**digits) * 10**digits:,}"
    return f"{value:.1f}" if value >= 0.95 else f"{value:.2g}"


def milliseconds(value):
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def spread(ratios, unit="x", median=True):
    """`least (family) to most (family), median M`; ratios by family."""
    if not ratios:
        return "not measured"
    low, high = min(ratios, key=ratios.get), max(ratios, key=ratios.get)
    text = f"{number(ratios[low])}{unit} ({low})"
    if len(ratios) > 1:
        text += f" to {number(ratios[high])}{unit} ({high})"
    if median and len(ratios) > 2:
        text += f", median {number(statistics.median(ratios.values()))}{unit}"
    return text


def exponents(growth, figure):
    """By family, from 1,000 views to the greatest size measured."""
    found = {}
    for family in FAMILIES:
        points = {entry["views"]: entry[figure] for size, by in growth.items() if int(size) >= 1000 for f, entry in by.items() if f == family}
        if len(points) > 1:
            first, last = min(points), max(points)
            found[family] = math.log(max(points[last], 1e-9) / max(points[first], 1e-9)) / math.log(last / first)
    return found


def rows(results):
    def ratios(part, above, below="ms", only=FAMILIES):
        return {f: e[above] / e[below] for f, e in part.items() if f in only and above in e}

    kiwi, highs, growth = results.get("kiwi", {}), results.get("highs", {}), results.get("growth", {})
    yield "100 views, against kiwi", "at least 5x on every family, 15x in the median", spread(ratios(kiwi.get("100", {}), "kiwi"))
    yield (
        "1,000 views, against kiwi (accordion: 300)", "at least 50x on every family (form 20x), 200x in the median",
        spread(ratios(kiwi.get("1000", {}), "kiwi")))
    for size, goal in (("1000", "5x"), ("10000", "10x")):
        yield f"{int(size):,} views, against HiGHS, priority by priority", f"at least {goal} on every family", spread(ratios(highs.get(size, {}), "highs"))
    largest = max(growth, key=int, default="0")
    yield (
        f"growth of the time from 1,000 to {int(largest):,} views", "exponent at most 1.2 on every family",
        spread(exponents(growth, "ms"), "", median=False))
    yield (
        "growth of rows touched", "exponent at most 1.1", spread(exponents(growth, "rows_touched"), "", median=False))
    yield "100,000 views", "below 1.5 s", spread({f: e["ms"] / 1000 for f, e in growth.get("100000", {}).items()}, " s", median=False)
    memory = {f: e["peak_bytes"] / e["views"] / 1000 for f, e in growth.get(largest, {}).items()}
    yield f"memory beyond the model, {int(largest):,} views", "below 1.5 KB a view", spread(memory, " KB", median=False)
    yield "a step of a drag at 1,000 views, as the service previews it", "at most 8 ms", spread(results.get("drag", {}), " ms", median=False)
    edits = results.get("edits", {})

    def edited(kinds):
        return {f: max(e[k] for k in kinds if k in e) for f, e in edits.items() if any(k in e for k in kinds)}

    yield (
        "an event that changes a constant or a size, as a part of the first analysis", "at most 0.25",
        spread(edited(("constant", "intrinsic")), "", median=False))
    yield "an event that changes a priority or a row, likewise", "at most 0.6", spread(edited(("priority", "add", "remove")), "", median=False)
    conflict = results.get("conflict", {})
    yield "a minimal conflict with its proof, local", "at most 5 times a plain solve", spread(ratios(conflict, "ms", "solve"), "", median=False)
    yield "the same against HiGHS's IIS", "at least 10x", spread(ratios(conflict, "highs"), median=False)
    for chain, entry in results.get("chain", {}).items():
        yield (
            f"a minimal conflict in a chain of {int(chain):,} views", "at most 20 times a plain solve, faster than z3's core",
            f"{entry['ms'] / entry['solve']:.1f}, {number(entry['z3'] / entry['ms'])}x")
    ranges = results.get("ranges", {})
    yield "all ambiguous attributes with exact ranges", "at most 10 times a plain solve", spread(ratios(ranges, "ms", "solve"), "", median=False)
    yield "the same against HiGHS, two programs a variable", "at least 100x", spread(ratios(ranges, "highs"), median=False)
    report = results.get("report")
    if report:
        phases = ", ".join(f"{name} {time:.1f}" for name, time in report["phases"].items())
        yield "the whole report of mixed", "at most 15 times a plain solve", f"{report['ms'] / report['solve']:.1f} (ms: {phases})"
    speeds = results.get("json")
    if speeds:
        yield (
            "JSON to the model; report to JSON (list, 10,000 views)", "each at least 150 MB/s", f"{speeds['parse']:.0f} MB/s; {speeds['write']:.0f} MB/s")


def table(results):
    lines = [BEGIN, "", "| what | goal | reached |", "| --- | --- | --- |"]
    lines += ["| " + " | ".join(row) + " |" for row in rows(results)]
    growth = results.get("growth", {})
    columns = sorted(growth, key=int)
    if columns:
        lines += ["", "Lowering and plain solve, in milliseconds of CPU time:", ""]
        lines += ["| views | " + " | ".join(FAMILIES) + " |", "| --- |" + " ---: |" * len(FAMILIES)]
        for size in columns:
            cells = [milliseconds(growth[size][f]["ms"]) if f in growth[size] else "–" for f in FAMILIES]
            lines.append(f"| {int(size):,} | " + " | ".join(cells) + " |")
    commits = {}
    for part, commit in results["commits"].items():
        commits.setdefault(commit, []).append(part)
    made = ", ".join(f"{commit}" + (f" ({', '.join(parts)})" if len(commits) > 1 else "") for commit, parts in commits.items())
    lines += ["", results["machine"].replace("COMMIT", made), "", END]
    return "\n".join(lines)


def machine():
    with open("/proc/cpuinfo") as file:
        model = next((line.split(":", 1)[1].strip() for line in file if line.startswith("model name")), platform.machine())
    swift = subprocess.run(["swift", "--version"], capture_output=True, text=True).stdout
    version = re.search(r"Swift version ([\d.]+)", swift)
    with open("/etc/os-release") as file:
        system = re.search(r'PRETTY_NAME="([^"]+)"', file.read())
    peers = f"kiwi 1.5.1 (-O3 -march=native), HiGHS {importlib.metadata.version('highspy')}, z3 {importlib.metadata.version('z3-solver')}"
    return (
        f"{datetime.date.today()}, commit COMMIT, {os.cpu_count()} processors ({model}), {system.group(1) if system else platform.system()}, "
        f"Swift {version.group(1) if version else '?'}, {peers}. 1,000 views where nothing else is said; seed 1.")


def write(text):
    if options.page == "-":
        print(text)
        return
    with open(options.page, encoding="utf-8") as file:
        page = file.read()
    if BEGIN not in page or END not in page:
        sys.exit(f"bench: {options.page} has no place for the table: {BEGIN} … {END}")
    with open(options.page, "w", encoding="utf-8") as file:
        file.write(page[: page.index(BEGIN)] + text + page[page.index(END) + len(END) :])


results = {}
if os.path.exists(store):
    with open(store) as file:
        results = json.load(file)
if not options.render:
    results["machine"] = machine()
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True).stdout.strip()
    for part in options.only.split(","):
        if part not in PARTS:
            parser.error("unknown part " + part)
        globals()["measure_" + part](results)
        results.setdefault("commits", {})[part] = commit
        # Kept after each part: a run that is ended loses one part at most.
        with open(store, "w") as file:
            json.dump(results, file, indent=1)
if not results:
    sys.exit("bench: nothing is measured yet")
write(table(results))
