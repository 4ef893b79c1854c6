public import LayoutModel

/// Messages about names that do not occur in a layout, with the names that do.
public enum UnknownName {
    /// The number of names that a message lists if none of them is near.
    private static let mostListed = 6
    /// Names beyond these are not compared, so that an error in a large layout costs little.
    private static let mostCompared = 5000

    /// Returns `there is no view "titel" (did you mean "title"?)`, or with the views if there are only few.
    public static func view(_ name: String, among views: [LayoutView]) -> String {
        message("view", name, among: views.lazy.map(\.id), count: views.count)
    }

    /// Returns the same about the id of a constraint.
    public static func constraint(_ id: String, among constraints: [LayoutConstraint]) -> String {
        message("constraint", id, among: constraints.lazy.map(\.id), count: constraints.count)
    }

    /// Returns the same about a name of any kind.
    ///
    /// - Parameter quote: the mark around names: `"` for what a document quotes, `'` for a message of the service.
    public static func message(
        _ kind: String, _ name: String, among known: some Sequence<String>, count: Int, quote: Character = "\""
    ) -> String {
        let text = "there is no \(kind) \(quote)\(name.shortened())\(quote)"
        let hint = NearWord.hint(name, among: known.prefix(mostCompared), quote: quote)
        if !hint.isEmpty || count == 0 || count > mostListed { return text + hint }
        let names = known.map { "\(quote)\($0.shortened())\(quote)" }
        return text + "; \(count == 1 ? "the only \(kind) is" : "the \(kind)s are") \(names.joined(separator: ", "))"
    }
}
