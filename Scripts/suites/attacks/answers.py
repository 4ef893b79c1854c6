"""Attacks on memory by answers that are far longer than their requests: many at once, most of which nobody takes."""
import gzip
import http.client
import json
import time
from collections import Counter

from attacks.clients import (ZIPPED, beside, close, create, database_of, export_of, head, post_event, post_import, send_unread, serve,
                             slowest_of, slowest_small)
from attacks.documents import AMBIGUITIES, CHAINS, CHOICES, SMALL, fixed_frames
from service import JSON, figure, peak, request, resident, stop, together


def long_reports():
    """20 documents at once with far longer reports: less than 512 MB, 256 MB after 6 s, 201 or in 12 s 503 with Retry-After, and
    /readyz answers in 0.5 s."""
    most = 512
    process, port = serve("--max-memory", str(most), "--deadline", "20")
    # Each of the last ones conflicts with the whole chain.
    chain = ["v0.width == 1"] + [f"v{n}.width == v{n - 1}.width + 1" for n in range(1, 5000)] + [f"v4999.width == {n}" for n in range(64)]
    bodies = {"chains that conflict": CHAINS, "choices beyond number": CHOICES,
              "conflicts of 5000 rows": json.dumps({"constraints": chain}).encode()}
    for name, body in bodies.items():
        answers, late = [], []

        def ask():
            begin = time.monotonic()
            try:
                status, _, answer = request(port, "POST", "/v1/sessions", body, JSON, timeout=90)
                answers.append(status)
                if status == 503:
                    late.append((time.monotonic() - begin, answer.getheader("Retry-After")))
            except OSError:
                answers.append(0)

        threads = together(20, ask)
        slowest = slowest_of(port, 5, "GET", "/readyz")
        for thread in threads:
            thread.join()
        highest = peak(process)
        time.sleep(6)
        left = resident(process) // 1024
        figure(f"20 documents of {len(body) // 1024} KB at once, {name}: peak, MB; MB 6 s after; answers; 503 after s; slowest /readyz, s",
               f"{highest}; {left}; {dict(Counter(answers))}; {max(late, default=(0, ''))}; {slowest:.2f}",
               f"{most}; 256; 201 and 503; 12 with Retry-After; 0.5",
               highest < most and left < 256 and set(answers) <= {201, 503} and slowest < 0.5
               and all(after < 12 and retry for after, retry in late))
    stop(process)


def many_findings():
    """Six clients that ask for 27,000 findings again and again: less than 512 MB, at least 3 answers in 20 s, 503 only with
    Retry-After, and small checks take less than 2 s."""
    most = 512
    for route in ("check", "sessions"):
        process, port = serve("--max-memory", str(most))
        answers, end = Counter(), time.monotonic() + 20

        def ask():
            while time.monotonic() < end:
                status, _, answer = request(port, "POST", f"/v1/{route}", AMBIGUITIES, JSON)
                answers[status if status != 503 or answer.getheader("Retry-After") else "503 without Retry-After"] += 1
                if status == 503:
                    time.sleep(1)

        threads = together(6, ask)
        slowest = 0
        while time.monotonic() < end:
            slowest = max(slowest, slowest_of(port, 2, "POST", "/v1/check", SMALL))
            time.sleep(0.2)
        for thread in threads:
            thread.join()
        highest = peak(process)
        last = request(port, "POST", f"/v1/{route}", AMBIGUITIES, JSON)[0]
        figure(f"six clients with documents of {len(AMBIGUITIES) // 1024} KB and 27000 findings, {route}: "
               "peak, MB; answers; one after them; slowest small post, s",
               f"{highest}; {dict(answers)}; {last}; {slowest:.2f}", f"{most}; 3 or more and 503 with Retry-After; 200 or 201; 2",
               highest < most and set(answers) <= {200, 201, 503} and answers[200] + answers[201] >= 3
               and last in (200, 201) and slowest < 2)
        stop(process)


