internal import Glibc

/// The memory that the process may use, and the parts of it from which on work waits or ends.
///
/// The server bounds its requests by it. Work that no client waits for, or that reads much of a store, asks it by itself.
public struct MemoryLimit: Sendable, Hashable {
    public let bytes: Int

    public init(bytes: Int) {
        self.bytes = bytes
    }

    /// The bytes above which only one request at a time continues, so nothing in the background should.
    public var tight: Int { bytes / 16 * 9 }

    /// The bytes above which nothing large should continue. The rest is for what cannot be ended, such as the writing of a report that has
    /// begun.
    public var critical: Int { bytes / 16 * 13 }

    /// The greatest length in bytes of what is unpacked or parsed as a whole: several copies of it are in memory then.
    public var greatestPart: Int { bytes / 8 }

    public var isTight: Bool { MemoryLimit.used > tight }
    public var isCritical: Bool { MemoryLimit.used > critical }

    /// The resident memory of the process in bytes, with the pages of files that it uses; 0 if the system does not say.
    public static var used: Int {
        let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return 0 }
        defer { close(file) }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 128) { text in
            let count = read(file, text.baseAddress, text.count)
            guard count > 0 else { return 0 }
            // The second number counts the resident pages.
            let words = text[..<count].split(separator: UInt8(ascii: " "), maxSplits: 2)
            guard words.count > 1, let pages = Int(String(decoding: words[1], as: UTF8.self)) else { return 0 }
            let (bytes, isOver) = pages.multipliedReportingOverflow(by: sysconf(Int32(_SC_PAGESIZE)))
            return isOver ? .max : bytes
        }
    }
}
