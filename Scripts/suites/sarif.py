#!/usr/bin/env python3
"""Holds what `plumbline check --format sarif` writes against the OASIS schema of SARIF 2.1.0.

Usage: sarif.py PLUMBLINE FILE…   (needs pip's jsonschema)"""
import json
import pathlib
import subprocess
import sys

import jsonschema

fixtures = pathlib.Path(__file__).resolve().parents[2] / "Tests" / "Fixtures"
schema, program, files = json.loads((fixtures / "SARIF/sarif-schema-2.1.0.json").read_text()), sys.argv[1], sys.argv[2:]
validator = jsonschema.validators.validator_for(schema)(schema)
failed = 0
for options in (["--rules", "all"], ["--rules", "all", "--sizes", "320x568,1024x768", "--directions", "ltr,rtl"], ["--width", "280...1024"],
                ["--width", "280...1024", "--height", "400...900"]):
    command = [program, "check", "--no-config", "--format", "sarif", *options, *files]
    report = json.loads(subprocess.run(command, capture_output=True, text=True).stdout)
    errors = list(validator.iter_errors(report))
    results = report["runs"][0]["results"]
    keys = {(r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], r["partialFingerprints"]["primaryLocationLineHash"]) for r in results}
    print(f"{' '.join(options)}: {len(results)} results, {len(errors)} errors, {len(results) - len(keys)} fingerprints met twice")
    for error in errors[:5]:
        print(f"  {error.json_path}: {error.message[:200]}")
    failed += len(errors) + len(results) - len(keys)
sys.exit(1 if failed else 0)
