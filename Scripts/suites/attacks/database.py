"""Attacks on the stored data: rows that are altered, a file that is deleted, replaced or restored, and stops in the middle of writes."""
import http.client
import json
import os
import shutil
import sqlite3
import time

from attacks import clients
from attacks.clients import create, database_of, export_of, post_import, run_command, serve, slowest_small
from attacks.documents import SMALL, zstandard_frame
from service import JSON, figure, peak, request, stop, together


def stops():
    """SIGTERM in the middle of posts, five times: no acknowledged session is lost, no answer is cut, and each end takes less than 10 s."""
    lost = unfinished = late = 0
    for turn in range(5):
        process, port = serve()
        acknowledged, broken = [], []

        def client():
            while True:
                try:
                    status, data, _ = request(port, "POST", "/v1/sessions", SMALL, JSON)
                except ConnectionRefusedError:
                    return
                except (OSError, http.client.HTTPException) as error:
                    # A connection that was accepted is answered or closed before a byte of an answer, never in the middle of one.
                    if isinstance(error, http.client.IncompleteRead):
                        broken.append(error)
                    return
                if status != 201:
                    return
                acknowledged.append(json.loads(data)["id"])

        threads = together(8, client)
        time.sleep(0.3 + turn * 0.1)
        begin = time.monotonic()
        status = stop(process)
        late += status != 0 or time.monotonic() - begin > 10
        for thread in threads:
            thread.join()
        known = {row[0] for row in sqlite3.connect(database_of(process)).execute("SELECT id FROM session")}
        lost += len(set(acknowledged) - known)
        unfinished += len(broken)
    figure("SIGTERM in the middle of posts, 5 times: acknowledged and lost, answers cut, late or failed ends",
           f"{lost}, {unfinished}, {late}", "0, 0, 0", (lost, unfinished, late) == (0, 0, 0))


def deleted_database():
    """The database deleted under the service: posts and /readyz are answered 503 with the reason, reads 200, and posts 201 when it is
    back."""
    process, port = serve()
    path = database_of(process)
    session = create(port)
    os.rename(path, path + ".away")
    status, data, _ = request(port, "POST", "/v1/sessions", SMALL, JSON)
    ready, _, _ = request(port, "GET", "/readyz")
    export, _, _ = request(port, "GET", f"/v1/sessions/{session}/export")
    os.rename(path + ".away", path)
    again, _, _ = request(port, "POST", "/v1/sessions", SMALL, JSON)
    has_reason = "deleted or replaced" in json.loads(data).get("detail", "")
    figure("the database deleted under the service: POST, ready, export; POST when it is back", f"{status}, {ready}, {export}; {again}",
           "503, 503, 200; 201, with the reason", (status, ready, export, again) == (503, 503, 200, 201) and has_reason)
    stop(process)


def altered_rows():
    """An index or a row that was altered by one value: each reader is answered `session-damaged`."""
    process, port = serve()
    ids = [create(port, document) for document in (SMALL, b'{"constraints":["a.width == 10","a.width == 12"]}')]
    swap = ("UPDATE step SET report = (SELECT report FROM step AS o WHERE o.session <> step.session LIMIT 1) "
            "WHERE session = (SELECT min(sequence) FROM session)")
    outcomes = {}
    for name, sql, route in (("report of another session", swap, "/report"),
                             ("verdict of a step", "UPDATE step SET verdict = 'other'", "/report"),
                             ("engine of a step", "UPDATE step SET engine = 'plumbline 9'", "/report"),
                             ("verdict of a row", "UPDATE session SET verdict = 'other'", ""),
                             ("name of a row", "UPDATE session SET name = 'x'", "")):
        database = sqlite3.connect(database_of(process), isolation_level=None)
        database.execute("SAVEPOINT before")
        tables = {table: database.execute(f"SELECT rowid, * FROM {table}").fetchall() for table in ("step", "session")}
        database.execute(sql)
        database.execute("RELEASE before")
        answer = request(port, "GET", f"/v1/sessions/{ids[0]}{route}")
        outcomes[name] = json.loads(answer[1]).get("code", answer[0])
        for table, rows in tables.items():
            for row in rows:
                columns = [column[1] for column in database.execute(f"PRAGMA table_info({table})")]
                database.execute(f"UPDATE {table} SET {', '.join(f'{c} = ?' for c in columns)} WHERE rowid = ?", (*row[1:], row[0]))
        database.close()
    figure("after altering " + ", ".join(outcomes), list(outcomes.values()), "session-damaged each",
           set(outcomes.values()) == {"session-damaged"})
    stop(process)


