internal import Glibc
internal import SQLite
internal import StandardAdditions

/// A file that only its owner may read and write, also if its name is a symbolic link.
struct PrivateFile {
    /// The target of all symbolic links, even if it does not exist yet. SQLite interprets it as a file name, and
    /// gets this name, so that it opens the file whose side files were checked.
    let path: String

    /// The number of links up to which the system follows them.
    private static let mostLinks = 40

    /// - Throws: `cannotOpen` for a name that only a folder can have, for a link to a name that is not UTF-8, and for too many links.
    init(_ path: String) throws(StoreError) {
        try PrivateFile.check(path, of: path)
        let last = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        // For the root and the empty name, opening reports the error.
        if path.contains(where: { $0 != "/" }), ["", ".", ".."].contains(last) {
            throw .cannotOpen(path: path, "the name refers to a folder; give the name of a file")
        }
        var target = path
        var count = 0
        while let link = PrivateFile.link(target) {
            count += 1
            guard count <= PrivateFile.mostLinks else {
                throw .cannotOpen(path: path, "it is a link to a link and so on, more than \(PrivateFile.mostLinks) times; name the file itself")
            }
            guard let next = String(validating: link, as: UTF8.self) else {
                let name = String(decoding: link, as: UTF8.self)
                throw .cannotOpen(path: path, "it is a link to a file whose name is not UTF-8, \(name); rename that file")
            }
            try PrivateFile.check(next, of: path)
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
    /// its files beside a database. A file with other names is not changed, since it may be another one of root's.
    static func share(_ descriptor: Int32, withOwnerOf file: String) {
        var (owner, own) = (stat(), stat())
        guard geteuid() == 0, stat(file, &owner) == 0, fstat(descriptor, &own) == 0, own.st_uid == 0, own.st_nlink == 1, owner.st_uid != 0
        else { return }
        _ = fchown(descriptor, owner.st_uid, owner.st_gid)
    }

    /// Throws if text operations would not find the parts of a name.
    private static func check(_ name: String, of path: String) throws(StoreError) {
        guard name.combinesSlash else { return }
        throw .cannotOpen(path: path, "an accent or another character combines with a slash in its name; rename it")
    }

    /// Returns the target of a symbolic link, or nil if `path` is none.
    private static func link(_ path: String) -> [UInt8]? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            let length = readlink(path, start, buffer.count)
            guard length > 0, length < buffer.count else { return nil }
            return buffer[..<length].map { UInt8(bitPattern: $0) }
        }
    }
}
