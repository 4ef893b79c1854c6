"""Whether a new version of PostgreSQL's tables only adds to those before it, so that services of both versions can use them: by what the server
says of its tables, for each version in the repository's history."""
import pathlib
import re
import subprocess

from service import figure

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = "Sources/SessionStore/PostgreSQL"

# What a next version could be: it only adds what this version need not know.
NEXT_VERSION = """
    BEGIN;
    SELECT version FROM plumbline_schema FOR UPDATE;
    ALTER TABLE session ADD COLUMN note text COLLATE "C";
    ALTER TABLE step ADD COLUMN weight integer NOT NULL DEFAULT 0;
    CREATE TABLE remark (session bigint PRIMARY KEY REFERENCES session (sequence), text text NOT NULL);
    CREATE INDEX session_by_name ON session (name);
    UPDATE plumbline_schema SET version = version + 1;
    COMMIT"""
FORMER_VERSION = """
    BEGIN;
    DROP INDEX session_by_name;
    DROP TABLE remark;
    ALTER TABLE session DROP COLUMN note;
    ALTER TABLE step DROP COLUMN weight;
    UPDATE plumbline_schema SET version = version - 1, least_program = version - 1;
    COMMIT"""

# Changes that a service of the version before does not survive, or may not; and ones that it does.
CONTRACTIONS = [
    "ALTER TABLE session DROP COLUMN name",
    "ALTER TABLE session RENAME COLUMN name TO title",
    "DROP TABLE exercise",
    "ALTER TABLE step ALTER number TYPE bigint",
    "ALTER TABLE session ADD COLUMN note text NOT NULL",
    "ALTER TABLE session ALTER arrived_at SET NOT NULL",
    "ALTER TABLE session ADD UNIQUE (name)",
    "CREATE UNIQUE INDEX other ON session (name)",
    "ALTER TABLE session ADD CHECK (step < 10)",
    "ALTER TABLE step DROP CONSTRAINT step_pkey",
    "ALTER TABLE lease ADD FOREIGN KEY (name) REFERENCES session (id)",
    "ALTER TABLE session ALTER name TYPE text COLLATE \"default\"",
    "ALTER TABLE session RENAME TO layout",
]
EXPANSIONS = [
    "ALTER TABLE session ADD COLUMN note text",
    "ALTER TABLE session ADD COLUMN weight integer NOT NULL DEFAULT 0",
    "CREATE INDEX other ON session (name)",
    "CREATE TABLE remark (session bigint PRIMARY KEY REFERENCES session (sequence) ON DELETE CASCADE)",
    "ALTER TABLE session ALTER arrived_at DROP NOT NULL",
    "DROP INDEX session_by_verdict",
    "ALTER TABLE session ADD COLUMN note text CHECK (note <> '')",
]

COLUMNS = """
    SELECT c.table_name || '.' || c.column_name, c.udt_name || ' ' || coalesce(c.collation_name, ''),
        c.is_nullable = 'YES' OR c.column_default IS NOT NULL, c.is_nullable = 'YES'
    FROM information_schema.columns AS c WHERE c.table_schema = current_schema()"""
# Of each constraint and unique index: its table, what it says, whether it is one that `ON CONFLICT` may name, and its columns.
RULES = """
    SELECT r.relname, pg_get_constraintdef(k.oid), k.contype IN ('p', 'u'),
        (SELECT string_agg(a.attname, ',') FROM pg_attribute AS a WHERE a.attrelid = k.conrelid AND a.attnum = ANY (k.conkey))
    FROM pg_constraint AS k JOIN pg_class AS r ON r.oid = k.conrelid WHERE r.relnamespace = current_schema()::regnamespace
    UNION ALL
    SELECT r.relname, 'UNIQUE INDEX ' || regexp_replace(pg_get_indexdef(i.indexrelid), '^.* USING ', ''), true, '-'
    FROM pg_index AS i JOIN pg_class AS r ON r.oid = i.indrelid
    WHERE i.indisunique AND r.relnamespace = current_schema()::regnamespace AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = i.indexrelid)"""


