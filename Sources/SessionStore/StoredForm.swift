internal import EmbeddedFiles
internal import Zstandard

/// The stored form of bytes, as recorded in the columns named `packing`.
enum StoredForm: Int64 {
    /// Uncompressed.
    case plain = 0
    /// Compressed by Zstandard with the first dictionary. It must never change, or stored bytes could not be read; PACKING.md
    /// documents how it was made.
    case packed = 1
    /// Compressed by Zstandard with the report of an earlier step, whose number is in the column `base`.
    case following = 2

    /// The minimum length in bytes; below it, compression saves nothing.
    private static let leastPacked = 64
    /// The greatest length of decompressed bytes: SQLite's limit for a value, and that of a file that is imported.
    static let greatestLength = 1 << 30

    /// Level 6: half the time of the next higher levels, and a few percent longer.
    private static let coder = DictionaryCoder(dictionary: EmbeddedFile.packingDictionary.bytes, level: 6)
    /// For long texts: a sixth of the time, and about a tenth longer.
    private static let quickCoder = DictionaryCoder(dictionary: EmbeddedFile.packingDictionary.bytes, level: 1)
    private static let leastQuick = 32 << 10
    private static let prefixCoder = PrefixCoder(level: 1)

    /// Returns the stored form of bytes, and its `packing`.
    static func values(for bytes: [UInt8]) -> (bytes: [UInt8], packing: Int64) {
        if bytes.count >= leastPacked, let packed = (bytes.count < leastQuick ? coder : quickCoder)?.pack(bytes), packed.count < bytes.count {
            return (packed, StoredForm.packed.rawValue)
        }
        return (bytes, StoredForm.plain.rawValue)
    }

    /// Compresses a report relative to an earlier one, or returns nil if that fails.
    static func pack(_ bytes: [UInt8], by base: [UInt8]) -> [UInt8]? {
        prefixCoder.pack(bytes, by: base)
    }

    /// Decompresses a report that was compressed relative to an earlier one.
    static func bytes(_ stored: [UInt8], by base: [UInt8]) throws(StoreError) -> [UInt8] {
        do throws(DictionaryCoder.Failure) { return try prefixCoder.unpack(stored, by: base, limit: greatestLength) } catch {
            throw storeError(error)
        }
    }

    /// Decompresses stored bytes.
    ///
    /// - Parameter limit: the greatest length that the value may have. A longer one is damaged, and is not decompressed.
    static func bytes(_ stored: [UInt8], packing: Int64, limit: Int = greatestLength) throws(StoreError) -> [UInt8] {
        switch StoredForm(rawValue: packing) {
        case .plain:
            guard stored.count <= limit else { throw storeError(.tooLarge) }
            return stored
        case .packed:
            guard let coder else { throw .unavailable("there is not enough memory to decompress stored data") }
            do throws(DictionaryCoder.Failure) { return try coder.unpack(stored, limit: limit) } catch {
                throw storeError(error)
            }
        case .following: throw .damaged("it can only be decompressed together with another report")
        case nil: throw .damaged("\(packing) is not a known form of compression")
        }
    }

    /// Returns the length of decompressed bytes, which needs only the beginning of what is stored; 0 if that is damaged.
    ///
    /// - Parameters:
    ///   - head: the first ``headLength`` bytes of what is stored.
    ///   - count: the number of all stored bytes.
    static func count(head: [UInt8], of count: Int, packing: Int64) -> Int {
        StoredForm(rawValue: packing) == .plain ? count : min(Frame.contentCount(head) ?? 0, greatestLength)
    }

    static let headLength = Frame.headLength

    private static func storeError(_ failure: DictionaryCoder.Failure) -> StoreError {
        switch failure {
        case .outOfMemory: .unavailable("there is not enough memory to decompress stored data")
        case .malformed: .damaged("compressed bytes cannot be decompressed")
        case .tooLarge: .damaged("it is longer than it may be")
        }
    }
}
