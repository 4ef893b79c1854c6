#include "simdjson_shim.h"

#include <new>
#include <simdjson.h>
#include <sys/mman.h>

struct simdjson_shim_document {
    simdjson::dom::document document;
};

namespace {

// So long a text fills several large pages.
constexpr size_t long_text = 1 << 20;

// Of a long text, tape and indexes are large and written once from front to back: large pages save most of the time that the kernel
// takes to hand them out. It is no more than a hint.
void prefer_large_pages(const void *start, size_t count) {
    const uintptr_t page = 2 << 20;
    const uintptr_t first = (reinterpret_cast<uintptr_t>(start) + page - 1) / page * page;
    const uintptr_t last = (reinterpret_cast<uintptr_t>(start) + count) / page * page;
    if (first < last) madvise(reinterpret_cast<void *>(first), last - first, MADV_HUGEPAGE);
}

}  // namespace

void simdjson_shim_count_values(simdjson_shim_count *count, const uint8_t *bytes, size_t length) {
    simdjson_shim_count now = *count;
    if (now.values == 0) now.values = 1;
    for (size_t at = 0; at < length; at++) {
        const uint8_t byte = bytes[at];
        if (now.is_inside_string) {
            if (now.is_escaped) now.is_escaped = 0;
            else if (byte == '\\') now.is_escaped = 1;
            else if (byte == '"') now.is_inside_string = 0;
        } else {
            if (byte == '"') now.is_inside_string = 1;
            now.values += byte == ',' || byte == '[' || byte == '{';
        }
    }
    *count = now;
}

int simdjson_shim_parse(const uint8_t *bytes, size_t count, size_t capacity, size_t depth_limit, simdjson_shim_document **document) {
    *document = nullptr;
    auto *made = new (std::nothrow) simdjson_shim_document;
    if (made == nullptr) return simdjson::MEMALLOC;
    simdjson::dom::parser parser;
    // simdjson counts the innermost scalar as a level of its own.
    simdjson::error_code error = parser.allocate(count, depth_limit + 1);
    if (!error) error = made->document.allocate(count);
    if (!error) {
        if (count >= long_text) {
            prefer_large_pages(made->document.tape.get(), count * sizeof(uint64_t));
            prefer_large_pages(parser.implementation->structural_indexes.get(), count * sizeof(uint32_t));
        }
        const bool is_copied = capacity - count < simdjson::SIMDJSON_PADDING;
        error = parser.parse_into_document(made->document, bytes, count, is_copied).error();
    }
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
