#include "simdjson_shim.h"

#include <new>
#include <simdjson.h>

struct simdjson_shim_document {
    simdjson::dom::document document;
};

int simdjson_shim_parse(const uint8_t *bytes, size_t count, size_t depth_limit, simdjson_shim_document **document) {
    *document = nullptr;
    auto *made = new (std::nothrow) simdjson_shim_document;
    if (made == nullptr) return simdjson::MEMALLOC;
    simdjson::dom::parser parser;
    // simdjson counts the innermost scalar as a level of its own.
    simdjson::error_code error = parser.allocate(count, depth_limit + 1);
    if (!error) error = parser.parse_into_document(made->document, bytes, count, true).error();
    if (error) {
        delete made;
        return error;
    }
    *document = made;
    return 0;
}

void simdjson_shim_free(simdjson_shim_document *document) { delete document; }

const uint64_t *simdjson_shim_tape(const simdjson_shim_document *document) { return document->document.tape.get(); }

const uint8_t *simdjson_shim_strings(const simdjson_shim_document *document) { return document->document.string_buf.get(); }

const char *simdjson_shim_message(int code) { return simdjson::error_message(static_cast<simdjson::error_code>(code)); }
