internal import ExactArithmetic
internal import JSON
public import LayoutModel

/// Serializes a document as deterministic JSON: everything resolved, keys in a fixed order, defaults omitted.
///
/// Read again, it gives an equal document, except for warnings, lines and the notation, which it does not contain. A fragment has
/// additional members.
public struct CanonicalDocument: ~Copyable {
    public static func json(_ document: LayoutDocument) -> [UInt8] {
        var canonical = CanonicalDocument(document)
        canonical.write()
        return canonical.writer.take()
    }

    /// Returns the canonical text with the positions of its parts, for reuse by the next document.
    ///
    /// - Parameter before: the text of a document whose equal parts are copied.
    public static func text(_ document: LayoutDocument, after before: CanonicalText? = nil) -> CanonicalText {
        var canonical = CanonicalDocument(document)
        if let before, before.hasNames(of: document) { canonical.before = before }
        canonical.write()
        return CanonicalText(
            document: document, bytes: canonical.writer.bytes, viewEnds: canonical.viewEnds, constraintEnds: canonical.constraintEnds)
    }

    /// Returns the text before the parts: up to the bracket that opens the list of views.
    static func head(of document: LayoutDocument) -> [UInt8] {
        var canonical = CanonicalDocument(document, capacity: 1024)
        canonical.writeHead()
        return canonical.writer.bytes
    }

    /// Returns some views and constraints as in the text, each with the comma before it, or empty for those that are not written.
    static func parts(
        of document: LayoutDocument, views: [Int], constraints: [Int]
    ) -> (views: [ArraySlice<UInt8>], constraints: [ArraySlice<UInt8>]) {
        var canonical = CanonicalDocument(document, capacity: 256 * (views.count + constraints.count))
        canonical.writer.beginArray()
        // Ensures that a comma precedes each part.
        canonical.writer.null()
        var ends = [canonical.writer.byteCount]
        for view in views {
            if document.views[view].kind != .content { canonical.write(document.views[view]) }
            ends.append(canonical.writer.byteCount)
        }
        for constraint in constraints {
            canonical.write(document.constraints[constraint])
            ends.append(canonical.writer.byteCount)
        }
        let bytes = canonical.writer.bytes
        let parts = zip(views + constraints, zip(ends, ends.dropFirst())).map { place, ends in
            // The first element of a list has no comma before it.
            place == 0 && ends.0 < ends.1 ? bytes[ends.0 + 1..<ends.1] : bytes[ends.0..<ends.1]
        }
        return (Array(parts[..<views.count]), Array(parts[views.count...]))
    }

    /// Returns the text with one more view or constraint, as given, at the end of its list, and with the notation that it may
    /// use.
    static func json(_ document: LayoutDocument, adding entry: JSONTree, isView: Bool) -> [UInt8] {
        var canonical = CanonicalDocument(document)
        canonical.added = (entry, isView)
        canonical.write()
        return canonical.writer.bytes
    }

    let document: LayoutDocument
    private var added: (entry: JSONTree, isView: Bool)?
    var writer: JSONWriter
    private var before: CanonicalText?
    /// See `CanonicalText`.
    private var viewEnds: [Int] = []
    private var constraintEnds: [Int] = []

    private init(_ document: LayoutDocument, capacity: Int? = nil) {
        self.document = document
        writer = JSONWriter(capacity: capacity ?? 128 * (document.views.count + document.constraints.count))
    }

    private mutating func writeHead() {
        writer.beginObject()
        writer.key("format")
        writer.string("plumbline/1")
        if document.isFragment { member("fragment", true) }
        member("name", document.name)
        member("root", document.views[document.root].id)
        if document.size != LayoutSize() {
            writer.key("size")
            write(document.size)
        }
        if document.direction != .ltr { member("direction", document.direction.rawValue) }
        write(document.spacing)
        if added != nil { write(document.notation) }
        if let capture = document.capture { write(capture) }
        if !document.observations.isEmpty { write(document.observations) }
        writer.key("views")
        writer.beginArray()
    }

    private mutating func write() {
        writeHead()
        writeViews()
        if let added, added.isView { writer.tree(added.entry) }
        writer.endArray()
        writer.key("constraints")
        writer.beginArray()
        writeConstraints()
        if let added, !added.isView { writer.tree(added.entry) }
        writer.endArray()
        if !document.assertions.isEmpty {
            writer.key("assert")
            writer.beginArray()
            for assertion in document.assertions { writer.string(assertion.text) }
            writer.endArray()
        }
        if !document.suppressions.isEmpty {
            writer.key("suppress")
            writer.beginArray()
            for suppression in document.suppressions { write(suppression) }
            writer.endArray()
        }
        if let broken = document.recordedBroken {
            writer.key("recordedBroken")
            writer.string(document.constraints[broken].id)
        }
        if document.isFragment, document.isList { member("list", true) }
        if document.isFragment, document.unreadLines > 0 { member("unreadLines", Rational(document.unreadLines)) }
        writer.endObject()
    }

