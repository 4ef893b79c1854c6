internal import JSON

/// The ids of a session's views as stored in its row: a JSON array, compressed unless it begins with a bracket (no Zstandard
/// frame does).
enum ViewList {
    /// Returns the stored form.
    static func value(_ views: [String]) -> [UInt8] {
        let json = Array(("[" + views.map { quoted($0) }.joined(separator: ",") + "]").utf8)
        return StoredForm.values(for: json).bytes
    }

    /// Returns whether an array contains one of these strings in serialized form.
    static func contains(_ json: [UInt8], _ wanted: [[UInt8]]) -> Bool {
        var start: Int?
        var place = 0
        while place < json.count {
            if json[place] == UInt8(ascii: "\\") {
                place += 1
            } else if json[place] == UInt8(ascii: "\"") {
                if let begin = start {
                    let string = json[begin...place]
                    if wanted.contains(where: { string.elementsEqual($0) }) { return true }
                }
                start = start == nil ? place : nil
            }
            place += 1
        }
        return false
    }

    /// Returns the array as JSON text.
    static func json(_ stored: [UInt8]) throws(StoreError) -> String {
        let isPlain = stored.first == UInt8(ascii: "[")
        return String(decoding: try StoredForm.bytes(stored, packing: (isPlain ? StoredForm.plain : .packed).rawValue), as: UTF8.self)
    }

    /// Returns the ids, or throws if the stored form is not an array of strings.
    static func names(_ stored: [UInt8]) throws(StoreError) -> [String] {
        let list = try? JSONDocument(parsing: Array(try json(stored).utf8))
        guard let names = list?.withRoot({ root in root.elements?.map(\.string) }), names.allSatisfy({ $0 != nil }) else {
            throw .damaged("a list of views is invalid")
        }
        return names.compactMap { $0 }
    }

    /// Returns the array as JSON text, or throws if it is not an array of strings.
    static func checked(_ stored: [UInt8]) throws(StoreError) -> String {
        let json = try json(stored)
        let list = try? JSONDocument(parsing: Array(json.utf8))
        let isSound = list?.withRoot { root in root.elements?.allSatisfy { $0.string != nil } ?? false } ?? false
        guard isSound else { throw .damaged("a list of views is invalid") }
        return json
    }

    /// - Parameter withShortEscapes: whether to escape like SQLite's own functions, which wrote rows of older schema versions.
    static func quoted(_ text: String, withShortEscapes: Bool = false) -> String {
        let short: [Unicode.Scalar: String] = ["\u{8}": "\\b", "\t": "\\t", "\n": "\\n", "\u{c}": "\\f", "\r": "\\r"]
        var json = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case _ where withShortEscapes && short[scalar] != nil: json += short[scalar] ?? ""
            case "\"", "\\": json += "\\" + String(scalar)
            case _ where scalar.value < 32:
                let digits = String(scalar.value, radix: 16)
                json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: json.unicodeScalars.append(scalar)
            }
        }
        return json + "\""
    }
}
