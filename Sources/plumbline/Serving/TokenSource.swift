internal import Glibc
internal import HTTP
internal import Reporting

/// Where the access token of a service comes from: a file, or the environment, never the command line, which everyone on the machine can see.
enum TokenSource {
    static let variable = "PLUMBLINE_TOKEN"

    /// The token; nil where none was given.
    static func token(file: String?) throws(CommandFailure) -> AccessToken? {
        let text: String
        let place: String
        if let file {
            place = file.terminalSafe()
            text = try read(file)
        } else if let value = getenv(variable) {
            place = variable
            text = String(cString: value)
        } else {
            return nil
        }
        do throws(AccessToken.Unusable) { return try AccessToken(text) } catch {
            throw CommandFailure.usage("\(place): \(error)")
        }
    }

    /// The first line.
    private static func read(_ file: String) throws(CommandFailure) -> String {
        let descriptor = open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw CommandFailure.input("\(file.terminalSafe()): \(String(cString: strerror(errno)))") }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
        guard count >= 0 else { throw CommandFailure.input("\(file.terminalSafe()): \(String(cString: strerror(errno)))") }
        return String(decoding: bytes[..<count].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }, as: UTF8.self)
    }
}
