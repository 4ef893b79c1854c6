internal import Glibc
internal import SQLite

/// A file that its owner alone may read and write, also where a link leads to it.
struct PrivateFile {
    /// The file itself: links are followed, also those to what is not there yet. No name that means something else to SQLite.
    let path: String

    /// - Throws: `cannotOpen` for a name that only a folder can have.
    init(_ path: String) throws(StoreError) {
        let last = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        // The root and the empty name are told by what opens them.
        if path.contains(where: { $0 != "/" }), ["", ".", ".."].contains(last) {
            throw .cannotOpen(path: path, "the name ends as that of a folder, and a file is needed")
        }
        var target = path
        for _ in 0..<40 {
            guard let next = PrivateFile.link(target) else { break }
            let folder = target.lastIndex(of: "/").map { String(target[...$0]) } ?? ""
            target = next.hasPrefix("/") ? next : folder + next
        }
        self.path = Connection.fileName(target)
    }

    /// Makes the file where it is not there yet, and takes an empty one from others; what has bytes stays as it is. Where it cannot be made, opening
    /// says why. True where it was made.
    func make() -> Bool {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            close(descriptor)
            return true
        }
        var status = stat()
        // By its name: to close a file that this process has open would let go of SQLite's locks on it.
        if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size == 0, status.st_mode & 0o077 != 0 { chmod(path, 0o600) }
        return false
    }

    /// Where a link leads; nil for what is none.
    private static func link(_ path: String) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            let length = readlink(path, start, buffer.count)
            guard length > 0, length < buffer.count else { return nil }
            return String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }
}
