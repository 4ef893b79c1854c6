/// The lines of a script or style sheet as they are sent: without indentation, empty lines, and comments that have lines of their own.
enum SourceLines {
    /// - Parameter lineComment: what a comment to the end of its line begins with, where the language has such.
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
