internal import Digest
internal import LayoutImport
public import LayoutModel
internal import Reporting

/// A layout with all that was found about it.
public struct AnalyzedLayout: Sendable {
    public let document: LayoutDocument
    public let analysis: Analysis
    /// The document in its canonical form, as JSON.
    public let canonical: [UInt8]
    /// The SHA-256 of the canonical form, 32 bytes.
    let digest: [UInt8]
    /// Its frames, where they were told from those of a layout before it.
    let frames: ToldFrames?
    /// What an event that comes to it goes on from, where that was kept.
    let progress: LayoutProgress?

    /// - Parameters:
    ///   - source: what the document was before it was edited, with all that its format tells.
    ///   - canonical: the document's canonical form with its SHA-256, where they are known.
    ///   - frames: the analysis' frames, where they are told already.
    ///   - progress: what an event that comes to it goes on from.
    init(
        _ document: LayoutDocument, _ analysis: Analysis, editedFrom source: InterfaceBuilderLayout? = nil,
        canonical known: (text: [UInt8], digest: [UInt8])? = nil, frames: ToldFrames? = nil, progress: LayoutProgress? = nil
    ) {
        var analysis = analysis
        source?.edited(document).complete(&analysis)
        self.document = document
        self.analysis = analysis
        AnalysisCounts.note(analysis)
        canonical = known?.text ?? CanonicalDocument.json(document)
        digest = known?.digest ?? SHA256.digest(of: canonical)
        self.frames = frames
        self.progress = progress
    }

    /// The same layout in another state.
    public func replaced(_ document: LayoutDocument, _ analysis: Analysis) -> AnalyzedLayout {
        AnalyzedLayout(document, analysis)
    }

    /// The JSON report, on one line; with the file and the variant that it is of where there are several.
    public func report(file: String? = nil, variant: String? = nil, occurrences: (count: Int, line: Int)? = nil) -> [UInt8] {
        ReportWriter(document, digest: "sha256:" + SHA256.hex(digest))
            .json(analysis, file: file, variant: variant, occurrences: occurrences, frames: frames)
    }
}
