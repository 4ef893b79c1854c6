internal import JSON

/// The ids of a session's views as stored in its row: a JSON array, compressed unless it begins with a bracket (no Zstandard
/// frame does).
enum ViewList {
    /// Returns the stored form.
    static func value(_ views: [String]) -> [UInt8] {
        var json = [UInt8(ascii: "[")]
        json.reserveCapacity(views.reduce(2) { $0 + length($1) })
        for (place, view) in views.enumerated() {
            if place > 0 { json.append(UInt8(ascii: ",")) }
            // Most need no escapes.
            if length(view) == view.utf8.count + 3 {
                json.append(UInt8(ascii: "\""))
                json.append(contentsOf: view.utf8)
                json.append(UInt8(ascii: "\""))
            } else {
                json.append(contentsOf: quoted(view).utf8)
            }
        }
        json.append(UInt8(ascii: "]"))
        return StoredForm.values(for: json).bytes
    }

    /// The maximum length of the JSON text in bytes: that of a layout's longest body by default. A session is not found by further views.
    static let greatestLength = 16 << 20

    /// The maximum number of views of a list.
    private static let mostViews = 500_000

    /// Returns the views that a list of others has room for, each once and in alphabetical order, except those with an id that is too long to be
    /// found by.
    static func fitting(_ new: some Sequence<String>, beside views: [String] = []) -> [String] {
        var (room, places) = (greatestLength - views.reduce(2) { $0 + length($1) }, mostViews - views.count)
        return Set(new).subtracting(views).sorted().filter { view in
            let length = length(view)
            guard length <= room, places > 0, view.utf8.count <= SessionKeys.greatestLength else { return false }
            room -= length
            places -= 1
            return true
        }
    }

    /// Returns the length of a view's id in the JSON text, with its quotes and a comma.
    private static func length(_ view: String) -> Int {
        view.utf8.reduce(3) { $0 + ($1 < 32 ? 6 : $1 == UInt8(ascii: "\"") || $1 == UInt8(ascii: "\\") ? 2 : 1) }
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

    /// Returns the array as JSON text, or throws if it is longer than any list.
    static func json(_ stored: [UInt8]) throws(StoreError) -> [UInt8] {
        let isPlain = stored.first == UInt8(ascii: "[")
        return try StoredForm.bytes(stored, packing: (isPlain ? StoredForm.plain : .packed).rawValue, limit: greatestLength)
    }

    /// Returns the length of the array as JSON text; 0 if that is damaged.
    static func length(of stored: [UInt8]) -> Int {
        let isPlain = stored.first == UInt8(ascii: "[")
        return StoredForm.count(head: stored, of: stored.count, packing: (isPlain ? StoredForm.plain : .packed).rawValue)
    }

    /// Returns the ids, or throws if the stored form is not an array of strings.
    static func names(_ stored: [UInt8]) throws(StoreError) -> [String] {
        let list = try? JSONDocument(parsing: try json(stored), valueLimit: mostViews + 1)
        guard let names = list?.withRoot({ root in root.elements?.map(\.string) }), names.allSatisfy({ $0 != nil }) else {
            throw .damaged("a list of views is invalid")
        }
        return names.compactMap { $0 }
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
