internal import Glibc

/// Finds and reads the files that a command line names.
struct InputFiles: Sendable {
    /// The maximum size of a file in bytes.
    var byteLimit: Int

    /// The extensions of layouts in folders.
    static let extensions: Set<String> = ["json", "log", "storyboard", "txt", "vfl", "xib"]

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

    /// Returns the path without trailing slashes.
    static func trimmed(_ path: String) -> String {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }

    /// A path as given or found. `-` is standard input.
    struct Found: Sendable {
        var path: String
        /// Why the folder could not be read.
        var failure: String?
    }

    /// Returns the files that the operands name, in order. A folder is searched recursively for layouts by extension, in the
    /// order of names.
    ///
    /// - Parameter passedOver: receives the links in folders that lead elsewhere and are not followed.
    func find(_ operands: [String], _ passedOver: inout [String]) -> [Found] {
        var found: [Found] = []
        for operand in operands {
            if operand != "-", isFolder(operand) {
                var visited: Set<FileIdentity> = []
                walk(operand, LinkReach(folder: operand), &visited, &found, &passedOver)
            } else {
                found.append(Found(path: operand))
            }
        }
        return found
    }

    /// Returns all bytes of the file, or why it could not be read.
    func read(_ path: String) -> Result<[UInt8], InputFailure> {
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return .failure(InputFailure(errno, opening: path)) }
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
                if status.st_size > byteLimit { return .failure(tooLarge) }
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

    private var tooLarge: InputFailure {
        InputFailure(reason: "larger than \(byteLimit) bytes (see --max-bytes)")
    }

    // MARK: Folders

    private struct FileIdentity: Hashable {
        var device: UInt64
        var inode: UInt64
    }

    func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Searches a folder. It visits each folder once, so that cyclic links end.
    private func walk(
        _ folder: String, _ reach: LinkReach?, _ visited: inout Set<FileIdentity>, _ found: inout [Found], _ passedOver: inout [String]
    ) {
        var status = stat()
        guard stat(folder, &status) == 0 else { return }
        guard visited.insert(FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))).inserted else { return }
        guard let names = names(in: folder) else {
            found.append(Found(path: folder, failure: InputFailure(errno).reason))
            return
        }
        for name in names {
            let path = folder == "." ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
            var status = stat()
            guard stat(path, &status) == 0 else {
                // A file whose name is not UTF-8 is reported and not skipped silently.
                if name.contains("\u{FFFD}"), InputFiles.extensions.contains(path.fileExtension) {
                    found.append(Found(path: path, failure: "its name is not UTF-8"))
                }
                continue
            }
            let isFolder = status.st_mode & S_IFMT == S_IFDIR
            guard isFolder || status.st_mode & S_IFMT == S_IFREG && InputFiles.extensions.contains(path.fileExtension) else { continue }
            if let reach, lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK, !reach.holds(path) {
                passedOver.append(path)
            } else if isFolder {
                walk(path, reach, &visited, &found, &passedOver)
            } else {
                found.append(Found(path: path))
            }
        }
    }

    /// Returns the sorted names in a folder without hidden ones, or nil if it cannot be read.
    private func names(in folder: String) -> [String]? {
        guard let stream = opendir(folder) else { return nil }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }
}

/// The reason why a file could not be read.
struct InputFailure: Error {
    var reason: String

    init(reason: String) {
        self.reason = reason
    }

    /// Adds a hint if the file was not found because its name is not UTF-8 and was repaired on reading.
    init(_ code: Int32, opening path: String) {
        self.init(code)
        if code == ENOENT, path.contains("\u{FFFD}") { reason += "; names that are not UTF-8 are not taken" }
    }

    init(_ code: Int32) {
        reason = strerror(code).map { String(cString: $0) } ?? "error \(code)"
    }
}

extension String {
    /// The text after the last dot of the last path component, in lower case.
    var fileExtension: String {
        let name = split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
        return name[name.index(after: dot)...].lowercased()
    }
}
