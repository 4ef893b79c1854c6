"""Attacks by bodies that take much memory: bombs, dense values, archives, batches, and bodies of clients without a token."""
import gzip
import http.client
import json
import socket
import time
import zlib
from collections import Counter

from attacks.clients import LINES, ZIPPED, beside, close, create, head, serve, slowest_small, token_file
from attacks.documents import SMALL, archive, interface_builder_file, nested, views
from service import JSON, figure, peak, request, resident, stop, together


def bombs():
    """Bodies of few bytes that unpack to very many or are nested very deeply: 413 or 400 in 5 s, and less than 64 MB more."""
    process, port = serve()
    slowest_small(port, 4)
    before = resident(process)
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    bomb = b"".join([packer.compress(b" " * (1 << 20)) for _ in range(4096)] + [packer.flush()])
    for name, data, fields in (("of 4 GB", bomb, JSON | ZIPPED), ("of members without end", gzip.compress(b"", 9) * 200000, JSON | ZIPPED),
                               ("of documents nested 100000 deep", b"[" * 100000, JSON)):
        begin = time.monotonic()
        status, _, _ = request(port, "POST", "/v1/check", data, fields)
        took = time.monotonic() - begin
        grown = resident(process) - before
        figure(f"a bomb {name}: status, s, MB more", f"{status}, {took:.2f}, {grown // 1024}", "413 or 400, 5, 64",
               status in (400, 413) and took < 5 and grown < 65536)
    stop(process)


