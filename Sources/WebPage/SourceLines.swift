/// The lines of a script or style sheet as served: without indentation, empty lines and whole-line comments.
enum SourceLines {
    /// - Parameter lineComment: the start of a line comment, or nil if the language has none.
    static func code(of text: String, lineComment: String? = nil) -> [Substring] {
        var lines: [Substring] = []
        var isInComment = false
        for line in text.split(separator: "\n") {
            let code = line.drop { $0 == " " }
            if isInComment || code.hasPrefix("/*") {
                isInComment = !code.hasSuffix("*/")
                continue
            }
            if code.isEmpty || lineComment.map(code.hasPrefix) == true { continue }
            lines.append(code)
        }
        return lines
    }
}
