internal import HTTP
internal import LayoutModel

/// The answer to a path that no route has, with the one that was most likely meant.
struct PathAdvice {
    /// The segments of all patterns, `{id}` among them.
    private let patterns: [[String]]

    init(_ routes: [Route]) {
        patterns = Set(routes.map(\.pattern)).sorted().map { $0.split(separator: "/").map(String.init) }
    }

    func problem(for target: RequestTarget) -> ProblemDetails {
        let hint = nearest(to: target.segments).map { " Did you mean \($0)?" } ?? ""
        return .notFound("There is nothing at this path.\(hint) GET /openapi.json lists all paths.")
    }

    /// Words for what routes do, with the route's word.
    private static let synonyms = [
        "analyze": "check", "analyse": "check", "diagnose": "check", "lint": "check", "validate": "check", "layouts": "sessions",
    ]

    /// Returns the path of a route that the segments resemble: with a slash too many, without `/v1`, or misspelled.
    private func nearest(to segments: [String]) -> String? {
        let given = segments.filter { !$0.isEmpty }.map { PathAdvice.synonyms[$0] ?? $0 }
        guard given.count <= 8, !given.isEmpty else { return nil }
        let ways = [given, ["v1"] + given]
        if let exact = ways.first(where: { way in patterns.contains { PathAdvice.fits(way, $0) } }) { return PathAdvice.path(exact) }
        let candidates = patterns.filter { $0.count == given.count }.map { pattern in
            PathAdvice.path(zip(pattern, given).map { $0.hasPrefix("{") ? $1 : $0 })
        }
        return NearWord.to(PathAdvice.path(given), among: candidates)
    }

    private static func fits(_ given: [String], _ pattern: [String]) -> Bool {
        given.count == pattern.count && zip(given, pattern).allSatisfy { $0 == $1 || $1.hasPrefix("{") }
    }

    private static func path(_ segments: [String]) -> String { ("/" + segments.joined(separator: "/")).quotable }
}
