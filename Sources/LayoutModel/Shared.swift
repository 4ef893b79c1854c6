/// What few views or constraints have, so that the others are small: shared by copies, and never changed.
@usableFromInline
final class Shared<Values: Sendable & Hashable>: Sendable, Hashable {
    @usableFromInline let values: Values

    init(_ values: Values) {
        self.values = values
    }

    @usableFromInline
    static func == (a: Shared, b: Shared) -> Bool { a === b || a.values == b.values }

    @usableFromInline
    func hash(into hasher: inout Hasher) { hasher.combine(values) }
}
