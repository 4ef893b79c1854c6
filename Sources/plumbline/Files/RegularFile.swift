internal import Glibc

/// A regular file that is read without waiting, as a pipe with its name would make the reader wait.
enum RegularFile {
    /// Returns what a function returns for the descriptor of a file that is open for reading; nil if the path leads to no regular file that
    /// can be read.
    static func reading<T>(_ path: String, _ body: (Int32) -> T) -> T? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return body(descriptor)
    }
}
