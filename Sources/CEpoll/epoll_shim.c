#include "epoll_shim.h"
