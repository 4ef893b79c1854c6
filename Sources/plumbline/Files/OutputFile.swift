internal import Glibc
internal import Reporting

/// Writes a file that the command line names.
enum OutputFile {
    /// - Parameter isChosen: whether the command line names the file itself, and not only its folder. A folder may have links with the
    ///   names that a command chooses.
    static func write(_ bytes: some Sequence<UInt8>, to path: String, isChosen: Bool = true) throws(CommandFailure) {
        if isChosen { try LinkReach.check(output: path) } else { try expectNoLink(path) }
        let opened = open(path, isChosen: isChosen)
        guard opened.descriptor >= 0 else { throw .input("\(path.terminalSafe()) cannot be written: \(InputFailure(errno).reason)") }
        defer { if !opened.isStandard { close(opened.descriptor) } }
        do throws(Console.WriteFailure) { try Console.write(Array(bytes), to: opened.descriptor) } catch {
            throw .input("\(path.terminalSafe()) cannot be written: \(error.reason)")
        }
    }

    /// Throws if a file in a folder that the command line names is a link.
    static func expectNoLink(_ path: String) throws(CommandFailure) {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return }
        throw .input("\(path.terminalSafe()) is a link, and its target is not replaced; remove it, or name another folder")
    }

    /// Opens a file for writing, and empties it. A path that leads to one of the program's own outputs, such as `/dev/stdout`, gives that
    /// one, which may be a file with other content.
    static func open(_ path: String, isChosen: Bool = true) -> (descriptor: Int32, isStandard: Bool) {
        if isChosen, let own = standard(path) { return (own, true) }
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | (isChosen ? 0 : O_NOFOLLOW)
        return (Glibc.open(path, flags, 0o666), false)
    }

    /// Returns whether what is written to a path may be the log of a build.
    static func mayBeShown(_ path: String) -> Bool {
        var status = stat()
        return standard(path) != nil || stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
    }

    /// Returns the one of the program's own outputs to which a path leads.
    private static func standard(_ path: String) -> Int32? {
        var target = stat()
        // A device has nothing that opening it could empty.
        guard stat(path, &target) == 0, target.st_mode & S_IFMT != S_IFCHR else { return nil }
        return [STDOUT_FILENO, STDERR_FILENO].first { descriptor in
            var own = stat()
            return fstat(descriptor, &own) == 0 && own.st_dev == target.st_dev && own.st_ino == target.st_ino
        }
    }
}
