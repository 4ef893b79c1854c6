extension WorkerPool {
    /// A thread and its present job. The pool's condition guards it.
    final class Worker {
        /// The system's id of the thread; nil before it runs.
        var thread: Int32?
        /// The start of its job; nil between jobs.
        var began: ContinuousClock.Instant?
        /// Its job; nil between jobs.
        var job: Job?
        /// Whether another worker has replaced this one, so that it ends after its job.
        var isAside = false
        let turn = AsideTurns.Turn()
        /// The memory of its job.
        let share = WorkMemory.Share()
    }
}
