/// JSON with comments, as people write configurations.
enum CommentedJSON {
    /// Returns the text with blanks in place of `// …` and `/* … */`, so that lines and columns remain.
    static func withoutComments(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        var place = 0
        var isString = false
        while place < bytes.count {
            let next = place + 1 < bytes.count ? bytes[place + 1] : 0
            switch bytes[place] {
            case UInt8(ascii: "\\") where isString: place += 2
            case UInt8(ascii: "\""):
                isString.toggle()
                place += 1
            case UInt8(ascii: "/") where !isString && next == UInt8(ascii: "/"):
                while place < bytes.count, bytes[place] != UInt8(ascii: "\n"), bytes[place] != UInt8(ascii: "\r") { blank(&bytes, &place) }
            case UInt8(ascii: "/") where !isString && next == UInt8(ascii: "*"):
                let start = place
                while place < bytes.count, place < start + 3 || bytes[place - 1] != UInt8(ascii: "/") || bytes[place - 2] != UInt8(ascii: "*") {
                    place += 1
                }
                // A comment without an end stays, and is reported where it begins.
                if place >= start + 4, bytes[place - 1] == UInt8(ascii: "/"), bytes[place - 2] == UInt8(ascii: "*") {
                    var erased = start
                    while erased < place { blank(&bytes, &erased) }
                }
            default: place += 1
            }
        }
        return bytes
    }

    private static func blank(_ bytes: inout [UInt8], _ place: inout Int) {
        if bytes[place] != UInt8(ascii: "\n"), bytes[place] != UInt8(ascii: "\r") { bytes[place] = UInt8(ascii: " ") }
        place += 1
    }
}
