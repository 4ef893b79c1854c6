#define _GNU_SOURCE
#include "allocation_counter.h"

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

static atomic_bool is_counting;
static atomic_uint_fast64_t allocations, requested;
static atomic_int_fast64_t held, most_held;
static _Thread_local int64_t held_here;

int64_t thread_held_bytes(void) { return held_here; }

void allocation_counting_start(void) {
    atomic_store(&allocations, 0);
    atomic_store(&requested, 0);
    atomic_store(&held, 0);
    atomic_store(&most_held, 0);
    atomic_store(&is_counting, true);
}

struct allocation_counts allocation_counting_stop(void) {
    atomic_store(&is_counting, false);
    struct allocation_counts counts = {atomic_load(&allocations), atomic_load(&requested), atomic_load(&most_held)};
    return counts;
}

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define PLUMBLINE_SANITIZED 1
#endif
#endif

#ifndef PLUMBLINE_SANITIZED

// glibc's own functions under the names that it keeps for such use.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static inline bool counts(void) {
    return atomic_load_explicit(&is_counting, memory_order_relaxed);
}

static void change_held(int64_t change) {
    int64_t now = atomic_fetch_add_explicit(&held, change, memory_order_relaxed) + change;
    int64_t most = atomic_load_explicit(&most_held, memory_order_relaxed);
    while (now > most && !atomic_compare_exchange_weak_explicit(&most_held, &most, now, memory_order_relaxed, memory_order_relaxed)) {
    }
}

static inline void add(void *block, size_t size) {
    if (!block) return;
    int64_t usable = (int64_t)malloc_usable_size(block);
    held_here += usable;
    if (!counts()) return;
    atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&requested, size, memory_order_relaxed);
    change_held(usable);
}

static inline void subtract(int64_t usable) {
    held_here -= usable;
    if (counts()) change_held(-usable);
}

void *malloc(size_t size) {
    void *block = __libc_malloc(size);
    add(block, size);
    return block;
}

void *calloc(size_t count, size_t size) {
    void *block = __libc_calloc(count, size);
    add(block, count * size);
    return block;
}

void *realloc(void *old, size_t size) {
    int64_t before = old ? (int64_t)malloc_usable_size(old) : 0;
    void *block = __libc_realloc(old, size);
    // If there is no memory, the old block remains; a block of 0 bytes is freed.
    if (block || size == 0) subtract(before);
    add(block, size);
    return block;
}

void free(void *block) {
    if (block) subtract((int64_t)malloc_usable_size(block));
    __libc_free(block);
}

void *memalign(size_t alignment, size_t size) {
    void *block = __libc_memalign(alignment, size);
    add(block, size);
    return block;
}

void *aligned_alloc(size_t alignment, size_t size) {
    return memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) return EINVAL;
    void *block = memalign(alignment, size);
    if (!block) return ENOMEM;
    *result = block;
    return 0;
}

#endif
