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
        let output = if case .json = self { RunnerCommands.escaped(json: output) } else { output }
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
        // The end of the last white space, which may be several bytes.
        var blankEnd = 0
        for (place, byte) in bytes.enumerated() {
            let isSecond = place > 0 && bytes[place - 1] == byte
            if byte == UInt8(ascii: "#"), isSecond, RunnerCommands.isCommand(bytes[(place + 1)...]) {
                result += Array(sign.utf8)
            } else if byte == UInt8(ascii: ":"), isStart, place + 1 < bytes.count, bytes[place + 1] == byte, breaksLines {
                result += [byte, UInt8(ascii: " ")]
            } else {
                result.append(byte)
            }
            if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                isStart = true
            } else if isStart, place >= blankEnd {
                let count = RunnerCommands.blankCount(bytes[place...])
                isStart = count > 0
                blankEnd = place + count
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Returns JSON with those signs escaped that control a terminal or turn the direction of its text. They occur only in strings.
    private static func escaped(json: String) -> String {
        func isHidden(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar.value {
            case 0x7F...0x9F, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
            default: false
            }
        }
        guard json.unicodeScalars.contains(where: isHidden) else { return json }
        var text = ""
        for scalar in json.unicodeScalars {
            if isHidden(scalar) {
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// The white space beyond ASCII that a runner may take away at the beginning of a line.
    private static let blanks: Set<[UInt8]> = Set(
        ([0x85, 0xA0, 0x1680, 0x180E, 0x2028, 0x2029, 0x202F, 0x205F, 0x2060, 0x3000, 0xFEFF] + Array(0x2000...0x200D))
            .compactMap { Unicode.Scalar(UInt32($0)).map { Array(String(Character($0)).utf8) } })

    /// Returns the number of bytes of the white space at the beginning, or 0 if there is none.
    private static func blankCount(_ bytes: ArraySlice<UInt8>) -> Int {
        guard let first = bytes.first else { return 0 }
        if first == 0x20 || (0x09...0x0D).contains(first) || (0x1C...0x1F).contains(first) { return 1 }
        return first < 0x80 ? 0 : [2, 3].first { blanks.contains(Array(bytes.prefix($0))) } ?? 0
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
