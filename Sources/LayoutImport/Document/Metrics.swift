internal import ExactArithmetic
internal import LayoutModel

/// The document's named numbers.
struct Metrics {
    private var names = NameTable(capacity: 8)
    private var values: [Rational] = []
    /// The names in text, for hints.
    private var words: [String] = []

    subscript(name: UnsafeBufferPointer<UInt8>) -> Rational? {
        if values.isEmpty { return nil }
        return names.find(name).map { values[$0] }
    }

    mutating func add(_ name: UnsafeBufferPointer<UInt8>, _ value: Rational) {
        guard names.insert(name).isNew else { return }
        values.append(value)
        words.append(String(decoding: name, as: UTF8.self))
    }

    /// Returns ` (did you mean "pad"?)` with the metric or other word that is nearest, or an empty text.
    func hint(_ word: String, among others: [String]) -> String {
        NearWord.hint(word, among: others + words.prefix(1000))
    }
}
