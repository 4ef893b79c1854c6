// Counts what a program allocates, by taking the place of the allocation functions of the C library.
//
// For the benchmark alone: a program that links this target runs with its own malloc and free, which hand everything on to glibc and
// add it up while counting is on. Under the sanitizers, which do the same, nothing is counted.
#ifndef PLUMBLINE_ALLOCATION_COUNTER_H
#define PLUMBLINE_ALLOCATION_COUNTER_H

#include <stdint.h>

struct allocation_counts {
    // Calls that gave memory; a block that was made larger or smaller is one.
    uint64_t allocations;
    // The bytes that these calls asked for.
    uint64_t bytes;
    // The most bytes that were held at once, beyond what was held when counting began.
    int64_t peak;
};

// Counts from now on, in all threads, from 0.
void allocation_counting_start(void);
// Ends the counting and gives what was counted.
struct allocation_counts allocation_counting_stop(void);

#endif
