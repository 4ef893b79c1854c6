internal import Glibc
internal import Reporting

/// A file that a configuration names. It is below the configuration's folder and reached without links, and it is a file of the
/// kind that the configuration may read or write.
///
/// Each folder is opened relative to the previous one without following links, so that no folder can be swapped in between.
public struct OwnFile: Sendable {
    /// The purpose for which the configuration names a file.
    public enum Use: String, Sendable {
        case output, baseline, compose

        /// The command-line option for such a file.
        var option: String {
            switch self {
            case .output: "--format FORMAT=FILE"
            case .baseline: "--baseline FILE"
            case .compose: "--compose CLASS=FILE"
            }
        }
    }

    private let use: Use
    private let configuration: String
    private let folder: String
    private let names: [String]

    /// The path relative to the working directory.
    public var path: String { ((folder == "." ? [] : [folder]) + names).joined(separator: "/") }

    public init(_ use: Use, _ path: String, of configuration: Configuration) {
        self.use = use
        self.configuration = configuration.file
        folder = configuration.folder.isEmpty ? "." : configuration.folder
        names = OwnPath.names(of: path)
    }

    /// Opens the file for reading. The caller closes the descriptor. Returns nil if there is no such file.
    public func openForReading() throws(ConfigurationError) -> Int32? {
        let place = try openFolder()
        defer { close(place) }
        return try open(in: place, O_RDONLY)
    }

    /// - Throws: `ConfigurationError` if a report may not be written there.
    public func expectWritable() throws(ConfigurationError) {
        let place = try openFolder()
        defer { close(place) }
        if let old = try openReport(in: place) { close(old) }
    }

    /// Writes a report to a new file or over an earlier report.
    ///
    /// - Parameter write: writes the whole report to the descriptor.
    public func writeReport<Failure: Error>(_ write: (Int32) throws(Failure) -> Void) throws {
        let place = try openFolder()
        defer { close(place) }
        // Creates the file only if nothing has this name, not even a link.
        let new = openat(place, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
        let code = errno
        if new >= 0 {
            defer { close(new) }
            do { try write(new) } catch {
                unlinkat(place, name, 0)
                throw error
            }
            return
        }
        guard code == EEXIST else { throw failure(names, code) }
        guard let old = try openReport(in: place) else { throw failure(names, ENOENT) }
        defer { close(old) }
        try write(old)
        // The remainder of a longer report is cut off last. If writing is interrupted, the file is still recognized as a report.
        guard ftruncate(old, lseek(old, 0, SEEK_CUR)) == 0 else { throw failure(names, errno) }
    }

    // MARK: Steps

    private var name: String { names.last ?? "" }

    /// Opens the file's folder.
    private func openFolder() throws(ConfigurationError) -> Int32 {
        var place = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard place >= 0 else { throw failure([], errno) }
        for count in 1...max(1, names.count) {
            if OwnFile.isGit(place) {
                close(place)
                throw failure("is inside .git")
            }
            if count >= names.count { break }
            let way = Array(names.prefix(count))
            let next = openat(place, names[count - 1], O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            let code = errno
            let isLink = next < 0 && kind(names[count - 1], in: place) == S_IFLNK
            close(place)
            if isLink { throw linked(way) }
            guard next >= 0 else { throw failure(way, code) }
            place = next
        }
        return place
    }

    /// Returns whether a folder is a git directory with another name: that of a bare repository or of a worktree.
    private static func isGit(_ folder: Int32) -> Bool {
        func has(_ name: String) -> Bool { faccessat(folder, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0 }
        return has("HEAD") && (has("objects") || has("commondir"))
    }

    private func kind(_ name: String, in folder: Int32) -> mode_t? {
        var status = stat()
        return fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status.st_mode & S_IFMT : nil
    }

    /// Opens the file, or returns nil if there is none. It opens only regular files.
    private func open(in place: Int32, _ mode: Int32) throws(ConfigurationError) -> Int32? {
        guard let kind = kind(name, in: place) else {
            if errno == ENOENT { return nil }
            throw failure(names, errno)
        }
        if kind == S_IFLNK { throw linked(names) }
        guard kind == S_IFREG else { throw failure("is not a regular file") }
        let descriptor = openat(place, name, mode | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(names, errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw failure("is not a regular file")
        }
        return descriptor
    }

    /// Opens an earlier report, or returns nil if there is no file. Any other file is an error, and remains unchanged.
    private func openReport(in place: Int32) throws(ConfigurationError) -> Int32? {
        guard let descriptor = try open(in: place, O_RDWR) else { return nil }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_nlink == 1 else {
            close(descriptor)
            throw failure("has a second name (a hard link), whose content would change as well")
        }
        var head = [UInt8](repeating: 0, count: 1 << 16)
        let count = pread(descriptor, &head, head.count, 0)
        let fileExtension = name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last.map { $0.lowercased() } ?? ""
        guard count >= 0, ReportFormat.isReport(head.prefix(count)), FormerReport.isOne(descriptor, fileExtension: fileExtension) else {
            close(descriptor)
            throw failure("already exists and is not a report of plumbline, so it is not replaced")
        }
        return descriptor
    }

    // MARK: Failures

    private var title: String { "the \"\(use.rawValue)\" \"\(names.joined(separator: "/"))\"" }

    private func failure(_ reason: String) -> ConfigurationError {
        ConfigurationError(file: configuration, "\(title) \(reason); name another file, or this one on the command line: \(use.option)")
    }

    private func linked(_ way: [String]) -> ConfigurationError {
        failure(
            way.count == names.count
                ? "is a symbolic link, which is not followed" : "goes through \"\(way.joined(separator: "/"))\", which is a symbolic link")
    }

    private func failure(_ way: [String], _ code: Int32) -> ConfigurationError {
        let reason = strerror(code).map { String(cString: $0) } ?? "error \(code)"
        let place = way.isEmpty ? folder : way.joined(separator: "/")
        let verb = use == .output ? "written" : "read"
        let next = code == ENOENT ? "; create the folder first" : ""
        return ConfigurationError(
            file: configuration, "\(title) cannot be \(verb): \(place): \(reason)\(next)")
    }
}
