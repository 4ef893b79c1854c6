/// A momentary value for `/metrics`.
public struct Gauge: Sendable {
    public enum Kind: String, Sendable {
        case gauge, counter
    }

    public var name: String
    public var help: String
    public var kind: Kind
    public var value: Double

    public init(_ name: String, _ help: String, kind: Kind = .gauge, _ value: Double) {
        self.name = name
        self.help = help
        self.kind = kind
        self.value = value
    }
}
