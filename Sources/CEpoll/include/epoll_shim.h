// The few Linux calls that Swift's Glibc module lacks. Every function returns -1 and sets errno where the call fails.
#ifndef PLUMBLINE_EPOLL_SHIM_H
#define PLUMBLINE_EPOLL_SHIM_H

#include <stdint.h>

// One readiness report; epoll_event itself is packed, which Swift cannot import.
struct poller_event {
    uint64_t token;
    uint8_t readable;
    uint8_t writable;
    // Both directions are gone, or the socket failed.
    uint8_t hung_up;
};

int poller_create(void);
// Watches a descriptor; reports carry the token. With neither interest only a hang-up is reported.
int poller_add(int poller, int descriptor, uint64_t token, int readable, int writable);
int poller_change(int poller, int descriptor, uint64_t token, int readable, int writable);
int poller_remove(int poller, int descriptor);
// Waits at most that long (-1: for ever) and gives the number of reports, 0 also where a signal came between.
int poller_wait(int poller, struct poller_event *events, int capacity, int milliseconds);

// A counter that wakes the poller from another thread.
int waker_create(void);
void waker_signal(int waker);
void waker_drain(int waker);

// Takes the next connection, non-blocking and closed on exec.
int accept_connection(int listener);

// A number for the address of a connection's other end, the same for all connections from there; 0 where there is none.
uint64_t peer_address(int connection);

// Gives memory that was freed back to the system.
void give_memory_back(void);
// Gives each block of so many bytes or more a mapping of its own, which ends when the block is freed. Otherwise glibc raises the length to
// 32 MB with the first long blocks, and holes remain in the arena of each thread.
void return_long_blocks(int bytes);
// The bytes of memory of the machine, or of the process's control group where that has fewer.
uint64_t machine_memory(void);
// Raises the number of files that the process may have open as far as it may, and gives it.
uint64_t raise_open_files(void);

// The number that the system knows the calling thread by.
int thread_number(void);
// Has a thread of this process give way to others by so many steps of niceness more than it did.
int thread_give_way(int thread, int steps);
// Whether the calling thread has the policy that threads have unless whoever started the process said otherwise.
int thread_is_ordinary(void);
// For an ordinary thread: whether it waits its turn when it wakes, instead of taking the processor from another; threads that it starts meanwhile do the same.
int thread_wait_turn(int waits);

#endif
