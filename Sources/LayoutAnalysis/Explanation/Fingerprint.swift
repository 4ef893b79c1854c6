internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel

/// Names a finding by its meaning alone: rows, classes and identifiers, but no view ids, addresses or order.
///
/// A row is what it says of its views' frames, at whatever scale and on whichever side it was written. Views are told apart by the rows
/// that join them, refined round by round (Weisfeiler and Leman, 1968), so the same conflict has the same fingerprint whatever
/// else the layout holds.
struct Fingerprint {
    private let system: LoweredSystem
    private let rows: [CanonicalRow]
    /// By view; unknowns of a log have numbers behind those of the views.
    private var labels: [Int: UInt64] = [:]

    /// - Parameter rows: the rows that the finding rests on.
    init(_ rows: [Int], in system: LoweredSystem) {
        self.system = system
        self.rows = rows.map { CanonicalRow($0, in: system) }
        for row in self.rows {
            for term in row.terms where labels[term.node] == nil { labels[term.node] = Fingerprint.label(of: term.node, in: system) }
        }
        refine()
    }

    static func conflict(_ conflict: ProvenConflict, in system: LoweredSystem) -> String {
        "k1:" + Fingerprint(conflict.rows, in: system).text(["conflict"])
    }

    /// Rests on the rows that touch the view along the axes that are ambiguous, and on the rows that tie.
    static func ambiguity(_ ambiguity: Ambiguity, tied: [Int], touching: [Int], in system: LoweredSystem) -> String {
        let axes = Set(ambiguity.attributes.map(\.dimension.axis))
        let rows = touching.filter { row in
            system.terms(of: row).contains { term in
                guard case .frame(let view, let dimension) = system.variables[term.variable] else { return false }
                return view == ambiguity.view && axes.contains(dimension.axis)
            }
        }
        let fingerprint = Fingerprint(Set(rows + tied).sorted(), in: system)
        let subject = fingerprint.labels[ambiguity.view] ?? label(of: ambiguity.view, in: system)
        return "a1:"
            + fingerprint.text(
                ["ambiguity", ambiguity.cause.rawValue, StableHash.hex(subject)] + ambiguity.attributes.map(\.dimension.attributeName))
    }

    /// What is known of a view by itself, or of an unknown without the view that it belongs to.
    private static func label(of node: Int, in system: LoweredSystem) -> UInt64 {
        let document = system.document
        guard document.views.indices.contains(node) else {
            guard case .unknown(let words) = system.variables[3 * document.views.count + node] else { return 0 }
            return StableHash.of(["unknown", words.split(separator: " of ", maxSplits: 1).first.map(String.init) ?? ""])
        }
        let view = document.views[node]
        return StableHash.of(["view", view.kind.rawValue, view.className ?? "", node == document.root ? "root" : ""])
    }

    /// Until no more views are told apart. That a number of rounds suffices depends on the rows alone, so it is the same for the same finding.
    private mutating func refine() {
        var count = Set(labels.values).count
        // Where hundreds of rows are members, a few rounds tell enough and more would take seconds.
        for _ in 0..<(rows.count > 500 ? 4 : 64) where count < labels.count {
            var joined: [Int: [UInt64]] = [:]
            for row in rows {
                let (sign, label) = row.label(labels)
                for term in row.terms { joined[term.node, default: []].append(StableHash.of([StableHash.hex(label), term.words(sign)])) }
            }
            for (node, neighbours) in joined {
                labels[node] = StableHash.of([StableHash.hex(labels[node] ?? 0)] + neighbours.sorted().map(StableHash.hex))
            }
            let refined = Set(labels.values).count
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

/// A hash that is the same in every run and on every machine (64-bit FNV-1a, finished by a mix).
enum StableHash {
    static func of(_ words: [String]) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for word in words {
            for byte in word.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
            hash = (hash ^ 0xFF) &* 0x0000_0100_0000_01B3
        }
        var random = SplitMix(state: hash)
        return random.next()
    }

    static func hex(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
