"""Attacks on a running service. Each module has those of a subject, in `PARTS`; `attacks.py` beside this folder runs them."""
