internal import ExactArithmetic
internal import JSON
public import LayoutModel

/// One deterministic JSON text of a document: everything resolved, keys in a fixed order, defaults left out.
///
/// Read again it gives an equal document, warnings aside, which it doesn't hold. A fragment is written with what it needs
/// beyond that, for programs and people to read; the importer doesn't read it back.
public struct CanonicalDocument: ~Copyable {
    public static func json(_ document: LayoutDocument) -> [UInt8] {
        var canonical = CanonicalDocument(document)
        canonical.write()
        return canonical.writer.bytes
    }

    /// The canonical text with the places of its parts, for the text of the next document like it.
    ///
    /// - Parameter before: of a document of which parts are taken over where they are the same.
    public static func text(_ document: LayoutDocument, after before: CanonicalText? = nil) -> CanonicalText {
        var canonical = CanonicalDocument(document)
        if let before, before.hasNames(of: document) { canonical.before = before }
        canonical.write()
        return CanonicalText(
            document: document, bytes: canonical.writer.bytes, viewEnds: canonical.viewEnds, constraintEnds: canonical.constraintEnds)
    }

    /// The same with one more view or constraint, as it was given, at the end of its list.
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

    private init(_ document: LayoutDocument) {
        self.document = document
        writer = JSONWriter(capacity: 128 * (document.views.count + document.constraints.count))
    }

    private mutating func write() {
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
        writer.key("views")
        writer.beginArray()
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

    /// A content area is never written in a document: the constraint that names it brings it back.
    private mutating func writeViews() {
        viewEnds.reserveCapacity(document.views.count + 1)
        viewEnds.append(writer.byteCount)
        let known = before?.document.views ?? []
        let (ends, bytes) = (before?.viewEnds ?? [], before?.bytes ?? [])
        for index in document.views.indices {
            if document.views[index].kind != .content {
                if index < known.count, known[index] == document.views[index] {
                    takeOver(index, of: ends, in: bytes)
                } else {
                    write(document.views[index])
                }
            }
            viewEnds.append(writer.byteCount)
        }
    }

    private mutating func writeConstraints() {
        constraintEnds.reserveCapacity(document.constraints.count + 1)
        constraintEnds.append(writer.byteCount)
        let known = before?.document.constraints ?? []
        let (ends, bytes) = (before?.constraintEnds ?? [], before?.bytes ?? [])
        for index in document.constraints.indices {
            if index < known.count, known[index] == document.constraints[index] {
                takeOver(index, of: ends, in: bytes)
            } else {
                write(document.constraints[index])
            }
            constraintEnds.append(writer.byteCount)
        }
    }

    /// Writes a part as it stands in the text before.
    private mutating func takeOver(_ index: Int, of ends: [Int], in bytes: [UInt8]) {
        writer.raw(bytes[CanonicalText.part(index, ends, bytes)])
    }

    // MARK: Members, left out where nil

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
    /// A number where JSON numbers hold it exactly (as their shortest decimal), else a ratio in text: `"1:3"`.
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
