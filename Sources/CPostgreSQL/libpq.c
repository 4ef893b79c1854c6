#include "CPostgreSQL.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

// One pointer for each function, found by its name.
static struct {
    struct plumbline_pq_option *(*PQconninfoParse)(const char *, char **);
    void (*PQconninfoFree)(struct plumbline_pq_option *);
    PGconn *(*PQconnectdbParams)(const char *const *, const char *const *, int);
    void *(*PQsetNoticeReceiver)(PGconn *, void (*)(void *, const PGresult *), void *);
    int (*PQstatus)(const PGconn *);
    char *(*PQerrorMessage)(const PGconn *);
    void (*PQfinish)(PGconn *);
    int (*PQserverVersion)(const PGconn *);
    int (*PQtransactionStatus)(const PGconn *);
    PGresult *(*PQexec)(PGconn *, const char *);
    PGresult *(*PQexecParams)(PGconn *, const char *, int, const unsigned int *, const char *const *, const int *, const int *, int);
    int (*PQsendQueryParams)(PGconn *, const char *, int, const unsigned int *, const char *const *, const int *, const int *, int);
    int (*PQsetSingleRowMode)(PGconn *);
    PGresult *(*PQgetResult)(PGconn *);
    int (*PQresultStatus)(const PGresult *);
    char *(*PQresultErrorField)(const PGresult *, int);
    char *(*PQcmdStatus)(PGresult *);
    char *(*PQcmdTuples)(PGresult *);
    void (*PQclear)(PGresult *);
    int (*PQntuples)(const PGresult *);
    int (*PQnfields)(const PGresult *);
    char *(*PQfname)(const PGresult *, int);
    unsigned int (*PQftype)(const PGresult *, int);
    int (*PQgetisnull)(const PGresult *, int, int);
    int (*PQgetlength)(const PGresult *, int, int);
    char *(*PQgetvalue)(const PGresult *, int, int);
} pq;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_loaded = 0;

static void load(void) {
    void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    int missing = 0;
#define FIND(name) missing += (*(void **)&pq.name = dlsym(library, #name)) == NULL
    FIND(PQconninfoParse);
    FIND(PQconninfoFree);
    FIND(PQconnectdbParams);
    FIND(PQsetNoticeReceiver);
    FIND(PQstatus);
    FIND(PQerrorMessage);
    FIND(PQfinish);
    FIND(PQserverVersion);
    FIND(PQtransactionStatus);
    FIND(PQexec);
    FIND(PQexecParams);
    FIND(PQsendQueryParams);
    FIND(PQsetSingleRowMode);
    FIND(PQgetResult);
    FIND(PQresultStatus);
    FIND(PQresultErrorField);
    FIND(PQcmdStatus);
    FIND(PQcmdTuples);
    FIND(PQclear);
    FIND(PQntuples);
    FIND(PQnfields);
    FIND(PQfname);
    FIND(PQftype);
    FIND(PQgetisnull);
    FIND(PQgetlength);
    FIND(PQgetvalue);
#undef FIND
    is_loaded = missing == 0;
}

int plumbline_pq_load(void) {
    pthread_once(&once, load);
    return is_loaded;
}

static void ignore(void *context, const PGresult *notice) {
    (void)context;
    (void)notice;
}

// Sets the flag if the notice is a warning, by its SQLSTATE: texts may be in any language.
static void note_warning(void *flag, const PGresult *notice) {
    const char *state = pq.PQresultErrorField(notice, plumbline_pq_diag_sqlstate);
    if (state && strncmp(state, "01", 2) == 0) *(int *)flag = 1;
}

struct plumbline_pq_option *plumbline_pq_conninfo_parse(const char *text) { return pq.PQconninfoParse(text, NULL); }
void plumbline_pq_conninfo_free(struct plumbline_pq_option *options) { pq.PQconninfoFree(options); }

PGconn *plumbline_pq_connect(const char *const *keywords, const char *const *values) {
    PGconn *connection = pq.PQconnectdbParams(keywords, values, 1);
    // They would go to standard error.
    if (connection) pq.PQsetNoticeReceiver(connection, ignore, NULL);
    return connection;
}

int plumbline_pq_status(const PGconn *connection) { return pq.PQstatus(connection); }
char *plumbline_pq_error_message(const PGconn *connection) { return pq.PQerrorMessage(connection); }
void plumbline_pq_finish(PGconn *connection) { pq.PQfinish(connection); }
int plumbline_pq_server_version(const PGconn *connection) { return pq.PQserverVersion(connection); }
int plumbline_pq_transaction_status(const PGconn *connection) { return pq.PQtransactionStatus(connection); }
PGresult *plumbline_pq_exec(PGconn *connection, const char *sql) { return pq.PQexec(connection, sql); }

PGresult *plumbline_pq_exec_warned(PGconn *connection, const char *sql, int *has_warning) {
    *has_warning = 0;
    pq.PQsetNoticeReceiver(connection, note_warning, has_warning);
    PGresult *result = pq.PQexec(connection, sql);
    pq.PQsetNoticeReceiver(connection, ignore, NULL);
    return result;
}

PGresult *plumbline_pq_exec_params(
    PGconn *connection, const char *sql, int count, const unsigned int *types, const char *const *values, const int *lengths, const int *formats) {
    return pq.PQexecParams(connection, sql, count, types, values, lengths, formats, 1);
}

int plumbline_pq_send_params(
    PGconn *connection, const char *sql, int count, const unsigned int *types, const char *const *values, const int *lengths, const int *formats) {
    return pq.PQsendQueryParams(connection, sql, count, types, values, lengths, formats, 1) && pq.PQsetSingleRowMode(connection);
}

PGresult *plumbline_pq_next_result(PGconn *connection) { return pq.PQgetResult(connection); }
int plumbline_pq_result_status(const PGresult *result) { return pq.PQresultStatus(result); }
char *plumbline_pq_result_error_field(const PGresult *result, int code) { return pq.PQresultErrorField(result, code); }
char *plumbline_pq_command_status(PGresult *result) { return pq.PQcmdStatus(result); }
char *plumbline_pq_command_tuples(PGresult *result) { return pq.PQcmdTuples(result); }
void plumbline_pq_clear(PGresult *result) { pq.PQclear(result); }
int plumbline_pq_row_count(const PGresult *result) { return pq.PQntuples(result); }
int plumbline_pq_field_count(const PGresult *result) { return pq.PQnfields(result); }
char *plumbline_pq_field_name(const PGresult *result, int column) { return pq.PQfname(result, column); }
unsigned int plumbline_pq_field_type(const PGresult *result, int column) { return pq.PQftype(result, column); }
int plumbline_pq_is_null(const PGresult *result, int row, int column) { return pq.PQgetisnull(result, row, column); }
int plumbline_pq_length(const PGresult *result, int row, int column) { return pq.PQgetlength(result, row, column); }
char *plumbline_pq_value(const PGresult *result, int row, int column) { return pq.PQgetvalue(result, row, column); }
