#!/usr/bin/env python3
"""Dependencies point down only: each target of the package depends on targets that are declared before it, no checker depends on
a solver, and pure modules do not import Foundation."""
import json
import pathlib
import re
import subprocess
import sys

PURE = ("StandardAdditions", "ExactArithmetic", "LayoutModel", "Simplex", "LayoutLowering", "LayoutVerification", "LayoutAnalysis", "HTTP", "JSON", "Manual")
FORBIDDEN = {"LayoutVerification": {"Simplex", "LayoutAnalysis"}, "HTTP": {"SocketServer", "LayoutModel"}, "Simplex": {"LayoutModel"}}

package = json.loads(subprocess.run(["swift", "package", "dump-package"], capture_output=True, check=True).stdout)
problems, seen, needs = [], set(), {}
for target in package["targets"]:
    name = target["name"]
    names = {(d.get("byName") or d.get("target"))[0] for d in target["dependencies"]}
    needs[name] = names.union(*(needs.get(n, set()) for n in names))
    problems += [f"{name} depends on {n}, which is declared below it" for n in sorted(names - seen)]
    problems += [f"{name} may not depend on {n}" for n in sorted(needs[name] & FORBIDDEN.get(name, set()))]
    seen.add(name)

for name in PURE:
    for file in sorted(pathlib.Path("Sources", name).rglob("*.swift")):
        if re.search(r"^\s*(?:\w+\s+)?import Foundation", file.read_text(), re.MULTILINE):
            problems.append(f"{file} imports Foundation")

print(*problems, sep="\n", end="\n" if problems else "")
sys.exit(1 if problems else 0)