def described(server, statements):
    """The columns and rules of the tables that the statements make. Nothing of them stays."""
    script = f"BEGIN; CREATE SCHEMA described; SET LOCAL search_path = described; {statements}; "
    lines = server.query(script + f"SELECT 'column', q.* FROM ({COLUMNS}) AS q; SELECT 'rule', q.* FROM ({RULES}) AS q; ROLLBACK", "-F", "\t").splitlines()
    rows = [line.split("\t") for line in lines]
    if any(row[0] not in ("column", "rule") for row in rows):
        raise SystemExit(f"{statements[-200:]}: {lines[:3]}")
    return ({row[1]: row[2:] for row in rows if row[0] == "column"}, {(row[1], row[2]): row[3:] for row in rows if row[0] == "rule"})


def contractions(before, after):
    """What services of the version before could not stand, in words."""
    (old_columns, old_rules), (columns, rules) = before, after
    tables = {name.split(".")[0] for name in old_columns}
    for name, (kind, _, is_nullable) in old_columns.items():
        if name not in columns:
            yield f"{name} is gone"
        elif columns[name][0] != kind:
            yield f"{name} has another type or order"
        elif is_nullable == "t" and columns[name][2] != "t":
            yield f"{name} must have a value"
    for name, (_, is_optional, _) in columns.items():
        if name not in old_columns and name.split(".")[0] in tables and is_optional != "t":
            yield f"{name} is new and must have a value"
    for table, rule in rules.keys() - old_rules.keys():
        names = [f"{table}.{column}" for column in rules[table, rule][1].split(",") if column != "-"]
        # A rule about new columns alone is none for those who do not know them.
        if table in tables and (not names or any(name in old_columns for name in names)):
            yield f"{table} has a new rule: {rule}"
    for table, rule in old_rules.keys() - rules.keys():
        if old_rules[table, rule][0] == "t":
            yield f"{table} has lost a key: {rule}"


def git(*arguments):
    return subprocess.run(["git", "-C", str(ROOT), *arguments], check=True, capture_output=True, text=True).stdout


def versions():
    """-> of each version of the tables in the history, the last schema.sql; and the least version that a program must know, each by number."""
    schemas, least = {}, {}
    states = [(revision, lambda path, revision=revision: git("show", f"{revision}:{path}")) for revision in
              git("log", "--reverse", "--format=%h", "--", f"{FOLDER}/schema.sql", f"{FOLDER}/PostgreSQLSchema.swift").split()]
    states.append(("now", lambda path: (ROOT / path).read_text()))
    for _, read in states:
        source = read(f"{FOLDER}/PostgreSQLSchema.swift")
        number = int(re.search(r"static let version: Int64 = (\d+)", source).group(1))
        schemas[number] = read(f"{FOLDER}/schema.sql")
        least[number] = int(re.search(r"static let leastProgram: Int64 = (\d+)", source).group(1))
    return schemas, least


def check(server):
    schemas, least = versions()
    newest = schemas[max(schemas)]
    plain = described(server, newest)
    missed = [change for change in CONTRACTIONS if not list(contractions(plain, described(server, f"{newest}; {change}")))]
    figure("upgrade: planted changes that break services of the version before, and are not found", missed, f"none of {len(CONTRACTIONS)}", not missed)
    wrong = [(change, found) for change in EXPANSIONS if (found := list(contractions(plain, described(server, f"{newest}; {change}"))))]
    figure("upgrade: planted additions that are taken for such changes", wrong, f"none of {len(EXPANSIONS)}", not wrong)
    numbers = sorted(schemas)
    broken = []
    for before, after in zip(numbers, numbers[1:]):
        if least[after] <= before:
            broken += [f"{before} to {after}: {each}" for each in contractions(described(server, schemas[before]), described(server, schemas[after]))]
    figure("upgrade: versions of the tables in the history", len(numbers), None)
    figure("upgrade: changes between them that break services of the version before", broken, "none", not broken)
