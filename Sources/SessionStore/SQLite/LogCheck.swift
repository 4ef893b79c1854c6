internal import Glibc

/// A check of a write-ahead log before SQLite recovers it. SQLite takes the log up to the first frame that is not what was written, and
/// drops the rest, since that is where the last write of a process or machine that stopped may end.
///
/// Each commit is synced before the next one is written. So if a whole commit is behind a bad frame, and another one has begun behind
/// that, the frame was damaged later, and commits were lost that had been acknowledged. The same is so if the frame with a commit's end is bad
/// itself: another commit has begun behind it if it, too, has a frame of the first page, as a page has only one in a commit. If the bad frame
/// is in the last commit, that looks like one that was never finished. If the header is bad, SQLite drops the whole log.
///
/// Frames that are not at the place of one were shifted by bytes that are missing before them.
struct LogCheck {
    /// A longer log, in bytes, is not checked, since that takes seconds. A log is usually as long as a few checkpoints.
    private static let mostBytes = 1 << 28
    private static let headerLength = 32
    private static let frameHeaderLength = 24

    private let bytes: LogBytes
    private let pageSize: Int
    private let isBigEndian: Bool
    /// The salts and the sum of the log's header.
    private let ownSalts: UInt64
    private let headerSums: (UInt32, UInt32)

    /// Returns the number of commits, at least, that the damaged log beside a database has lost; 0 if none is known to be lost.
    static func lostCommits(of path: String) -> Int {
        // The log is beside the file itself, not beside a symbolic link to it.
        let file = (try? PrivateFile(path).path) ?? path
        return LogBytes(file: file + "-wal", most: mostBytes).map(lostCommits(of:)) ?? 0
    }

    /// Returns the same for the content of a log.
    static func lostCommits(of bytes: LogBytes) -> Int {
        guard bytes.count > headerLength else { return 0 }
        if let check = LogCheck(bytes) { return check.lostCommits }
        // SQLite ignores the whole log.
        let checks = (9...16).flatMap { size in [false, true].map { LogCheck(bytes, pageSize: 1 << size, isBigEndian: $0) } }
        let found = checks.map { $0.commitsOfFirst(isShifted: false) }.max() ?? 0
        return found > 0 ? found : checks.map { $0.commitsOfFirst(isShifted: true) }.max() ?? 0
    }

    /// The content of a log's commits: the headers of the database in them, of 100 bytes each, as far as the comparison with the file needs them.
    struct Content {
        var commitCount = 0
        /// The header in the first commit, or nil if that does not contain the first page.
        var headerOfFirst: [UInt8]?
        /// The first of the headers.
        var firstHeader: [UInt8]?
        /// The most bytes with which the file's header begins as one of them does.
        var sharedStart = 0
        /// The most bytes with which the file's header ends as one of them does.
        var sharedEnd = 0
        /// The numbers of the pages.
        var pages: Set<UInt32> = []

        /// - Parameters:
        ///   - header: the header that a commit contains, if it contains the first page.
        ///   - file: the header of the file.
        mutating func add(_ header: [UInt8]?, file: [UInt8]?) {
            if commitCount == 0 { headerOfFirst = header }
            commitCount += 1
            guard let header else { return }
            firstHeader = firstHeader ?? header
            guard let file else { return }
            sharedStart = max(sharedStart, Content.sharedCount(file, header))
            sharedEnd = max(sharedEnd, Content.sharedCount(file.reversed(), header.reversed()))
        }

        /// Returns the number of bytes with which both begin.
        private static func sharedCount(_ one: some Sequence<UInt8>, _ other: some Sequence<UInt8>) -> Int {
            zip(one, other).prefix { $0 == $1 }.count
        }
    }

    /// Returns the content of a log; empty if it has no commit, or is too long.
    ///
    /// - Parameter file: the header of the file beside it.
    static func content(of log: String, file: [UInt8]?) -> Content {
        var content = Content()
        guard let bytes = LogBytes(file: log, most: mostBytes), bytes.count > headerLength, let check = LogCheck(bytes) else { return content }
        var header: [UInt8]?
        _ = check.forEachSoundFrame { frame in
            content.pages.insert(bytes.number(frame))
            if bytes.number(frame) == 1 { header = bytes.read(frame + frameHeaderLength..<frame + frameHeaderLength + 100) { Array($0) } }
            guard check.isEnd(frame) else { return }
            content.add(header, file: file)
            header = nil
        }
        return content
    }

