internal import LayoutModel

/// One cause of conflicts: how it is recognised, and what an expert says of it.
protocol CauseRule: SendableMetatype {
    /// The diagnosis if the rows show this cause, else nil.
    static func diagnose(_ facts: ConflictFacts) -> Diagnosis?
}
