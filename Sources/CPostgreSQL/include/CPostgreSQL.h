// The functions of libpq 5 that the program uses, whose binary interface has not changed since 2006. The library is loaded when the first
// connection is made: with its own libraries it would make each start of the program several milliseconds longer.
#ifndef PLUMBLINE_POSTGRESQL_H
#define PLUMBLINE_POSTGRESQL_H

typedef struct pg_conn PGconn;
typedef struct pg_result PGresult;

// As in libpq-fe.h.
struct plumbline_pq_option {
    char *keyword, *envvar, *compiled, *val, *label, *dispchar;
    int dispsize;
};

static const int plumbline_pq_connection_ok = 0;
static const int plumbline_pq_empty_query = 0;
static const int plumbline_pq_command_ok = 1;
static const int plumbline_pq_tuples_ok = 2;
static const int plumbline_pq_single_tuple = 9;
static const int plumbline_pq_transaction_idle = 0;
static const int plumbline_pq_diag_sqlstate = 'C';
static const int plumbline_pq_diag_message = 'M';
static const int plumbline_pq_diag_constraint = 'n';

/// Loads the library. Returns 0 if it is not installed or lacks a function; no other function may be called then.
int plumbline_pq_load(void);

struct plumbline_pq_option *plumbline_pq_conninfo_parse(const char *text);
void plumbline_pq_conninfo_free(struct plumbline_pq_option *options);
/// Connects, and expands `dbname`. Notices are dropped.
PGconn *plumbline_pq_connect(const char *const *keywords, const char *const *values);
int plumbline_pq_status(const PGconn *connection);
char *plumbline_pq_error_message(const PGconn *connection);
void plumbline_pq_finish(PGconn *connection);
int plumbline_pq_server_version(const PGconn *connection);
int plumbline_pq_transaction_status(const PGconn *connection);
PGresult *plumbline_pq_exec(PGconn *connection, const char *sql);
/// As plumbline_pq_exec. Sets has_warning to 1 if the server sent a warning (SQLSTATE 01…) before the result, otherwise to 0.
PGresult *plumbline_pq_exec_warned(PGconn *connection, const char *sql, int *has_warning);
/// Runs a statement whose values and result are in the binary format.
PGresult *plumbline_pq_exec_params(
    PGconn *connection, const char *sql, int count, const unsigned int *types, const char *const *values, const int *lengths, const int *formats);
/// Sends a statement as plumbline_pq_exec_params does, but each row is a result of its own. Returns 0 if that fails. No other statement may run until
/// plumbline_pq_next_result has returned null.
int plumbline_pq_send_params(
    PGconn *connection, const char *sql, int count, const unsigned int *types, const char *const *values, const int *lengths, const int *formats);
PGresult *plumbline_pq_next_result(PGconn *connection);
int plumbline_pq_result_status(const PGresult *result);
char *plumbline_pq_result_error_field(const PGresult *result, int code);
char *plumbline_pq_command_status(PGresult *result);
char *plumbline_pq_command_tuples(PGresult *result);
void plumbline_pq_clear(PGresult *result);
int plumbline_pq_row_count(const PGresult *result);
int plumbline_pq_field_count(const PGresult *result);
char *plumbline_pq_field_name(const PGresult *result, int column);
unsigned int plumbline_pq_field_type(const PGresult *result, int column);
int plumbline_pq_is_null(const PGresult *result, int row, int column);
int plumbline_pq_length(const PGresult *result, int row, int column);
char *plumbline_pq_value(const PGresult *result, int row, int column);

#endif
