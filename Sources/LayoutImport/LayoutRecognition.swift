internal import JSON
internal import LayoutModel
internal import StandardAdditions

/// Distinguishes layouts from other files by their content, for folders and lists that contain files of all kinds.
///
/// A layout with errors is recognized too, so that its reader reports them.
public enum LayoutRecognition {
    /// Returns whether a JSON text is a document: it has the format's name, or constraints as documents write them.
    public static func isDocument(_ bytes: [UInt8]) -> Bool {
        // A search is enough for almost all JSON of a repository.
        // A key may be written with escapes.
        let bytes = EncodedText.utf8(bytes)
        guard contains("\"constraints\"", bytes) || contains("plumbline", bytes) || contains("\\u", bytes) else { return false }
        guard let root = try? JSONTree(parsing: bytes) else { return DocumentTraces(in: bytes).areOfDocument }
        guard root.members != nil else { return false }
        if let format = root["format"]?.string {
            if format.hasPrefix("plumbline/") { return true }
            // A report or an exported session, which contains parts of layouts.
            if storedFormats.contains(where: format.hasPrefix) { return false }
        }
        guard let constraints = root["constraints"]?.elements else { return false }
        if constraints.isEmpty {
            let hasViews = root["views"]?.elements?.prefix(mostTried).contains { $0["id"]?.string != nil } ?? false
            return hasViews || root.members?.allSatisfy { documentKeys.contains($0.key) } ?? false
        }
        return constraints.prefix(mostTried).contains(where: isConstraint)
    }

    /// Returns whether a text has a constraint on each line: its first line with content is an equation or a visual format, or
    /// most of its first lines are, for the parsers that read them. A name in brackets says nothing, as it is also a heading.
    ///
    /// - Parameter isNamedFormat: whether the file's name indicates visual formats. Then lines that only resemble them count,
    ///   too.
    public static func isConstraintText(_ text: String, isNamedFormat: Bool = false) -> Bool {
        let bytes = Array(text.utf8)
        let printed = PrintedFormats(bytes)
        var lines: [Bool] = []
        for line in bytes.parts(separatedBy: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
            if lines.count >= mostTried { break }
            let content = line.drop { $0.isSpace }
            if content.isEmpty || content.first == UInt8(ascii: "#") || content.starts(with: "//".utf8) || isConflictMarker(line) { continue }
            if line.count < 200, line.filter({ !$0.isSpace }).elementsEqual("extended:true".utf8) { return true }
            for entry in printed.entries(of: line) where isNamedFormat || !ListedConstraint.isNameAlone(entry) {
                lines.append(isConstraintLine(entry, mayBeBroken: isNamedFormat))
            }
        }
        return lines.first == true || 2 * lines.count(where: \.self) > lines.count
    }

    /// Returns whether git wrote the line for a conflict between branches. The reader of a layout reports it.
    private static func isConflictMarker(_ line: ArraySlice<UInt8>) -> Bool {
        ["<<<<<<< ", "||||||| ", ">>>>>>> "].contains { line.starts(with: $0.utf8) } || line.elementsEqual("=======".utf8)
    }

    /// Returns whether a file is one of Interface Builder with constraints, by its root element, however much comes before it.
    /// WatchKit has no constraints, and archives of the time before Xcode 5 are not read.
    ///
    /// - Parameter isNamed: whether the file's name says that it is one. Then only WatchKit's and archives are none, so that the
    ///   reader reports what it cannot read.
    public static func isInterfaceBuilder(_ bytes: [UInt8], isNamed: Bool = false) -> Bool {
        let text = EncodedText.utf8(bytes)
        // In another encoding these bytes may mean another element.
        if isNamed, !EncodedText.isDeclaredAsRead(text) { return true }
        guard let root = RootElement(of: text) else {
            let head = Array(text.prefix(1 << 16))
            return isNamed || contains("com.apple.InterfaceBuilder", head) && contains("<document", head)
        }
        if root.name == "archive" { return false }
        let type = root.attributes["type"] ?? ""
        // One of both alone may be on a file for another system.
        let isWatch = type.hasPrefix("com.apple.InterfaceBuilder.WatchKit") && root.attributes["targetRuntime"] == "watchKit"
        if root.name == "document", isWatch { return false }
        return isNamed || root.name == "document" && type.hasPrefix("com.apple.InterfaceBuilder")
    }

    /// Returns whether JSON begins like a report or an exported session, which contain parts of layouts: with the format's name.
    public static func isStoredReport(_ head: [UInt8]) -> Bool {
        var rest = head[...]
        for word in ["{", "\"format\"", ":", "\""] {
            rest = rest.drop { $0.isBlank }
            guard rest.starts(with: word.utf8) else { return false }
            rest = rest.dropFirst(word.utf8.count)
        }
        return storedFormats.contains { rest.starts(with: $0.utf8) }
    }

    /// Returns whether a part of a log has the message about a conflict, or the description of a constraint.
    public static func holdsLog(_ bytes: [UInt8]) -> Bool {
        contains("Unable to simultaneously satisfy constraints", bytes) || DescriptionFinder.containsStart(bytes)
    }

