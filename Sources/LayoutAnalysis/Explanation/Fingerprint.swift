internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel

/// The fingerprint of a finding, by which it is recognized in other runs. It depends on rows, classes and identifiers, and not on
/// ids of views, addresses or the order of constraints.
///
/// Rows are compared as conditions on frames, independently of their scale and of the sides of the equation. Views are
/// distinguished only by the rows that connect them, by iterative refinement of labels (Weisfeiler and Leman, 1968). So a
/// conflict has the same fingerprint in every layout that contains it.
struct Fingerprint {
    /// The rows of the finding. Their nodes are indices into `labels`.
    private var rows: [CanonicalRow]
    private var labels: [UInt64] = []
    /// The index in `labels` of each node; see `CanonicalRow`.
    private var places: [Int: Int] = [:]

    /// - Parameter rows: the rows of the finding.
    private init(_ rows: [Int], by source: inout Source) {
        self.rows = rows.map { source.row($0) }
        for row in self.rows.indices {
            for term in self.rows[row].terms.indices {
                let node = self.rows[row].terms[term].node
                if places[node] == nil {
                    places[node] = labels.count
                    labels.append(source.label(of: node))
                }
                self.rows[row].terms[term].node = places[node] ?? 0
            }
        }
        refine()
    }

    static func conflict(_ conflict: ProvenConflict, in system: LoweredSystem) -> String {
        var source = Source(system)
        return "k1:" + Fingerprint(conflict.rows, by: &source).text(["conflict"])
    }

    /// Returns the fingerprint of a log's message: that of its conflicts if there are any, otherwise that of all rows that it
    /// prints.
    static func message(_ conflicts: [Conflict], printed: [Int], in system: LoweredSystem) -> String {
        if conflicts.count == 1 { return conflicts[0].fingerprint }
        if conflicts.isEmpty {
            var source = Source(system)
            return "m1:" + Fingerprint(printed, by: &source).text(["message"])
        }
        let parts = ["conflicts"] + conflicts.map(\.fingerprint).sorted()
        return "m1:" + StableHash.hex(StableHash.of(parts)) + StableHash.hex(StableHash.of(parts + ["again"]))
    }

    /// - Parameters:
    ///   - rows: the ambiguity's `rows`.
    ///   - source: the fingerprints of its system's rows.
    static func ambiguity(_ ambiguity: Ambiguity, rows: [Int], by source: inout Source) -> String {
        guard let subject = Subject(ambiguity, rows, by: &source) else { return told(ambiguity, rows, by: &source) }
        if let known = source.texts[subject] { return known }
        let text = told(ambiguity, rows, by: &source)
        source.texts[subject] = text
        return text
    }

    /// The key of an ambiguity's fingerprint in the cache: everything that the fingerprint depends on. Equal cells of a list have
    /// equal keys.
    fileprivate struct Subject: Hashable {
        private var words: [UInt64] = []
        private let cause: Ambiguity.Cause
        private let dimensions: [FrameDimension]

        /// The maximum number of rows in a key. Larger keys are not worthwhile.
        private static let mostRows = 64

        /// Returns nil if computing the key costs more than the fingerprint.
        init?(_ ambiguity: Ambiguity, _ rows: [Int], by source: inout Source) {
            guard rows.count <= Subject.mostRows, !source.isOfFragment else { return nil }
            cause = ambiguity.cause
            dimensions = ambiguity.attributes.map(\.dimension)
            words.append(UInt64(rows.count))
            var nodes: [Int] = []
            for row in rows {
                let shaped = source.shaped(row)
                words.append(UInt64(shaped.shape))
                for node in shaped.nodes {
                    let place = nodes.firstIndex(of: node) ?? nodes.count
                    if place == nodes.count { nodes.append(node) }
                    words.append(UInt64(place))
                }
            }
            // A view that no row contains is represented by its own label.
            let place = nodes.firstIndex(of: ambiguity.view) ?? nodes.count
            if place == nodes.count { nodes.append(ambiguity.view) }
            words.append(UInt64(place))
            for node in nodes { words.append(source.label(of: node)) }
        }
    }

    private static func told(_ ambiguity: Ambiguity, _ rows: [Int], by source: inout Source) -> String {
        let fingerprint = Fingerprint(rows, by: &source)
        let subject = fingerprint.places[ambiguity.view].map { fingerprint.labels[$0] } ?? source.label(of: ambiguity.view)
        return "a1:"
            + fingerprint.text(
                ["ambiguity", ambiguity.cause.rawValue, StableHash.hex(subject)] + ambiguity.attributes.map(\.dimension.attributeName))
    }

    /// Returns the rows that an ambiguity's fingerprint depends on, ascending: those that contain the view along the ambiguous
    /// axes, and those that tie.
    static func rows(of ambiguity: Ambiguity, tied: [Int], touching: [Int], in system: LoweredSystem) -> [Int] {
        let axes = Set(ambiguity.attributes.map(\.dimension.axis))
        let matrix = system.matrix
        var rows = touching.filter { row in
            matrix.range(of: row).contains { entry in
                guard case .frame(let view, let dimension) = system.variables[Int(matrix.columns[entry])] else { return false }
                return view == ambiguity.view && axes.contains(dimension.axis)
            }
        }
        if !tied.isEmpty { rows = Set(rows + tied).sorted() }
        return rows
    }

