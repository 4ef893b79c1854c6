internal import LayoutModel

/// A cause of conflicts: how to recognize it, and its diagnosis.
protocol CauseRule: SendableMetatype {
    /// Returns the diagnosis if the rows show this cause, else nil.
    static func diagnose(_ facts: ConflictFacts) -> Diagnosis?
}
