internal import Glibc
internal import LayoutCheck

/// Recognizes layouts among the files of folders and lists.
enum LayoutFile {
    /// The number of bytes that are read of a file that is larger than a layout may be. If it begins like a layout, the check
    /// reports its size.
    private static let headLength = 1 << 16

    /// Returns whether a file is a layout by its content. A file that is missing is none, unless it is named as a storyboard
    /// or xib. One that cannot be read may be a layout, so it counts as one, and the check reports why.
    static func isLayout(_ file: FolderSearch.Candidate, _ files: InputFiles) -> Bool {
        if file.bytes == nil, HierarchyFolder.isOne(file.path) { return true }
        // A list may name a pipe, which would block.
        let descriptor = file.bytes.map { open($0 + [0], O_RDONLY | O_CLOEXEC | O_NONBLOCK) } ?? open(file.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            // The last two are sockets and cyclic links.
            let isNone = [ENOENT, ENOTDIR, ENXIO, ELOOP].contains(errno)
            return !isNone || InputFiles.interfaceBuilder.contains(file.path.fileExtension)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return false }
        // A view hierarchy in a folder whose name is not UTF-8.
        if file.bytes != nil, status.st_mode & S_IFMT == S_IFDIR { return true }
        guard status.st_mode & S_IFMT == S_IFREG else { return false }
        let bytes: [UInt8]
        if status.st_size > files.byteLimit {
            bytes = head(of: descriptor, hasComments: file.path.fileExtension == "txt")
            if LargeLayout.isOne(descriptor, head: bytes, fileExtension: file.path.fileExtension) { return true }
        } else if case .success(let all) = files.read(from: descriptor) {
            bytes = all
        } else {
            return true
        }
        return SourceKind.isLayout(bytes, fileExtension: file.path.fileExtension)
    }

    /// Returns the first bytes of a file, without blanks before them.
    ///
    /// - Parameter hasComments: whether lines that begin with `#` or `//` are left out as well.
    private static func head(of descriptor: Int32, hasComments: Bool) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: headLength)
        var place = 0
        var isComment = false
        while true {
            let count = pread(descriptor, &bytes, bytes.count, place)
            if count <= 0 { return [] }
            var start = 0
            while start < count, isComment || [0x20, 0x09, 0x0A, 0x0D].contains(bytes[start]) {
                if bytes[start] == 0x0A || bytes[start] == 0x0D { isComment = false }
                start += 1
            }
            place += start
            if start == count { continue }
            let rest = pread(descriptor, &bytes, bytes.count, place)
            let head = bytes.prefix(max(0, rest))
            isComment = hasComments && (head.first == UInt8(ascii: "#") || head.starts(with: "//".utf8))
            if !isComment { return Array(head) }
        }
    }
}
