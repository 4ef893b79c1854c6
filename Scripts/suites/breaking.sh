#!/usr/bin/env bash
# The policy `uikit` on the public console logs: how often it is right, fitted and cross-validated by source, how well its probabilities
# are calibrated, and whether fingerprints tell conflicts apart. Says also when the points of its rules should be changed.
set -euo pipefail
source "$(dirname "$0")/../lib.sh"
need_shared breaking
need_packages python3
[ -x "$binary" ] || need_binary
python3 Scripts/suites/breaking.py "$binary" "$shared/corpus/logs/logs.jsonl" Sources/LayoutAnalysis/Conflict/LikelihoodRule.swift
