internal import Glibc
internal import SQLite

/// A file that only its owner may read and write, also if its name is a symbolic link.
struct PrivateFile {
    /// The target of all symbolic links, even if it does not exist yet. SQLite interprets it as a file name.
    let path: String

    /// - Throws: `cannotOpen` for a name that only a folder can have.
    init(_ path: String) throws(StoreError) {
        let last = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        // For the root and the empty name, opening reports the error.
        if path.contains(where: { $0 != "/" }), ["", ".", ".."].contains(last) {
            throw .cannotOpen(path: path, "the name refers to a folder; give the name of a file")
        }
        var target = path
        for _ in 0..<40 {
            guard let next = PrivateFile.link(target) else { break }
            let folder = target.lastIndex(of: "/").map { String(target[...$0]) } ?? ""
            target = next.hasPrefix("/") ? next : folder + next
        }
        self.path = Connection.fileName(target)
    }

    /// Creates the file if it does not exist, and removes others' access to an empty one; a file with content is not changed. If
    /// it cannot be created, opening reports the reason. Returns whether it was created.
    func make() -> Bool {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            close(descriptor)
            return true
        }
        var status = stat()
        // By name: closing a descriptor of a file that this process has open would release SQLite's locks on it.
        if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size == 0, status.st_mode & 0o077 != 0 { chmod(path, 0o600) }
        return false
    }

    /// Gives an open file the owner of another one, if root uses that: otherwise its owner could not open both any more. SQLite does so with
    /// its files beside a database.
    static func share(_ descriptor: Int32, withOwnerOf file: String) {
        var (owner, own) = (stat(), stat())
        guard geteuid() == 0, stat(file, &owner) == 0, fstat(descriptor, &own) == 0, own.st_uid == 0, owner.st_uid != 0 else { return }
        _ = fchown(descriptor, owner.st_uid, owner.st_gid)
    }

    /// Returns the target of a symbolic link, or nil if `path` is none.
    private static func link(_ path: String) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            let length = readlink(path, start, buffer.count)
            guard length > 0, length < buffer.count else { return nil }
            return String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }
}
