internal import Glibc

/// A mutex with a condition variable, which the standard library lacks.
public final class Monitor: @unchecked Sendable {
    // Both have a fixed address from init to deinit, as POSIX requires, and are thread-safe themselves.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    public init() {
        mutex.initialize(to: pthread_mutex_t())
        condition.initialize(to: pthread_cond_t())
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Runs the body under the lock, then wakes all waiting threads.
    public func locked<T>(_ body: () -> T) -> T {
        pthread_mutex_lock(mutex)
        defer {
            pthread_cond_broadcast(condition)
            pthread_mutex_unlock(mutex)
        }
        return body()
    }

    /// Runs the body under the lock, and wakes waiting threads only if it returns `wakes`.
    public func quietly<T>(_ body: () -> (result: T, wakes: Bool)) -> T {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        let (result, wakes) = body()
        if wakes { pthread_cond_broadcast(condition) }
        return result
    }

    /// Waits until the body returns a value. It is called under the lock, immediately and after each wake-up.
    public func wait<T>(until body: () -> T?) -> T {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let value = body() { return value }
            pthread_cond_wait(condition, mutex)
        }
    }
}
