/// The security fields of every response, unless its handler sets another value.
public enum SecurityFields {
    /// A security field.
    public struct Field: Sendable {
        public let name: String
        public let value: String
        /// The serialized line with its line end, as every response contains it.
        let line: [UInt8]

        fileprivate init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
            line = Array("\(name): \(value)\r\n".utf8)
        }
    }

    public static let all = [
        // A report must never run as a script, whatever it contains.
        Field("X-Content-Type-Options", "nosniff"),
        Field("Content-Security-Policy", "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"),
        Field("X-Frame-Options", "DENY"),
        Field("Referrer-Policy", "no-referrer"),
        Field("Cross-Origin-Resource-Policy", "same-origin"),
    ]
}
