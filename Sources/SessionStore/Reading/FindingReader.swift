/// A reader of the findings of a session's steps, one step after another in either direction. It reads the findings of several steps at a time,
/// fewer if they have many.
public struct FindingReader: Sendable {
    private static let mostSteps = 200
    /// The number of findings in memory, each counted for every step that has it, except for a single step with more.
    private static let mostFindings = 50_000

    private let store: any SessionStore
    private let id: String
    private let isSealed: Bool
    private var steps = 0..<0
    private var lists: [[FindingName]] = []

    /// - Parameter isSealed: whether findings that differ from their digest are an error.
    public init(_ store: any SessionStore, _ id: String, isSealed: Bool = true) {
        self.store = store
        self.id = id
        self.isSealed = isSealed
    }

    /// Returns the findings of a step in the order of its report.
    public mutating func names(of step: Int) throws(StoreError) -> [FindingName] {
        if !steps.contains(step) {
            let most = lists.map(\.count).max() ?? 0
            let count = lists.isEmpty ? 8 : max(1, min(FindingReader.mostSteps, 2 * lists.count, FindingReader.mostFindings / max(1, most)))
            let isBackward = step < steps.lowerBound || lists.isEmpty
            steps = isBackward ? max(0, step - count + 1)..<step + 1 : step..<step + count
            lists = []
            lists = try store.findingNames(of: id, steps: steps, isSealed: isSealed)
        }
        return lists[step - steps.lowerBound]
    }
}
