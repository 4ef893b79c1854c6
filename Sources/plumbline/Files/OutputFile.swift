internal import Glibc
internal import Reporting

/// Writes a file that the command line names.
enum OutputFile {
    static func write(_ bytes: some Sequence<UInt8>, to path: String) throws(CommandFailure) {
        try LinkReach.check(output: path)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw .input("\(path.terminalSafe()) cannot be written: \(InputFailure(errno).reason)") }
        defer { close(descriptor) }
        do throws(Console.WriteFailure) { try Console.write(Array(bytes), to: descriptor) } catch {
            throw .input("\(path.terminalSafe()) cannot be written: \(error.reason)")
        }
    }
}
