internal import HTTP

// Streamed exchanges whose next call waits.

/// The streamed exchanges whose next call waits, in order.
struct DeferredCalls {
    /// The interval at which waiting calls are looked at.
    static let interval = Duration.milliseconds(50)
    /// The number of calls for little input in an interval. Thousands of batches that send a few bytes at a time would take the processors
    /// from all others.
    static let mostSmall = 100

    /// Batches that sent little.
    var resting = AddressTurns()
    /// Answers that wait for memory or for their turn.
    var stalled = AddressTurns()
    /// The ids of the connections whose last call was for a piece of an answer.
    var answering: Set<UInt64> = []
    /// The number of calls for little input in the present interval, and its end.
    var smallCount = 0
    var intervalEnd = ContinuousClock.now

    var isEmpty: Bool { resting.isEmpty && stalled.isEmpty }
}

/// The ids of connections that wait; a connection that is referenced would remain open. Addresses take turns, and so do the connections of each.
struct AddressTurns {
    private var ids: [UInt64: [UInt64]] = [:]
    /// The addresses of which a connection waits, the next one first.
    private var addresses: [UInt64] = []

    var isEmpty: Bool { addresses.isEmpty }

    mutating func append(_ connection: Connection) {
        if ids[connection.address] == nil { addresses.append(connection.address) }
        ids[connection.address, default: []].append(connection.id)
    }

    /// Removes and returns the next connection's id; nil if none waits.
    mutating func next() -> UInt64? {
        guard !addresses.isEmpty else { return nil }
        let address = addresses.removeFirst()
        guard var waiting = ids[address], !waiting.isEmpty else { return nil }
        let id = waiting.removeFirst()
        ids[address] = waiting.isEmpty ? nil : waiting
        if !waiting.isEmpty { addresses.append(address) }
        return id
    }
}

extension EventLoop {
    /// Whether what is held for requests and answers is more than it may be.
    private var isFull: Bool { heldBytes > configuration.maximumHeldBytes }

    /// Whether another piece of an answer may be made. As many are made at once as there are workers, since only a piece that is there is
    /// counted.
    private var hasRoom: Bool { !isFull && answeringCount < configuration.workerCount }

    /// The number of answers whose next piece a worker makes.
    private var answeringCount: Int {
        deferred.answering = deferred.answering.filter { id in
            connections[id]?.stream.map { $0.isRunning && !$0.stream.isWork } ?? false
        }
        return deferred.answering.count
    }

    /// Returns whether a stream may be called now; otherwise it is called later.
    func mayCall(_ streamed: StreamedExchange, _ connection: Connection) -> Bool {
        streamed.stream.isWork ? mayTakeInput(streamed, connection) : mayAnswer(streamed, connection)
    }

    private func mayTakeInput(_ streamed: StreamedExchange, _ connection: Connection) -> Bool {
        guard !streamed.wantsTurn, !streamed.inputIsComplete, streamed.input.count < EventLoop.leastProgress else { return true }
        let now = ContinuousClock.now
        if now >= deferred.intervalEnd { (deferred.intervalEnd, deferred.smallCount) = (now + DeferredCalls.interval, 0) }
        if deferred.resting.isEmpty, deferred.smallCount < DeferredCalls.mostSmall {
            deferred.smallCount += 1
            return true
        }
        if streamed.deferral == nil { deferred.resting.append(connection) }
        wait(streamed, .forTurn)
        return false
    }

    private func mayAnswer(_ streamed: StreamedExchange, _ connection: Connection) -> Bool {
        if hasRoom, deferred.stalled.isEmpty {
            deferred.answering.insert(connection.id)
            return true
        }
        if streamed.deferral == nil { deferred.stalled.append(connection) }
        wait(streamed, .forMemory)
        return false
    }

    private func wait(_ streamed: StreamedExchange, _ deferral: StreamedExchange.Deferral) {
        streamed.deferral = deferral
        deferralDue = deferralDue ?? .now + DeferredCalls.interval
    }

    /// Calls streams that waited, as far as they may be called now.
    func callDeferred() {
        deferralDue = nil
        (deferred.intervalEnd, deferred.smallCount) = (.now + DeferredCalls.interval, 0)
        while deferred.smallCount < DeferredCalls.mostSmall, let id = deferred.resting.next() {
            deferred.smallCount += 1
            resume(id, .forTurn)
        }
        while isFull, !deferred.stalled.isEmpty, let slow = slowest(at: .now, holding: EventLoop.largeAnswer) { drop(slow) }
        // Without a client that reads, nothing but the next call makes room.
        if isFull, answeringCount == 0, !connections.values.contains(where: isAwaited), let id = deferred.stalled.next() {
            resume(id, .forMemory)
        }
        callStalled()
        if !deferred.isEmpty { deferralDue = deferralDue ?? .now + DeferredCalls.interval }
    }

    /// Calls answers that waited while there is room for more pieces.
    func callStalled() {
        while hasRoom, let id = deferred.stalled.next() { resume(id, .forMemory) }
    }

    private func resume(_ id: UInt64, _ deferral: StreamedExchange.Deferral) {
        // The connection may have ended, or have another exchange, or its stream was called meanwhile.
        guard let connection = connections[id], let streamed = connection.stream, streamed.deferral == deferral else { return }
        if deferral == .forMemory { deferred.answering.insert(connection.id) }
        call(streamed, connection)
        settle(connection, streamed)
    }
}
