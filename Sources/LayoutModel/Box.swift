/// Values that few views or constraints have, in a separate object so that the others are small. It is immutable and shared by
/// copies.
@usableFromInline
final class Box<Values: Sendable & Hashable>: Sendable, Hashable {
    @usableFromInline let values: Values

    init(_ values: Values) {
        self.values = values
    }

    @usableFromInline
    static func == (a: Box, b: Box) -> Bool { a === b || a.values == b.values }

    @usableFromInline
    func hash(into hasher: inout Hasher) { hasher.combine(values) }
}