    /// Returns whether a log has a frame. One that was only reserved, or begun, has none.
    static func hasFrames(_ log: String) -> Bool {
        guard let bytes = LogBytes(file: log, most: .max), bytes.count > headerLength else { return false }
        let end = min(bytes.count, headerLength + frameHeaderLength)
        return bytes.read(headerLength..<end) { $0.contains { $0 != 0 } }
    }

    /// Returns whether a file has content that is not the beginning of a log, of which a power failure may have left a part.
    static func isForeign(_ log: String) -> Bool {
        guard let bytes = LogBytes(file: log, most: .max) else { return false }
        // The last bit says how sums are made.
        return bytes.read(0..<min(4, bytes.count)) { start in
            !zip(start, [0x37, 0x7f, 0x06, 0x82] as [UInt8]).allSatisfy { $0 == 0 || $0 & ~1 == $1 & ~1 }
        }
    }

    private init(_ bytes: LogBytes, pageSize: Int, isBigEndian: Bool) {
        self.bytes = bytes
        self.pageSize = pageSize
        self.isBigEndian = isBigEndian
        ownSalts = UInt64(bytes.number(16)) << 32 | UInt64(bytes.number(20))
        headerSums = (bytes.number(24), bytes.number(28))
    }

    /// - Returns: nil if the log's header is not one that SQLite uses.
    private init?(_ bytes: LogBytes) {
        let magic = bytes.number(0)
        let pageSize = Int(bytes.number(8))
        guard magic & ~1 == 0x377f_0682, (512...65536).contains(pageSize), pageSize & (pageSize - 1) == 0 else { return nil }
        self.init(bytes, pageSize: pageSize, isBigEndian: magic & 1 == 1)
        guard headerSum == headerSums else { return nil }
    }

    /// Returns whether a frame ends a commit.
    private func isEnd(_ frame: Int) -> Bool { bytes.number(frame + 4) != 0 }

    private var headerSum: (UInt32, UInt32) { checksum(0..<24, after: (0, 0)) }

    private var frameLength: Int { LogCheck.frameHeaderLength + pageSize }

    /// Calls a function with the place of each frame up to the first bad one, which are those that SQLite reads. Returns the place behind them.
    private func forEachSoundFrame(_ body: (Int) -> Void) -> Int {
        var sum = headerSums
        var frame = LogCheck.headerLength
        while isOfThisLog(frame), isValid(frame, after: sum) {
            body(frame)
            sum = stored(frame + 16)
            frame += frameLength
        }
        return frame
    }

    /// The number of commits, at least, that were lost behind the first bad frame.
    var lostCommits: Int {
        // Whether the commit with the bad frame has the first page before it.
        var hasFirstPage = false
        let bad = forEachSoundFrame { hasFirstPage = !isEnd($0) && (hasFirstPage || bytes.number($0) == 1) }
        let finished = finishedCommits(from: bad, hasFirstPage: hasFirstPage)
        guard finished == 0, let shifted = shiftedFrame(behind: bad) else { return finished }
        // No write that was not finished shifts others.
        return max(1, finishedCommits(from: shifted, hasFirstPage: hasFirstPage))
    }

    /// The number of whole commits, at least, behind which another one has begun. Other frames may be what is left of writes that were
    /// never finished.
    ///
    /// - Parameter hasFirstPage: whether the commit that the first frame continues has the first page before it.
    private func finishedCommits(from first: Int, hasFirstPage: Bool) -> Int {
        var (frame, hasFirstPage) = (first, hasFirstPage)
        // Whether the frames up to this one follow from one of the first page, which the commit before has, too.
        var isFurther = false
        var finished = 0
        while frame + 2 * frameLength <= bytes.count {
            let next = frame + frameLength
            if isOfThisLog(frame), isOfThisLog(next), isValid(next, after: stored(frame + 16)) {
                if isEnd(frame) {
                    // The first header may be torn, over one of a write that failed: its end counts if another commit follows.
                    if frame > first { finished += 1 }
                    (hasFirstPage, isFurther) = (false, frame == first)
                } else if bytes.number(frame) == 1 {
                    (isFurther, hasFirstPage) = (isFurther || hasFirstPage, true)
                }
                // Frames without an end may be of a write that was taken back.
                if isFurther, isEnd(next) {
                    finished += 1
                    isFurther = false
                }
            } else {
                isFurther = false
            }
            frame = next
        }
        return finished
    }

