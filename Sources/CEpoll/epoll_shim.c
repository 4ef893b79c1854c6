#define _GNU_SOURCE
#include "epoll_shim.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <netinet/in.h>
#include <sched.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { batch = 256 };

static int control(int poller, int operation, int descriptor, uint64_t token, int readable, int writable) {
    struct epoll_event event = {0};
    event.events = (readable ? (uint32_t)EPOLLIN : 0) | (writable ? (uint32_t)EPOLLOUT : 0);
    event.data.u64 = token;
    return epoll_ctl(poller, operation, descriptor, &event);
}

int poller_create(void) {
    return epoll_create1(EPOLL_CLOEXEC);
}

int poller_add(int poller, int descriptor, uint64_t token, int readable, int writable) {
    return control(poller, EPOLL_CTL_ADD, descriptor, token, readable, writable);
}

int poller_change(int poller, int descriptor, uint64_t token, int readable, int writable) {
    return control(poller, EPOLL_CTL_MOD, descriptor, token, readable, writable);
}

int poller_remove(int poller, int descriptor) {
    return control(poller, EPOLL_CTL_DEL, descriptor, 0, 0, 0);
}

int poller_wait(int poller, struct poller_event *events, int capacity, int milliseconds) {
    struct epoll_event ready[batch];
    if (capacity > batch) capacity = batch;
    int count = epoll_wait(poller, ready, capacity, milliseconds);
    if (count < 0) return errno == EINTR ? 0 : -1;
    for (int i = 0; i < count; i++) {
        uint32_t bits = ready[i].events;
        events[i].token = ready[i].data.u64;
        events[i].readable = (bits & EPOLLIN) != 0;
        events[i].writable = (bits & EPOLLOUT) != 0;
        events[i].hung_up = (bits & (EPOLLHUP | EPOLLERR)) != 0;
    }
    return count;
}

int waker_create(void) {
    return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

void waker_signal(int waker) {
    uint64_t one = 1;
    // A full counter is a wake-up that is still due, so the result says nothing that matters.
    ssize_t written = write(waker, &one, sizeof one);
    (void)written;
}

void waker_drain(int waker) {
    uint64_t count;
    ssize_t got = read(waker, &count, sizeof count);
    (void)got;
}

int accept_connection(int listener) {
    return accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

uint64_t peer_address(int connection) {
    struct sockaddr_storage peer;
    socklen_t length = sizeof peer;
    if (getpeername(connection, (struct sockaddr *)&peer, &length) != 0) return 0;
    if (peer.ss_family == AF_INET) return ((struct sockaddr_in *)&peer)->sin_addr.s_addr;
    if (peer.ss_family != AF_INET6) return 0;
    // A network gives each of its hosts 2^64 addresses, so the first half says who it is.
    uint64_t network;
    memcpy(&network, &((struct sockaddr_in6 *)&peer)->sin6_addr, sizeof network);
    return network;
}

static size_t contents(const char *path, char *text, size_t capacity) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    ssize_t count = read(file, text, capacity - 1);
    close(file);
    if (count <= 0) return 0;
    text[count] = 0;
    return (size_t)count;
}

void give_memory_back(void) { malloc_trim(1 << 20); }

void return_long_blocks(int bytes) {
    mallopt(M_MMAP_THRESHOLD, bytes);
    mallopt(M_TRIM_THRESHOLD, 2 * bytes);
}

uint64_t machine_memory(void) {
    uint64_t bytes = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
    static const char *const limits[] = {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        char text[64];
        if (contents(limits[i], text, sizeof text) == 0) continue;
        uint64_t limit = strtoull(text, NULL, 10);
        if (limit > 0 && limit < bytes) bytes = limit;
    }
    return bytes;
}

uint64_t raise_open_files(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 1024;
    // Far more than connections may be open, so that nothing that counts to the limit takes long.
    rlim_t most = limit.rlim_max < 262144 ? limit.rlim_max : 262144;
    if (limit.rlim_cur < most) {
        struct rlimit raised = {most, limit.rlim_max};
        if (setrlimit(RLIMIT_NOFILE, &raised) == 0) return most;
    }
    return limit.rlim_cur;
}

int thread_number(void) { return (int)syscall(SYS_gettid); }

int thread_give_way(int thread, int steps) {
    errno = 0;
    // On Linux a priority is a thread's own.
    int present = getpriority(PRIO_PROCESS, (id_t)thread);
    if (present == -1 && errno != 0) return -1;
    return setpriority(PRIO_PROCESS, (id_t)thread, present + steps);
}

int thread_is_ordinary(void) { return sched_getscheduler(0) == SCHED_OTHER; }

int thread_wait_turn(int waits) {
    struct sched_param none = {0};
    return sched_setscheduler(0, waits ? SCHED_BATCH : SCHED_OTHER, &none);
}
