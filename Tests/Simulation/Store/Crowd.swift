internal import Foundation
internal import SessionStore
internal import StandardAdditions

/// Clients that each store a step at the same time, in a known order.
final class Crowd: @unchecked Sendable {
    typealias Outcome = Result<StepOutcome?, StoreError>

    private let news: [(id: String, step: NewStep)]
    private let store: any SessionStore
    // The rest is accessed only under the monitor.
    private let monitor = Monitor()
    private var arrived = 0
    private var outcomes: [Int: Outcome] = [:]
    private var started = 0

    init(_ news: [(id: String, step: NewStep)], _ store: any SessionStore) {
        self.news = news
        self.store = store
    }

    /// Has all of them wait behind the transaction in progress, one after another.
    func arrive() {
        for (place, new) in news.enumerated() {
            monitor.locked { started += 1 }
            Thread.detachNewThread { [self] in
                let outcome = Outcome { () throws(StoreError) in
                    try store.append(new.step, to: new.id, while: { true }, claim: { true }, meanwhile: { noteArrival(place) })
                }
                monitor.locked { outcomes[place] = outcome }
                noteArrival(place)
            }
            monitor.wait { arrived > place ? () : nil }
        }
    }

    private func noteArrival(_ place: Int) {
        monitor.locked { arrived = max(arrived, place + 1) }
    }

    /// Returns the outcomes when all have theirs; nil for those that never came.
    func leave() -> [Outcome?] {
        monitor.wait { outcomes.count == started ? () : nil }
        return monitor.locked { news.indices.map { outcomes[$0] } }
    }
}
