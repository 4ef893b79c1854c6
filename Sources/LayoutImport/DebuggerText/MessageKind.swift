internal import LayoutModel
internal import StandardAdditions

/// A kind of message of the console, a debugger or a build that is neither a conflict nor a list of constraints.
///
/// The sentence and the remedy may have placeholders: `{view}` for the first view that the message names and `{views}` for two of
/// them, `{quoted}` for the text in double quotes, `{owner}` for the class that did not call super, `{what}` for the attributes
/// that a build reports as ambiguous, `{file}` for its file, and `{text}` for the message itself.
struct MessageKind: Sendable {
    /// The name of the finding: `no-common-ancestor`.
    let name: String
    let kind: SourceFinding.Kind
    /// The texts of which a line contains one.
    let signs: [StaticString]
    /// Further lists of texts. The line contains one of each list as well.
    var beside: [[StaticString]] = []
    let sentence: String
    let remedy: String
    /// The maximum number of following lines that may belong to the message and name its views.
    var linesBelow = 0
    /// Whether the following lines may print the constraint in question.
    var printsConstraint = false
    /// Whether the meaning is unknown, and the message is recognized only by its subsystem or a general form.
    var isUnknown = false
    /// Whether the message only announces a trace, which has the details.
    var isAnnouncement = false
}

extension MessageKind {
    /// A kind, and the index of the sign in the line.
    struct Match {
        var kind: MessageKind
        var sign: Int
    }

    /// Returns the kind of message that a line is, or nil if it is not a known one.
    static func match(_ line: ArraySlice<UInt8>) -> Match? {
        line.prefix(searchedBytes).withUnsafeBufferPointer { line in
            // Earlier rows of the table take precedence. A row whose further texts are missing is checked once only.
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

    /// Returns whether any line of a text is such a message.
    static func isIn(_ text: Bytes) -> Bool {
        text.parts(separatedBy: { $0 == Byte.newline || $0 == Byte.carriageReturn }).contains { match($0) != nil }
    }

    /// The number of bytes to search. The beginning of a message shows its kind.
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

    /// The signs by their first byte, with the kinds that they mark.
    private static let byFirstByte: [[Entry]] = {
        var table = [[Entry]](repeating: [], count: 256)
        for (kind, row) in known.enumerated() {
            for (place, sign) in row.signs.enumerated() {
                table[Int(sign.utf8Start[0])].append(Entry(sign: sign, place: place, kind: kind))
            }
        }
        return table
    }()

    /// The texts by which kinds are recognized.
    static var texts: [StaticString] { known.flatMap { $0.signs + $0.beside.flatMap(\.self) } }

    /// Words such that every sign contains one of them. A stream is searched for them, and its other lines are not parsed.
    static let soughtWords: [StaticString] = [
        "onstraint", "ayout", "AYOUT", "ontent Priority", "mbiguous", "NSGrid", "run time", "common superview", "common ancestor", "row head",
        "is not finite",
        "frame dimension", "ISSING HOST",
    ]
}
