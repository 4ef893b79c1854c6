internal import Glibc

/// The memory that the process may use.
///
/// Work that no client waits for, or that reads much of a store, asks whether there is still some, and ends otherwise.
public struct MemoryLimit: Sendable, Hashable {
    public let bytes: Int

    public init(bytes: Int) {
        self.bytes = bytes
    }

    /// Whether so much is used that only one request at a time continues, so nothing in the background should.
    public var isTight: Bool { MemoryLimit.used > bytes / 16 * 9 }

    /// Whether so much is used that nothing large should continue.
    public var isCritical: Bool { MemoryLimit.used > bytes / 16 * 13 }

    /// The resident memory of the process in bytes; 0 if the system does not say.
    private static var used: Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var text = [CChar](repeating: 0, count: 128)
        guard fgets(&text, Int32(text.count), file) != nil else { return 0 }
        let words = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).split(separator: " ")
        guard words.count > 1, let pages = Int(words[1]) else { return 0 }
        let (bytes, isOver) = pages.multipliedReportingOverflow(by: sysconf(Int32(_SC_PAGESIZE)))
        return isOver ? .max : bytes
    }
}
