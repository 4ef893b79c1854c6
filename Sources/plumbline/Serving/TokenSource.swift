internal import Glibc
internal import HTTP
internal import Reporting

/// The source of a service's access token: a file or the environment. The command line is visible to all users of the machine.
struct TokenSource {
    static let variable = "PLUMBLINE_TOKEN"

    /// The token, or nil if none was given.
    let token: AccessToken?
    /// A warning for the operator if other users can read the file. The service starts nevertheless, since container platforms
    /// mount secrets with such permissions.
    let warning: String?

    init(file: String?) throws(CommandFailure) {
        if let file {
            let (text, isOpenToAll) = try TokenSource.read(file)
            token = try TokenSource.token(text, from: file.terminalSafe())
            warning = isOpenToAll ? "\(file.terminalSafe()) can be read by every user of this machine; run chmod 600 on it" : nil
        } else {
            token = try getenv(TokenSource.variable).map { value throws(CommandFailure) in
                try TokenSource.token(String(cString: value), from: TokenSource.variable)
            }
            warning = nil
        }
    }

    private static func token(_ text: String, from place: String) throws(CommandFailure) -> AccessToken {
        do throws(AccessToken.Unusable) { return try AccessToken(text) } catch {
            throw CommandFailure.usage("\(place): \(error); 'openssl rand -hex 32' makes one", command: "serve")
        }
    }

    /// Returns the first line, and whether all users may read or replace it.
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