def packed_rows():
    """Values of a row that unpack to 200 MB: what needs them is refused with 500 or 503, the rest is answered; less than 150 MB, and
    others wait less than 2 s."""
    column = "UPDATE session SET views = ? WHERE id = ?"
    view = json.dumps({"events": [{"op": "addView", "view": {"id": "v", "parent": "a"}}]}).encode()
    report = "UPDATE step SET report = ?, packing = 1, base = NULL WHERE session = (SELECT sequence FROM session WHERE id = ?)"
    body = "UPDATE document SET body = ?, packing = 1 WHERE id = (SELECT document FROM session WHERE id = ?)"
    for name, sql, method, path, data, wanted in (
            ("facets", column, "GET", "/v1/facets", None, 200), ("a list", column, "GET", "/v1/sessions?view=a&q=cell", None, 200),
            ("a deletion", column, "DELETE", "/v1/sessions/{id}", None, 204),
            ("an event", column, "POST", "/v1/sessions/{id}/events", view, 500),
            ("a report", report, "GET", "/v1/sessions/{id}/report", None, 503),
            ("an export", body, "GET", "/v1/sessions/{id}/export", None, 503),
            ("a body like it", body, "POST", "/v1/sessions", SMALL, 201)):
        process, port = serve("--max-memory", "512")
        session = create(port)
        imported = post_import(port, export_of(port, session))[1]["id"] if sql == report else session
        stop(process)
        path_of_file = database_of(process)
        database = sqlite3.connect(path_of_file)
        database.execute(sql, (zstandard_frame(200), imported))
        # It is verified again.
        database.execute("UPDATE session SET imported = 0 WHERE imported IS NOT NULL")
        database.commit()
        database.close()
        process, port = serve("--max-memory", "512", database=path_of_file)
        status = request(port, method, path.format(id=imported), data, JSON if data else {}, 60)[0]
        slowest = slowest_small(port)
        time.sleep(3 if sql == report else 0)
        figure(f"{name} of a session with a value of few bytes that unpacks to 200 MB: status; peak, MB; slowest other, s",
               f"{status}; {peak(process)}; {slowest:.2f}", f"{wanted}; 150; 2", status == wanted and peak(process) < 150 and slowest < 2)
        stop(process)


def change_types(path, table, sql, *values):
    """Runs a statement while a table of a file takes values of any type, as a disk does."""
    for turn in range(3):
        database = sqlite3.connect(path)
        if turn == 1:
            database.execute("PRAGMA foreign_keys = OFF")
            database.execute(sql, values)
        else:
            database.execute("PRAGMA writable_schema = ON")
            if turn == 0:
                former, = database.execute("SELECT sql FROM sqlite_master WHERE name = ?", (table,)).fetchone()
            loose = former.replace("STRICT, ", "").replace("STRICT", "").replace("TEXT", "BLOB")
            database.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", (former if turn else loose, table))
            version, = database.execute("PRAGMA schema_version").fetchone()
            database.execute(f"PRAGMA schema_version = {version + 1}")
        database.commit()
        database.close()


