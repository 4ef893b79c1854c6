internal import Glibc

/// The bytes of a log, of which some are in memory: those of a file are read as they are needed.
final class LogBytes {
    /// Longer than a frame of the longest page.
    private static let windowLength = 1 << 20

    let count: Int
    /// The file; nil if all bytes are in the window.
    private let descriptor: Int32?
    /// Some of the bytes, and the place of the first of them.
    private var window: [UInt8]
    private var start = 0

    init(_ bytes: [UInt8]) {
        (count, window, descriptor) = (bytes.count, bytes, nil)
    }

    /// Opens a file. Returns nil if it is not a regular file, or is empty or longer than a number of bytes.
    init?(file path: String, most: Int) {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard file >= 0 else { return nil }
        var status = stat()
        let isRegular = fstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        guard isRegular, status.st_size > 0, status.st_size <= most else {
            close(file)
            return nil
        }
        (count, window, descriptor) = (Int(status.st_size), [], file)
    }

    deinit {
        if let descriptor { close(descriptor) }
    }

    /// Calls a function with a range of the bytes, which is not longer than a frame; the caller has checked the bounds. Bytes that the file does
    /// not have any more are zeros.
    func read<T>(_ range: Range<Int>, _ body: (UnsafeRawBufferPointer) -> T) -> T {
        if range.lowerBound < start || range.upperBound > start + window.count { load(from: range.lowerBound) }
        return window.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[range.lowerBound - start..<range.upperBound - start])) }
    }

    /// Returns the number at a place; the caller has checked the length.
    func number(_ place: Int) -> UInt32 {
        read(place..<place + 4) { UInt32(bigEndian: $0.loadUnaligned(as: UInt32.self)) }
    }

    private func load(from place: Int) {
        guard let descriptor else { return }
        start = place
        let length = min(LogBytes.windowLength, count - place)
        if window.count == length {
            window.withUnsafeMutableBytes { _ = $0.initializeMemory(as: UInt8.self, repeating: 0) }
        } else {
            window = [UInt8](repeating: 0, count: length)
        }
        var done = 0
        while done < length {
            let more = window.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress?.advanced(by: done), length - done, off_t(place + done)) }
            guard more > 0 else { break }
            done += more
        }
    }
}
