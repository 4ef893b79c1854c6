import LayoutAnalysis
import LayoutImport
import LayoutModel
import Testing

/// A document of JSON, its quotes left out where they are `'`.
func document(_ text: String) throws -> LayoutDocument {
    try DocumentImporter().read(json: Array(text.replacing("'", with: "\"").utf8))
}

/// The layout of a message of a console log, its descriptions one to a line.
func log(_ descriptions: String...) throws -> LayoutDocument {
    try log(descriptions)
}

func log(_ descriptions: [String]) throws -> LayoutDocument {
    let log = try ConsoleLogImporter().read("(\n" + descriptions.map { "    \"<\($0)>\"" }.joined(separator: ",\n") + "\n)")
    #expect(log.skipped.isEmpty)
    let message = try #require(log.messages.first)
    #expect(message.constraints.count == descriptions.count)
    return message
}

/// The analysis of a document, of which nothing may be left open.
func analysis(_ document: LayoutDocument, _ options: AnalysisOptions = AnalysisOptions()) -> Analysis {
    let analysis = Analyzer(options: options).analyze(document)
    #expect(analysis.inconclusive.isEmpty, "\(analysis.inconclusive)")
    return analysis
}

/// Documents with conflicts and ambiguities of many kinds.
enum Sample {
    static let all = [
        example,
        """
        {'size': {'width': 300}, 'direction': 'rtl', 'views': [{'id': 'w'}, {'id': 'w.a', 'parent': 'w', 'class': 'UILabel', 'intrinsicContentSize':
        {'width': 200, 'height': 20}, 'compressionResistance': {'horizontal': 1000}}, {'id': 'w.', 'parent': 'w', 'class': 'UILabel',
        'intrinsicContentSize': {'width': 150, 'height': 20}, 'compressionResistance': {'horizontal': 1000}}],
        'constraints': ['\\"w.a\\".leading == w.leading + 8', '\\"w.\\".leading == \\"w.a\\".trailing + 8', '\\"w.\\".trailing <= w.trailing - 8',
        {'equation': '\\"w.a\\".top == w.top', 'identifier': 'top-0x7f01'}, '\\"w.\\".centerY == \\"w.a\\".centerY @ 500', '\\"w.\\".top >= w.bottom']}
        """,
        """
        {'size': {'width': 100, 'height': 100}, 'views': [{'id': 'root'}, {'id': 'a', 'parent': 'root', 'autoresizing': {'frame':
        {'x': 0, 'y': 0, 'width': 10, 'height': 10}, 'superview': {'width': 50, 'height': 50}, 'mask': ['flexibleWidth']}},
        {'id': 'guide', 'parent': 'root', 'kind': 'guide', 'insets': {'left': 30, 'right': 80}}, {'id': 'b', 'parent': 'a'}],
        'constraints': ['a.width == 40', 'b.width == a.width * 2', 'b.left == guide.left', 'b.width == 0.5 * b.height', 'b.height >= 7 @ 20',
        'b.height <= 3 @ 20']}
        """,
    ]

    /// The contract's example.
    static let example = """
        {'size': {'width': 70, 'height': 44}, 'views': [{'id': 'root'}, {'id': 'title', 'parent': 'root', 'class': 'UILabel'}],
        'constraints': ['title.leading == root.leading + 8', 'title.trailing == root.trailing - 8', 'title.width == 60', 'title.height == 20',
        'title.top >= root.top']}
        """
}
