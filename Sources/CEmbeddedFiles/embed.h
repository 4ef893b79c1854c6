// Every file takes an array of its own, as only an array knows its size.
#include "embedded_files.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

#define FILE_ENTRY(name, array) {name, array, sizeof array}
