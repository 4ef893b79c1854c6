internal import Digest
internal import LayoutAnalysis
public import LayoutImport
public import LayoutModel
internal import Reporting
internal import Synchronization

/// The incremental state of a session's analysis and its serialized results, from which the next event continues. One request at
/// a time uses it.
public final class SessionAnalyzer: Sendable {
    private let state: Mutex<(analyzer: IncrementalAnalyzer, rendered: RenderedDocument)>

    /// - Parameter options: those of all analyses, except the deadline and the interest, which are those of a request.
    public init(_ options: AnalysisOptions) { state = Mutex((IncrementalAnalyzer(options: options), RenderedDocument())) }

    /// Analyzes a first layout, and retains the incremental state.
    public func begin(with document: LayoutDocument, parse: Double) -> AnalyzedLayout {
        state.withLock { state in
            let document = Analyzer(options: state.analyzer.options).secondPass(of: document)
            state.rendered.hasPasses = document.passes != nil
            var analysis = state.analyzer.analyze(document)
            // The next analysis is for another request.
            state.analyzer.options.interest = AnalysisOptions.Interest()
            analysis.timing.parse = parse
            state.rendered.finish(document, sharing: nil)
            state.rendered.frames = RenderedFrames(document, analysis.frames)
            return AnalyzedLayout(document, analysis, canonical: state.rendered.canonicalText, frames: state.rendered.frames, progress: self)
        }
    }

    /// Analyzes the layout that follows the previous one. Returns nil if another request is using the state.
    ///
    /// - Parameters:
    ///   - change: the change that led to the document, if known.
    ///   - source: the posted layout, if its format contains more than a document.
    ///   - options: the deadline and the interest of this request are used; the other options are the session's.
    public func analyze(
        _ document: LayoutDocument, _ change: DocumentChange?, editedFrom source: InterfaceBuilderLayout?, options: AnalysisOptions
    ) -> AnalyzedLayout? {
        state.withLockIfAvailable { state in
            // The patched values need a single owner, or all of them would be copied.
            var rendered = state.rendered
            let hadPasses = rendered.hasPasses
            state.rendered = RenderedDocument()
            let shared = rendered.follow(document, change)
            var frames = rendered.frames
            rendered.frames = nil
            let isLong = rendered.isLong(sharing: shared)
            if !isLong { rendered.finish(document, sharing: shared) }
            let box = RenderedDocumentBox(rendered)
            let work = isLong ? ConcurrentTask { box.finish(document, sharing: shared) } : nil
            state.analyzer.options.deadline = options.deadline
            state.analyzer.options.interest = options.interest
            // A change of one text's width may change the heights of any others.
            let next = Analyzer(options: state.analyzer.options).secondPass(of: document)
            let isKnown = next.passes == nil && !hadPasses
            let analysis = state.analyzer.analyze(next, change: isKnown ? change : nil)
            state.analyzer.options.interest = AnalysisOptions.Interest()
            // If the text was patched, the frames have the same views.
            if shared == nil || frames?.follow(analysis.frames) != true { frames = RenderedFrames(document, analysis.frames, after: frames) }
            work?.value()
            state.rendered = box.take()
            state.rendered.frames = frames
            state.rendered.hasPasses = next.passes != nil
            return AnalyzedLayout(next, analysis, editedFrom: source, canonical: state.rendered.canonicalText, frames: frames)
        }
    }

    /// Whether the last analysis continued from the previous one.
    public var wasWarmStarted: Bool { state.withLock { $0.analyzer.wasWarmStarted } }

    /// The serialized forms of a session's document, of which unchanged parts are reused.
    private struct RenderedDocument: Sendable {
        var canonical: CanonicalText?
        var digest = IncrementalSHA256()
        /// The SHA-256 of the text, 32 bytes.
        var digestOfText: [UInt8] = []
        var frames: RenderedFrames?
        /// Whether the document was that of a second pass.
        var hasPasses = false

        /// The canonical text with its digest.
        var canonicalText: (text: [UInt8], digest: [UInt8])? { canonical.map { ($0.bytes, digestOfText) } }

        /// Patches the text to that of the next document if possible. Returns the length of the common prefix with the former
        /// text.
        mutating func follow(_ document: LayoutDocument, _ change: DocumentChange?) -> Int? {
            change.flatMap { canonical?.follow($0, to: document) }
        }

        /// Updates the digest of a text with a common prefix; if the text was not patched, also the text.
        mutating func finish(_ document: LayoutDocument, sharing shared: Int?) {
            if let shared, let canonical {
                digestOfText = digest.digest(of: canonical.bytes, sharing: shared)
                return
            }
            let next = CanonicalDocument.text(document, after: canonical)
            digestOfText = digest.digest(of: next.bytes, sharing: IncrementalSHA256.sharedLength(canonical?.bytes ?? [], next.bytes))
            canonical = next
        }

        /// Returns whether the remaining work is worth waking another thread.
        func isLong(sharing shared: Int?) -> Bool {
            guard let shared, let canonical else { return true }
            return canonical.bytes.count - shared > RenderedDocument.fewBytes
        }

        /// The length in bytes whose digest takes as long as waking a thread.
        private static let fewBytes = 32 << 10
    }

    /// The serialized forms while another thread may be updating them.
    private final class RenderedDocumentBox: Sendable {
        private let rendered: Mutex<RenderedDocument>

        init(_ rendered: consuming RenderedDocument) { self.rendered = Mutex(rendered) }

        func finish(_ document: LayoutDocument, sharing shared: Int?) {
            rendered.withLock { $0.finish(document, sharing: shared) }
        }

        func take() -> RenderedDocument {
            rendered.withLock { rendered in
                defer { rendered = RenderedDocument() }
                return rendered
            }
        }
    }
}