    private mutating func write(_ notation: LayoutDocument.Notation) {
        if notation.isExtended { member("extended", true) }
        if notation.metrics.isEmpty { return }
        writer.key("metrics")
        writer.beginObject()
        for (name, value) in notation.metrics.sorted(by: { $0.key < $1.key }) {
            writer.key(text: name)
            writer.exact(value)
        }
        writer.endObject()
    }

    private mutating func write(_ suppression: LayoutSuppression) {
        writer.beginObject()
        member("rule", suppression.rule)
        member("view", suppression.view)
        member("constraint", suppression.constraint)
        member("fingerprint", suppression.fingerprint)
        member("reason", suppression.reason)
        writer.endObject()
    }

    /// Writes the views without content areas, which a constraint that names them implies.
    private mutating func writeViews() {
        viewEnds = writeParts(document.views, before?.document.views, before?.viewEnds) { canonical, view in
            if view.kind != .content { canonical.write(view) }
        }
    }

    private mutating func writeConstraints() {
        constraintEnds = writeParts(document.constraints, before?.document.constraints, before?.constraintEnds) {
            $0.write($1)
        }
    }

    /// Writes a list's parts. Returns the beginning of the list, and then the end of each part.
    ///
    /// - Parameters:
    ///   - known: the parts of the previous text, which are copied if equal.
    ///   - ends: the ends of these.
    private mutating func writeParts<Part: Equatable>(
        _ parts: [Part], _ known: [Part]?, _ ends: [Int]?, write: (inout CanonicalDocument, Part) -> Void
    ) -> [Int] {
        let shared = parts.sharedPlaces(with: known ?? [])
        let ends = ends ?? []
        var now = [writer.byteCount]
        now.reserveCapacity(parts.count + 1)
        while now.count <= parts.count {
            let index = now.count - 1
            let end = shared.run(from: index)
            if end > index {
                let shift = takeOver(index..<end, ends)
                now.append(contentsOf: ends[index + 1...end].lazy.map { $0 + shift })
            } else {
                write(&self, parts[index])
                now.append(writer.byteCount)
            }
        }
        return now
    }

    /// Copies parts of the previous text. Returns the shift of their ends.
    private mutating func takeOver(_ run: Range<Int>, _ ends: [Int]) -> Int {
        guard let before else { return 0 }
        let (start, end) = (ends[run.lowerBound], ends[run.upperBound])
        // Without the comma before the first of them.
        if start < end { writer.raw(before.bytes[before.bytes[start] == UInt8(ascii: ",") ? start + 1..<end : start..<end]) }
        return writer.byteCount - end
    }

    // MARK: Members, omitted if nil

    mutating func member(_ key: StaticString, _ text: String?) {
        guard let text else { return }
        writer.key(key)
        writer.string(text)
    }

    mutating func member(_ key: StaticString, _ value: Bool) {
        writer.key(key)
        writer.bool(value)
    }

    mutating func member(_ key: StaticString, _ number: Rational?) {
        guard let number else { return }
        writer.key(key)
        writer.exact(number)
    }

    private mutating func write(_ spacing: StandardSpacing) {
        let standard = StandardSpacing()
        guard spacing != standard else { return }
        writer.key("spacing")
        writer.beginObject()
        if spacing.sibling != standard.sibling { member("sibling", spacing.sibling) }
        if spacing.superview != standard.superview { member("superview", spacing.superview) }
        writer.endObject()
    }

    mutating func write(_ size: LayoutSize) {
        writer.beginObject()
        member("width", size.width)
        member("height", size.height)
        writer.endObject()
    }
}

extension JSONWriter {
    /// Writes a number if JSON numbers represent it exactly (as their shortest decimal), else a ratio as text: `"1:3"`.
    mutating func exact(_ value: Rational) {
        if let integer = value.integer {
            self.integer(integer)
            return
        }
        let double = value.double
        if double.isFinite, Rational(shortestDecimalOf: double) == value {
            number(double.description)
        } else {
            let (numerator, denominator) = (value.numerator, value.denominator)
            string(denominator.isOne ? numerator.description : "\(numerator):\(denominator)")
        }
    }
}

extension Array where Element: Equatable {
    /// Returns, for each index in both lists, whether the elements are equal.
    fileprivate func sharedPlaces(with other: [Element]) -> [Bool] {
        let both = Swift.min(count, other.count)
        return withUnsafeBufferPointer { mine in other.withUnsafeBufferPointer { others in (0..<both).map { mine[$0] == others[$0] } } }
    }
}

extension [Bool] {
    /// Returns the first index from this one on that is false or out of range.
    fileprivate func run(from first: Int) -> Int {
        var place = first
        while place < count, self[place] { place += 1 }
        return place
    }
}
