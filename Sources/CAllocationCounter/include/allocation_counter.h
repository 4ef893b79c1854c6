// Counts what a program allocates: it defines the allocation functions of the C library, which call those of glibc.
//
// The service bounds the memory of each request by it, and the benchmark reports the allocations of a measurement. Under the sanitizers,
// which define the same functions, nothing is counted.
#ifndef PLUMBLINE_ALLOCATION_COUNTER_H
#define PLUMBLINE_ALLOCATION_COUNTER_H

#include <stdint.h>

// Returns the bytes that the calling thread allocated, less those that it freed. Blocks that it freed for other threads count, too, so
// only differences within a piece of work on one thread have a meaning.
int64_t thread_held_bytes(void);

struct allocation_counts {
    // Calls that returned memory; a block that was made larger or smaller is one.
    uint64_t allocations;
    // The bytes that these calls asked for.
    uint64_t bytes;
    // The most bytes that were allocated at once, beyond those at the start.
    int64_t peak;
};

// Counts from now on, in all threads, from 0.
void allocation_counting_start(void);
// Ends the counting and returns what was counted.
struct allocation_counts allocation_counting_stop(void);

#endif
