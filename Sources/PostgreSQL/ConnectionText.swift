internal import CPostgreSQL

/// A connection string of libpq: a URI, or keywords with values. It may contain a password, so only its `place` is shown.
public struct ConnectionText: Sendable {
    let text: String
    /// The server without the password, such as `postgresql://plumbline@db.example/plumbline`.
    public let place: String

    /// Returns whether a text is a connection string and not the name of a file.
    public static func isConnection(_ text: String) -> Bool {
        ["postgresql://", "postgres://", "service=", "host=", "dbname="].contains { text.hasPrefix($0) }
    }

    /// Whether libpq is installed. If it is not, no text can be read.
    public static var isLibraryInstalled: Bool { plumbline_pq_load() != 0 }

    /// Returns nil if libpq cannot read the text, or reads a part of the password as the host.
    public init?(_ text: String) {
        guard ConnectionText.isLibraryInstalled else { return nil }
        guard let options = plumbline_pq_conninfo_parse(text) else { return nil }
        defer { plumbline_pq_conninfo_free(options) }
        var values: [String: String] = [:]
        var next = options
        while let keyword = next.pointee.keyword {
            if let value = next.pointee.val { values[String(cString: keyword)] = String(cString: value) }
            next = next.successor()
        }
        // An at sign in a password that is not written as %40 makes the rest of the password a part of the host.
        if let host = values["host"], host.contains("@") { return nil }
        self.text = text
        if let service = values["service"], values["host"] == nil {
            place = "service=\(service)"
        } else {
            let user = values["user"].map { "\($0)@" } ?? ""
            let port = values["port"].map { ":\($0)" } ?? ""
            let name = values["dbname"].map { "/\($0)" } ?? ""
            place = "postgresql://\(user)\(values["host"] ?? values["hostaddr"] ?? "")\(port)\(name)"
        }
    }

    /// The parameters of a connection in the order in which later ones take precedence. `dbname` is the text itself.
    ///
    /// - Parameter isWriting: whether the connection is for writing, so that a standby is refused.
    func parameters(isWriting: Bool) -> [(keyword: String, value: String)] {
        var parameters = [
            (keyword: "fallback_application_name", value: "plumbline"),
            // A server that does not answer must not hold a request for minutes.
            ("connect_timeout", "5"), ("tcp_user_timeout", "10000"), ("keepalives_idle", "10"), ("keepalives_interval", "5"),
            ("keepalives_count", "3"),
        ]
        // A name or an address may come to mean a standby when the primary changes.
        if isWriting { parameters.append(("target_session_attrs", "read-write")) }
        return parameters + [("dbname", text), ("client_encoding", "UTF8")]
    }
}
