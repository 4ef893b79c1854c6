"""Attacks by imports that say what the service would not: other dates, other reports, too many findings, long options."""
import json
import time

from attacks.clients import create, database_of, export_of, post_event, post_import, seconds, serve
from attacks.documents import SMALL, compact
from service import JSON, figure, request, stop, together


def dated_imports():
    """Imports that say they are of the year 9998 to a service that keeps five sessions, then two: the newest genuine session is left."""
    process, port = serve("--keep-sessions", "5")
    genuine = [create(port) for _ in range(3)]
    export = export_of(port, genuine[0]) | {"createdAt": "9998-12-01T00:00:00Z"}
    for _ in range(2):
        post_import(port, export)
    genuine.append(create(port))
    stop(process)
    process, port = serve("--keep-sessions", "2", database=database_of(process))
    time.sleep(1)
    left = [request(port, "GET", f"/v1/sessions/{session}")[0] for session in genuine]
    figure("sessions that are left of 6, 2 kept, 2 of them imports of 9998: the genuine ones in order", left, "the last of them stays",
           left == [404, 404, 404, 200])
    stop(process)


def forged_imports():
    """Exports whose verdict or report is forged: the first is refused with 422, and in 30 s the second differs and the true one
    is verified."""
    process, port = serve()
    export = export_of(port, create(port, b'{"constraints":["a.width == 10","a.width == 12"]}'))
    true = post_import(port, export)[1]
    step = export["steps"][0]
    step["verdict"] = "clean"
    refused = post_import(port, export)[0]
    step["report"] |= {"verdict": "clean", "conflicts": []}
    forged = post_import(port, export)[1]
    marks, end = [], time.monotonic() + 30
    while "not yet" in (marks or ["not yet"]) and time.monotonic() < end:
        time.sleep(0.5)
        marks = [json.loads(request(port, "GET", f"/v1/sessions/{made['id']}")[1]).get("imported") for made in (true, forged)]
    figure("an import as exported, one whose verdict is not its report's, one with another report", f"{marks[0]}, {refused}, {marks[1]}",
           "verified, 422, differs", (marks, refused) == (["verified", "differs"], 422))
    stop(process)


def padded_findings():
    """Imports of few bytes whose steps have very many findings, each time others: 9,000 are refused with 422, and beside the transaction
    of 450 another write takes less than 1 s, as does its deletion."""
    process, port = serve()
    session = create(port)
    for number in range(40):
        post_event(port, session, op="resize", width=number + 1, height=9)
    export = export_of(port, session)
    for count, wanted in ((9000, 422), (450, 201)):
        for step in export["steps"][::2]:
            step["report"]["conflicts"] = [{"fingerprint": f"k{number}"} for number in range(count)]
        body, answers, slowest = compact(export), [], 0
        thread, = together(1, lambda: answers.append(request(port, "POST", "/v1/import", body, JSON, 120)))
        while thread.is_alive():
            slowest = max(slowest, seconds(port, "POST", "/v1/sessions", SMALL, JSON))
        status, answer, _ = answers[0]
        figure(f"an import of {len(body) // 1024} KB with {count} findings at every other of 41 steps; slowest other write, s",
               f"{status}; {slowest:.2f}", f"{wanted}; 1", status == wanted and slowest < 1)
        if wanted == 201:
            took = seconds(port, "DELETE", f"/v1/sessions/{json.loads(answer)['id']}")
            figure("its deletion, s", f"{took:.2f}", "1", took < 1)
    stop(process)


def padded_options():
    """Ten imports with options of 14.5 MB, which lists would read with each row: each is refused with 422, and a list takes less
    than 1 s."""
    process, port = serve("--max-memory", "512")
    export = export_of(port, create(port))
    export["options"]["pad"] = "x" * 14_500_000
    statuses = [post_import(port, export)[0] for _ in range(10)]
    took = seconds(port, "GET", "/v1/sessions?limit=500")
    figure("10 imports with options of 14.5 MB; then a list, s", f"{statuses[0]}; {took:.2f}", "422; 1",
           set(statuses) == {422} and took < 1)
    stop(process)


PARTS = (dated_imports, forged_imports, padded_findings, padded_options)
