#!/usr/bin/env python3
"""Attacks of a stranger on the same machine, and what others notice of them: figures a line each, and a failure where a bound is missed.

usage: attacks.py BINARY [--only PART,…] [--json FILE]
"""
import argparse
import tempfile

import service
from attacks import answers, bodies, clients, connections, database, fairness, framing, imports

SUBJECTS = (framing, connections, bodies, answers, fairness, imports, database)
PARTS = [part for subject in SUBJECTS for part in subject.PARTS]


def summary(subject):
    """-> the parts of a subject, each with its bounds."""
    return "\n".join([f"\n{subject.__doc__}"] + [f"  {part.__name__}: {' '.join(part.__doc__.split())}" for part in subject.PARTS])


def main():
    names = [part.__name__ for part in PARTS]
    unknown = [name for name in options.only.split(",") if name and name not in names]
    if unknown:
        parser.error(f"there is no part {', '.join(unknown)}; the parts are {', '.join(names)}")
    for part in PARTS:
        if not options.only or part.__name__ in options.only.split(","):
            part()


parser = argparse.ArgumentParser(description=__doc__, epilog="\n".join(map(summary, SUBJECTS)),
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("binary")
parser.add_argument("--only", default="")
parser.add_argument("--json", help="the figures as a file")
options = parser.parse_args()
service.allow_descriptors()
clients.program, clients.folder = options.binary, tempfile.mkdtemp(prefix="plumbline-attacks.")
service.run(main, clients.folder, options.json)
