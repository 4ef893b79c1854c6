/// A request target: the path in decoded segments, and the query's items.
public struct RequestTarget: Hashable, Sendable {
    /// The four forms of RFC 9112 section 3.2.
    public enum Form: Hashable, Sendable {
        case origin
        case absolute
        case authority
        case asterisk
    }

    /// One `name=value` of the query, decoded; `+` is a space. An item without `=` has an empty value.
    public struct QueryItem: Hashable, Sendable {
        public let name: String
        public let value: String

        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    public let form: Form
    /// The path as it was sent, without the query; `*` for the asterisk form, empty for the authority form.
    public let path: String
    /// The path split at its slashes and then decoded, so that an encoded slash remains inside its segment. `/` is one empty
    /// segment.
    public let segments: [String]
    public let query: [QueryItem]
    /// The authority in an absolute or authority form.
    public let authority: Authority?

    /// Returns the value of the first query item with that name.
    public func queryValue(_ name: String) -> String? {
        query.first { $0.name == name }?.value
    }

    /// Returns the values of all query items with that name.
    public func queryValues(_ name: String) -> [String] {
        query.filter { $0.name == name }.map(\.value)
    }
}
