#!/usr/bin/env python3
"""logs.py BINARY LOGS.jsonl [-v]: analyses every log, as it is and as it was pasted, and judges the reports."""
import collections
import json
import subprocess
import sys

binary, path = sys.argv[1:3]
verbose = "-v" in sys.argv
passed = failed = 0
verdicts, reasons, agreement = collections.Counter(), collections.Counter(), collections.Counter()


def complaints(report):
    found = []
    if report["inconclusive"]:
        found.append(f"inconclusive: {report['inconclusive']}")
    if report["verdict"] == "conflicting":
        found += [f"{c['id']} has no proof" for c in report["conflicts"] if not c["proof"]["factors"]]
        if not report["conflicts"]:
            found.append("conflicting without a conflict")
    elif report["verdict"] != "incomplete":
        found.append(f"the verdict is {report['verdict']}")
    elif not report["missing"]:
        found.append("incomplete, but nothing is missing")
    return found


for line in open(path, encoding="utf-8"):
    log = json.loads(line)
    for form in ("text", "raw"):
        name = f"{log['id']} ({form})"
        done = subprocess.run([binary, "analyze", "-"], input=log[form].encode(), capture_output=True, timeout=60)
        if done.returncode:
            failed += 1
            print(f"{name}: exit status {done.returncode}: {done.stderr.decode(errors='replace')[:300]}")
            continue
        answer = json.loads(done.stdout)
        reports = answer.get("reports", [answer])
        found = [c for r in reports for c in complaints(r)]
        if found:
            failed += 1
            print(f"{name}:", *found[:3], sep="\n  ")
        else:
            passed += 1
        if form == "text":
            verdict = "conflicting" if any(r["verdict"] == "conflicting" for r in reports) else reports[0]["verdict"]
            verdicts[verdict] += 1
            if verbose:
                print(name, verdict, *[m for r in reports for m in r.get("missing", [])][:4], sep="\t")
            skipped = sum("skipped" in w for r in reports for w in r["warnings"])
            reasons["with skipped lines"] += bool(skipped)
            recorded = [r for r in reports if r.get("recorded")]
            agreement["recorded"] += len(recorded)
            agreement["as predicted"] += sum(r["recorded"]["broken"] == r["prediction"]["candidates"][0]["constraint"] for r in recorded)
print(*[f"{count} {word}" for word, count in verdicts.most_common()], *[f"{c} {w}" for w, c in reasons.items() if c], sep=", ")
print(f"of {agreement['recorded']} recorded broken constraints the likeliest is {agreement['as predicted']}")
print(f"{passed} passed, {failed} failed")
sys.exit(1 if failed or not passed else 0)
