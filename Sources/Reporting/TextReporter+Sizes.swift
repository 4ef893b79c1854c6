internal import ExactArithmetic
public import LayoutModel

extension TextReporter {
    /// Returns the verdicts at the requested ranges of sizes, or nil if there are none.
    public func sizes(of analysis: Analysis, _ document: LayoutDocument) -> String? {
        let lines = sizes(analysis, ViewNames(document))
        return lines.isEmpty ? nil : lines.map { $0 + "\n" }.joined()
    }

    /// Returns one line per range of sizes, and one per finding at some of them.
    func sizes(_ analysis: Analysis, _ views: ViewNames) -> [String] {
        var lines: [String] = []
        for dimension in SizeDimension.allCases {
            let regions = analysis.regions.filter { $0.dimension == dimension }
            if regions.isEmpty { continue }
            let parts = regions.map { style.paint($0.verdict.rawValue, color($0.verdict)) + " " + $0.span.text }
            lines.append(indented("\(dimension.words): " + parts.joined(separator: ", "), 1))
        }
        if let map = analysis.sizeMap { lines += drawing(map) }
        for finding in analysis.sizeMap?.findings ?? [] {
            let names = finding.views.map { views.name(of: $0).terminalSafe() }.joined(separator: " and ")
            lines.append(indented("\(finding.kind.words) \(names): \(finding.extent.text)", 2))
        }
        // The map shows the findings of widths and heights.
        for finding in analysis.sizeFindings where analysis.sizeMap == nil || finding.dimension == .textScale {
            let names = finding.views.map { views.name(of: $0).terminalSafe() }.joined(separator: " and ")
            let spans = finding.spans.map(\.text).joined(separator: ", ")
            lines.append(indented("\(finding.kind.words) \(names): \(finding.dimension.words) \(spans)", 2))
        }
        return lines
    }

    /// Returns the map in text characters. Each one shows the size at its middle. The greatest height is first.
    private func drawing(_ map: SizeMap) -> [String] {
        let count = map.areas.reduce(0) { $0 + $1.rings.count }
        let how =
            switch map.method {
            case .product: "exact, because width and height are independent"
            case .polygons: "exact, in \(count) area\(count == 1 ? "" : "s") whose parts are proven by their corners"
            case .grid: "\(map.points.count) single sizes, because \(map.reason ?? "no more could be proven"); other sizes are not known"
            }
        var lines = [indented("width \(map.width.text) by height \(map.height.text), \(how)", 1)]
        let verdicts = Analysis.Verdict.allCases.filter(map.verdicts.contains)
        if verdicts.count > 1 {
            for row in 0..<TextReporter.mapRows {
                let cells = (0..<TextReporter.mapColumns).map { column in
                    let verdict = map.shown(column, of: TextReporter.mapColumns, row, of: TextReporter.mapRows)
                    return verdict.map { style.paint(TextReporter.sign($0), color($0)) } ?? " "
                }
                lines.append(indented(cells.joined(), 2))
            }
        }
        let key = verdicts.map { style.paint(TextReporter.sign($0), color($0)) + " " + $0.rawValue }.joined(separator: ", ")
        lines.append(indented("\(key); height grows downwards", 2))
        return lines
    }

    private static let mapColumns = 48
    private static let mapRows = 12

    private static func sign(_ verdict: Analysis.Verdict) -> String {
        switch verdict {
        case .conflicting: "#"
        case .ambiguous: "?"
        case .clean: "."
        case .incomplete: " "
        }
    }

    private func color(_ verdict: Analysis.Verdict) -> TextStyle.Color {
        switch verdict {
        case .conflicting: .red
        case .ambiguous: .yellow
        case .clean: .green
        case .incomplete: .cyan
        }
    }
}

extension SizeMap {
    /// Returns the verdict at the center of a cell of the drawing; for a grid, at the nearest sampled point.
    fileprivate func shown(_ column: Int, of columns: Int, _ row: Int, of rows: Int) -> Analysis.Verdict? {
        func middle(_ place: Int, _ count: Int, _ range: SizeRange) -> Rational {
            range.min + (range.max - range.min) * Rational(2 * place + 1) * Rational(2 * count).reciprocal
        }
        let size = SizePoint(middle(column, columns, width), middle(row, rows, height))
        if method != .grid { return verdict(at: size) }
        func distance(_ point: Point) -> Double {
            let across = (point.size.width - size.width).double / max(1e-9, (width.max - width.min).double)
            let down = (point.size.height - size.height).double / max(1e-9, (height.max - height.min).double)
            return across * across + down * down
        }
        return points.min { distance($0) < distance($1) }?.verdict
    }
}
