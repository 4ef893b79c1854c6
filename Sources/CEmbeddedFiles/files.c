// Files that are read by their own names.
#include "embed.h"

static const unsigned char plumbline_lldb[] = {
#embed "../Capture/Resources/plumbline_lldb.py"
};
static const unsigned char plumbline_capture[] = {
#embed "../Capture/Resources/PlumblineCapture.swift"
};
static const unsigned char schema[] = {
#embed "../../schema.sql"
};
static const unsigned char postgresql_schema[] = {
#embed "../SessionStore/PostgreSQL/schema.sql"
};
static const unsigned char packing_dictionary[] = {
#embed "../SessionStore/Resources/packing-1.dictionary"
};
static const unsigned char openapi[] = {
#embed "../LayoutService/Resources/openapi.json"
};
static const unsigned char examples[] = {
#embed "../LayoutService/Resources/examples.json"
};

struct embedded_file embedded_lldb_capture(void) { return (struct embedded_file)FILE_ENTRY("plumbline_lldb.py", plumbline_lldb); }
struct embedded_file embedded_swift_capture(void) { return (struct embedded_file)FILE_ENTRY("PlumblineCapture.swift", plumbline_capture); }
struct embedded_file embedded_schema(void) { return (struct embedded_file)FILE_ENTRY("schema.sql", schema); }
struct embedded_file embedded_postgresql_schema(void) { return (struct embedded_file)FILE_ENTRY("schema.sql", postgresql_schema); }
struct embedded_file embedded_packing_dictionary(void) { return (struct embedded_file)FILE_ENTRY("packing-1.dictionary", packing_dictionary); }
struct embedded_file embedded_openapi(void) { return (struct embedded_file)FILE_ENTRY("openapi.json", openapi); }
struct embedded_file embedded_examples(void) { return (struct embedded_file)FILE_ENTRY("examples.json", examples); }
