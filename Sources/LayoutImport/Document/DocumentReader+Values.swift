internal import ExactArithmetic
internal import JSON
internal import LayoutModel

// Reads typed values. The place for an error is computed only if there is one.
extension DocumentReader {
    /// Returns the members of an object without those with null, which count as absent.
    @inline(__always)
    func members(_ value: JSONValue, at place: @autoclosure () -> Place) throws(ImportError) -> LazyFilterSequence<JSONMembers> {
        guard let members = value.members else { throw place().expected("an object", found: value) }
        return members.lazy.filter { !$0.value.isNull }
    }

    @inline(__always)
    func utf8(_ value: JSONValue, at place: @autoclosure () -> Place) throws(ImportError) -> UnsafeBufferPointer<UInt8> {
        guard let utf8 = value.utf8 else { throw place().expected("a string", found: value) }
        return utf8
    }

    @inline(__always)
    func string(_ value: JSONValue, at place: @autoclosure () -> Place) throws(ImportError) -> String {
        String(decoding: try utf8(value, at: place()), as: UTF8.self)
    }

    @inline(__always)
    func bool(_ value: JSONValue, at place: @autoclosure () -> Place) throws(ImportError) -> Bool {
        guard let bool = value.bool else { throw place().expected("true or false", found: value) }
        return bool
    }

    /// Reads a JSON number, or a decimal or ratio as text. In constraints a metric's name overrides these.
    @inline(__always)
    func number(_ value: JSONValue, at place: @autoclosure () -> Place, allowsMetrics: Bool = false) throws(ImportError) -> Rational {
        if let integer = value.integer { return Rational(integer) }
        return try unusualNumber(value, at: place(), allowsMetrics: allowsMetrics)
    }

    /// Reads any number but an integer of 64 bits.
    private func unusualNumber(_ value: JSONValue, at place: Place, allowsMetrics: Bool) throws(ImportError) -> Rational {
        if let number = value.number {
            guard let exact = NumberText.exact(number) else { throw place.invalid("not-a-number", "the number is out of range") }
            return exact
        }
        guard let text = value.utf8 else { throw place.expected("a number", found: value) }
        if allowsMetrics, let metric = metrics[text] { return metric }
        guard let number = NumberText.parse(text) else {
            let wanted = allowsMetrics ? "a number, a ratio like \"375:667\" or the name of a metric" : "a number or a ratio like \"375:667\""
            let word = String(decoding: text.prefix(80), as: UTF8.self)
            throw place.invalid("not-a-number", "expected \(wanted), found \"\(word)\"" + (allowsMetrics ? metrics.hint(word, among: []) : ""))
        }
        return number
    }

    /// Reads a number or a named priority. The document's own names override a metric of the same name, and a metric overrides
    /// names in code.
    func priority(_ value: JSONValue, at place: @autoclosure () -> Place, allowsMetrics: Bool = true) throws(ImportError) -> Rational {
        if let word = value.utf8 {
            if word.count <= 8, let named = LayoutPriority.named(String(decoding: word, as: UTF8.self)) { return named }
            if !(allowsMetrics && metrics[word] != nil), let named = PlatformWord.priority(word) { return named }
        }
        if let text = value.utf8, !(allowsMetrics && metrics[text] != nil), NumberText.parse(text) == nil {
            let word = String(decoding: text.prefix(80), as: UTF8.self)
            let wanted = "a priority: a number, \(LayoutPriority.names.joined(separator: ", "))" + (allowsMetrics ? " or the name of a metric" : "")
            let hint = allowsMetrics ? metrics.hint(word, among: LayoutPriority.names) : NearWord.hint(word, among: LayoutPriority.names)
            throw place().invalid("not-a-number", "expected \(wanted), found \"\(word)\"\(hint)")
        }
        let priority = try number(value, at: place(), allowsMetrics: allowsMetrics)
        try checkPriority(priority, at: place())
        return priority
    }

    /// Reads a nonnegative length.
    @inline(__always)
    func length(_ value: JSONValue, at place: @autoclosure () -> Place) throws(ImportError) -> Rational {
        let length = try number(value, at: place())
        if length.isNegative { throw place().invalid("negative-size", "a size must not be negative, found \(length)") }
        return length
    }

    /// Reads a length, or nil for UIKit's `noIntrinsicMetric`, -1.
    func intrinsicLength(_ value: JSONValue, at place: @autoclosure () -> Place) throws(ImportError) -> Rational? {
        value.number?.double == -1 ? nil : try length(value, at: place())
    }

    @inline(__always)
    func checkPriority(_ priority: Rational, at place: @autoclosure () -> Place) throws(ImportError) {
        if !priority.isPositive || priority > LayoutPriority.required {
            throw place().invalid("priority-out-of-range", "a priority must be above 0 and at most 1000, found \(priority)")
        }
    }
}
