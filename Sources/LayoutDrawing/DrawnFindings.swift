/// The findings that a drawing marks, by id. Frames are relative to the superview, in points.
public struct DrawnFindings: Sendable {
    public struct Frame: Sendable, Hashable {
        public var x: Double
        public var y: Double
        public var width: Double
        public var height: Double

        public init(x: Double, y: Double, width: Double, height: Double) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }
    }

    public var verdict: String
    /// Frames by view id.
    public var frames: [String: Frame]
    /// Ids of constraints that are members of a conflict.
    public var conflicting: Set<String>
    /// Ids of constraints that were broken.
    public var broken: Set<String>
    /// The ambiguous attributes of each view, by its id: `minX`, `minY`, `width`, `height`.
    public var loose: [String: Set<String>]
    /// Ids of constraints that compete at one priority.
    public var tied: Set<String>
    /// Views whose frames differ from the report's, in a drawing of an alternate solution.
    public var moved: Set<String>

    public init(
        verdict: String, frames: [String: Frame], conflicting: Set<String> = [], broken: Set<String> = [],
        loose: [String: Set<String>] = [:], tied: Set<String> = [], moved: Set<String> = []
    ) {
        self.verdict = verdict
        self.frames = frames
        self.conflicting = conflicting
        self.broken = broken
        self.loose = loose
        self.tied = tied
        self.moved = moved
    }
}
