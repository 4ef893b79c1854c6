internal import Glibc
internal import LayoutCheck

extension FormerReport {
    /// Returns whether the file at a path is a report.
    static func isOne(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        return isOne(descriptor, fileExtension: path.fileExtension)
    }
}
