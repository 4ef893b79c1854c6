/// An authority `host[:port]` as in `Host`, an absolute target or an origin, checked against RFC 3986.
public struct Authority: Hashable, Sendable {
    /// A host in normalized form: a name in lower case without a trailing dot, or an address by value, so that all spellings of
    /// one host are equal.
    public enum Host: Hashable, Sendable {
        case name(String)
        case ipv4([UInt8])
        case ipv6([UInt16])
    }

    public let host: Host
    /// The port; nil if none is written.
    public let port: Int?

    /// Parses an authority. Returns nil for anything outside the grammar, and for user information, an empty host and a port
    /// above 65535.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        let hostEnd: Int
        if bytes.first == 0x5B {
            guard let close = bytes.firstIndex(of: 0x5D), let groups = parseIPv6(bytes[1..<close]) else { return nil }
            host = .ipv6(groups)
            hostEnd = close + 1
        } else {
            hostEnd = bytes.firstIndex(of: ASCII.colon) ?? bytes.count
            let name = bytes[..<hostEnd]
            guard !name.isEmpty, Authority.isRegisteredName(name) else { return nil }
            if let address = parseIPv4(name) {
                host = .ipv4(address)
            } else {
                // The dot marks a fully qualified name (RFC 3986, 3.2.2), which every name is here: `localhost.` is this machine,
                // too (RFC 6761, 6.3).
                let whole = name.count > 1 && name.last == ASCII.dot ? name.dropLast() : name
                host = .name(asciiLowercased(String(decoding: whole, as: UTF8.self)))
            }
        }
        if hostEnd == bytes.count {
            port = nil
            return
        }
        guard bytes[hostEnd] == ASCII.colon else { return nil }
        var number = 0
        for byte in bytes[(hostEnd + 1)...] {
            guard ASCII.isDigit(byte) else { return nil }
            number = number * 10 + Int(byte - ASCII.zero)
            guard number <= 65535 else { return nil }
        }
        // "host:" with an empty port is in the grammar and means the default.
        port = hostEnd + 1 == bytes.count ? nil : number
    }

    /// Whether the host is `localhost` or a loopback address. Names that merely begin or end with these are not.
    public var isLoopback: Bool {
        switch host {
        case .name(let name): name == "localhost"
        case .ipv4(let bytes): bytes.first == 127
        case .ipv6(let groups): groups == [0, 0, 0, 0, 0, 0, 0, 1]
        }
    }

    /// Returns whether both have the same host and port; an absent port is `defaultPort`.
    public func matches(_ other: Authority, defaultPort: Int) -> Bool {
        host == other.host && (port ?? defaultPort) == (other.port ?? defaultPort)
    }

    private static func isRegisteredName(_ bytes: ArraySlice<UInt8>) -> Bool {
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            if byte == ASCII.percent {
                guard index + 2 < bytes.endIndex, ASCII.hexValue(bytes[index + 1]) != nil, ASCII.hexValue(bytes[index + 2]) != nil else {
                    return false
                }
                index += 3
            } else {
                guard ASCII.isUnreserved(byte) || ASCII.isSubDelimiter(byte) else { return false }
                index += 1
            }
        }
        return true
    }
}

/// Parses four decimal numbers up to 255 without leading zeros; returns nil otherwise, so `127.0.0.1.example` and `0177.0.0.1`
/// are names.
private func parseIPv4(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    let parts = bytes.split(separator: ASCII.dot, omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var address: [UInt8] = []
    for part in parts {
        guard (1...3).contains(part.count), part.count == 1 || part.first != ASCII.zero, part.allSatisfy(ASCII.isDigit) else { return nil }
        let number = part.reduce(0) { $0 * 10 + Int($1 - ASCII.zero) }
        guard number <= 255 else { return nil }
        address.append(UInt8(number))
    }
    return address
}

/// Parses an IPv6 address in the form of RFC 4291 into its eight groups; returns nil for anything else, zone identifiers
/// included.
private func parseIPv6(_ bytes: ArraySlice<UInt8>) -> [UInt16]? {
    var head: [UInt16] = []
    var tail: [UInt16] = []
    var compressed = false
    let hasDoubleColon = zip(bytes, bytes.dropFirst()).contains { $0 == ASCII.colon && $1 == ASCII.colon }
    var parts = bytes.split(separator: ASCII.colon, omittingEmptySubsequences: false)[...]
    // "::" yields one empty part in the middle, two at an end, and three if there is nothing else.
    if parts.count >= 2, parts[parts.startIndex].isEmpty {
        guard parts[parts.startIndex + 1].isEmpty else { return nil }
        parts.removeFirst()
    }
    if parts.count >= 2, parts[parts.endIndex - 1].isEmpty {
        guard parts[parts.endIndex - 2].isEmpty else { return nil }
        parts.removeLast()
    }
    for (offset, part) in parts.enumerated() {
        if part.isEmpty {
            guard hasDoubleColon, !compressed else { return nil }
            compressed = true
            continue
        }
        var groups: [UInt16] = []
        if part.contains(ASCII.dot) {
            guard offset == parts.count - 1, let address = parseIPv4(part) else { return nil }
            groups = [UInt16(address[0]) << 8 | UInt16(address[1]), UInt16(address[2]) << 8 | UInt16(address[3])]
        } else {
            guard part.count <= 4 else { return nil }
            var value: UInt16 = 0
            for byte in part {
                guard let digit = ASCII.hexValue(byte) else { return nil }
                value = value << 4 | UInt16(digit)
            }
            groups = [value]
        }
        if compressed { tail += groups } else { head += groups }
    }
    let given = head.count + tail.count
    guard compressed ? given <= 7 : given == 8 else { return nil }
    return head + [UInt16](repeating: 0, count: 8 - given) + tail
}
