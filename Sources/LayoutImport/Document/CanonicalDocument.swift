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
        // A content area is never written in a document: the constraint that names it brings it back.
        for view in document.views where view.kind != .content { write(view) }
        if let added, added.isView { writer.tree(added.entry) }
        writer.endArray()
        writer.key("constraints")
        writer.beginArray()
        for constraint in document.constraints { write(constraint) }
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
