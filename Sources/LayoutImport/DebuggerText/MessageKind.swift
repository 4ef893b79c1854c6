internal import LayoutModel

/// A message of the console, a debugger or a build that is neither a conflict nor a list of constraints: how it is known, and what it means.
///
/// `{view}` in a sentence is the first view that the message names, `{views}` are two of them, `{quoted}` is what is in double quotes,
/// `{owner}` is the class that a message says did not call super, `{what}` is what a build calls ambiguous, `{file}` is its file, and `{text}` is
/// the message itself.
struct MessageKind: Sendable {
    /// Of the finding: `no-common-ancestor`.
    let name: String
    let kind: SourceFinding.Kind
    /// One of these marks the line.
    let signs: [StaticString]
    /// The line has one sign of each of these lists as well.
    var beside: [[StaticString]] = []
    let sentence: String
    let remedy: String
    /// So many lines below may belong to the message, and name its views.
    var linesBelow = 0
    /// These lines may print the constraint that it is about.
    var printsConstraint = false
    /// Known by the subsystem alone: any of its lines that nothing else is known of.
    var isUnknown = false
    /// Only says that a trace follows, which says more.
    var isAnnouncement = false
}

extension MessageKind {
    /// A kind, and which of its signs was met.
    struct Match {
        var kind: MessageKind
        var sign: Int
    }

    /// The message that a line is; nil for none that is known.
    static func match(_ line: ArraySlice<UInt8>) -> Match? {
        line.prefix(searchedBytes).withUnsafeBufferPointer { line in
            // Rows of the table come in the order of what they say; each is looked for beside its sign once.
            var best: (kind: Int, sign: Int)?
            var refused = Set<Int>()
            for index in line.indices {
                for entry in byFirstByte[Int(line[index])] where entry.kind < best?.kind ?? .max && has(entry.sign, at: index, in: line) {
                    if refused.contains(entry.kind) { continue }
                    if known[entry.kind].beside.allSatisfy({ $0.contains { isIn(line, $0) } }) {
                        best = (entry.kind, entry.place)
                    } else {
                        refused.insert(entry.kind)
                    }
                }
            }
            return best.map { Match(kind: known[$0.kind], sign: $0.sign) }
        }
    }

    /// Whether any line of a text is such a message.
    static func isIn(_ text: Bytes) -> Bool {
        text.split(whereSeparator: { $0 == Byte.newline || $0 == Byte.carriageReturn }).contains { match($0) != nil }
    }

    /// Messages say what they are at their beginning.
    private static let searchedBytes = 1 << 14

    private static func isIn(_ line: UnsafeBufferPointer<UInt8>, _ sign: StaticString) -> Bool {
        line.indices.contains { has(sign, at: $0, in: line) }
    }

    private static func has(_ sign: StaticString, at index: Int, in line: UnsafeBufferPointer<UInt8>) -> Bool {
        let length = sign.utf8CodeUnitCount
        guard index <= line.count - length else { return false }
        for offset in 0..<length where line[index + offset] != sign.utf8Start[offset] { return false }
        return true
    }

    private struct Entry {
        var sign: StaticString
        var place: Int
        var kind: Int
    }

    /// For each byte the signs that begin with it, and the kinds that they mark.
    private static let byFirstByte: [[Entry]] = {
        var table = [[Entry]](repeating: [], count: 256)
        for (kind, row) in known.enumerated() {
            for (place, sign) in row.signs.enumerated() {
                table[Int(sign.utf8Start[0])].append(Entry(sign: sign, place: place, kind: kind))
            }
        }
        return table
    }()

    /// The words of which every sign has one. A stream is searched for them, and other lines are not looked at.
    static let soughtWords: [StaticString] = [
        "onstraint", "ayout", "AYOUT", "mbiguous", "NSGrid", "run time", "common superview", "common ancestor", "row head", "is not finite",
        "frame dimension", "ISSING HOST",
    ]
}
