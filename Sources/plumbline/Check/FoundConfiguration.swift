internal import Glibc
internal import LayoutCheck
internal import Reporting

/// A configuration that no option names, found in a folder above a checked file.
enum FoundConfiguration {
    /// Returns the file's bytes, or nil if there is no such file.
    ///
    /// - Throws: `ConfigurationError` if the file exists but is not trusted or not readable. A check that ignored it would pass
    ///   without its rules.
    static func read(_ path: String, _ files: InputFiles) throws(ConfigurationError) -> [UInt8]? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        if status.st_mode & S_IFMT == S_IFLNK { throw refused(path, "is a symbolic link, which is not followed") }
        guard status.st_mode & S_IFMT == S_IFREG else { throw refused(path, "is not a regular file") }
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw ConfigurationError(
                file: path, "this configuration cannot be read: \(InputFailure(errno).reason); check without it with '--no-config'")
        }
        defer { close(descriptor) }
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw refused(path, "is not a regular file") }
        guard Ownership.isTrusted(status.st_uid) else { throw refused(path, "belongs to another user (number \(status.st_uid))") }
        switch files.read(from: descriptor) {
        case .success(let bytes): return bytes
        case .failure(let failure): throw ConfigurationError(file: path, failure.reason)
        }
    }

    private static func refused(_ path: String, _ reason: String) -> ConfigurationError {
        ConfigurationError(file: path, "this configuration \(reason); use it anyway with '--config \(path)', or check without it with '--no-config'")
    }
}

extension CommandFailure {
    init(_ error: ConfigurationError) {
        self = FileError(error).command
    }
}