def long_values():
    """A value of 300 MB in one column of a row: less than 563 MB by a list, a session, its report, an event and a post, and the service
    goes on."""
    event = json.dumps({"events": [{"op": "addView", "view": {"id": "v", "parent": "a"}}]}).encode()
    for table, column in (("session", "seal"), ("session", "content"), ("session", "id"), ("step", "verdict"), ("step", "found"),
                          ("document", "media_type"), ("session_tag", "tag"), ("finding_summary", "kind")):
        process, port = serve()
        conflict = b'{"constraints": ["a.width == 10", "a.width == 12"]}'
        session = json.loads(request(port, "POST", "/v1/sessions?tag=t", conflict, JSON)[1])["id"]
        stop(process)
        path = database_of(process)
        change_types(path, table, f"UPDATE {table} SET {column} = ?", b"x" * 300_000_000 if column in ("seal", "content", "found")
                     else "x" * 300_000_000)
        process, port = serve("--max-memory", "512", database=path)
        for method, target, body in (("GET", "/v1/sessions", None), ("GET", f"/v1/sessions/{session}", None), ("GET", "/v1/findings", None),
                                     ("GET", f"/v1/sessions/{session}/report", None), ("POST", f"/v1/sessions/{session}/events", event),
                                     ("POST", "/v1/sessions", SMALL)):
            request(port, method, target, body, JSON if body else {}, 60)
        health = request(port, "GET", "/healthz")[0]
        figure(f"{table}.{column} of 300 MB: peak, MB; /healthz", f"{peak(process)}; {health}", "563; 200",
               peak(process) < 563 and health == 200)
        stop(process)
        os.remove(path)


def long_sessions_deleted():
    """The deletion of a session with 200 steps of 1 MB: less than 200 MB."""
    process, port = serve()
    session = create(port)
    stop(process)
    path = database_of(process)
    database = sqlite3.connect(path)
    for number in range(1, 201):
        database.execute("INSERT INTO step (session, number, event, report, verdict, engine, created_at) "
                         "SELECT sequence, ?, x'5b5d', randomblob(1000000), 'clean', 'e', 1 FROM session", (number,))
    database.commit()
    database.close()
    process, port = serve("--max-memory", "512", database=path)
    status = request(port, "DELETE", f"/v1/sessions/{session}")[0]
    figure("a session with 200 steps of 1 MB is deleted: status; peak, MB", f"{status}; {peak(process)}", "204; 200",
           status == 204 and peak(process) < 200)
    stop(process)
    os.remove(path)


def restored_file():
    """A backup copied over the file of a running service: no post is acknowledged, and the file stays the copy; `sessions restore` is
    refused under a service and works after it."""
    process, port = serve()
    path, backup = database_of(process), f"{clients.folder}/backup.db"
    first = create(port)
    run_command("sessions", "backup", backup, "--database", path).check_returncode()
    second = create(port)
    running = run_command("sessions", "restore", backup, "--database", path)
    shutil.copyfile(backup, path)
    with open(path, "rb") as file:
        copied = file.read()
    statuses = [request(port, "POST", "/v1/sessions", SMALL, JSON)[0] for _ in range(100)]
    stop(process)
    with open(path, "rb") as file:
        is_copy = file.read() == copied
    figure("posts after a backup was copied over the file, answered 201; the file after the stop is the copy",
           f"{statuses.count(201)}; {is_copy}", "0; True", statuses.count(201) == 0 and is_copy)
    restored = run_command("sessions", "restore", backup, "--database", path)
    process, port = serve(database=path)
    found = [request(port, "GET", f"/v1/sessions/{session}")[0] for session in (first, second)]
    figure("sessions restore under a service, and after it; what is there then", f"{running.returncode}, {restored.returncode}; {found}",
           "2, 0; 200 and 404", (running.returncode, restored.returncode, found) == (2, 0, [200, 404]))
    stop(process)


PARTS = (stops, deleted_database, altered_rows, packed_rows, long_values, long_sessions_deleted, restored_file)
