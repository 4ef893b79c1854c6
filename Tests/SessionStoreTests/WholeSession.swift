internal import SessionStore

// All parts of a session at once, as the readers return them one after another.

extension SessionStore {
    func steps(_ id: String, from first: Int = 0, limit: Int? = nil, isSealed: Bool = true) throws -> [StoredStep] {
        var reader = stepReader(id, from: first, through: limit.map { first + $0 - 1 } ?? .max, isSealed: isSealed)
        var steps: [StoredStep] = []
        while let step = try reader.next() { steps.append(step) }
        return steps
    }

    func events(_ id: String) throws -> [[UInt8]] {
        var reader = eventsReader(id)
        var lists: [[UInt8]] = []
        while let step = try reader.next() { lists.append(step.events) }
        return lists
    }

    func exercises(_ id: String) throws -> [StoredExercise] {
        let list = try exerciseList(id)
        return try list.steps.indices.map { try exercise(id, at: $0, of: list) }
    }
}
