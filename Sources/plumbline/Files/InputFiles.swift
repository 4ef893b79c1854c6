internal import Glibc
internal import Reporting

/// Finds and reads the files that a command line names.
struct InputFiles: Sendable {
    /// The maximum size of a file in bytes.
    var byteLimit: Int

    /// The extensions of layouts in folders.
    static let extensions: Set<String> = ["json", "log", "storyboard", "txt", "vfl", "viewhierarchy", "xib", "zip"]

    /// The extensions of Interface Builder's files.
    static let interfaceBuilder: Set<String> = ["storyboard", "xib"]

    /// The absolute path of the working directory, or nil if it was removed.
    static var workingDirectory: String? {
        guard let path = getcwd(nil, 0) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }

    /// Returns the absolute path with links resolved, or nil if there is no such file or folder.
    static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Returns the absolute path with links resolved of a path in bytes, or nil if there is no such file or folder.
    static func resolved(_ path: [CChar]) -> [CChar]? {
        guard let real = realpath(path + [0], nil) else { return nil }
        defer { free(real) }
        return Array(UnsafeBufferPointer(start: real, count: strlen(real)))
    }

    /// Returns whether no absolute path leads to a file that a path names, since it would be longer than the system's limit. The
    /// targets of links on the way are not known.
    static func isTooLong(_ path: [CChar]) -> Bool {
        if resolved(path) != nil { return false }
        var status = stat()
        return path.count >= Int(PATH_MAX) || stat(path + [0], &status) == 0
    }

    /// The error for a folder with paths that the system cannot open.
    static func tooLong(_ path: String) -> CommandFailure {
        let start = String(path.prefix(200)).terminalSafe()
        return .input("\(start)… has paths that are too long to read: change to a folder nearer to them, and name the folder from there")
    }

    /// Returns the path without trailing slashes.
    static func trimmed(_ path: String) -> String {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }

    /// A path as given or found. `-` is standard input.
    struct Found: Sendable {
        var path: String
        /// The reason that the folder could not be read.
        var failure: String?
    }

    /// Returns all bytes of the file, or why it could not be read.
    func read(_ path: String) -> Result<[UInt8], InputFailure> {
        if isDevice(path) { return .failure(InputFailure(reason: "this is not a regular file; '-' reads standard input")) }
        if path != "-", HierarchyFolder.isOne(path) { return HierarchyFolder(byteLimit: byteLimit).read(path) }
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return .failure(InputFailure(errno, opening: path)) }
        if path != "-", isFolder(path) {
            close(descriptor)
            return .failure(
                InputFailure(
                    reason: "\(InputFailure(EISDIR).reason); give one file, or check all files in it: plumbline check \(path.terminalSafe())"))
        }
        defer { if path != "-" { close(descriptor) } }
        return read(from: descriptor)
    }

    /// Returns the remaining bytes of an open file, or why they could not be read.
    func read(from descriptor: Int32) -> Result<[UInt8], InputFailure> {
        var bytes: [UInt8] = []
        var size = 65536
        var status = stat()
        if fstat(descriptor, &status) == 0 {
            let kind = status.st_mode & S_IFMT
            if kind == S_IFDIR { return .failure(InputFailure(EISDIR)) }
            if kind == S_IFREG {
                if status.st_size > byteLimit {
                    return .failure(isBinary(descriptor) ? InputFailure(reason: "this is a program or another binary file, not a layout") : tooLarge)
                }
                size = max(size, Int(status.st_size) + 1)
            }
        }
        var buffer = [UInt8](repeating: 0, count: size)
        while true {
            let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count == 0 { return .success(bytes) }
            if count < 0 {
                if errno == EINTR { continue }
                return .failure(InputFailure(errno))
            }
            bytes += buffer[..<count]
            if bytes.count > byteLimit { return .failure(tooLarge) }
        }
    }

    /// Returns whether a path leads to a pipe or device, which could block for ever, and is not one that a shell names.
    func isDevice(_ path: String) -> Bool {
        var status = stat()
        if path == "-" || path.hasPrefix("/dev/") || path.hasPrefix("/proc/") || stat(path, &status) != 0 { return false }
        return ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
    }

    /// Returns whether a file is neither a text nor a zip archive.
    private func isBinary(_ descriptor: Int32) -> Bool {
        var head = [UInt8](repeating: 0, count: 4096)
        let count = pread(descriptor, &head, head.count, 0)
        let isOther = [[0xFE, 0xFF], [0xFF, 0xFE], [0x50, 0x4B]].contains { head.starts(with: $0) }
        return !isOther && head.prefix(max(0, count)).contains(0)
    }

    private var tooLarge: InputFailure {
        InputFailure(reason: "it is larger than \(byteLimit) bytes; raise the limit with --max-bytes")
    }

    func isFolder(_ path: String) -> Bool {
        var status = stat()
        // An exported view hierarchy is one layout file, although it is a folder.
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && !HierarchyFolder.isOne(path)
    }
}

/// The reason why a file could not be read.
struct InputFailure: Error {
    var reason: String

    init(reason: String) {
        self.reason = reason
    }

    /// Adds what was probably meant if there is no such file.
    init(_ code: Int32, opening path: String) {
        self.init(code)
        if [ENOENT, ENOTDIR, ENAMETOOLONG].contains(code) { reason += MissingFile.hint(path) }
    }

    init(_ code: Int32) {
        reason = strerror(code).map { String(cString: $0) } ?? "error \(code)"
    }
}

extension String {
    /// The text after the last dot of the last path component, in lower case. The dot is a byte, as it is to other programs: some
    /// characters combine with the dot after them.
    var fileExtension: String {
        guard let name = utf8.split(separator: UInt8(ascii: "/")).last, let dot = name.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex
        else { return "" }
        return Substring(name[name.index(after: dot)...]).lowercased()
    }
}
