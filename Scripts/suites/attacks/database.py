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


PARTS = (stops, deleted_database, altered_rows, packed_rows, restored_file)
