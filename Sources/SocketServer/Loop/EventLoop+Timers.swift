internal import HTTP

extension EventLoop {
    /// The least time between two searches for expired connections. A timeout may be late by this much.
    private static let grain = Duration.milliseconds(50)
    /// The interval of checks for jobs that wait behind long ones.
    private static let reliefInterval = Duration.milliseconds(20)

    /// Enters a phase and starts its timeout.
    func enter(_ phase: Connection.Phase, _ connection: Connection) {
        connection.phase = phase
        connection.beginPace()
        switch phase {
        case .idle: setExpiry(connection, configuration.idleTimeout)
        case .head: setExpiry(connection, configuration.headerTimeout)
        case .body: setExpiry(connection, configuration.bodyTimeout)
        case .handling: setExpiry(connection, configuration.requestDeadline)
        case .streaming: setExpiry(connection, configuration.bodyTimeout)
        case .writing: setExpiry(connection, configuration.writeTimeout)
        case .lingering: setExpiry(connection, configuration.lingerTimeout)
        }
    }

    func setExpiry(_ connection: Connection, _ duration: Duration) {
        connection.expiry = .now + duration
        noteExpiry(connection.expiry)
    }

    func noteExpiry(_ instant: ContinuousClock.Instant) {
        nextExpiry = min(nextExpiry ?? instant, instant)
    }

    /// Schedules a check of the pool after a job was queued or still waits.
    func noteWaiting() {
        if reliefDue == nil { reliefDue = .now + EventLoop.reliefInterval }
    }

    /// Returns the milliseconds that the poller may wait; -1 if nothing is scheduled.
    func timeout() -> Int32 {
        if !queued.isEmpty { return 0 }
        let times = [nextExpiry, acceptPausedUntil, stopDeadline, reliefDue, deferralDue, memory?.due]
        guard let next = times.compactMap({ $0 }).min() else { return -1 }
        let left = ContinuousClock.now.duration(to: next).components
        if left.seconds > 3600 { return 3_600_000 }
        // Rounded up, so that the wait does not end too early.
        return Int32(max(0, left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000 + 1))
    }

    /// Handles everything that has expired.
    func expire() {
        let now = ContinuousClock.now
        if let relief = reliefDue, now >= relief {
            reliefDue = nil
            if pool.relieve() { noteWaiting() }
        }
        if let due = deferralDue, now >= due { callDeferred() }
        if let paused = acceptPausedUntil, now >= paused { resumeAccepting() }
        guard let due = nextExpiry, now >= due else { return }
        nextExpiry = nil
        for connection in Array(connections.values) {
            if connection.expiry <= now { expire(connection) }
            if connections[connection.id] != nil { noteExpiry(connection.expiry) }
        }
        if let next = nextExpiry { nextExpiry = max(next, now + EventLoop.grain) }
    }

    private func expire(_ connection: Connection) {
        switch connection.phase {
        case .idle, .writing, .lingering:
            drop(connection)
        case .head, .body:
            let what = connection.phase == .head ? "The request's header" : "The request's body"
            let problem = ProblemDetails(status: .requestTimeout, code: "timeout", detail: "\(what) did not arrive in time.")
            refuse(connection, problem.response, to: connection.head?.method)
        case .streaming:
            expireStream(connection)
        case .handling:
            if let exchange = connection.exchange, !exchange.cancellation.cancel() {
                // The result is being committed, so a 503 would be wrong.
                setExpiry(connection, configuration.handlerMargin)
                return
            }
            let problem = ProblemDetails(
                status: .serviceUnavailable, code: "deadline",
                detail: "The request was not answered before its deadline; send a smaller request, or start the service with a longer --deadline.")
            answer(connection, problem.response)
            advance(connection)
        }
    }
}
