internal import LayoutCheck
internal import HTTP
internal import LayoutImport
internal import LayoutModel

/// The query of a request, checked against the parameters of its route.
struct QueryParameters {
    private let items: [String: [String]]

    /// - Throws: a problem that names the parameter, if it is unknown or repeated without permission.
    init(_ request: HTTPRequest, allowed: Set<String>, repeatable: Set<String> = []) throws(ProblemDetails) {
        var items: [String: [String]] = [:]
        for item in request.target.query {
            guard allowed.contains(item.name) || repeatable.contains(item.name) else {
                let known = allowed.union(repeatable).sorted().joined(separator: ", ")
                let near = NearWord.hint(item.name, among: allowed.union(repeatable).sorted(), quote: "'")
                let hint = known.isEmpty ? "this route accepts none" : "this route accepts \(known)"
                throw .badRequest("unknown-parameter", "The query parameter '\(item.name.quotable)' is unknown\(near); \(hint).")
            }
            guard repeatable.contains(item.name) || items[item.name] == nil else {
                throw .badRequest("repeated-parameter", "The query parameter '\(item.name)' is given twice; send it once.")
            }
            items[item.name, default: []].append(item.value)
        }
        self.items = items
    }

    /// All names and values, in the order of the names; the values of a repeated parameter in ascending order.
    var all: [String] {
        items.sorted { $0.key < $1.key }.flatMap { name, values in values.sorted().map { "\(name)=\($0)" } }
    }

    func text(_ name: String) -> String? {
        items[name]?.first
    }

    func texts(_ name: String) -> [String] {
        items[name] ?? []
    }

    /// Returns text of 1 to `limit` characters.
    func text(_ name: String, limit: Int) throws(ProblemDetails) -> String? {
        guard let text = text(name) else { return nil }
        guard !text.isEmpty, text.unicodeScalars.count <= limit else { throw invalid(name, "text of 1 to \(limit) characters") }
        return text
    }

    func integer(_ name: String, in range: ClosedRange<Int>) throws(ProblemDetails) -> Int? {
        guard let text = text(name) else { return nil }
        guard let value = Int(digits: text), range.contains(value) else {
            throw invalid(name, "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    func word<Value: RawRepresentable & CaseIterable>(_ name: String, _: Value.Type) throws(ProblemDetails) -> Value?
    where Value.RawValue == String {
        guard let text = text(name) else { return nil }
        guard let value = Value(rawValue: text) else {
            let known = Value.allCases.map(\.rawValue)
            let hint = NearWord.hint(text, among: known, quote: "'")
            throw invalid(name, "one of \(known.joined(separator: ", "))", found: "'\(text.quotable)'\(hint)")
        }
        return value
    }

    func timestamp(_ name: String) throws(ProblemDetails) -> Timestamp? {
        guard let text = text(name) else { return nil }
        guard let value = Timestamp(text: text) else { throw invalid(name, "a time such as 2026-11-21T09:30:00Z, or a day") }
        return value
    }

    func invalid(_ name: String, _ expected: String) -> ProblemDetails {
        invalid(name, expected, found: "'\((text(name) ?? "").quotable)'")
    }

    /// - Parameter found: the actual value, in words.
    func invalid(_ name: String, _ expected: String, found: String) -> ProblemDetails {
        .badRequest("invalid-parameter", "The query parameter '\(name)' takes \(expected), not \(found).")
    }
}

extension Int {
    /// The number that decimal digits give; nil for any other text. `Int.init(_:)` also takes a sign.
    init?(digits text: some StringProtocol) {
        guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
        self.init(text)
    }
}

extension String {
    /// The text for quotation in a message: truncated if it is long, so that a response does not grow with the request.
    var quotable: String {
        let limit = 80
        let head = unicodeScalars.prefix(limit)
        return head.endIndex == unicodeScalars.endIndex ? self : String(head) + "…"
    }
}

extension QueryParameters {
    /// The names of the parameters of an analysis.
    static let analysis: Set<String> = ["policy", "alternates", "seed", "ib", "canvas", "direction", "width", "height", "textScale"]

    func interfaceBuilderOptions() throws(ProblemDetails) -> InterfaceBuilderOptions {
        var options = InterfaceBuilderOptions()
        if let mode = try word("ib", InterfaceBuilderOptions.Mode.self) { options.mode = mode }
        if let text = text("canvas") {
            guard let canvas = InterfaceBuilderOptions.Canvas(word: text) else {
                throw invalid("canvas", InterfaceBuilderOptions.Canvas.words + InterfaceBuilderOptions.Canvas.hint(text))
            }
            options.canvas = canvas
        }
        if let direction = try word("direction", LayoutDirection.self) { options.direction = direction }
        return options
    }

    /// The parameters for reading an Interface Builder file, as given.
    var reading: [String: String] {
        var words: [String: String] = [:]
        for name in ["ib", "canvas", "direction"] { words[name] = text(name) }
        return words
    }

    func analysisOptions(_ limits: InputLimits) throws(ProblemDetails) -> AnalysisOptions {
        var options = AnalysisOptions(deadline: limits.deadline)
        if let policy = try word("policy", BreakingPolicy.self) { options.policy = policy }
        if let alternates = try integer("alternates", in: 0...InputLimits.alternates) { options.alternates = alternates }
        if let seed = try integer("seed", in: 0...Int.max) { options.seed = UInt64(seed) }
        options.sizes = try sizeRanges()
        return options
    }

    /// Returns the ranges of sizes at which the verdict is requested.
    func sizeRanges() throws(ProblemDetails) -> [SizeRange] {
        var ranges: [SizeRange] = []
        for dimension in SizeDimension.allCases {
            guard let text = text(dimension.rawValue) else { continue }
            guard let range = SizeRange(dimension, text: text), !SizeRange.isDescending(text) else {
                throw invalid(dimension.rawValue, SizeRange.words(dimension))
            }
            ranges.append(range)
        }
        return ranges
    }
}
