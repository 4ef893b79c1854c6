internal import SQLite
internal import Zstandard

/// How bytes stand in the database, as the columns named `packing` tell.
enum StoredForm: Int64 {
    /// As they are.
    case plain = 0
    /// By Zstandard with the first dictionary. PACKING.md tells how it was made; it never changes, or what is stored could not be read.
    case packed = 1
    /// By Zstandard with the report of an earlier step, which the column `base` names.
    case following = 2

    /// Below it, a frame saves nothing.
    private static let leastPacked = 64
    /// More cannot have been stored: SQLite holds no larger value.
    private static let greatestLength = 1 << 30

    /// Level 6: half the time of the next better ones, and a few hundredths longer.
    private static let coder = DictionaryCoder(dictionary: PackageResources.packing_1_dictionary, level: 6)
    /// For long texts: a sixth of the time, and about a tenth longer.
    private static let quickCoder = DictionaryCoder(dictionary: PackageResources.packing_1_dictionary, level: 1)
    private static let leastQuick = 32 << 10
    private static let prefixCoder = PrefixCoder(level: 1)

    /// The values of a column of bytes and of its `packing`.
    static func values(for bytes: [UInt8]) -> (bytes: Value, packing: Value) {
        if bytes.count >= leastPacked, let packed = (bytes.count < leastQuick ? coder : quickCoder)?.pack(bytes), packed.count < bytes.count {
            return (.blob(packed), .integer(StoredForm.packed.rawValue))
        }
        return (.blob(bytes), .integer(StoredForm.plain.rawValue))
    }

    /// A report packed by an earlier one; nil where it cannot be.
    static func pack(_ bytes: [UInt8], by base: [UInt8]) -> [UInt8]? {
        prefixCoder.pack(bytes, by: base)
    }

    /// A report that was packed by an earlier one.
    static func bytes(_ stored: [UInt8], by base: [UInt8]) throws(StoreError) -> [UInt8] {
        do throws(DictionaryCoder.Failure) { return try prefixCoder.unpack(stored, by: base, limit: greatestLength) } catch {
            throw told(error)
        }
    }

    /// The bytes that were stored.
    static func bytes(_ stored: [UInt8], packing: Int64) throws(StoreError) -> [UInt8] {
        switch StoredForm(rawValue: packing) {
        case .plain: return stored
        case .packed:
            guard let coder else { throw .unavailable("there is no memory to unpack what is stored") }
            do throws(DictionaryCoder.Failure) { return try coder.unpack(stored, limit: greatestLength) } catch {
                throw told(error)
            }
        case .following: throw .damaged("it is packed by another")
        case nil: throw .damaged("\(packing) is no form of packing")
        }
    }

    private static func told(_ failure: DictionaryCoder.Failure) -> StoreError {
        switch failure {
        case .outOfMemory: .unavailable("there is no memory to unpack what is stored")
        case .malformed, .tooLarge: .damaged("packed bytes cannot be unpacked")
        }
    }
}
