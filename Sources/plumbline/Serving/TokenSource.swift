internal import Glibc
internal import HTTP
internal import Reporting

/// Where the access token of a service comes from: a file, or the environment, never the command line, which everyone on the machine can see.
struct TokenSource {
    static let variable = "PLUMBLINE_TOKEN"

    /// The token; nil where none was given.
    let token: AccessToken?
    /// What the operator should hear about it. The service starts all the same: what mounts secrets into containers lets all users there read them.
    let warning: String?

    init(file: String?) throws(CommandFailure) {
        if let file {
            let (text, isOpenToAll) = try TokenSource.read(file)
            token = try TokenSource.token(text, from: file.terminalSafe())
            warning = isOpenToAll ? "\(file.terminalSafe()) lets every user of this machine read the token: chmod 600 makes it yours alone" : nil
        } else {
            token = try getenv(TokenSource.variable).map { value throws(CommandFailure) in
                try TokenSource.token(String(cString: value), from: TokenSource.variable)
            }
            warning = nil
        }
    }

    private static func token(_ text: String, from place: String) throws(CommandFailure) -> AccessToken {
        do throws(AccessToken.Unusable) { return try AccessToken(text) } catch {
            throw CommandFailure.usage("\(place): \(error)")
        }
    }

    /// The first line, and whether all users may read it, or write another.
    private static func read(_ file: String) throws(CommandFailure) -> (text: String, isOpenToAll: Bool) {
        let descriptor = open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw CommandFailure.input("\(file.terminalSafe()): \(String(cString: strerror(errno)))") }
        defer { close(descriptor) }
        var status = stat()
        let isOpenToAll = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_mode & 0o006 != 0
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
        guard count >= 0 else { throw CommandFailure.input("\(file.terminalSafe()): \(String(cString: strerror(errno)))") }
        let line = bytes[..<count].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        return (String(decoding: line, as: UTF8.self), isOpenToAll)
    }
}