def large_bodies():
    """Twelve bodies of 15.8 MB at once, plain and packed, on each route that takes one: less than 600 MB, no 500, and
    others wait less than 10 s."""
    size = 15_800_000
    shapes = {"numbers": ("[", "1,", "1]"), "open brackets": ("", "[", ""), "equal keys": ("{", '"a":1,', '"a":1}'),
              "short strings": ("[", '"a",', '"a"]'), "strings": ("[", '"abcdefghijklmnopq",', '"a"]'), "objects": ("[", "{},", "{}]"),
              "empty arrays": ("[", "[[]],", "[]]"), "long numbers": ("[", "1.12345678901234567,", "1]"), "a long integer": ("[", "1", "]"),
              "a long string": ('["', "x", '"]')}
    event = '{"events":[{"op":"addConstraint","constraint":%s}]}'
    document = '{"x":%s,"constraints":["a.width == 10"]}'
    export = ('{"format":"plumbline.session/1","createdAt":"2026-11-21T09:30:00Z","mediaType":"application/json","body":"","options":{},'
              '"steps":[],"document":%s}')
    routes = {"/v1/check": document, "/v1/batch": "%s", "/v1/sessions": document, "/v1/sessions/{id}/events": event,
              "/v1/sessions/{id}/preview": event, "/v1/sessions/{id}/exercise": '{"views":%s}', "/v1/sessions/{id}/replay": "%s",
              "/v1/import": export}
    for route, frame in routes.items():
        worst, slowest, statuses = (0, ""), 0, set()
        for name, (begin, unit, end) in shapes.items():
            for is_packed in (True, False):
                process, port = serve()
                path = route.format(id=create(port))
                body = (frame % (begin + unit * ((size - len(begin) - len(end)) // len(unit)) + end)).encode()
                fields = LINES if route == "/v1/batch" else JSON
                if is_packed:
                    body, fields = gzip.compress(body, 9), fields | ZIPPED

                def send():
                    try:
                        statuses.add(request(port, "POST", path, body, fields)[0])
                    except (OSError, http.client.HTTPException):
                        statuses.add(0)

                threads = together(12, send)
                slowest = max(slowest, slowest_small(port, 6))
                for thread in threads:
                    thread.join()
                worst = max(worst, (peak(process), name + (", packed" if is_packed else "")))
                stop(process)
        figure(f"12 bodies of 15.8 MB at once, {route.split('/')[-1]}: greatest peak, MB; slowest other, s",
               f"{worst[0]} ({worst[1]}); {slowest:.2f}; answers {sorted(statuses)}", "600; 10",
               worst[0] < 600 and slowest < 10 and 500 not in statuses)


def posts_at_once(count, size, kind, body, fields, most, accepted, target="/v1/check", source="127.0.0.1"):
    """Posts a body several times at once to a service with 512 MB. Small posts of one address wait for each other, which is what `source`
    is for."""
    process, port = serve("--max-memory", "512")
    statuses = Counter()

    def send():
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120, source_address=(source, 0))
        connection.request("POST", target, body, fields)
        with connection.getresponse() as response:
            response.read()
        statuses[response.status] += 1
        connection.close()

    slowest = beside(port, together(count, send))
    *others, last = map(str, sorted(accepted))
    figure(f"{count} bodies of {size} at once, {kind}: peak, MB; slowest other, s; answers",
           f"{peak(process)}; {slowest:.2f}; {dict(statuses)}", f"{most}; 2; {', '.join(others)} or {last}",
           peak(process) < most and slowest < 2 and set(statuses) <= accepted)
    stop(process)


def heavy_bodies():
    """Three bodies at once of each kind that takes far more memory than its length: less than 512 MB, and others wait less than 2 s."""
    log = b'"<NSLayoutConstraint:0x6000%08x UILabel:0x7f8a%08x.width == %d   (active)>",\n'
    message = b"Unable to simultaneously satisfy constraints.\n(\n" + b"".join(log % (n, n, n) for n in range(190_000)) + b")\n"
    kinds = {"Interface Builder file": (interface_builder_file(60_000), "application/xml"),
             "nested views": (nested(90_000), "application/json"), "views": (views(90_000), "application/json"),
             "visual formats": (b"H:|-[a]-[b]-|\n" * 1_100_000, "text/plain"),
             "one visual format": (b"H:|" + b"-[a]" * 3_900_000 + b"-|", "text/plain"), "log": (message, "text/plain")}
    for kind, (body, media) in kinds.items():
        posts_at_once(3, f"{len(body) / 1e6:.1f} MB", kind, gzip.compress(body, 6), {"Content-Type": media} | ZIPPED, 512, {200, 413, 503})


def packed_archives():
    """Twelve short archives at once that unpack to the limit, once or twice packed, or cannot be read: less than 512 MB, and others wait
    less than 2 s."""
    text = b'["' + b"a" * 60_000_000 + b'"]'
    plain, twice, unreadable = archive([text]), archive([gzip.compress(text)]), archive([text[:20_000_000]] * 100, b"\0\0\0\0")
    boundary = b'--b\r\nContent-Disposition: form-data; name="file"; filename="x.zip"\r\n\r\n%s\r\n--b--\r\n'
    zipped, form = {"Content-Type": "application/zip"}, {"Content-Type": "multipart/form-data; boundary=b"}
    kinds = {"a zip archive": (plain, zipped), "in gzip": (gzip.compress(plain), zipped | ZIPPED), "in a form": (boundary % plain, form),
             "gzip in a zip archive in a form": (boundary % twice, form), "100 files with a wrong checksum": (unreadable, zipped)}
    for kind, (body, fields) in kinds.items():
        posts_at_once(12, f"{len(body) / 1e3:.0f} KB", kind, body, fields, 512, {400, 413, 503})


def batches():
    """Three batches with a line of 60,000 views, and 300 with a line that does not end: less than 512 MB, others wait less than 4 s
    and 2 s, and the small lines have reports."""
    process, port = serve("--max-memory", "512")
    lines = []
    body = SMALL + b"\n" + views(60000) + b"\n" + SMALL
    slowest = beside(port, together(3, lambda: lines.extend(request(port, "POST", "/v1/batch", body, LINES, 300)[1].splitlines())))
    codes = Counter(json.loads(line).get("code") or "report" for line in lines)
    figure("3 batches with a line of 60000 views: peak, MB; slowest other, s; answers", f"{peak(process)}; {slowest:.2f}; {dict(codes)}",
           "512; 4; 6 reports at least", peak(process) < 512 and slowest < 4 and codes["report"] >= 6 and codes.total() == 9)
    stop(process)
    process, port = serve("--max-memory", "512")
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    piece = packer.compress(b'{"name":"' + b"x" * 15_900_000) + packer.flush(zlib.Z_SYNC_FLUSH)
    begun = head("POST", "/v1/batch", "Content-Type: application/x-ndjson", "Content-Encoding: gzip", "Transfer-Encoding: chunked")
    sending = [socket.create_connection(("127.0.0.1", port)) for _ in range(300)]
    for s in sending:
        s.sendall(begun + b"%x\r\n%s\r\n" % (len(piece), piece))
    slowest = slowest_small(port, 40)
    figure("300 batches with a line that does not end: peak, MB; slowest other, s", f"{peak(process)}; {slowest:.2f}", "512; 2",
           peak(process) < 512 and slowest < 2)
    close(sending)
    stop(process)


def strangers():
    """17 bodies of 16 MB of clients without a token: 401 or no answer, and less than 16 MB more."""
    process, port = serve("--token-file", token_file("a-token-of-some-length"))
    request(port, "GET", "/healthz")
    before = resident(process)
    begun = head("POST", "/v1/check", "Content-Type: application/json", "Content-Length: 16000000")
    held = []
    for _ in range(17):
        s = socket.create_connection(("127.0.0.1", port), 10)
        try:
            s.sendall(begun + b"[" + b"1," * 7_900_000)
        except OSError:
            pass
        held.append(s)
    grown = (resident(process) - before) // 1024
    answers = set()
    for s in held:
        try:
            answers.add(s.recv(4096)[9:12].decode())
        except OSError:
            answers.add("reset")
        s.close()
    figure("17 strangers with 16 MB each: MB more; answers", f"{grown}; {sorted(answers)}", "16; 401",
           grown < 16 and answers <= {"401", "reset"})
    stop(process)


def bodies_of_strangers():
    """13 bodies without a token, which lack their ends and are as large as the memory for bodies: each of 10 posts with a token is
    answered 200."""
    token = "k" * 40
    process, port = serve("--token-file", token_file(token), "--max-memory", "512")
    held = []
    for number, size in enumerate([15_900_000] * 8 + [2_000_000] * 3 + [500_000] * 2):
        s = socket.create_connection(("127.0.0.1", port))
        s.sendall(head("GET", ("/healthz", "/help", "/sessions/x")[number % 3], "Content-Length: 16000000") + b"x" * size)
        held.append(s)
    body = json.dumps({"name": "x" * 1_000_000, "constraints": ["a.width == 10"]}).encode()
    fields = JSON | {"Authorization": f"Bearer {token}"}
    statuses = Counter(request(port, "POST", "/v1/check", body, fields)[0] for _ in range(10))
    figure("posts of 1 MB beside 13 bodies of strangers", dict(statuses), "200", set(statuses) == {200})
    close(held)
    stop(process)


def short_formats():
    """A hundred posts at once of some dozen bytes that make 50,000 views or 360,000 constraints each, in several encodings, and 24 of one
    list of predicates: less than 563 MB, and others wait less than 2 s."""
    text, predicates = {"Content-Type": "text/plain"}, b'{"constraints": ["H:[a(%s)]"]}' % b",".join(b"%d@1" % n for n in range(400_000))
    kinds = {"a range": (b"extended: true\nHV:|[v1..v49990(50)]|\n", text, 100),
             "two groups": (b"extended: true\nH:[a1..a600]-[b1..b600]\n", text, 100), "predicates": (predicates, JSON, 24)}
    document = b'{"extended": true, "constraints": ["%sHV:|[v1..v49990(50)]|"]}'
    kinds |= {"an escape before a range": (document % b"\\r", JSON, 100),
              "a packed blank before it": (gzip.compress(b" ") + gzip.compress(document % b""), JSON | ZIPPED, 100),
              "a range in UTF-16": ("\ufeffextended: true\nHV:|[v1..v49990(50)]|\n".encode("utf-16-le"), text, 100)}
    for kind, (body, fields, count) in kinds.items():
        posts_at_once(count, f"{len(body)} bytes", kind, body, fields, 563, {200, 413, 503}, source="127.0.0.2")


def repeated_names():
    """Four posts at once of documents whose findings, or names of scenes in scenes, would repeat an author's long text: less than 563 MB,
    and others wait less than 2 s."""
    bare = b", ".join(b'{"id": "v%d", "parent": "root"}' % n for n in range(1500))
    suppression = b'{"rule": "ambiguity", "reason": "%s"}' % (b"r" * 1_000_000)
    size = b'"size": {"width": 300, "height": 300}'
    reason = b'{%s, "views": [{"id": "root"}, %s], "constraints": [], "suppress": [%s]}' % (size, bare, suppression)
    scene = b"""<?xml version="1.0"?><document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0"
        useAutolayout="YES"><scenes><scene sceneID="s"><objects><viewController userLabel="%s" id="c"><view key="view" id="root">
        <rect key="frame" x="0" y="0" width="400" height="800"/><subviews>%s</subviews></view></viewController></objects></scene></scenes>
        </document>""" % (b"L" * 3_900_000, b"".join(b'<label id="l%d" text="x" translatesAutoresizingMaskIntoConstraints="NO"/>' % n
                                                    for n in range(1000)))
    for name, body, media in (("a reason", reason, "application/json"), ("a scene", scene, "application/xml")):
        posts_at_once(4, f"{len(body) / 1e6:.1f} MB", name, body, {"Content-Type": media}, 563,
                      {200, 413, 503}, target="/v1/check?format=text")


PARTS = (bombs, large_bodies, heavy_bodies, short_formats, repeated_names, packed_archives, batches, strangers, bodies_of_strangers)
