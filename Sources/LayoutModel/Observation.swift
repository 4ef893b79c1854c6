public import ExactArithmetic

/// The provenance of a document that was captured from a running app. No verdict depends on it.
public struct Capture: Sendable, Hashable {
    /// The program that captured it.
    public var tool: String?
    public var os: String?
    public var device: String?
    /// The number of pixels per point.
    public var scale: Rational?
    public var date: String?

    public init(tool: String? = nil, os: String? = nil, device: String? = nil, scale: Rational? = nil, date: String? = nil) {
        self.tool = tool
        self.os = os
        self.device = device
        self.scale = scale
        self.date = date
    }
}

/// The report of the platform itself about one view when a document was captured. No verdict depends on it.
public struct ViewObservation: Sendable, Hashable {
    /// The index into `LayoutDocument.views`.
    public var view: Int
    /// The frame relative to the superview's.
    public var frame: LayoutFrame?
    /// `hasAmbiguousLayout`.
    public var isAmbiguous: Bool?
    /// The ids in the platform's lists `constraintsAffectingLayout(for:)`, by axis. Nil for a list that was not captured.
    public var affecting: AffectingLists

    public struct AffectingLists: Sendable, Hashable {
        public var horizontal: [String]?
        public var vertical: [String]?

        public init(horizontal: [String]? = nil, vertical: [String]? = nil) {
            self.horizontal = horizontal
            self.vertical = vertical
        }

        public subscript(axis: Axis) -> [String]? {
            get { axis == .horizontal ? horizontal : vertical }
            set { if axis == .horizontal { horizontal = newValue } else { vertical = newValue } }
        }
    }

    public init(view: Int, frame: LayoutFrame? = nil, isAmbiguous: Bool? = nil, affecting: AffectingLists = AffectingLists()) {
        self.view = view
        self.frame = frame
        self.isAmbiguous = isAmbiguous
        self.affecting = affecting
    }
}
