internal import ExactArithmetic
internal import JSON
public import LayoutModel

/// The agreement of captured layouts' frames with those that their constraints determine, by kind of view.
public struct Calibration: Sendable {
    /// The agreement of some views.
    struct Row {
        var name: String
        var frames = 0
        var sameFrames = 0
        var ambiguities = 0
        var sameAmbiguities = 0
        /// The largest difference of an edge or length, in points.
        var most = Rational.zero
    }

    private var kinds: [String: Row] = [:]
    private var verdicts: [String: Row] = [:]
    private var total = Row(name: "all views")
    public private(set) var layouts = 0
    /// The number of layouts without observations.
    public private(set) var others = 0

    public init() {}

    /// Adds a layout, if it has observations.
    public mutating func add(_ analysis: Analysis, of document: LayoutDocument) {
        guard let observations = Observations(analysis, of: document) else {
            others += 1
            return
        }
        layouts += 1
        var distances: [Int: Rational] = [:]
        var otherwise: Set<Int> = []
        for difference in observations.differences {
            switch difference.kind {
            case .frame(let observed, let computed):
                distances[difference.view] = FrameDimension.allCases.map { (observed[$0] - computed[$0]).magnitude }.max() ?? .zero
            case .ambiguity: otherwise.insert(difference.view)
            }
        }
        let verdict = analysis.verdict.rawValue
        for view in observations.comparedFrames {
            change(document.views[view], verdict) { row in
                row.frames += 1
                if let distance = distances[view] { row.most = max(row.most, distance) } else { row.sameFrames += 1 }
            }
        }
        for view in observations.comparedAmbiguities {
            change(document.views[view], verdict) { row in
                row.ambiguities += 1
                if !otherwise.contains(view) { row.sameAmbiguities += 1 }
            }
        }
    }

    private mutating func change(_ view: LayoutView, _ verdict: String, _ body: (inout Row) -> Void) {
        let kind = Calibration.kind(of: view)
        body(&kinds[kind, default: Row(name: kind)])
        body(&verdicts[verdict, default: Row(name: "in \(verdict) layouts")])
        body(&total)
    }

    /// Returns the class of a view if it is the system's. Those of apps are one kind.
    private static func kind(of view: LayoutView) -> String {
        guard let name = view.className else {
            return view.kind == .view ? "views without a class" : view.kind == .scroll ? "scroll views" : "guides"
        }
        let short = ClassName.short(name)
        let rest = short.drop { $0 == "_" }
        let isOfSystem = !name.contains(".") && ["UI", "NS"].contains { rest.hasPrefix($0) && rest.dropFirst(2).first?.isUppercase == true }
        return isOfSystem ? short : "classes of apps"
    }

    private static func sorted(_ rows: [String: Row]) -> [Row] { rows.values.sorted { ($1.frames, $0.name) < ($0.frames, $1.name) } }

    // MARK: Forms

    /// The tables for people.
    public var text: String {
        var lines = [["kind of view", "frames", "the same", "", "most points apart", "ambiguity", "the same", ""]]
        func add(_ row: Row) {
            lines.append([
                row.name, "\(row.frames)", "\(row.sameFrames)", Calibration.share(row.sameFrames, of: row.frames),
                row.sameFrames == row.frames ? "" : row.most.readingText, "\(row.ambiguities)", "\(row.sameAmbiguities)",
                Calibration.share(row.sameAmbiguities, of: row.ambiguities),
            ])
        }
        for row in Calibration.sorted(kinds) { add(row) }
        for row in Calibration.sorted(verdicts) { add(row) }
        add(total)
        let widths = lines[0].indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        let table = lines.map { line in
            let cells = line.enumerated().map { column, cell in
                let blanks = String(repeating: " ", count: widths[column] - cell.count)
                return column == 0 ? cell + blanks : blanks + cell
            }
            return cells.joined(separator: "  ").trimmedAtEnd
        }
        return table.joined(separator: "\n") + "\n"
    }

    /// Returns a share in percent, rounded down, so that only what is whole is called 100 %.
    private static func share(_ part: Int, of whole: Int) -> String {
        if whole == 0 { return "" }
        let tenths = part * 1000 / whole
        return "\(tenths / 10)\(tenths % 10 == 0 ? "" : ".\(tenths % 10)") %"
    }

    public var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("layouts", layouts)
            writer.member("withoutObservations", others)
            writer.key("kinds")
            writer.array(Calibration.sorted(kinds)) { writer, row in Calibration.write(row, &writer) }
            writer.key("verdicts")
            writer.array(Calibration.sorted(verdicts)) { writer, row in Calibration.write(row, &writer) }
            writer.key("total")
            Calibration.write(total, &writer)
        }
        return writer.bytes
    }

    private static func write(_ row: Row, _ writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("name", row.name)
            writer.member("frames", row.frames)
            writer.member("sameFrames", row.sameFrames)
            writer.member("mostPoints", length: row.most)
            writer.member("ambiguities", row.ambiguities)
            writer.member("sameAmbiguities", row.sameAmbiguities)
        }
    }
}

extension String {
    fileprivate var trimmedAtEnd: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