    // MARK: Parts

    /// The beginnings of the formats of reports and exported sessions.
    private static let storedFormats = ["plumbline.report/", "plumbline.reports/", "plumbline.session/"]

    private static let documentKeys: Set = [
        "format", "name", "root", "size", "direction", "views", "metrics", "spacing", "extended", "constraints", "assert", "suppress", "capture",
        "observed",
    ]

    /// The maximum number of constraints or lines that are tried.
    private static let mostTried = 20

    private static func isConstraint(_ value: JSONTree) -> Bool {
        if let text = value.string { return isConstraintLine(Array(text.utf8), mayBeBroken: true) }
        guard value.members != nil else { return false }
        if ["equation", "visual"].contains(where: { value[$0]?.string != nil }) { return true }
        guard let first = value["first"] else { return false }
        return first["attribute"]?.string != nil || first["item"] != nil
    }

    /// Returns whether a line is an equation or a visual format.
    ///
    /// - Parameter mayBeBroken: whether a line counts if it only begins like a visual format, or relates an attribute to
    ///   anything.
    private static func isConstraintLine(_ bytes: [UInt8], mayBeBroken: Bool) -> Bool {
        bytes.withUnsafeBufferPointer { text in
            if ListedConstraint.isOne(bytes) { return true }
            if mayBeBroken { return VisualFormatText.isOne(text) || relatesAttribute(bytes) }
            guard VisualFormatText.isOne(text) else { return isNearlyEquation(bytes) }
            // `[x] a task` begins like a format, but a format has names only in brackets, and otherwise only signs.
            let line = bytes.drop { $0.isSpace }
            let isDirected = line.first != UInt8(ascii: "[") && line.first != UInt8(ascii: "|")
            let format = isDirected ? line.drop { $0 != UInt8(ascii: ":") }.dropFirst() : line
            return isPlainFormat(format) || isDirected && [UInt8(ascii: "|"), UInt8(ascii: "[")].contains(format.first)
        }
    }

    /// Returns whether a line without its direction is a visual format: outside of brackets and parentheses there are only signs.
    private static func isPlainFormat(_ line: ArraySlice<UInt8>) -> Bool {
        var depth = 0
        var hasName = false
        for byte in line {
            switch byte {
            case UInt8(ascii: "["), UInt8(ascii: "("):
                depth += 1
                if byte == UInt8(ascii: "[") { hasName = true }
            case UInt8(ascii: "]"), UInt8(ascii: ")"): depth -= 1
            case UInt8(ascii: "|"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "~"): continue
            default: if depth <= 0, !byte.isSpace, !byte.isDigit { return false }
            }
            if depth < 0 { return false }
        }
        let isJoined = line.contains(UInt8(ascii: "|")) || line.contains(UInt8(ascii: "-"))
        // A view alone has a length: `[title(60)]`.
        return hasName && depth == 0 && (isJoined || line.contains(UInt8(ascii: "(")) && !line.trimmed.contains { $0.isSpace })
    }

    /// Returns whether a line is an equation but for a misspelled word: `title.wdith == 60`. Code has other signs.
    private static func isNearlyEquation(_ bytes: [UInt8]) -> Bool {
        let signs = Set("._+-*/@\" <>=".utf8)
        guard bytes.count < 200, bytes.allSatisfy({ $0.isNameStart || $0.isDigit || signs.contains($0) }) else { return false }
        let relations: [StaticString] = ["==", "<=", ">="]
        return relations.contains { contains($0, bytes) } && relatesAttribute(bytes)
    }

    /// Returns whether a line has a relation, and before it an attribute after a dot, such as `title.width == = 3`, or nearly one.
    private static func relatesAttribute(_ bytes: [UInt8]) -> Bool {
        let signs: Set = [UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: ">")]
        // A quoted name may have any signs.
        var isQuoted = false
        let sign = bytes.firstIndex { byte in
            if byte == Byte.doubleQuote { isQuoted.toggle() }
            return !isQuoted && signs.contains(byte)
        }
        guard let sign else { return false }
        let parts = bytes[..<sign].split(separator: UInt8(ascii: "."))
        guard parts.count > 1, let last = parts.last else { return false }
        let word = String(decoding: last.prefix { $0.isNameStart }, as: UTF8.self)
        return NearWord.to(word, among: LayoutAttribute.allCases.map(\.rawValue)) != nil
    }

    /// Returns whether bytes contain a word, by a search for its first byte.
    static func contains(_ word: StaticString, _ bytes: [UInt8]) -> Bool {
        let word = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        guard let first = word.first, bytes.count >= word.count else { return false }
        return bytes.withUnsafeBufferPointer { bytes in
            var place = 0
            while place <= bytes.count - word.count {
                guard let next = bytes[place...].firstIndex(of: first), next <= bytes.count - word.count else { return false }
                if bytes[next..<next + word.count].elementsEqual(word) { return true }
                place = next + 1
            }
            return false
        }
    }
}
