/// The parts of a request line: `method SP target SP version`, with one space each (RFC 9112 section 3).
struct StartLine {
    let method: HTTPMethod
    let target: RequestTarget
    let version: HTTPVersion

    init(_ line: ArraySlice<UInt8>) throws(RequestError) {
        let parts = line.split(separator: ASCII.space, omittingEmptySubsequences: false)
        guard parts.count == 3 else {
            throw .requestLine("The request line must be a method, a target and a version, with one space between them.")
        }
        guard !parts[0].isEmpty, parts[0].allSatisfy(ASCII.isTokenByte) else {
            throw .requestLine("The method contains a character that is not allowed there.")
        }
        version = try StartLine.version(parts[2])
        method = HTTPMethod(rawValue: String(decoding: parts[0], as: UTF8.self))
        target = try RequestTarget(method: method, bytes: parts[1])
    }

    private static func version(_ bytes: ArraySlice<UInt8>) throws(RequestError) -> HTTPVersion {
        let text = Array(bytes)
        guard text.count == 8, text.starts(with: "HTTP/".utf8), ASCII.isDigit(text[5]), text[6] == ASCII.dot, ASCII.isDigit(text[7]) else {
            throw .requestLine("The version must be written like HTTP/1.1.")
        }
        guard text[5] == 0x31 else { throw .version }
        return text[7] == ASCII.zero ? .http10 : .http11
    }
}
