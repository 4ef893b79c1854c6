internal import HTTP

/// The parts of a `multipart/form-data` body (RFC 7578), as `curl -F file=@Main.storyboard` sends it.
struct MultipartForm {
    struct Part {
        var name: String
        var fileName: String?
        var bytes: [UInt8]
    }

    private(set) var parts: [Part] = []

    /// The maximum number of parts of a form.
    private static let limit = 32

    /// The maximum length of a part's header fields in bytes, as of a request's.
    private static let headLimit = 16 << 10

    /// Returns nil for a body that is not such a form, has more parts than `limit`, or has longer header fields than `headLimit`.
    init?(_ bytes: [UInt8], contentType: String) {
        guard let boundary = MultipartForm.boundary(in: contentType) else { return nil }
        let mark = Array("--\(boundary)".utf8)
        let line = [UInt8(ascii: "\n")] + mark
        guard var place = bytes.starts(with: mark) ? 0 : MultipartForm.find(line, in: bytes, from: 0, to: bytes.count).map({ $0 + 1 }) else {
            return nil
        }
        let end = Array("\r\n--\(boundary)".utf8)
        while true {
            place += mark.count
            // The last mark ends with two dashes.
            if bytes[place...].starts(with: "--".utf8) { return }
            guard bytes[place...].starts(with: "\r\n".utf8), parts.count < MultipartForm.limit else { return nil }
            place += 2
            guard let next = MultipartForm.find(end, in: bytes, from: max(0, place - 2), to: bytes.count),
                let part = MultipartForm.part(bytes, place, next)
            else { return nil }
            parts.append(part)
            place = next + 2
        }
    }

    /// Returns the boundary parameter of a media type.
    private static func boundary(in contentType: String) -> String? {
        for parameter in contentType.split(separator: ";").dropFirst() {
            let parts = parameter.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].trimmingOptionalWhitespace().lowercased() == "boundary" else { continue }
            var value = String(parts[1].trimmingOptionalWhitespace())
            if value.count >= 2, value.hasPrefix("\""), value.hasSuffix("\"") { value = String(value.dropFirst().dropLast()) }
            return (1...70).contains(value.utf8.count) ? value : nil
        }
        return nil
    }

    /// Returns the part between two marks: header fields, an empty line, and the content.
    private static func part(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Part? {
        let blank = Array("\r\n\r\n".utf8)
        // A part may have no fields: its empty line comes at once.
        let isBare = bytes[start...].starts(with: "\r\n".utf8)
        let last = min(end + 2, start + headLimit, bytes.count)
        guard let split = isBare ? start - 2 : find(blank, in: bytes, from: start, to: last), split + 4 <= end || isBare && start + 2 <= end else {
            return nil
        }
        let head = split > start ? String(decoding: bytes[start..<split], as: UTF8.self) : ""
        var part = Part(name: "", bytes: Array(bytes[min(split + 4, end)..<end]))
        for line in head.split(separator: "\r\n") {
            guard line.lowercased().hasPrefix("content-disposition:") else { continue }
            part.name = value(of: "name", in: line) ?? ""
            part.fileName = value(of: "filename", in: line)
        }
        return part
    }

    /// Returns a parameter of a header field, such as `cell.json` of `form-data; name="file"; filename="cell.json"`.
    private static func value(of name: String, in line: Substring) -> String? {
        var rest = line[...]
        while let sign = rest.firstIndex(of: ";") {
            rest = rest[rest.index(after: sign)...]
            guard let equal = rest.firstIndex(of: "=") else { return nil }
            let key = rest[..<equal].trimmingOptionalWhitespace().lowercased()
            var value = rest[rest.index(after: equal)...]
            guard value.first == "\"" else {
                if key == name { return String(value.prefix { $0 != ";" }.trimmingOptionalWhitespace()) }
                continue
            }
            value = value.dropFirst()
            var text = ""
            var isEscaped = false
            while let character = value.popFirst(), character != "\"" || isEscaped {
                isEscaped = character == "\\" && !isEscaped
                if !isEscaped { text.append(character) }
            }
            if key == name { return text }
            rest = value
        }
        return nil
    }

    /// Returns the first place of a word in a range of the bytes. The word begins with a part of a line end, which no boundary has in it,
    /// so that the time is proportional to the length of the range.
    private static func find(_ word: [UInt8], in bytes: [UInt8], from start: Int, to end: Int) -> Int? {
        guard let first = word.first else { return nil }
        var place = start
        while place + word.count <= end {
            guard let next = bytes[place..<end].firstIndex(of: first), next + word.count <= end else { return nil }
            if bytes[next..<next + word.count].elementsEqual(word) { return next }
            place = next + 1
        }
        return nil
    }
}
