// simdjson behind plain C: a parsed document is its tape and its string buffer, which Swift reads in place.
#ifndef SIMDJSON_SHIM_H
#define SIMDJSON_SHIM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A parsed document. It owns its memory and needs the source no longer.
typedef struct simdjson_shim_document simdjson_shim_document;

/// How far the values of a text are counted: the text may come in pieces.
typedef struct {
    /// Values so far, keys not among them: each comma and each opening bracket outside of strings begins one, and so does the text itself. Never too few.
    size_t values;
    int is_inside_string;
    int is_escaped;
} simdjson_shim_count;

/// Counts on through a piece.
void simdjson_shim_count_values(simdjson_shim_count *count, const uint8_t *bytes, size_t length);

/// Parses a whole text. Gives 0 and a document to free with `simdjson_shim_free`, or simdjson's error code and NULL.
///
/// `capacity`, at least `count`, says how many bytes may be read: what lies behind the text means nothing, but without some room there
/// the text has to be copied.
int simdjson_shim_parse(const uint8_t *bytes, size_t count, size_t capacity, size_t depth_limit, simdjson_shim_document **document);

void simdjson_shim_free(simdjson_shim_document *document);

/// The tape, as https://github.com/simdjson/simdjson/blob/v3.0.1/doc/tape.md describes it.
const uint64_t *simdjson_shim_tape(const simdjson_shim_document *document);

/// Strings as a 32-bit length in the machine's order, that many bytes, and a NUL.
const uint8_t *simdjson_shim_strings(const simdjson_shim_document *document);

/// The text of an error code; never NULL.
const char *simdjson_shim_message(int code);

#ifdef __cplusplus
}
#endif

#endif
