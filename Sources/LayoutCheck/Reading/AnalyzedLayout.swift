internal import Digest
public import LayoutAnalysis
public import LayoutImport
public import LayoutModel
public import Reporting

extension Analyzer {
    /// Returns a document with its analysis: that of the second pass, if it has texts that wrap.
    public func layout(of document: LayoutDocument, editedFrom source: InterfaceBuilderLayout? = nil) -> AnalyzedLayout {
        let document = secondPass(of: document)
        return AnalyzedLayout(document, analyze(document), editedFrom: source)
    }
}

/// A layout with its analysis.
public struct AnalyzedLayout: Sendable {
    public let document: LayoutDocument
    public internal(set) var analysis: Analysis
    /// The document in its canonical form, as JSON.
    public let canonical: [UInt8]
    /// The SHA-256 of the canonical form, 32 bytes.
    public let digest: [UInt8]
    /// Its serialized frames, if they were updated from those of a previous layout.
    public let frames: RenderedFrames?
    /// The incremental state from which the next event continues, if it was retained.
    public let progress: SessionAnalyzer?

    /// - Parameters:
    ///   - source: the imported layout before it was edited, with all that its format contains.
    ///   - canonical: the document's canonical form with its SHA-256, if already computed.
    ///   - frames: the analysis' serialized frames, if already computed.
    ///   - progress: the incremental state from which the next event continues.
    public init(
        _ document: LayoutDocument, _ analysis: Analysis, editedFrom source: InterfaceBuilderLayout? = nil,
        canonical known: (text: [UInt8], digest: [UInt8])? = nil, frames: RenderedFrames? = nil, progress: SessionAnalyzer? = nil
    ) {
        var analysis = analysis
        source?.edited(document).complete(&analysis)
        // An analysis that followed an earlier one has the passes of that one.
        let regions = analysis.passes?.regions ?? []
        analysis.passes = document.passes.map { TextPasses(entries: $0.entries, regions: $0.entries.isEmpty ? [] : regions) }
        self.document = document
        self.analysis = analysis
        AnalysisCounts.note(analysis)
        canonical = known?.text ?? CanonicalDocument.json(document)
        digest = known?.digest ?? SHA256.digest(of: canonical)
        self.frames = frames
        self.progress = progress
    }

    /// Returns the JSON report on one line; with the file and the variant if there are several.
    ///
    /// - Parameter isAwaited: asked between findings; if it denies, the report is incomplete, because nobody reads it.
    public func report(
        file: String? = nil, variant: String? = nil, occurrences: (count: Int, line: Int)? = nil,
        isAwaited: @escaping @Sendable () -> Bool = { true }
    ) -> [UInt8] {
        ReportWriter(document, digest: "sha256:" + SHA256.hex(digest), isAwaited: isAwaited)
            .json(analysis, file: file, variant: variant, occurrences: occurrences, frames: frames)
    }
}
