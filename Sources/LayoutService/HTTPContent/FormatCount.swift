internal import LayoutImport

/// A count of the views and constraints that the visual formats of a text may make. Ranges and groups of the extended grammar, of which a few
/// bytes name many views, count as what they name.
///
/// The text may be fed in pieces. It need not be valid, so the number is only an estimate.
struct FormatCount {
    /// The number of views and constraints so far, at most ``most``. Ranges and groups count only in a text that has the word `extended`.
    var parts: Int { word == FormatCount.extended.count ? extendedParts : plainParts }
    private var (extendedParts, plainParts) = (0, 0)

    private static let extended = Array("extended".utf8)
    /// The number of letters of the word that the last bytes are; all of them once the text has it.
    private var word = 0

    /// The number beyond which no layout is read.
    private static let most = ImportLimits().views + ImportLimits().constraints

    // The text around the formats.

    /// Whether only strings of JSON are formats.
    private let isJSON: Bool
    private var string = StringState.outside
    private var escape = Escape.none

    private enum StringState { case outside, begin, format, other }

    private enum Escape {
        case none, letter
        /// The hexadecimal digits that follow, and the number that those before are.
        case digits(left: Int, value: Int)
    }

    // The format.

    private var isInView = false
    private var isInList = false
    private var isQuoted = false
    private var isEscaped = false
    /// The views in the present brackets, and those in the ones before.
    private var width = 0
    private var previous = 1
    /// The distances between the two.
    private var distances = 1

    // The present name in brackets.

    /// The number at its end.
    private var number: Int?
    private var dots = 0
    /// The number before two dots.
    private var first: Int?
    private var isCounted = false
    private var extent = 1

    init(isJSON: Bool) {
        self.isJSON = isJSON
    }

    mutating func feed(_ piece: UnsafeBufferPointer<UInt8>) {
        // Other encodings have zeros between the letters.
        if isJSON {
            for byte in piece where byte != 0 { takeJSON(byte) }
        } else {
            for byte in piece where byte != 0 {
                takeWord(byte)
                if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { begin() } else { take(byte) }
            }
        }
    }

    // MARK: Strings

    private mutating func takeJSON(_ byte: UInt8) {
        if case .outside = string {
            if byte == UInt8(ascii: "\"") { string = .begin }
            return
        }
        switch escape {
        case .none:
            if byte == UInt8(ascii: "\\") {
                escape = .letter
            } else if byte == UInt8(ascii: "\"") {
                string = .outside
                begin()
            } else {
                takeDecoded(byte)
            }
        case .letter:
            escape = byte == UInt8(ascii: "u") ? .digits(left: 4, value: 0) : .none
            if byte != UInt8(ascii: "u") { takeDecoded(Array("nrtfb".utf8).contains(byte) ? UInt8(ascii: " ") : byte) }
        case .digits(let left, let value):
            let digit = byte | 0x20 >= UInt8(ascii: "a") ? (byte | 0x20) &- UInt8(ascii: "a") &+ 10 : byte &- UInt8(ascii: "0")
            let next = value << 4 | Int(digit & 15)
            escape = left > 1 ? .digits(left: left - 1, value: next) : .none
            if left == 1 { takeDecoded(next < 0x20 ? UInt8(ascii: " ") : next < 0x80 ? UInt8(next) : 0x80) }
        }
    }

    /// Takes a byte of a string. A format begins with a bracket or bar, or with an orientation.
    private mutating func takeDecoded(_ byte: UInt8) {
        takeWord(byte)
        if case .begin = string {
            switch byte {
            case UInt8(ascii: "["), UInt8(ascii: "|"), UInt8(ascii: ":"): string = .format
            case UInt8(ascii: "H"), UInt8(ascii: "V"), UInt8(ascii: "C"), 0...0x20: break
            default: string = .other
            }
        }
        if case .format = string { take(byte) }
    }

    private mutating func takeWord(_ byte: UInt8) {
        if word == FormatCount.extended.count { return }
        word = byte == FormatCount.extended[word] ? word + 1 : byte == FormatCount.extended[0] ? 1 : 0
    }

    // MARK: The format

    /// Begins another format.
    private mutating func begin() {
        (isInView, isInList, isQuoted, isEscaped) = (false, false, false, false)
        (previous, distances) = (1, 1)
    }

    private mutating func take(_ byte: UInt8) {
        if isQuoted {
            // A backslash is before a quotation mark of a name.
            isQuoted = isEscaped || byte != UInt8(ascii: "\"")
            isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
            return
        }
        switch byte {
        case UInt8(ascii: "["):
            (isInView, isInList, width) = (true, false, 0)
            beginName()
        case UInt8(ascii: "]"):
            guard isInView else { break }
            endName()
            add(width * (previous * distances - 1), plain: 0)
            (isInView, isInList, previous, distances) = (false, false, width, 1)
        case UInt8(ascii: "|"):
            guard !isInView else { break }
            add(previous * distances)
            (previous, distances) = (1, 1)
        case UInt8(ascii: "("):
            if isInView { endName() }
            isInList = true
        case UInt8(ascii: ")"): isInList = false
        case UInt8(ascii: ","):
            if !isInView {
                if isInList { distances = min(distances + 1, FormatCount.most) }
                add(1)
            } else if isInList {
                add(extent)
            } else {
                endName()
                beginName()
            }
        case UInt8(ascii: "\""): isQuoted = isInView
        case UInt8(ascii: " "), UInt8(ascii: "\t"): break
        default: if isInView { takeName(byte) }
        }
    }

    private mutating func beginName() {
        (number, dots, first, isCounted, extent) = (nil, 0, nil, false, 1)
    }

    private mutating func takeName(_ byte: UInt8) {
        if byte == UInt8(ascii: ".") {
            dots += 1
            if dots == 1 { first = number ?? 1 }
            number = nil
        } else if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
            number = min((number ?? 0) * 10 + Int(byte - UInt8(ascii: "0")), FormatCount.most)
        } else {
            number = nil
        }
    }

    /// Counts the view, or the views of a range: `a1..5`, `a1..a5` or `a..z`.
    private mutating func endName() {
        guard !isCounted else { return }
        isCounted = true
        if dots == 2, let first { extent = number.map { max(1, $0 - first + 1) } ?? 26 }
        width = min(width + extent, FormatCount.most)
        add(extent, plain: 1)
    }

    private mutating func add(_ count: Int, plain: Int = 1) {
        extendedParts = min(extendedParts + count, FormatCount.most)
        plainParts = min(plainParts + plain, FormatCount.most)
    }
}
