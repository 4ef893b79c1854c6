internal import LayoutModel
internal import Synchronization

/// Counters of this process' analyses.
public enum AnalysisCounts {
    private static let clean = Atomic(0)
    private static let ambiguous = Atomic(0)
    private static let conflicting = Atomic(0)
    private static let incomplete = Atomic(0)
    private static let open = Atomic(0)

    static func note(_ analysis: Analysis) {
        switch analysis.verdict {
        case .clean: clean.wrappingAdd(1, ordering: .relaxed)
        case .ambiguous: ambiguous.wrappingAdd(1, ordering: .relaxed)
        case .conflicting: conflicting.wrappingAdd(1, ordering: .relaxed)
        case .incomplete: incomplete.wrappingAdd(1, ordering: .relaxed)
        }
        if !analysis.inconclusive.isEmpty { open.wrappingAdd(1, ordering: .relaxed) }
    }

    public static var byVerdict: [(verdict: String, count: Int)] {
        [
            ("clean", clean.load(ordering: .relaxed)), ("ambiguous", ambiguous.load(ordering: .relaxed)),
            ("conflicting", conflicting.load(ordering: .relaxed)), ("incomplete", incomplete.load(ordering: .relaxed)),
        ]
    }

    public static var inconclusive: Int { open.load(ordering: .relaxed) }
}
