extension RequestTarget {
    /// Parses the target of a request line, strictly by RFC 9112 section 3.2 and RFC 3986.
    init(method: HTTPMethod, bytes: ArraySlice<UInt8>) throws(RequestError) {
        if method == .connect {
            guard let authority = Authority(String(decoding: bytes, as: UTF8.self)), authority.port != nil else {
                throw .target("The target of CONNECT must be a host and a port.")
            }
            self.init(form: .authority, path: "", segments: [], query: [], authority: authority)
            return
        }
        if bytes.elementsEqual([ASCII.asterisk]) {
            guard method == .options else { throw .target("The target * is only for OPTIONS.") }
            self.init(form: .asterisk, path: "*", segments: [], query: [], authority: nil)
            return
        }
        if bytes.first == ASCII.slash {
            try self.init(form: .origin, authority: nil, pathAndQuery: bytes)
            return
        }
        let scheme = Array("http://".utf8)
        let start = bytes.prefix(scheme.count)
        guard start.count == scheme.count, asciiLowercased(String(decoding: start, as: UTF8.self)) == "http://" else {
            throw .target("The target must begin with a slash or http://.")
        }
        let rest = bytes.dropFirst(scheme.count)
        let end = rest.firstIndex { $0 == ASCII.slash || $0 == ASCII.questionMark } ?? rest.endIndex
        guard let authority = Authority(String(decoding: rest[..<end], as: UTF8.self)) else {
            throw .target("The target contains no valid host.")
        }
        // An absolute form without a path means the path "/".
        let tail = rest[end...]
        try self.init(form: .absolute, authority: authority, pathAndQuery: tail.first == ASCII.slash ? tail : [ASCII.slash] + tail)
    }

    private init(form: Form, authority: Authority?, pathAndQuery bytes: ArraySlice<UInt8>) throws(RequestError) {
        for byte in bytes where !RequestTarget.isAllowed(byte) {
            throw .target("The target contains a byte that must be percent-encoded.")
        }
        let pathEnd = bytes.firstIndex(of: ASCII.questionMark) ?? bytes.endIndex
        let path = bytes[..<pathEnd]
        var segments: [String] = []
        for part in path.dropFirst().split(separator: ASCII.slash, omittingEmptySubsequences: false) {
            segments.append(try percentDecoded(part, plusIsSpace: false))
        }
        var query: [QueryItem] = []
        if pathEnd < bytes.endIndex {
            for part in bytes[(pathEnd + 1)...].split(separator: 0x26) {
                let equals = part.firstIndex(of: ASCII.equals) ?? part.endIndex
                let value = equals < part.endIndex ? part[(equals + 1)...] : []
                query.append(
                    QueryItem(
                        name: try percentDecoded(part[..<equals], plusIsSpace: true), value: try percentDecoded(value, plusIsSpace: true)))
            }
        }
        self.init(form: form, path: String(decoding: path, as: UTF8.self), segments: segments, query: query, authority: authority)
    }

    /// Returns whether the byte is `pchar`, `/`, `?`, `%`, or one of the brackets, braces and bars that browsers do not encode in
    /// a query.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        if ASCII.isUnreserved(byte) || ASCII.isSubDelimiter(byte) { return true }
        switch byte {
        case ASCII.slash, ASCII.questionMark, ASCII.percent, ASCII.colon, 0x40, 0x5B, 0x5D, 0x7B, 0x7C, 0x7D: return true
        default: return false
        }
    }
}

/// Decodes percent-encoded bytes. Malformed escapes, NUL and bytes that are not UTF-8 are rejected.
private func percentDecoded(_ bytes: ArraySlice<UInt8>, plusIsSpace: Bool) throws(RequestError) -> String {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
        let byte = bytes[index]
        if byte == ASCII.percent {
            guard index + 2 < bytes.endIndex, let high = ASCII.hexValue(bytes[index + 1]), let low = ASCII.hexValue(bytes[index + 2]) else {
                throw .target("The target contains a % without two hexadecimal digits after it.")
            }
            let value = high << 4 | low
            guard value != 0 else { throw .target("The target contains an encoded NUL.") }
            decoded.append(value)
            index += 3
        } else {
            decoded.append(plusIsSpace && byte == ASCII.plus ? ASCII.space : byte)
            index += 1
        }
    }
    guard let text = String(validating: decoded, as: UTF8.self) else {
        throw .target("The target is not UTF-8 after percent-decoding.")
    }
    return text
}
