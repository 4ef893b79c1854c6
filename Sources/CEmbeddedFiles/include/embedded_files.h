// Files of the repository that are built into the program. `#embed` costs the compiler nothing, unlike arrays in Swift.
#ifndef PLUMBLINE_EMBEDDED_FILES_H
#define PLUMBLINE_EMBEDDED_FILES_H

#include <stddef.h>

struct embedded_file {
    const char *name;
    const unsigned char *bytes;
    size_t count;
};

// Files in the order of their list; after the last one an entry without a name.
const struct embedded_file *embedded_page_files(void);
const struct embedded_file *embedded_chapters(void);

struct embedded_file embedded_lldb_capture(void);
struct embedded_file embedded_swift_capture(void);
struct embedded_file embedded_schema(void);
struct embedded_file embedded_postgresql_schema(void);
struct embedded_file embedded_packing_dictionary(void);
struct embedded_file embedded_openapi(void);
struct embedded_file embedded_examples(void);

#endif
