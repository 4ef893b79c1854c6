/// A digest of what happened, by which two runs of one seed are compared.
public struct Trace: Sendable, Equatable, CustomStringConvertible {
    public private(set) var count = 0
    private var state: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func note(_ text: String) {
        for byte in text.utf8 { state = (state ^ UInt64(byte)) &* 0x100_0000_01b3 }
        state = (state ^ 0x0a) &* 0x100_0000_01b3
        count += 1
    }

    public var description: String { "\(count) events, digest \(String(state, radix: 16))" }
}
