internal import Glibc

/// A lock with a condition: what threads that wait for each other need, and the standard library lacks.
final class Monitor: @unchecked Sendable {
    // Both live at a fixed address, as POSIX demands, from init to deinit; their own rules make them safe to share.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() {
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

    /// Runs the body under the lock, and then wakes all who wait, so that they look again.
    func locked<T>(_ body: () -> T) -> T {
        pthread_mutex_lock(mutex)
        defer {
            pthread_cond_broadcast(condition)
            pthread_mutex_unlock(mutex)
        }
        return body()
    }

    /// Runs the body under the lock, and wakes those who wait only where it says so.
    func quietly<T>(_ body: () -> (result: T, wakes: Bool)) -> T {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        let (result, wakes) = body()
        if wakes { pthread_cond_broadcast(condition) }
        return result
    }

    /// Waits until the body gives a value. It is asked under the lock, now and each time another thread has been inside.
    func wait<T>(until body: () -> T?) -> T {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let value = body() { return value }
            pthread_cond_wait(condition, mutex)
        }
    }
}
