#pragma once
#include <errno.h>
#include <fcntl.h>
#include <linux/stat.h>
#include <sqlite3.h>
#include <sys/syscall.h>
#include <unistd.h>

// What Swift cannot see of SQLite: a macro that is a cast, and a variadic function; and a call of Linux that its Glibc module lacks.

/// Whether something is mounted on a file, so that it has a name elsewhere. 0 as well where the system cannot tell (Linux before 5.8).
static inline int plumbline_is_mount_point(const char *path) {
    struct statx status = {0};
    if (syscall(SYS_statx, AT_FDCWD, path, 0, 0, &status) != 0) return 0;
    return (status.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;
}

/// Binds a copy of the text, so the caller's bytes may go at once.
static inline int plumbline_bind_text(sqlite3_stmt *statement, int index, const char *bytes, int length) {
    return sqlite3_bind_text(statement, index, bytes, length, SQLITE_TRANSIENT);
}

/// Binds a copy of the bytes, so the caller's bytes may go at once.
static inline int plumbline_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int length) {
    return sqlite3_bind_blob(statement, index, bytes, length, SQLITE_TRANSIENT);
}

/// Refuses statements that could damage the file itself, such as writes to sqlite_master and to shadow tables, or allows them.
static inline int plumbline_make_defensive(sqlite3 *connection, int is_defensive) {
    return sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, is_defensive, (int *)0);
}

/// Has a database's file, or the file of its log, hold so many bytes, in steps of so many. An error where there is no room.
static inline int plumbline_reserve(sqlite3 *connection, int of_log, long long step, long long bytes) {
    sqlite3_file *file = 0;
    int code = sqlite3_file_control(connection, "main", of_log ? SQLITE_FCNTL_JOURNAL_POINTER : SQLITE_FCNTL_FILE_POINTER, &file);
    if (code != SQLITE_OK || !file || !file->pMethods) return code;
    int chunk = (int)step;
    sqlite3_int64 size = bytes;
    code = file->pMethods->xFileControl(file, SQLITE_FCNTL_CHUNK_SIZE, &chunk);
    return code == SQLITE_OK ? file->pMethods->xFileControl(file, SQLITE_FCNTL_SIZE_HINT, &size) : code;
}

/// Reads bytes of a database's file, or of the file of its log, as it is on the disk. An error where there are fewer.
static inline int plumbline_read(sqlite3 *connection, int of_log, long long offset, int count, void *bytes) {
    sqlite3_file *file = 0;
    int code = sqlite3_file_control(connection, "main", of_log ? SQLITE_FCNTL_JOURNAL_POINTER : SQLITE_FCNTL_FILE_POINTER, &file);
    if (code != SQLITE_OK) return code;
    return file && file->pMethods ? file->pMethods->xRead(file, bytes, count, offset) : SQLITE_CANTOPEN;
}

/// How many bytes the file of a database's log has; -1 where there is none.
static inline long long plumbline_log_size(sqlite3 *connection) {
    sqlite3_file *file = 0;
    sqlite3_int64 size = -1;
    if (sqlite3_file_control(connection, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file) != SQLITE_OK || !file || !file->pMethods) return -1;
    return file->pMethods->xFileSize(file, &size) == SQLITE_OK ? size : -1;
}

/// Has the last connection to close leave the database's file as it is, and its log too.
static inline int plumbline_close_without_checkpoint(sqlite3 *connection, int is_on) {
    return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, is_on, (int *)0);
}

/// Whether the last failure of a database's file, or of its log, was that it may not grow further.
static inline int plumbline_met_limit(sqlite3 *connection) {
    const int files[] = {SQLITE_FCNTL_FILE_POINTER, SQLITE_FCNTL_JOURNAL_POINTER};
    for (int place = 0; place < 2; place++) {
        sqlite3_file *file = 0;
        int number = 0;
        if (sqlite3_file_control(connection, "main", files[place], &file) != SQLITE_OK || !file || !file->pMethods) continue;
        if (file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &number) != SQLITE_OK) continue;
        if (number == EFBIG || number == EDQUOT) return 1;
    }
    return 0;
}

/// The wal-index of a connection in WAL mode: the memory in which all users of a database, in any process, see each other's commits
/// (https://sqlite.org/walformat.html). Valid as long as the connection is open; null where there is none.
static inline const volatile unsigned int *plumbline_wal_index(sqlite3 *connection) {
    sqlite3_file *file = 0;
    if (sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK || !file || !file->pMethods) return 0;
    if (file->pMethods->iVersion < 2 || !file->pMethods->xShmMap) return 0;
    void volatile *region = 0;
    if (file->pMethods->xShmMap(file, 0, 32768, 0, &region) != SQLITE_OK) return 0;
    return (const volatile unsigned int *)region;
}

/// The second copy of the index's header, 12 words; whoever commits writes it first. 0 where its form is not the one that is known.
static inline int plumbline_wal_header(const volatile unsigned int *index, unsigned int words[12]) {
    for (int place = 0; place < 12; place++) words[place] = index[12 + place];
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    return words[0] == 3007000 && (words[3] & 0xff) == 1;
}
