internal import ExactArithmetic
internal import LayoutModel
internal import Reporting

/// The sizes that an analyzed layout represents in a check.
struct CheckedSizes {
    /// The name of the analyzed size, whose numbers the findings have.
    var name: String
    private let document: LayoutDocument
    /// The region around it, or nil for the size alone.
    private let region: SizeRegion?
    /// The remedies that set a constant.
    private let changes: [Remedy]

    init(_ name: String, _ layout: AnalyzedLayout, in region: SizeRegion? = nil) {
        self.name = name
        self.region = region
        document = layout.document
        changes = layout.analysis.diagnoses.flatMap(\.remedies).filter { $0.kind == .changeConstant && $0.to != nil }
    }

    /// About the number of rows of the layout.
    var rowCount: Int { 4 * document.views.count + document.constraints.count }

    /// Whether it is a region of more than one size.
    var isRange: Bool { region.map { $0.span.min != $0.span.max } ?? false }

    /// The layouts at the ends of the region. Required rows that can be satisfied at both ends of a range can be satisfied between them.
    var ends: [LayoutDocument] {
        guard let region, isRange else { return [document] }
        return [region.span.min, region.span.max].map { document.varied(region.dimension, to: $0) }
    }

    /// Returns the remedies of a finding that set a constant, each with its place in the finding.
    func changes(of finding: Finding) -> [(place: Int, remedy: Remedy)] {
        if changes.isEmpty { return [] }
        return finding.remedies.enumerated().compactMap { place, text in
            changes.first { text.hasPrefix($0.instruction) }.map { (place, $0) }
        }
    }
}
