internal import Glibc

/// A check of a rollback journal beside a database. SQLite would write what it contains into the database when it opens it, cut the database
/// to the length that it says, and delete a file whose name it ends with.
///
/// This program uses a write-ahead log, and a journal only while it makes a database: SQLite writes the first page with one.
enum JournalCheck {
    private static let magic: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]
    /// The length of the only page that a database has while it is made.
    private static let firstPage = 8192
    /// A journal without pages has one sector.
    private static let mostBytes = 65536

    /// Returns whether the journal beside a database has content, other than that of a database that was being made.
    static func isObstacle(to file: String) -> Bool {
        guard let size = StoreOpening.size(file + "-journal"), size > 0 else { return false }
        guard size <= mostBytes, StoreOpening.size(file) ?? 0 <= firstPage, let bytes = LogBytes(file: file + "-journal", most: mostBytes)
        else { return true }
        return !isOfCreation(bytes.read(0..<bytes.count) { Array($0) })
    }

    /// Returns whether a journal may be of a database that had no page before. A power failure may have left a part of it.
    static func isOfCreation(_ bytes: [UInt8]) -> Bool {
        let formerLength = bytes.dropFirst(16).prefix(4)
        return zip(bytes, magic).allSatisfy { $0 == 0 || $0 == $1 } && formerLength.allSatisfy { $0 == 0 }
            && (bytes.count < 16 || !bytes.suffix(magic.count).elementsEqual(magic))
    }
}

extension StoreOpening {
    /// Throws if a rollback journal is beside the database.
    func refuseJournal() throws(StoreError) {
        let file = try PrivateFile(path).path
        guard JournalCheck.isObstacle(to: file) else { return }
        throw .cannotOpen(
            path: path,
            "\(file)-journal is beside it, which plumbline did not write: SQLite would change the database by what that file contains, or delete others. "
                + "Move it to another folder. If another program was stopped while it wrote to the database, restore a backup")
    }

    /// Returns the size of a regular file in bytes, without opening it; nil if there is none.
    static func size(_ file: String) -> Int? {
        var status = stat()
        return stat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    }
}
