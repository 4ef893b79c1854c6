internal import Compression
internal import Glibc

/// Reads a folder with an exported view hierarchy as the zip archive of it.
struct HierarchyFolder {
    /// The maximum length of its files together in bytes.
    var byteLimit: Int

    private static let responses = "RequestResponses"

    /// Returns whether a path is a folder of an exported view hierarchy: by its name, with the folder of responses in it.
    static func isOne(_ path: String) -> Bool { isOne(path.pathBytes) }

    private static func isOne(_ path: [CChar]) -> Bool {
        guard String(repairing: path).fileExtension == "viewhierarchy" else { return false }
        var status = stat()
        return lstat(path + "/\(responses)".pathBytes + [0], &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Returns the folders of exported view hierarchies around a path, from the outermost. One within another is a layout, too.
    static func around(_ path: [CChar]) -> [[CChar]] {
        guard path.contains(CChar(UInt8(ascii: "."))) else { return [] }
        return path.indices.lazy.filter { path[$0] == CChar(UInt8(ascii: "/")) }.map { Array(path[..<$0]) }.filter(isOne)
    }

    /// Returns the archive, or why a file could not be read. Links are not followed.
    func read(_ path: String) -> Result<[UInt8], InputFailure> {
        var archive = ZipWriter()
        var left = byteLimit
        var paths = ["metadata"]
        guard let stream = opendir("\(path)/\(HierarchyFolder.responses)") else { return .failure(InputFailure(errno)) }
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasPrefix("Response_") { paths.append("\(HierarchyFolder.responses)/\(name)") }
        }
        closedir(stream)
        for name in paths.sorted() {
            let descriptor = open("\(path)/\(name)", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
            if descriptor < 0 {
                if name == "metadata", errno == ENOENT { continue }
                let isLink = errno == ELOOP
                return .failure(
                    InputFailure(reason: isLink ? "\(name) is a link, and links are not followed" : "\(name): \(InputFailure(errno).reason)"))
            }
            defer { close(descriptor) }
            var status = stat()
            guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                return .failure(InputFailure(reason: "\(name) is not a file"))
            }
            switch InputFiles(byteLimit: left).read(from: descriptor) {
            case .failure:
                return .failure(InputFailure(reason: "its files are together larger than \(byteLimit) bytes; raise the limit with --max-bytes"))
            case .success(let bytes):
                left -= bytes.count
                archive.add(name, bytes)
            }
        }
        return .success(archive.bytes)
    }
}
