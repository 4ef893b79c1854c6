internal import Glibc
internal import LayoutCheck

/// Recognizes layouts among the files of folders and lists.
enum LayoutFile {
    /// The number of bytes that are read of a file that is larger than a layout may be. If it begins like a layout, the check
    /// reports its size.
    private static let headLength = 1 << 16

    /// Returns whether a file is a layout by its content. A file that is missing or cannot be read is not a layout.
    static func isLayout(_ file: FolderSearch.Candidate, _ files: InputFiles) -> Bool {
        if file.bytes == nil, HierarchyFolder.isOne(file.path) { return true }
        // A list may name a pipe, which would block.
        let descriptor = file.bytes.map { open($0 + [0], O_RDONLY | O_CLOEXEC | O_NONBLOCK) } ?? open(file.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        let bytes: [UInt8]
        if status.st_size > files.byteLimit {
            var head = [UInt8](repeating: 0, count: headLength)
            let count = pread(descriptor, &head, head.count, 0)
            bytes = Array(head.prefix(max(0, count)))
        } else if case .success(let all) = files.read(from: descriptor) {
            bytes = all
        } else {
            return false
        }
        return SourceKind.isLayout(bytes, fileExtension: file.path.fileExtension)
    }
}
