"""Attacks of one client on the time of others: checks that take long, forms of reports, lists, and exports."""
import statistics
import time

from attacks.clients import (SHORT_LIST, SMALL_CHECK, connect_again, create, crowd, export_of, head, post_event, post_import, seconds,
                             serve, slowest_of, slowest_small)
from attacks.documents import CHOICES, SMALL, views
from service import JSON, figure, peak, request, stop, together


def heavy_clients():
    """Eight checks that explode: each is answered 200 within its budget, and small requests beside them take less than 2 s."""
    process, port = serve()
    slowest_small(port, 2)
    answers = []
    threads = together(8, lambda: answers.append(request(port, "POST", "/v1/check", CHOICES, JSON)[0]))
    time.sleep(2)
    slowest = slowest_small(port)
    running = 8 - len(answers)
    figure(f"slowest small request beside {running} that explode, s", round(slowest, 2), "2", slowest < 2 and running == 8)
    for thread in threads:
        thread.join()
    figure("these are answered within their budget", answers, "200 each", answers == [200] * 8)
    stop(process)


def long_questions():
    """30 and 120 checks of one client that take all their time: reads take less than 100 ms, small checks less than 2 s, and each
    long one is answered 200 or 503."""
    for count in (30, 120):
        process, port = serve("--deadline", "20")
        session = create(port)
        answers = []

        def ask():
            try:
                answers.append(request(port, "POST", "/v1/check", CHOICES, JSON)[0])
            except OSError:
                answers.append(0)

        threads = together(count, ask)
        time.sleep(0.5)
        reads = max(slowest_of(port, 20, "GET", path) for path in (SHORT_LIST[1], f"/v1/sessions/{session}", "/readyz"))
        posts = slowest_of(port, 10, "POST", "/v1/check", SMALL)
        figure(f"beside {count} long questions of one client ({len(answers)} answered): slowest read, ms; slowest small post, s",
               f"{reads * 1000:.0f}, {posts:.2f}", "100, 2", reads < 0.1 and posts < 2)
        for thread in threads:
            thread.join()
        figure("these are answered", sorted(set(answers)), "200, 503", set(answers) <= {200, 503})
        stop(process)


def forms_by_accept():
    """Eight at once that ask by Accept for a report in another form, which is computed: less than 512 MB, reads take less than 1 s, and
    no check is refused."""
    process, port = serve("--max-memory", "512")
    session = create(port, views(6000))
    slowest, refused = 0, 0
    for form in ("application/sarif+json", "text/plain", "text/markdown"):
        threads = together(8, lambda: request(port, "GET", f"/v1/sessions/{session}/report", None, {"Accept": form}, 120))
        while any(thread.is_alive() for thread in threads):
            slowest = max(slowest, slowest_of(port, 5, *SHORT_LIST))
            refused += request(port, *SMALL_CHECK)[0] != 200
    figure("8 forms by Accept at once: peak, MB; slowest read, s; posts refused", f"{peak(process)}; {slowest:.2f}; {refused}", "512; 1; 0",
           peak(process) < 512 and slowest < 1 and refused == 0)
    stop(process)


def list_readers(port, count, ends):
    """Clients that read long lists, each over a new connection."""
    def read():
        while not ends.is_set():
            request(port, "GET", "/v1/sessions?limit=500")

    for thread in together(count, read):
        thread.join()


def long_lists():
    """16 that read lists of 500 all the time: another read takes less than 50 ms (median) and always less than 100 ms, a check less
    than 2 s."""
    process, port = serve()
    for _ in range(700):
        create(port)
    reads, posts = [], []
    with crowd(list_readers, port, 16, lead=1):
        for _ in range(60):
            reads += seconds(port, *SHORT_LIST), seconds(port, "GET", "/metrics")
            posts.append(seconds(port, *SMALL_CHECK))
    median = statistics.median(reads) * 1000
    figure("beside 16 that read lists of 500: median and slowest other read, ms; slowest small post, s",
           f"{median:.0f}, {max(reads) * 1000:.0f}; {max(posts):.2f}", "50, 100; 2", median < 50 and max(reads) < 0.1 and max(posts) < 2)
    stop(process)


def export_readers(port, target, count, ends):
    """Clients of another address that read a long answer again and again."""
    def read(s):
        s.sendall(head("GET", target, "Connection: close"))
        while not ends.is_set() and s.recv(1 << 18):
            pass

    connect_again(port, count, ends, read, "127.0.0.2")


def turns_of_answers():
    """Sixty exports of 14 MB of one client at any time: one of 3 MB of another client takes less than 1 s."""
    process, port = serve("--max-memory", "512")
    session = create(port)
    post_event(port, session, op="resize", width=7, height=9)
    export = export_of(port, session)
    later, exports = export["steps"][1], []
    for count in (190, 40):
        steps = [later | {"step": number, "report": later["report"] | {"pad": f"{number}" + "x" * 75_000}}
                 for number in range(1, count + 1)]
        imported = post_import(port, export | {"steps": export["steps"][:1] + steps}, 120)[1]
        exports.append(f"/v1/sessions/{imported['id']}/export")

    with crowd(export_readers, port, exports[0], 60, lead=4):
        slowest = max(slowest_of(port, 1, "GET", exports[1]) for _ in range(4))
    figure("an export of 3 MB beside 60 of 14 MB of another address: slowest, s", f"{slowest:.2f}", "1", slowest < 1)
    stop(process)


PARTS = (heavy_clients, long_questions, forms_by_accept, long_lists, turns_of_answers)
