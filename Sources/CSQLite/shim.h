#pragma once
#include <sqlite3.h>

// What Swift cannot see of SQLite: a macro that is a cast, and a variadic function.

/// Binds a copy of the text, so the caller's bytes may go at once.
static inline int plumbline_bind_text(sqlite3_stmt *statement, int index, const char *bytes, int length) {
    return sqlite3_bind_text(statement, index, bytes, length, SQLITE_TRANSIENT);
}

/// Binds a copy of the bytes, so the caller's bytes may go at once.
static inline int plumbline_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int length) {
    return sqlite3_bind_blob(statement, index, bytes, length, SQLITE_TRANSIENT);
}

/// Refuses statements that could damage the file itself, such as writes to sqlite_master and to shadow tables.
static inline int plumbline_make_defensive(sqlite3 *connection) {
    return sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
}
