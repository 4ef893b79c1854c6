#include "simdjson_shim.h"
