internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel

/// Names a finding by its meaning alone: rows, classes and identifiers, but no view ids, addresses or order.
///
/// Views are told apart by the rows that join them, refined round by round (Weisfeiler and Leman, 1968), so the same conflict
/// has the same fingerprint whatever else the layout holds.
struct Fingerprint {
    private let system: LoweredSystem
    private let rows: [Int]
    private var labels: [Int: UInt64] = [:]

    /// - Parameter rows: the rows that the finding rests on.
    init(_ rows: [Int], in system: LoweredSystem) {
        self.system = system
        self.rows = rows
        for row in rows {
            for view in views(of: row) {
                let item = system.document.views[view]
                labels[view] = StableHash.of(["view", item.kind.rawValue, item.className ?? "", view == system.document.root ? "root" : ""])
            }
        }
        for _ in 0..<min(labels.count, 16) { refine() }
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
        let item = system.document.views[ambiguity.view]
        return "a1:"
            + fingerprint.text(
                ["ambiguity", ambiguity.cause.rawValue, item.kind.rawValue, item.className ?? ""]
                    + ambiguity.attributes.map(\.dimension.attributeName))
    }

    private func views(of row: Int) -> [Int] {
        if let constraint = system.constraint(of: row) { return [constraint.first.item] + (constraint.second.map { [$0.item] } ?? []) }
        return Set(system.terms(of: row).map { $0.variable / 4 }.filter { $0 < system.document.views.count }).sorted()
    }

    /// What a row says, with the present labels of its views in its own order of roles.
    private func label(of row: Int) -> UInt64 {
        let lowered = system.rows[row]
        var words: [String]
        if let constraint = system.constraint(of: row) {
            words = [
                "constraint", constraint.first.attribute.rawValue, constraint.relation.rawValue,
                constraint.second?.attribute.rawValue ?? "", constraint.multiplier.description, constraint.constant.description,
                constraint.unknownConstant ?? "", constraint.priority.description, constraint.identifier.map(Fingerprint.withoutAddresses) ?? "",
            ]
        } else {
            let id = system.id(of: row)
            let kind = views(of: row).map { system.document.views[$0].id }.max { $0.utf8.count < $1.utf8.count } ?? ""
            words = [
                "implicit", id.hasPrefix(kind) ? String(id.dropFirst(kind.count)) : id, lowered.constant.description, lowered.priority.description,
            ]
        }
        words += views(of: row).map { String(labels[$0] ?? 0, radix: 16) }
        return StableHash.of(words)
    }

    private mutating func refine() {
        var joined: [Int: [UInt64]] = [:]
        for row in rows {
            let label = label(of: row)
            for (role, view) in views(of: row).enumerated() { joined[view, default: []].append(label &+ UInt64(role)) }
        }
        for (view, neighbours) in joined {
            let words = neighbours.sorted().map { String($0, radix: 16) }
            labels[view] = StableHash.of([String(labels[view] ?? 0, radix: 16)] + words)
        }
    }

    private func text(_ words: [String]) -> String {
        let parts = words + rows.map { label(of: $0) }.sorted().map { String($0, radix: 16) }
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
