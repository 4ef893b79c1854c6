/// A short text as bytes, compared with literals eight bytes at a time.
public struct ByteWord {
    @usableFromInline let utf8: UnsafeBufferPointer<UInt8>
    /// The first eight bytes, the first in the lowest place, padded with 0.
    @usableFromInline let head: UInt64

    @inlinable
    @inline(__always)
    init(_ utf8: UnsafeBufferPointer<UInt8>, head: UInt64) {
        self.utf8 = utf8
        self.head = head
    }

    @inlinable
    public init(_ utf8: UnsafeBufferPointer<UInt8>) {
        self.init(utf8, head: ByteWord.head(of: utf8))
    }

    @inlinable
    @inline(__always)
    public func isEqual(to word: StaticString) -> Bool {
        let count = word.utf8CodeUnitCount
        guard utf8.count == count, head == ByteWord.head(of: word) else { return false }
        let other = word.utf8Start
        for index in Swift.min(8, count)..<count where utf8[index] != other[index] { return false }
        return true
    }

    /// Returns the head of a literal; the compiler folds the unrolled loop to a constant.
    @inlinable
    @inline(__always)
    static func head(of word: StaticString) -> UInt64 {
        var head: UInt64 = 0
        let start = word.utf8Start
        for index in 0..<Swift.min(8, word.utf8CodeUnitCount) { head |= UInt64(start[index]) << UInt64(8 * index) }
        return head
    }

    /// Returns the head without reading beyond the text: for fewer than eight bytes, by two overlapping loads.
    @inlinable
    public static func head(of utf8: UnsafeBufferPointer<UInt8>) -> UInt64 {
        let bytes = UnsafeRawBufferPointer(utf8)
        let count = bytes.count
        func overlapping<Half: FixedWidthInteger>(_ half: Half.Type) -> UInt64 {
            let behind = count - MemoryLayout<Half>.size
            let first = UInt64(truncatingIfNeeded: Half(littleEndian: bytes.loadUnaligned(as: Half.self)))
            let last = UInt64(truncatingIfNeeded: Half(littleEndian: bytes.loadUnaligned(fromByteOffset: behind, as: Half.self)))
            return first | last << UInt64(8 * behind)
        }
        switch count {
        case 8...: return UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
        case 4...: return overlapping(UInt32.self)
        case 2...: return overlapping(UInt16.self)
        case 1: return UInt64(bytes[0])
        default: return 0
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Returns whether the bytes equal a literal.
    @inlinable
    @inline(__always)
    public func isEqual(to word: StaticString) -> Bool {
        guard count == word.utf8CodeUnitCount else { return false }
        let other = word.utf8Start
        for index in 0..<count where self[index] != other[index] { return false }
        return true
    }
}
