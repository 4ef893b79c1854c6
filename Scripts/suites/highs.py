#!/usr/bin/env python3
"""highs.py BENCH BINARY WORKLOADS [--sizes LIST] [--families LIST]: the engine's answers held against HiGHS and against what gen.py planted.

For each family and size:
  base       the verdict; the frames hold every required row of `peers/lower.py`; at each priority the sum of violations, as we state it
             and as our frames have it, is the one of HiGHS's lexicographic optimum
  ranges     of the same and of the variant `ambiguous`: each planted view and dimension is among ours; the ranges are HiGHS's, two
             programs for each variable over its set of optima (all variables up to 100 views, else a sample and some of ours)
  conflicts  of the variant `conflict`: each planted set is among ours, which are complete

Positions are absolute in the peer's rows and relative to the superview in ours: frames are added up along the ancestors, and the peer
is asked for the range of the difference of two positions. Needs numpy and highspy.
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("bench")
parser.add_argument("binary")
parser.add_argument("workloads")
parser.add_argument("--sizes", default="100,1000")
parser.add_argument("--families", default="list,grid,nested,form,accordion,feed,ratio,mixed")
parser.add_argument("--chain", type=int, default=20, help="views of the planted chain (default 20)")
parser.add_argument("--skip", default="", help="of base, ranges, conflicts")
parser.add_argument("-v", "--verbose", action="store_true")
options = parser.parse_args()
sys.path.insert(0, os.path.join(options.workloads, "peers"))

import highs_bench  # noqa: E402
import highspy  # noqa: E402
import numpy as np  # noqa: E402
from lower import lower  # noqa: E402

DIMENSIONS = ("minX", "minY", "width", "height")
POINTS = 1e-4  # what floating point may be off by, in points of one row or range
passed, failed = 0, 0


def judge(name, complaints):
    global passed, failed
    if complaints:
        failed += 1
        print(f"{name}: FAILED", *complaints[:6], sep="\n  ", flush=True)
    else:
        passed += 1
        if options.verbose:
            print(f"{name}: passed, {time.process_time():.1f} s", flush=True)


def generate(folder, family, size, *extra):
    path = os.path.join(folder, "-".join([family, str(size), *extra]).replace("--", "") + ".json")
    command = [sys.executable, "-B", os.path.join(options.workloads, "gen.py"), family, str(size), "-o", path, *extra]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return path


def answers(path, *extra):
    done = subprocess.run([options.bench, "--answers", *extra, path], capture_output=True, check=True)
    return json.loads(done.stdout)


def absolute(document, frames):
    """Our frames as the values of the peer's variables."""
    values = np.zeros(4 * len(document["views"]))
    origin = {}
    for i, view in enumerate(document["views"]):  # superviews come first
        x, y, width, height = frames[view["id"]]
        parent = origin.get(view["parent"], (0.0, 0.0))
        origin[view["id"]] = (parent[0] + x, parent[1] + y)
        values[4 * i : 4 * i + 4] = [*origin[view["id"]], width, height]
    return values


class Peer:
    """HiGHS at the lexicographic optimum of a document."""

    def __init__(self, path):
        self.system = lower(path)
        self.document, rows, constants, priorities, relations, _, views = self.system
        size = self.document["size"]
        lp, levels, self.variables, _ = highs_bench.model(rows, constants, priorities, relations, views, size["width"], size["height"])
        self.highs = highs_bench.new()
        self.highs.passModel(lp)
        self.columns = lp.num_col_
        self.sums = highs_bench.lex(self.highs, lp, levels, self.variables)
        self.index = {view["id"]: i for i, view in enumerate(self.document["views"])}

    def prepare(self):
        """Only the set of optima is left: no costs, and a method that starts from the last vertex."""
        columns = np.arange(self.columns, dtype=np.int32)
        self.highs.changeColsCost(len(columns), columns, np.zeros(len(columns)))
        self.highs.setOptionValue("presolve", "off")
        self.highs.setOptionValue("simplex_strategy", 4)
        self.highs.run()

    def range(self, view, dimension):
        """The least and greatest value relative to the superview, None where there is none."""
        variable = 4 * self.index[view] + dimension
        parent = self.document["views"][self.index[view]]["parent"]
        ends = []
        for sign in (1.0, -1.0):
            self.highs.changeColCost(variable, sign)
            if dimension < 2:
                self.highs.changeColCost(4 * self.index[parent] + dimension, -sign)
            self.highs.run()
            optimal = self.highs.getModelStatus() == highspy.HighsModelStatus.kOptimal
            ends.append(sign * self.highs.getInfo().objective_function_value if optimal else None)
        self.highs.changeColCost(variable, 0.0)
        if dimension < 2:
            self.highs.changeColCost(4 * self.index[parent] + dimension, 0.0)
        return ends


