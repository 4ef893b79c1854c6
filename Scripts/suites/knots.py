#!/usr/bin/env python3
"""Few views with far too many required rows between random pairs of them, through `plumbline analyze`; every report verified by the oracle.

    knots.py PATH-TO-PLUMBLINE PATH-TO-ORACLE [--count 20] [--seed 1]

Prints each seed whose report does not hold, then 'N passed, N failed'.  Needs the Python package z3-solver.
"""
import argparse
import json
import random
import subprocess
import sys


def document(seed: int) -> dict:
    r = random.Random(seed)
    names = [f"v{number}" for number in range(r.choice([6, 6, 7, 8]))]
    constraints = []
    for _ in range(r.randint(10, 22)):
        one, other = r.sample(names, 2)
        if r.random() < 0.15:
            other = "root"
        relation = r.choice(["==", "==", ">=", "<="])
        kind = r.randrange(6)
        if kind == 0:
            constraints.append(f"{one}.width {relation} {r.choice(['10', '20', '60', '60.5', '100'])}")
        elif kind == 1:
            factor = r.choice(["1", "0.5", "2", "375:667"])
            constraints.append(f"{one}.width {relation} {factor} * {other}.width + {r.choice([0, 8, 20])}")
        else:
            edges = ["left", "right", "centerX"]
            first, factor = r.choice(edges), r.choice(["1", "1", "1", "0.5", "2"])
            second = first if r.random() < 0.5 else r.choice(edges)
            constraints.append(f"{one}.{first} {relation} {factor} * {other}.{second} + {r.choice([0, 4, 8, 20, 100])}")
    views = [{"id": "root"}] + [{"id": name, "parent": "root"} for name in names]
    return {"size": {"width": r.choice([100, 300, 390]), "height": 400}, "views": views, "constraints": constraints}


def problems(binary: str, seed: int, verify) -> list[str]:
    layout = document(seed)
    done = subprocess.run([binary, "analyze", "-"], input=json.dumps(layout), capture_output=True, text=True, timeout=60)
    if done.returncode:
        return [f"exit status {done.returncode}: {done.stderr[:300]}"]
    return verify(layout, json.loads(done.stdout))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("oracle")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    sys.path.insert(0, options.oracle)
    from verify_report import verify
    failed = 0
    for seed in range(options.seed, options.seed + options.count):
        found = problems(options.binary, seed, verify)
        if found:
            failed += 1
            print(f"seed {seed}:", *found[:4], sep="\n  ", flush=True)
    print(f"{options.count - failed} passed, {failed} failed")
    return 1 if failed or not options.count else 0


if __name__ == "__main__":
    sys.exit(main())