def answers_not_taken():
    """450 exports of some megabytes that nobody reads: less than 600 MB, and small checks take less than 2 s."""
    process, port = serve()
    export = f"/v1/sessions/{create(port, AMBIGUITIES)}/export"
    size = len(request(port, "GET", export)[1])
    unread = send_unread(port, head("GET", export), 450)
    most, slowest = 0, 0
    end = time.monotonic() + 15
    while time.monotonic() < end:
        slowest = max(slowest, slowest_of(port, 2, "POST", "/v1/check", SMALL))
        most = max(most, resident(process) // 1024)
        time.sleep(0.2)
    figure(f"450 that do not read an export of {size / 1e6:.1f} MB: peak, MB; slowest small post, s", f"{most}; {slowest:.2f}", "600; 2",
           most < 600 and slowest < 2)
    close(unread)
    stop(process)


def large_reads():
    """24 documents at once of a session of 25,000 views, and 300 that nobody reads: less than 512 MB, and others wait less than 1 s."""
    document = fixed_frames(25_000)
    for kind, path in (("documents", "/document"), ("documents of an old step", "/document?step=0"), ("sessions", "")):
        process, port = serve("--max-memory", "512")
        session = create(port, document, 120)
        post_event(port, session, 120, op="setConstant", id="c3", constant=11)
        statuses = Counter()

        def read():
            statuses[request(port, "GET", f"/v1/sessions/{session}{path}", None, {}, 120)[0]] += 1

        slowest = beside(port, together(24, read))
        figure(f"24 large {kind} at once: peak, MB; slowest other, s; answers", f"{peak(process)}; {slowest:.2f}; {dict(statuses)}",
               "512; 1; 200 or 503", peak(process) < 512 and slowest < 1 and set(statuses) <= {200, 503})
        unread = send_unread(port, head("GET", f"/v1/sessions/{session}{path}"), 300)
        slowest = slowest_small(port, 100)
        figure(f"300 large {kind} that nobody takes: peak, MB; slowest other, s", f"{peak(process)}; {slowest:.2f}", "512; 1",
               peak(process) < 512 and slowest < 1)
        close(unread)
        stop(process)


def count_read(statuses, port, method, path, fields={}):
    """Counts the status of a long answer, or that it is cut off: the slowest reader is if answers that nobody has taken yet have more than
    256 MB together."""
    try:
        statuses[request(port, method, path, None, fields, 120)[0]] += 1
    except http.client.IncompleteRead:
        statuses["cut"] += 1


def first_reads():
    """60 sessions of 25,000 views that are read at once for the first time after a start: less than 512 MB, at least 10 are answered
    200 and the others 503, and others wait less than 1 s."""
    process, port = serve("--max-memory", "512")
    path = database_of(process)
    body = gzip.compress(fixed_frames(25_000), 1)
    ids = [json.loads(request(port, "POST", f"/v1/sessions?name=n{number}", body, JSON | ZIPPED, 120)[1])["id"] for number in range(60)]
    stop(process)
    for kind, target in (("documents", "/document?step=0"), ("logs", "/log"), ("sessions", "")):
        process, port = serve("--max-memory", "512", database=path)
        slowest_small(port, 4)
        statuses, left = Counter(), list(ids)
        slowest = beside(port, together(len(ids), lambda: count_read(statuses, port, "GET", f"/v1/sessions/{left.pop()}{target}")))
        figure(f"{len(ids)} large {kind} read for the first time: peak, MB; slowest other, s; answers",
               f"{peak(process)}; {slowest:.2f}; {dict(statuses)}", "512; 1; 200, or 503 after ten seconds",
               peak(process) < 512 and slowest < 1 and statuses[200] >= 10 and set(statuses) <= {200, 503, "cut"})
        stop(process)


def grown_sessions():
    """60 at once that read a session that grew from some bytes to 14.5 MB by an event: less than 512 MB, and others wait less than 1 s."""
    document = b'{"views":[{"id":"root"},{"id":"a","parent":"root"}],"constraints":["a.width == 10"]}'
    for path in ("/document", "/document?step=1", "/report?step=1", "/events", "/blame?step=1", "/replay", "/diagram.svg"):
        process, port = serve("--max-memory", "512")
        session = create(port, document)
        status = post_event(port, session, 120, op="addView", view={"id": "note", "parent": "root", "text": "long " * 2_900_000})
        post_event(port, session, 120, op="addConstraint", constraint="a.height == 9")
        statuses, numbers = Counter(), iter(range(1000))

        def read():
            method = "POST" if path == "/replay" else "GET"
            count_read(statuses, port, method, f"/v1/sessions/{session}{path}", {"Accept": f"*/*, text/{next(numbers)}"})

        slowest = beside(port, together(60, read))
        figure(f"60 that read {path} of a session that grew by an event: peak, MB; slowest other, s; answers",
               f"{peak(process)}; {slowest:.2f}; {dict(statuses)}", "512; 1; 200, or 503 after ten seconds",
               status == 200 and peak(process) < 512 and slowest < 1 and set(statuses) <= {200, 503, "cut"})
        stop(process)


def dense_reports():
    """Imported reports of short values, which take most memory for their length: 1.9 million are refused with 413, and 60 that read one
    of 90,000 take less than 512 MB, others wait less than 1 s."""
    process, port = serve("--max-memory", "512")
    export = export_of(port, create(port))

    def send(count):
        export["steps"][0]["report"]["pad"] = [1] * count
        return post_import(port, export)

    refused, (status, answer) = send(1_900_000)[0], send(90_000)
    figure("imports with 1.9 million values and with 90,000 in their report", f"{refused}, {status}", "413, 201",
           (refused, status) == (413, 201))
    for path in ("/log", "/affecting?view=a"):
        statuses = Counter()

        def read():
            for number in range(20):
                target = f"/v1/sessions/{answer['id']}{path}"
                statuses[request(port, "GET", target, None, {"Accept": f"text/{number}"})[0]] += 1

        slowest = beside(port, together(60, read))
        figure(f"60 that read {path} of it: peak, MB; slowest other, s",
               f"{peak(process)}; {slowest:.2f}; answers {dict(statuses)}", "512; 1", peak(process) < 512 and slowest < 1)
    stop(process)


def imported_exercises():
    """300 that do not read a session with an exercise of 14.5 MB, which only an import can have: less than 512 MB, others wait less than
    1 s, and one that reads has at least 5 whole answers in 20 s."""
    process, port = serve("--max-memory", "512")
    session = create(port)
    request(port, "POST", f"/v1/sessions/{session}/exercise", b'{"count":2}', JSON)
    export = export_of(port, session)
    export["exercises"][0]["answer"]["pad"] = "x" * 14_500_000
    imported = f"/v1/sessions/{post_import(port, export)[1]['id']}"
    unread = send_unread(port, head("GET", imported), 300)
    whole, end = 0, time.monotonic() + 20

    def read():
        nonlocal whole
        while time.monotonic() < end:
            try:
                whole += len(request(port, "GET", imported)[1]) > 14_500_000
            except http.client.IncompleteRead:
                pass

    slowest = beside(port, together(1, read))
    figure("300 that do not read an exercise of 14.5 MB: peak, MB; slowest other, s; whole answers of one that reads",
           f"{peak(process)}; {slowest:.2f}; {whole}", "512; 1; 5", peak(process) < 512 and slowest < 1 and whole >= 5)
    close(unread)
    stop(process)


PARTS = (long_reports, many_findings, answers_not_taken, large_reads, first_reads, grown_sessions, dense_reports, imported_exercises)
