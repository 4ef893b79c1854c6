public import LayoutImport
internal import LayoutModel

/// Anonymizes a file of any kind, and compares how both are read.
public struct SourceAnonymizer: Sendable {
    private let analyzer: SourceAnalyzer

    public init(_ analyzer: SourceAnalyzer) {
        self.analyzer = analyzer
    }

    public struct Anonymized: Sendable {
        public var output: Anonymizer.Output
        /// The verdicts of the layouts, in the order of the file.
        public var verdicts: [String]
        /// A sentence about what is read otherwise. Nil if both are the same up to the names.
        public var difference: String?
        /// The kind of the original.
        public var kind: SourceKind
    }

    /// - Throws: `ImportError` for a file that cannot be read.
    public func anonymize(_ bytes: [UInt8], kind: SourceKind) throws(ImportError) -> Anonymized {
        let before = try analyzer.analyze(bytes, kind: kind)
        let anonymizer = Anonymizer(limits: analyzer.limits.importLimits)
        let text = DecodedText(bytes).repaired
        var after = kind
        let output: Anonymizer.Output
        switch kind {
        case .interfaceBuilder: output = try anonymizer.interfaceBuilder(bytes)
        case .viewHierarchy: output = try anonymizer.hierarchy(zip: bytes)
        case .consoleLog: output = anonymizer.log(text)
        case .text where TextContent(of: text) == .log: output = anonymizer.log(text)
        case .document, .text:
            guard let layout = before.first else { throw ImportError(.invalid, code: "no-layout", "there is no layout in it") }
            output = anonymizer.document(layout.document)
            after = .document
        }
        var difference: String?
        do throws(ImportError) {
            difference = SourceAnonymizer.difference(before, try analyzer.analyze(output.bytes, kind: after))
        } catch {
            difference = "it cannot be read: \(error)"
        }
        return Anonymized(
            output: output, verdicts: before.map(\.analysis.verdict.rawValue), difference: difference, kind: kind)
    }

    /// Returns what differs between two readings besides names, or nil.
    private static func difference(_ before: [AnalyzedLayout], _ after: [AnalyzedLayout]) -> String? {
        guard before.count == after.count else { return "it has \(after.count) layouts, but the original has \(before.count)" }
        for (number, (one, other)) in zip(before, after).enumerated() {
            let name = before.count == 1 ? "the layout" : "layout \(number + 1)"
            if one.analysis.verdict != other.analysis.verdict {
                return "\(name) is \(other.analysis.verdict.rawValue), but the original is \(one.analysis.verdict.rawValue)"
            }
            if one.document.views.count != other.document.views.count || one.document.constraints.count != other.document.constraints.count {
                return
                    "\(name) has \(other.document.views.count) views and \(other.document.constraints.count) constraints, but the original has "
                    + "\(one.document.views.count) and \(one.document.constraints.count)"
            }
            if conflicts(of: one) != conflicts(of: other) { return "\(name) has different conflicts than the original" }
            if Set(one.analysis.ambiguities.map(\.view)) != Set(other.analysis.ambiguities.map(\.view)) {
                return "\(name) has different ambiguous views than the original"
            }
        }
        return nil
    }

    /// Returns each conflict as the places of its constraints, with the number of its implicit rows.
    private static func conflicts(of layout: AnalyzedLayout) -> Set<[Int]> {
        let places = Dictionary(
            layout.document.constraints.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { first, _ in first })
        return Set(
            layout.analysis.conflicts.map { conflict in
                let known = conflict.members.compactMap { places[$0] }
                return known.sorted() + [-1 - (conflict.members.count - known.count)]
            })
    }
}