def check_base(name, ours, peer):
    _, rows, constants, priorities, relations, ids, _ = peer.system
    values = absolute(peer.document, ours["frames"])
    complaints, sums = [], {}
    for row, constant, priority, relation, id in zip(rows, constants, priorities, relations, ids):
        error = sum(factor * values[variable] for variable, factor in row.items()) + constant
        violation = abs(error) if relation == 0 else max(0.0, error if relation < 0 else -error)
        if priority >= 1000 and violation > POINTS:
            complaints.append(f"our frames violate {id} by {violation}")
        elif priority < 1000:
            sums[priority] = sums.get(priority, 0.0) + violation
    for size in (values[2::4], values[3::4]):
        if size.min() < -POINTS:
            complaints.append("a size is negative")
    if peer.sums is None:
        return complaints + ["HiGHS finds no optimum"]
    stated = {priority: total for priority, total in ours["violations"]}
    for priority, total in peer.sums:
        if priority is None:
            continue
        room = POINTS + 1e-6 * total
        if abs(stated.get(priority, 0.0) - total) > room or abs(sums.get(priority, 0.0) - total) > room:
            complaints.append(f"priority {priority:g}: HiGHS {total}, we state {stated.get(priority)}, our frames have {sums.get(priority)}")
    if {p for p, _ in peer.sums if p is not None} != set(stated):
        complaints.append("the priorities differ")
    return complaints


def check_ranges(ours, peer, limit):
    """Ranges of all variables against the peer's, or of a sample where there are more than `limit`."""
    found = {(view, dimension): (least, greatest) for view, dimension, least, greatest in ours["ambiguous"]}
    everything = [(view["id"], dimension) for view in peer.document["views"][1:] for dimension in range(4)]
    pick = random.Random(1)
    asked = everything if len(everything) <= limit else pick.sample(everything, limit // 2)
    if len(everything) > limit:
        asked += pick.sample(sorted(found), min(len(found), limit // 2))
    peer.prepare()
    complaints = []

    def differ(a, b):
        return a is not b and (a is None or b is None or abs(a - b) > POINTS + 1e-6 * abs(b))

    for view, dimension in asked:
        least, greatest = peer.range(view, dimension)
        ambiguous = least is None or greatest is None or greatest - least > 10 * POINTS
        mine = found.get((view, dimension))
        if ambiguous != (mine is not None):
            complaints.append(f"{view}.{DIMENSIONS[dimension]}: HiGHS {least} to {greatest}, we {mine or 'not ambiguous'}")
        elif mine and (differ(mine[0], least) or differ(mine[1], greatest)):
            complaints.append(f"{view}.{DIMENSIONS[dimension]}: HiGHS {least} to {greatest}, we {mine[0]} to {mine[1]}")
    return complaints


def check_planted(document, ours):
    """What came loose by planting: the position in the root moves where the view or one of its ancestors does."""
    parents = {view["id"]: view["parent"] for view in document["views"]}
    found = {(view, DIMENSIONS[dimension]) for view, dimension, _, _ in ours["ambiguous"]}
    complaints = []
    for planted in document["expectedAmbiguous"]:
        view, variable = planted["view"], planted["variable"]
        while view and (view, variable) not in found:
            view = parents[view] if variable.startswith("min") else None
        if not view:
            complaints.append(f"{planted['view']}.{variable}, loose without {planted['removed']}, is not among ours")
    return complaints


def check_conflicts(path):
    with open(path) as file:
        planted = [set(conflict["constraints"]) for conflict in json.load(file)["expectedConflicts"]]
    done = subprocess.run([options.binary, "analyze", "--deadline", "300", path], capture_output=True, check=True)
    report = json.loads(done.stdout)
    ours = [set(conflict["members"]) for conflict in report["conflicts"]]
    complaints = [f"the planted {sorted(set_)[:4]} … ({len(set_)}) is not among ours" for set_ in planted if set_ not in ours]
    if set(answers(path)["conflict"]) not in planted:
        complaints.append("the conflict of the plain solve was not planted")
    if report["verdict"] != "conflicting":
        complaints.append(f"the verdict is {report['verdict']}")
    if report["inconclusive"] or not report["conflictsComplete"]:
        complaints.append(f"inconclusive: {report['inconclusive']}, complete: {report['conflictsComplete']}")
    if len(ours) != len(planted):
        complaints.append(f"{len(ours)} conflicts, {len(planted)} were planted")
    return complaints


skipped = options.skip.split(",")
with tempfile.TemporaryDirectory() as folder:
    for size in map(int, options.sizes.split(",")):
        limit = 400 if size <= 100 else 100
        for family in options.families.split(","):
            if "base" not in skipped:
                path = generate(folder, family, size)
                peer = Peer(path)
                ours = answers(path, *(["--no-ranges"] if "ranges" in skipped else []))
                complaints = check_base(path, ours, peer)
                expected = "ambiguous" if family == "feed" else "clean"
                if ours["verdict"] != expected:
                    complaints.append(f"the verdict is {ours['verdict']}")
                judge(f"{family} {size}", complaints)
                if "ranges" not in skipped:
                    judge(f"{family} {size} ranges", check_ranges(ours, peer, limit))
            if "ranges" not in skipped:
                path = generate(folder, family, size, "--variant", "ambiguous")
                peer = Peer(path)
                ours = answers(path)
                complaints = check_base(path, ours, peer) + check_planted(peer.document, ours) + check_ranges(ours, peer, limit)
                judge(f"{family} {size} ambiguous", complaints)
            if "conflicts" not in skipped:
                judge(f"{family} {size} conflicts", check_conflicts(generate(folder, family, size, "--variant", "conflict", "--chain", str(options.chain))))
print(f"{passed} passed, {failed} failed")
sys.exit(1 if failed or not passed else 0)
