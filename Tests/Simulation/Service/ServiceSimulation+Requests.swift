internal import JSON

extension ServiceSimulation {
    func operate() throws {
        switch random.below(100) {
        case 0..<15: try create()
        case 15..<60: try append()
        case 60..<70: try appendIfUnchanged()
        case 70..<78: try repeatRequest()
        case 78..<83: try pin()
        case 83..<87: try delete()
        case 87..<92: try exercise()
        default: try read()
        }
    }

    private func someID() -> String? { order.isEmpty ? nil : random.one(of: order) }

    /// Makes a session. A client without an answer looks for it by its name.
    private func create() throws {
        number += 1
        let name = "session-\(number)-end"
        let body = """
            {"name":"\(name)","size":{"width":\(60 + random.below(40)),"height":44},"constraints":["title.leading == root.leading + 8",
            "title.trailing == root.trailing - 8","title.width == 60","title.top == root.top","title.height == 20"]}
            """
        let answer = try send("POST", "/v1/sessions", [], body)
        if let answer, answer.status == 201, let id = answer.json?["id"]?.string, let report = answer.report {
            sessions[id] = Known(id: id, reports: [report])
            result.acknowledged += 1
            return
        }
        let list = try insist("GET", "/v1/sessions?q=\(name)").json?["sessions"]?.elements ?? []
        try expect(list.count <= 1, "one request made \(list.count) sessions")
        try expect(answer == nil || list.isEmpty, "a refused session is there")
        guard let id = list.first?["id"]?.string else {
            refused.insert(name)
            return
        }
        try adopt(id)
    }

    /// Takes up a session of which no answer came.
    private func adopt(_ id: String) throws {
        result.foundLater += 1
        sessions[id] = Known(id: id, reports: [Service.trimmed(try insist("GET", "/v1/sessions/\(id)/report?step=0").body)])
    }

    private func events() -> String {
        switch random.below(4) {
        case 0: #"{"events":[{"op":"resize","width":\#(60 + random.below(60))}]}"#
        case 1: #"{"events":[{"op":"setConstant","id":"c1","constant":\#(random.below(20))},{"op":"resize","width":\#(60 + random.below(60))}]}"#
        default: #"{"events":[{"op":"setConstant","id":"c3","constant":\#(10 + random.below(90))}]}"#
        }
    }

    /// Sends events with a key until they are answered: they make one step.
    private func append() throws {
        guard let id = someID(), let known = sessions[id] else { return }
        number += 1
        let (key, body) = ("key-\(number)", events())
        let answer = try insist("POST", "/v1/sessions/\(id)/events", [("Idempotency-Key", key)], body)
        try expect(answer.status == 200, "events with a key give \(answer.status): \(String(decoding: answer.body.prefix(300), as: UTF8.self))")
        let wanted = known.reports.count
        try expect(answer.step == wanted, "a request made step \(answer.step.map(String.init) ?? "none") of \(id), not \(wanted)")
        guard let report = answer.report else { throw Violation("the answer about step \(wanted) of \(id) has no report") }
        sessions[id]?.reports.append(report)
        sessions[id]?.keys.append((key, body, wanted))
        result.acknowledged += 1
    }

    /// Sends events that are for one step only, with a key until they are answered.
    private func appendIfUnchanged() throws {
        guard let id = someID(), let known = sessions[id] else { return }
        let isStale = random.happens(perMille: 200)
        let step = known.reports.count - 1
        number += 1
        let fields = [("If-Match", "\"\(isStale ? step + 5 : step)\""), ("Idempotency-Key", "key-\(number)")]
        let answer = try insist("POST", "/v1/sessions/\(id)/events", fields, events())
        if isStale {
            try expect(answer.status == 412, "events for another step of \(id) give \(answer.status)")
            return
        }
        try expect(answer.status == 200 && answer.step == step + 1, "events for step \(step) of \(id) give \(answer.status)")
        guard let report = answer.report else { throw Violation("the answer about a step of \(id) has no report") }
        sessions[id]?.reports.append(report)
        result.acknowledged += 1
    }