    /// Returns the first place behind a frame where the salts of this log are those of a frame, though none begins there; nil if there is none.
    private func shiftedFrame(behind frame: Int) -> Int? {
        let (salts, longest) = (ownSalts.bigEndian, 1 << 15)
        var place = frame + 8
        while salts != 0, place + 8 <= bytes.count {
            let end = min(place + longest, bytes.count)
            let found = bytes.read(place..<end) { LogCheck.place(of: salts, in: $0) }
            guard let found else {
                place = end == bytes.count ? end : end - 7
                continue
            }
            let start = place + found - 8
            if (start - LogCheck.headerLength) % frameLength != 0 { return start }
            place = start + 16
        }
        return nil
    }

    /// Returns the first place at which a number is in bytes, in the order of memory; nil if there is none.
    private static func place(of number: UInt64, in bytes: UnsafeRawBufferPointer) -> Int? {
        guard let start = bytes.baseAddress else { return nil }
        let first = withUnsafeBytes(of: number) { Int32($0[0]) }
        var place = 0
        while place + 8 <= bytes.count, let next = memchr(start + place, first, bytes.count - 7 - place) {
            place = UnsafeRawPointer(next) - start
            if bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self) == number { return place }
            place += 1
        }
        return nil
    }

    /// The number of whole commits in frames that follow from each other, from the first frame on, whatever the header says. A header is
    /// synced before the first frame behind it is written, so a bad one with such frames was damaged later.
    ///
    /// Frames of former logs may be behind them. They have other salts.
    ///
    /// - Parameter isShifted: whether bytes are missing before the first frame, or in it.
    private func commitsOfFirst(isShifted: Bool) -> Int {
        let first = LogCheck.headerLength
        guard first + frameLength <= bytes.count else { return 0 }
        // Damage is either before the header's sum or in it.
        var isLinked = !isShifted && hasSalts(first) && (isValid(first, after: headerSums) || isValid(first, after: headerSum))
        // It may reach beyond the header, as that of lost sectors does.
        let starts = isShifted ? stride(from: 0, to: frameLength, by: 1) : stride(from: first, to: bytes.count, by: frameLength)
        guard var frame = isLinked ? first : starts.first(where: isFollowed) else { return 0 }
        let salts = salts(frame)
        var commits = 0
        while frame + frameLength <= bytes.count, self.salts(frame) == salts {
            if isLinked, isEnd(frame) { commits += 1 }
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
        return next + frameLength <= bytes.count && hasSalts(frame) && salts(frame) == salts(next)
            && isValid(next, after: stored(frame + 16))
    }

    /// Returns whether a frame was written at all: the sum of zeros is 0, so these would follow from each other.
    private func hasSalts(_ frame: Int) -> Bool { salts(frame) != 0 }

    private func salts(_ frame: Int) -> UInt64 { UInt64(bytes.number(frame + 8)) << 32 | UInt64(bytes.number(frame + 12)) }

    /// Returns whether a frame was written since the log was begun again.
    private func isOfThisLog(_ frame: Int) -> Bool {
        frame + frameLength <= bytes.count && salts(frame) == ownSalts
    }

    private func isValid(_ frame: Int, after sum: (UInt32, UInt32)) -> Bool {
        let header = checksum(frame..<frame + 8, after: sum)
        return checksum(frame + LogCheck.frameHeaderLength..<frame + frameLength, after: header) == stored(frame + 16)
    }

    private func stored(_ place: Int) -> (UInt32, UInt32) {
        (bytes.number(place), bytes.number(place + 4))
    }

    /// Returns SQLite's checksum over a range of whole pairs of words.
    private func checksum(_ range: Range<Int>, after sum: (UInt32, UInt32)) -> (UInt32, UInt32) {
        bytes.read(range) { bytes in
            var (first, second) = sum
            for place in stride(from: 0, to: bytes.count - 7, by: 8) {
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
}
