/// A pattern of paths such as `/v1/sessions/{id}/report`: literal segments, and names in braces that match one nonempty segment.
struct RoutePattern: Hashable, Sendable {
    enum Segment: Hashable, Sendable {
        case literal(String)
        case parameter(String)

        var isLiteral: Bool {
            if case .literal = self { true } else { false }
        }
    }

    let segments: [Segment]

    /// Parses a pattern. Returns nil unless it begins with a slash and its braces contain distinct names and span whole segments.
    init?(_ text: String) {
        guard text.utf8.first == ASCII.slash else { return nil }
        var segments: [Segment] = []
        var names: Set<String> = []
        for part in text.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            if part.hasPrefix("{"), part.hasSuffix("}") {
                let name = String(part.dropFirst().dropLast())
                guard !name.isEmpty, !name.contains("{"), !name.contains("}"), names.insert(name).inserted else { return nil }
                segments.append(.parameter(name))
            } else {
                guard !part.contains("{"), !part.contains("}") else { return nil }
                segments.append(.literal(String(part)))
            }
        }
        self.segments = segments
    }

    /// Returns the parameters' values if the pattern matches the path; otherwise nil.
    func match(_ path: [String]) -> [String: String]? {
        guard path.count == segments.count else { return nil }
        var parameters: [String: String] = [:]
        for (segment, text) in zip(segments, path) {
            switch segment {
            case .literal(let literal):
                guard literal == text else { return nil }
            case .parameter(let name):
                guard !text.isEmpty else { return nil }
                parameters[name] = text
            }
        }
        return parameters
    }

    /// Returns whether both match the same paths: they differ at most in the names of parameters.
    func clashes(with other: RoutePattern) -> Bool {
        segments.count == other.segments.count
            && zip(segments, other.segments).allSatisfy { $0 == $1 || (!$0.isLiteral && !$1.isLiteral) }
    }

    /// Returns whether this pattern has precedence: at the first segment at which only one of the two is literal, it is this
    /// one's.
    func precedes(_ other: RoutePattern) -> Bool {
        for (mine, theirs) in zip(segments, other.segments) where mine.isLiteral != theirs.isLiteral {
            return mine.isLiteral
        }
        return false
    }
}