    /// A request of the past arrives again: nothing changes.
    private func repeatRequest() throws {
        guard let id = someID(), let keys = sessions[id]?.keys, !keys.isEmpty else { return }
        let past = random.one(of: keys)
        let answer = try insist("POST", "/v1/sessions/\(id)/events", [("Idempotency-Key", past.key)], past.body)
        try expect(
            answer.status == 200 && answer.step == past.step && answer.isReplayed,
            "a repeated request for step \(past.step) of \(id) gives \(answer.status) and step \(answer.step.map(String.init) ?? "none")")
    }

    private func pin() throws {
        guard let id = someID() else { return }
        let isPinned = random.happens(perMille: 500)
        let answer = try insist(isPinned ? "PUT" : "DELETE", "/v1/sessions/\(id)/pin")
        try expect(answer.status == 204, "pinning \(id) gives \(answer.status)")
        sessions[id]?.isPinned = isPinned
        result.acknowledged += 1
    }

    private func delete() throws {
        guard let id = someID() else { return }
        let answer = try insist("DELETE", "/v1/sessions/\(id)")
        // 404 if an earlier request was done and its answer lost.
        try expect(answer.status == 204 || answer.status == 404, "deleting \(id) gives \(answer.status)")
        sessions[id] = nil
        result.acknowledged += 1
    }

    private func exercise() throws {
        guard let id = someID() else { return }
        if let answer = try send("POST", "/v1/sessions/\(id)/exercise", [], "{}") {
            try expect(answer.status == 200 || answer.status >= 500, "an exercise gives \(answer.status)")
        }
    }

    /// Reads a step while the disk may fail.
    private func read() throws {
        guard let id = someID(), let known = sessions[id], let answer = try send("GET", "/v1/sessions/\(id)/report"), answer.status < 500 else {
            return
        }
        try expect(
            answer.status == 200 && Service.trimmed(answer.body) == known.reports.last,
            "the newest report of \(id) is not that of step \(known.reports.count - 1), which was acknowledged last")
    }

    // MARK: - Everything

    /// Checks that all is there that was acknowledged, once and in order, and nothing else.
    func check() throws {
        for id in order {
            guard let known = sessions[id] else { continue }
            for (step, report) in known.reports.enumerated() {
                let answer = try insist("GET", "/v1/sessions/\(id)/report?step=\(step)")
                try expect(answer.status == 200, "step \(step) of \(id) is lost: \(answer.status)")
                try expect(Service.trimmed(answer.body) == report, "the report of step \(step) of \(id) is another one")
            }
            let further = try insist("GET", "/v1/sessions/\(id)/report?step=\(known.reports.count)")
            try expect(further.status == 404, "\(id) has a step that nobody made, or one twice")
        }
        var found: [String] = []
        var cursor = ""
        repeat {
            let page = try insist("GET", "/v1/sessions?limit=20\(cursor)").json
            for row in page?["sessions"]?.elements ?? [] {
                guard let id = row["id"]?.string, let name = row["name"]?.string else { continue }
                found.append(id)
                // The log may still have had the whole of it when the file was opened again.
                if sessions[id] == nil, refused.remove(name) != nil { try adopt(id) }
            }
            cursor = page?["next"]?.string.map { "&cursor=\($0)" } ?? ""
        } while !cursor.isEmpty
        try expect(found.sorted() == order, "the list has \(found.count) sessions, not \(order.count)")
        try replay()
    }

    /// Has the service run the steps of a session again.
    private func replay() throws {
        guard let id = someID() else { return }
        let answer = try insist("POST", "/v1/sessions/\(id)/replay")
        try expect(answer.status == 200 && answer.json?["identical"]?.bool != false, "replaying \(id) gives \(answer.status), or other reports")
    }
}
