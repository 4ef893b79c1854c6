/// A form of output, which determines how text is escaped so that it is no command to the CI runner that reads a build's log.
///
/// GitHub obeys a line that begins with `::`, and `##[` anywhere in a line; Azure `##vso[` and `##[`; TeamCity `##teamcity[`.
/// Text of a layout may contain such words, and a layout may come from an untrusted source.
public enum RunnerCommands: Sendable {
    /// Lines for people, or for a program that reads lines.
    case text
    /// Lines that are commands themselves.
    case own
    case json
    case markup

    /// Returns the output with no command in it but our own.
    public func breaking(_ output: String) -> String {
        var text = output
        let hasSigns = text.withUTF8 { bytes in
            (1..<max(1, bytes.count)).contains { place in
                bytes[place] == bytes[place - 1] && (bytes[place] == UInt8(ascii: "#") || bytes[place] == UInt8(ascii: ":"))
            }
        }
        guard hasSigns else { return output }
        var result: [UInt8] = []
        let bytes = Array(output.utf8)
        result.reserveCapacity(bytes.count + 16)
        // Whether nothing but white space has come in the line.
        var isStart = true
        for (place, byte) in bytes.enumerated() {
            let isSecond = place > 0 && bytes[place - 1] == byte
            if byte == UInt8(ascii: "#"), isSecond, RunnerCommands.isCommand(bytes[(place + 1)...]) {
                result += Array(sign.utf8)
            } else if byte == UInt8(ascii: ":"), isStart, place + 1 < bytes.count, bytes[place + 1] == byte, breaksLines {
                result += [byte, UInt8(ascii: " ")]
            } else {
                result.append(byte)
            }
            isStart =
                byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") || (isStart && (byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")))
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Returns whether a word and a bracket follow, as in `##vso[`.
    private static func isCommand(_ rest: ArraySlice<UInt8>) -> Bool {
        let word = rest.prefix(40).prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
        return rest.dropFirst(word.count).first == UInt8(ascii: "[")
    }

    /// The second of two number signs.
    private var sign: String {
        switch self {
        case .text, .own: " #"
        case .json: #"\u0023"#
        case .markup: "&#35;"
        }
    }

    private var breaksLines: Bool {
        switch self {
        case .text, .markup: true
        case .own, .json: false
        }
    }
}

extension ReportFormat {
    public var commands: RunnerCommands {
        switch self {
        case .text, .xcode, .markdown: .text
        case .github: .own
        case .json, .sarif, .gitlab: .json
        case .junit, .checkstyle, .html: .markup
        }
    }
}