    /// Refines the labels until no more views can be distinguished. The number of rounds is a function of the rows, so it is the
    /// same for equal findings.
    private mutating func refine() {
        var count = Set(labels).count
        var joined = [[UInt64]](repeating: [], count: labels.count)
        // With hundreds of rows a few rounds suffice, and more would take seconds.
        for _ in 0..<(rows.count > 500 ? 4 : 64) where count < labels.count {
            for row in rows {
                let (sign, label) = row.label(labels)
                var hash = StableHash()
                hash.add(hex: label)
                for term in row.terms {
                    var joint = hash
                    joint.add(term.words(sign))
                    joined[term.node].append(joint.value)
                }
            }
            for node in labels.indices {
                var hash = StableHash()
                hash.add(hex: labels[node])
                for neighbour in joined[node].sorted() { hash.add(hex: neighbour) }
                labels[node] = hash.value
                joined[node].removeAll(keepingCapacity: true)
            }
            let refined = Set(labels).count
            if refined == count { return }
            count = refined
        }
    }

    private func text(_ words: [String]) -> String {
        let parts = words + rows.map { $0.label(labels).label }.sorted().map(StableHash.hex)
        return StableHash.hex(StableHash.of(parts)) + StableHash.hex(StableHash.of(parts + ["again"]))
    }

    /// Returns the text without hexadecimal addresses.
    static func withoutAddresses(_ text: String) -> String {
        var result = ""
        var rest = Substring(text)
        while let at = rest.firstIndex(of: "0") {
            let next = rest.index(after: at)
            guard next < rest.endIndex, rest[next] == "x" else {
                result += rest[...at]
                rest = rest[next...]
                continue
            }
            result += rest[...next]
            rest = rest[rest.index(after: next)...].drop { $0.isHexDigit }
        }
        return result + rest
    }
}

extension Fingerprint {
    /// A cache of the rows' and views' parts of one system's fingerprints.
    struct Source {
        private let system: LoweredSystem
        private var rows: [Int: Shaped] = [:]
        private var shapes: [CanonicalRow.Shape: Int] = [:]
        /// One row of each shape; see `CanonicalRow.Shape`.
        private var examples: [CanonicalRow] = []
        fileprivate var texts: [Subject: String] = [:]
        private var labels: [Int: UInt64] = [:]

        init(_ system: LoweredSystem) {
            self.system = system
        }

        fileprivate struct Shaped {
            /// The index of the row's shape in `examples`.
            let shape: Int
            /// The row's views and unknowns, by term.
            let nodes: [Int]
        }

        var isOfFragment: Bool { system.document.isFragment }

        fileprivate mutating func row(_ row: Int) -> CanonicalRow {
            if isOfFragment { return CanonicalRow(row, in: system) }
            let shaped = shaped(row)
            return examples[shaped.shape].about(shaped.nodes)
        }

        fileprivate mutating func shaped(_ row: Int) -> Shaped {
            if let known = rows[row] { return known }
            var nodes: [Int] = []
            let shape = CanonicalRow.Shape(row, in: system, &nodes)
            let number = shapes[shape] ?? examples.count
            if number == examples.count {
                shapes[shape] = number
                examples.append(CanonicalRow(row, in: system))
            }
            let shaped = Shaped(shape: number, nodes: nodes)
            rows[row] = shaped
            return shaped
        }

        fileprivate mutating func label(of node: Int) -> UInt64 {
            if let known = labels[node] { return known }
            let found = Source.label(of: node, in: system)
            labels[node] = found
            return found
        }

        /// Returns the initial label of a view, or of an unknown without its view.
        private static func label(of node: Int, in system: LoweredSystem) -> UInt64 {
            let document = system.document
            guard document.views.indices.contains(node) else {
                guard case .unknown(let words) = system.variables[3 * document.views.count + node] else { return 0 }
                return StableHash.of(["unknown", words.split(separator: " of ", maxSplits: 1).first.map(String.init) ?? ""])
            }
            let view = document.views[node]
            return StableHash.of(["view", view.kind.rawValue, className(view.className ?? ""), node == document.root ? "root" : ""])
        }

        /// Returns the class name without the prefix that key-value observing adds at run time.
        private static func className(_ name: String) -> String {
            let prefix = "NSKVONotifying_"
            return name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
        }
    }
}

/// A hash of words that is the same in all runs and on all machines (64-bit FNV-1a with a final mix).
struct StableHash {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ word: some Sequence<UInt8>) {
        for byte in word { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        state = (state ^ 0xFF) &* 0x0000_0100_0000_01B3
    }

    /// Adds a word to the hash, followed by a number in hexadecimal.
    mutating func add(_ word: [UInt8] = [], hex value: UInt64) {
        for byte in word { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        for shift in stride(from: 60, through: 0, by: -4) {
            state = (state ^ UInt64(StableHash.digit(value >> UInt64(shift)))) &* 0x0000_0100_0000_01B3
        }
        state = (state ^ 0xFF) &* 0x0000_0100_0000_01B3
    }

    var value: UInt64 {
        var random = SplitMix(state: state)
        return random.next()
    }

    static func of(_ words: [String]) -> UInt64 {
        var hash = StableHash()
        for word in words { hash.add(word.utf8) }
        return hash.value
    }

    /// Returns sixteen hexadecimal digits.
    static func hex(_ value: UInt64) -> String {
        var digits: [UInt8] = []
        append(value, to: &digits)
        return String(decoding: digits, as: UTF8.self)
    }

    static func append(_ value: UInt64, to bytes: inout [UInt8]) {
        for shift in stride(from: 60, through: 0, by: -4) { bytes.append(digit(value >> UInt64(shift))) }
    }

    /// Returns the lowest four bits as a digit.
    private static func digit(_ value: UInt64) -> UInt8 {
        let low = UInt8(truncatingIfNeeded: value & 15)
        return low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10
    }
}
