internal import Glibc

/// A check of a write-ahead log before SQLite recovers it. SQLite takes the log up to the first frame that is not what was written, and
/// drops the rest, since that is where the last write of a process or machine that stopped may end.
///
/// Each commit is synced before the next one is written. So if a whole commit is behind a bad frame, and another one has begun behind
/// that, the frame was damaged later, and commits were lost that had been acknowledged. If the bad frame is in the last commit, that looks
/// like one that was never finished. If the header is bad, SQLite drops the whole log.
struct LogCheck {
    /// A longer log, in bytes, is not checked, since the check has all of it in memory. A log is usually as long as a few checkpoints.
    private static let mostBytes = 1 << 28
    private static let headerLength = 32
    private static let frameHeaderLength = 24

    private let bytes: [UInt8]
    private let pageSize: Int
    private let isBigEndian: Bool

    /// Returns the number of commits, at least, that the damaged log beside a database has lost; 0 if none is known to be lost.
    static func lostCommits(of path: String) -> Int {
        // The log is beside the file itself, not beside a symbolic link to it.
        let file = (try? PrivateFile(path).path) ?? path
        return read(file + "-wal").map(lostCommits(of:)) ?? 0
    }

    /// Returns the same for the content of a log.
    static func lostCommits(of bytes: [UInt8]) -> Int {
        guard bytes.count > headerLength else { return 0 }
        if let check = LogCheck(bytes) { return check.lostCommits }
        // SQLite ignores the whole log.
        return (9...16).flatMap { size in [false, true].map { LogCheck(bytes, pageSize: 1 << size, isBigEndian: $0).commitsOfFirst } }.max() ?? 0
    }

    /// The content of a log's commits.
    struct Content {
        /// Of each commit the header of the database, 100 bytes, or nil if it does not contain the first page.
        var commits: [[UInt8]?] = []
        /// The numbers of the pages.
        var pages: Set<UInt32> = []
    }

    /// Returns the content of a log; empty if it has no commit, or is too long.
    static func content(of log: String) -> Content {
        var content = Content()
        guard let bytes = read(log), bytes.count > headerLength, let check = LogCheck(bytes) else { return content }
        var header: [UInt8]?
        for frame in check.soundFrames {
            content.pages.insert(number(bytes, frame))
            if number(bytes, frame) == 1 { header = Array(bytes[frame + frameHeaderLength..<frame + frameHeaderLength + 100]) }
            guard number(bytes, frame + 4) != 0 else { continue }
            content.commits.append(header)
            header = nil
        }
        return content
    }

    /// Returns whether a log has a frame. One that was only reserved, or begun, has none.
    static func hasFrames(_ log: String) -> Bool {
        guard let start = read(log, first: headerLength + frameHeaderLength) else { return false }
        return start.dropFirst(headerLength).contains { $0 != 0 }
    }

    /// Returns whether a file has content that is not the beginning of a log, of which a power failure may have left a part.
    static func isForeign(_ log: String) -> Bool {
        guard let start = read(log, first: 4) else { return false }
        // The last bit says how sums are made.
        return !zip(start, [0x37, 0x7f, 0x06, 0x82] as [UInt8]).allSatisfy { $0 == 0 || $0 & ~1 == $1 & ~1 }
    }

    private init(_ bytes: [UInt8], pageSize: Int, isBigEndian: Bool) {
        self.bytes = bytes
        self.pageSize = pageSize
        self.isBigEndian = isBigEndian
    }

    /// - Returns: nil if the log's header is not one that SQLite uses.
    private init?(_ bytes: [UInt8]) {
        let magic = LogCheck.number(bytes, 0)
        let pageSize = Int(LogCheck.number(bytes, 8))
        guard magic & ~1 == 0x377f_0682, (512...65536).contains(pageSize), pageSize & (pageSize - 1) == 0 else { return nil }
        self.init(bytes, pageSize: pageSize, isBigEndian: magic & 1 == 1)
        guard headerSum == stored(24) else { return nil }
    }

    private var headerSum: (UInt32, UInt32) { checksum(0..<24, after: (0, 0)) }

    private var frameLength: Int { LogCheck.frameHeaderLength + pageSize }

    /// The places of the frames up to the first bad one, which are those that SQLite reads.
    private var soundFrames: [Int] {
        var frames: [Int] = []
        var sum = stored(24)
        var frame = LogCheck.headerLength
        while isOfThisLog(frame), isValid(frame, after: sum) {
            frames.append(frame)
            sum = stored(frame + 16)
            frame += frameLength
        }
        return frames
    }

    /// The number of commits, at least, that were lost behind the first bad frame.
    var lostCommits: Int {
        var frame = soundFrames.last.map { $0 + frameLength } ?? LogCheck.headerLength
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

    /// The number of whole commits in frames that follow from each other, from the first frame on, whatever the header says. A header is
    /// synced before the first frame behind it is written, so a bad one with such frames was damaged later.
    ///
    /// Frames of former logs may be behind them. They have other salts.
    private var commitsOfFirst: Int {
        let first = LogCheck.headerLength
        guard first + frameLength <= bytes.count else { return 0 }
        // Damage is either before the header's sum or in it.
        var isLinked = hasSalts(first) && (isValid(first, after: stored(24)) || isValid(first, after: headerSum))
        // It may reach beyond the header, as that of lost sectors does.
        let starts = stride(from: first, to: bytes.count, by: frameLength)
        guard var frame = isLinked ? first : starts.first(where: isFollowed) else { return 0 }
        let salts = bytes[frame + 8..<frame + 16]
        var commits = 0
        while frame + frameLength <= bytes.count, bytes[frame + 8..<frame + 16] == salts {
            if isLinked, LogCheck.number(bytes, frame + 4) != 0 { commits += 1 }
            let next = frame + frameLength
            guard next + frameLength <= bytes.count else { break }
            isLinked = isValid(next, after: stored(frame + 16))
            frame = next
        }
        return commits
    }

    /// Returns whether the next frame follows from a frame. With another length of a page, or another order of bytes, none does.
    private func isFollowed(_ frame: Int) -> Bool {
        let next = frame + frameLength
        return next + frameLength <= bytes.count && hasSalts(frame) && bytes[frame + 8..<frame + 16] == bytes[next + 8..<next + 16]
            && isValid(next, after: stored(frame + 16))
    }

    /// Returns whether a frame was written at all: the sum of zeros is 0, so these would follow from each other.
    private func hasSalts(_ frame: Int) -> Bool { bytes[frame + 8..<frame + 16].contains { $0 != 0 } }

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

    /// Returns a file's bytes, or the first ones; nil if it is not a regular file, or too long.
    static func read(_ path: String, first limit: Int? = nil) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else { return nil }
        let size = min(Int(status.st_size), limit ?? .max)
        guard size <= mostBytes else { return nil }
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
