public import LayoutCheck
internal import HTTP
internal import JSON
internal import LayoutImport
internal import LayoutModel

/// Analyzes newline-delimited JSON (NDJSON): for each line, which is a document, it returns one line with the report or, if the line
/// cannot be read, with the error.
public struct BatchAnalyzer: Sendable {
    private let analyzer: SourceAnalyzer

    public init(_ analyzer: SourceAnalyzer) {
        self.analyzer = analyzer
    }

    /// Returns the answer to a line, without a line end; nil for a blank line.
    ///
    /// - Parameters:
    ///   - number: the line's number, from 1, for errors.
    ///   - deadline: the time limit of the analysis in seconds.
    public func answer(to line: some Collection<UInt8>, number: Int, deadline: Double? = nil) -> [UInt8]? {
        let bytes = Array(line)
        if bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }) { return nil }
        var analyzer = analyzer
        if let deadline { analyzer.options.deadline = min(analyzer.options.deadline, deadline) }
        do {
            return try analyzer.analyze(bytes, kind: .document).first?.report()
        } catch {
            var problem = ProblemDetails(error)
            // The line of the batch: a document of one line has no other.
            problem.line = number
            return problem.json
        }
    }

    /// Returns the answer to a line that exceeds the limit.
    public func refusal(number: Int, limit: Int) -> [UInt8] {
        var problem = ProblemDetails(.contentTooLarge, "line-too-long", "The line has more than \(limit) bytes.")
        problem.line = number
        return problem.json
    }
}
