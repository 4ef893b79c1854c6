internal import SQLite

/// The ids of a session's views as they stand in its row: a JSON array, packed unless it begins with a bracket, which no frame does.
enum ViewList {
    static func value(_ views: [String]) -> Value {
        let json = Array(("[" + views.map(quoted).joined(separator: ",") + "]").utf8)
        return StoredForm.values(for: json).bytes
    }

    static func views(of session: Int64, _ connection: Connection) throws(StoreError) -> [String] {
        let stored = try storing { () throws(SQLiteError) in
            try connection.first("SELECT views FROM session WHERE sequence = ?", [.integer(session)]) { row throws(SQLiteError) in try row.blob(0) }
        }
        guard let stored else { return [] }
        let json = try json(stored)
        return try storing { () throws(SQLiteError) in
            try connection.query("SELECT value FROM json_each(?)", [.text(json)]) { row throws(SQLiteError) in try row.text(0) }
        }
    }

    /// The array as text.
    static func json(_ stored: [UInt8]) throws(StoreError) -> String {
        let isPlain = stored.first == UInt8(ascii: "[")
        return String(decoding: try StoredForm.bytes(stored, packing: (isPlain ? StoredForm.plain : .packed).rawValue), as: UTF8.self)
    }

    private static func quoted(_ text: String) -> String {
        var json = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
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
