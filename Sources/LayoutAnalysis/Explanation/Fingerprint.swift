internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel

/// Names a finding by its meaning alone: rows, classes and identifiers, but no view ids, addresses or order.
///
/// A row is what it says of its views' frames, at whatever scale and on whichever side it was written. Views are told apart by the rows
/// that join them, refined round by round (Weisfeiler and Leman, 1968), so the same conflict has the same fingerprint whatever
/// else the layout holds.
struct Fingerprint {
    /// Their terms' nodes are places in `labels`.
    private var rows: [CanonicalRow]
    private var labels: [UInt64] = []
    /// By view, or by an unknown's number behind those of the views: its place in `labels`.
    private var places: [Int: Int] = [:]

    /// - Parameter rows: the rows that the finding rests on.
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

    /// Of a log's message: of its conflict, of all of them together where there are several, or else of all that it prints.
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
    ///   - source: of its system.
    static func ambiguity(_ ambiguity: Ambiguity, rows: [Int], by source: inout Source) -> String {
        guard let subject = Subject(ambiguity, rows, by: &source) else { return told(ambiguity, rows, by: &source) }
        if let known = source.texts[subject] { return known }
        let text = told(ambiguity, rows, by: &source)
        source.texts[subject] = text
        return text
    }

    /// All that the fingerprint of an ambiguity depends on: the cells of a list say the same of views like each other.
    fileprivate struct Subject: Hashable {
        private var words: [UInt64] = []
        private let cause: Ambiguity.Cause
        private let dimensions: [FrameDimension]

        /// More rows are not compared.
        private static let mostRows = 64

        /// nil where that costs more than to tell it again.
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
            // A view that no row names counts by what is known of it.
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

    /// The rows that an ambiguity's fingerprint rests on, ascending: those that touch the view along the axes that are ambiguous, and those that tie.
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

    /// Until no more views are told apart. That a number of rounds suffices depends on the rows alone, so it is the same for the same finding.
    private mutating func refine() {
        var count = Set(labels).count
        var joined = [[UInt64]](repeating: [], count: labels.count)
        // Where hundreds of rows are members, a few rounds tell enough and more would take seconds.
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

    /// The text with hexadecimal addresses taken out.
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
    /// What fingerprints of one system are made of, each row and view worked out once.
    struct Source {
        private let system: LoweredSystem
        private var rows: [Int: Shaped] = [:]
        private var shapes: [CanonicalRow.Shape: Int] = [:]
        /// By shape: a row that has it.
        private var examples: [CanonicalRow] = []
        fileprivate var texts: [Subject: String] = [:]
        private var labels: [Int: UInt64] = [:]

        init(_ system: LoweredSystem) {
            self.system = system
        }

        fileprivate struct Shaped {
            /// Its number.
            let shape: Int
            /// What the row names, by term.
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

        /// What is known of a view by itself, or of an unknown without the view that it belongs to.
        private static func label(of node: Int, in system: LoweredSystem) -> UInt64 {
            let document = system.document
            guard document.views.indices.contains(node) else {
                guard case .unknown(let words) = system.variables[3 * document.views.count + node] else { return 0 }
                return StableHash.of(["unknown", words.split(separator: " of ", maxSplits: 1).first.map(String.init) ?? ""])
            }
            let view = document.views[node]
            return StableHash.of(["view", view.kind.rawValue, className(view.className ?? ""), node == document.root ? "root" : ""])
        }

        /// Without what observing a view's properties puts before its class at run time.
        private static func className(_ name: String) -> String {
            let prefix = "NSKVONotifying_"
            return name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
        }
    }
}

/// A hash of words that is the same in every run and on every machine (64-bit FNV-1a, finished by a mix).
struct StableHash {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ word: some Sequence<UInt8>) {
        for byte in word { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        state = (state ^ 0xFF) &* 0x0000_0100_0000_01B3
    }

    /// Adds a word that ends with a number's hexadecimal form.
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

    /// Sixteen hexadecimal digits.
    static func hex(_ value: UInt64) -> String {
        var digits: [UInt8] = []
        append(value, to: &digits)
        return String(decoding: digits, as: UTF8.self)
    }

    static func append(_ value: UInt64, to bytes: inout [UInt8]) {
        for shift in stride(from: 60, through: 0, by: -4) { bytes.append(digit(value >> UInt64(shift))) }
    }

    /// The lowest four bits as a digit.
    private static func digit(_ value: UInt64) -> UInt8 {
        let low = UInt8(truncatingIfNeeded: value & 15)
        return low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10
    }
}
