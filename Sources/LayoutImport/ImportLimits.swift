internal import JSON
public import LayoutModel

/// Limits of the size of a source.
public struct ImportLimits: Sendable, Hashable {
    /// The maximum number of views, including guides and excluding content areas of scroll views.
    public var views: Int
    public var constraints: Int
    /// The maximum nesting depth of JSON.
    public var depth: Int
    /// The maximum length of a view hierarchy's files in bytes, unpacked.
    public var unpackedBytes: Int
    /// Asked between pieces of reading, which may wait there until others have released their memory. If it denies, reading ends with an error.
    public var interest = AnalysisOptions.Interest()

    /// The number of views, constraints or lines that are read between two questions.
    private static let piece = 16

    /// Asks whether the layout is still needed.
    ///
    /// - Parameter count: the number of what was read so far.
    func checkInterest(_ count: Int = 0) throws(ImportError) {
        guard count % ImportLimits.piece == 0, !interest.isAwaited() else { return }
        throw ImportError(.tooLarge, code: ImportError.endedCode, "the layout was not read to its end, because nobody waits for it")
    }

    /// Returns the maximum number of values in the JSON of a document or an exported session: an eighth of its bytes if it is
    /// long. Real ones have a dozen or more bytes per value.
    public static func mostValues(bytes: Int) -> Int { max(2_000_000, bytes / 8) }
    /// The maximum number of values in a stored report or answer. Those of the service have some seventeen bytes per value, and questions about
    /// a session reserve memory by the length alone.
    public static func mostReportValues(bytes: Int) -> Int { max(100_000, bytes / 6) }
    /// The maximum number of values in the JSON of a list of events or a query to a session. A thousand events have some ten
    /// thousand.
    public static let mostRequestValues = 250_000

    /// The maximum number of bytes of names that are longer than ordinary ones, each as often as a view or constraint has it: a report repeats
    /// them in sentences, equations and frames.
    public static let mostLongNameBytes = 4 << 20

    /// Checks the length of a document's names.
    public func checkNames(of document: LayoutDocument, pointer: String? = nil) throws(ImportError) {
        let bytes = document.longNameBytes
        if bytes > ImportLimits.mostLongNameBytes {
            throw ImportError(
                .tooLarge, code: "names-too-long",
                "the names of more than 200 bytes have \(bytes) bytes, counted where constraints name views, too; the limit is "
                    + "\(ImportLimits.mostLongNameBytes): use shorter ids",
                pointer: pointer)
        }
        let ofClasses = ImportLimits.longClassBytes(of: document)
        if ofClasses > ImportLimits.mostLongClassBytes {
            throw ImportError(
                .tooLarge, code: "names-too-long",
                "the names of classes of more than 200 bytes have \(ofClasses) bytes, counted where subviews and constraints refer to the views, too; "
                    + "the limit is \(ImportLimits.mostLongClassBytes): use shorter names", pointer: pointer)
        }
    }

    /// The maximum number of bytes of long names of classes. Those of SwiftUI have hundreds.
    private static let mostLongClassBytes = 32 << 20

    /// Returns the bytes of long names of classes, by which sentences name views: of each view, and again of those that a subview or constraint
    /// refers to.
    private static func longClassBytes(of document: LayoutDocument) -> Int {
        let long = document.views.map { LayoutDocument.long($0.className ?? "") }
        if long.allSatisfy({ $0 == 0 }) { return 0 }
        func bytes(of view: Int?) -> Int { view.map { long.indices.contains($0) ? long[$0] : 0 } ?? 0 }
        let ofViews = document.views.indices.reduce(0) { $0 + long[$1] + bytes(of: document.views[$1].parent) }
        return document.constraints.reduce(ofViews) { $0 + bytes(of: $1.first.item) + bytes(of: $1.second?.item) }
    }

    public init(views: Int = 100_000, constraints: Int = 500_000, depth: Int = 512, unpackedBytes: Int = 64 << 20) {
        self.unpackedBytes = unpackedBytes
        self.views = views
        self.constraints = constraints
        self.depth = depth
    }

    func checkViews(_ count: Int, at place: Place) throws(ImportError) {
        try checkInterest(count)
        if count > views {
            throw ImportError(
                .tooLarge, code: "too-many-views", "the layout has more than \(views) views, which is the limit", pointer: place.pointer)
        }
    }

    func checkConstraints(_ count: Int, at place: Place) throws(ImportError) {
        try checkInterest(count)
        if count > constraints {
            throw ImportError(
                .tooLarge, code: "too-many-constraints", "the layout has more than \(constraints) constraints, which is the limit",
                pointer: place.pointer)
        }
    }
}
