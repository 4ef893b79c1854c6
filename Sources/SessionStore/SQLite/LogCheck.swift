internal import Glibc

/// A check of a write-ahead log before SQLite recovers it. SQLite takes the log up to the first frame that is not what was written, and
/// drops the rest, since that is where the last write of a process or machine that stopped may end.
///
/// Each commit is synced before the next one is written. So if a whole commit is behind a bad frame, and another one has begun behind
/// that, the frame was damaged later, and commits were lost that had been acknowledged. If the bad frame is in the last commit, that looks
/// like one that was never finished.
struct LogCheck {
    /// A longer log, in bytes, is not checked, since the check has all of it in memory. A log is usually as long as a few checkpoints.
    private static let mostBytes = 1 << 28
    private static let headerLength = 32
    private static let frameHeaderLength = 24

    private let bytes: [UInt8]
    private let pageSize: Int
    private let isBigEndian: Bool

    /// Returns the number of commits, at least, behind a damaged frame of the log beside a database; 0 if none is known to be lost.
    static func lostCommits(of path: String) -> Int {
        guard let bytes = read(path + "-wal"), let check = LogCheck(bytes) else { return 0 }
        return check.lostCommits
    }

    /// - Returns: nil if the log is empty or of no known form, so that SQLite does not use it.
    init?(_ bytes: [UInt8]) {
        self.bytes = bytes
        guard bytes.count > LogCheck.headerLength else { return nil }
        let magic = LogCheck.number(bytes, 0)
        guard magic & ~1 == 0x377f_0682 else { return nil }
        isBigEndian = magic & 1 == 1
        pageSize = Int(LogCheck.number(bytes, 8))
        guard (512...65536).contains(pageSize), pageSize & (pageSize - 1) == 0 else { return nil }
        guard checksum(0..<24, after: (0, 0)) == stored(24) else { return nil }
    }

    private var frameLength: Int { LogCheck.frameHeaderLength + pageSize }

    /// The number of commits, at least, that were lost behind the first bad frame.
    var lostCommits: Int {
        var sum = stored(24)
        var frame = LogCheck.headerLength
        while isOfThisLog(frame), isValid(frame, after: sum) {
            sum = stored(frame + 16)
            frame += frameLength
        }
        // Whole commits that another one directly follows. Other frames may be what is left of writes that were never finished.
        var finished = 0
        while frame + 2 * frameLength <= bytes.count {
            let next = frame + frameLength
            if isOfThisLog(frame), LogCheck.number(bytes, frame + 4) != 0, isOfThisLog(next), isValid(next, after: stored(frame + 16)) {
                finished += 1
            }
            frame = next
        }
        return finished
    }

    /// Returns whether a frame was written since the log was begun again.
    private func isOfThisLog(_ frame: Int) -> Bool {
        frame + frameLength <= bytes.count && bytes[frame + 8..<frame + 16] == bytes[16..<24]
    }

    private func isValid(_ frame: Int, after sum: (UInt32, UInt32)) -> Bool {
        let header = checksum(frame..<frame + 8, after: sum)
        return checksum(frame + LogCheck.frameHeaderLength..<frame + frameLength, after: header) == stored(frame + 16)
    }

    private func stored(_ place: Int) -> (UInt32, UInt32) {
        (LogCheck.number(bytes, place), LogCheck.number(bytes, place + 4))
    }

    /// Returns SQLite's checksum over a range of whole pairs of words.
    private func checksum(_ range: Range<Int>, after sum: (UInt32, UInt32)) -> (UInt32, UInt32) {
        bytes.withUnsafeBytes { bytes in
            var (first, second) = sum
            for place in stride(from: range.lowerBound, to: range.upperBound - 7, by: 8) {
                let (one, two) = (word(bytes, place), word(bytes, place + 4))
                first = first &+ one &+ second
                second = second &+ two &+ first
            }
            return (first, second)
        }
    }

    private func word(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> UInt32 {
        let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
        return isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
    }

    /// Returns the number at a place; the caller has checked the length.
    private static func number(_ bytes: [UInt8], _ place: Int) -> UInt32 {
        bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }

    private static func read(_ path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_size > 0, let size = Int(exactly: status.st_size), size <= mostBytes else { return nil }
        var bytes = [UInt8](repeating: 0, count: size)
        var count = 0
        while count < size {
            let more = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress?.advanced(by: count), size - count) }
            guard more > 0 else { break }
            count += more
        }
        return Array(bytes.prefix(count))
    }
}
