public import HTTP
public import LayoutCheck
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
    ///   - context: the deadline and the turns of the analysis; nil if it has only the limits of its options.
    public func answer(to line: some Collection<UInt8>, number: Int, context: RequestContext? = nil) -> [UInt8]? {
        let bytes = Array(line)
        if bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }) { return nil }
        do throws(ProblemDetails) {
            return try report(of: bytes, context)
        } catch {
            var problem = error
            // The line of the batch: a document of one line has no other.
            problem.line = number
            return problem.json
        }
    }

    private func report(of bytes: [UInt8], _ context: RequestContext?) throws(ProblemDetails) -> [UInt8]? {
        try context?.checkLine()
        var analyzer = analyzer
        let interest = context?.interest ?? AnalysisOptions.Interest()
        if let context {
            analyzer.options.deadline = min(analyzer.options.deadline, context.secondsLeft)
            analyzer.options.interest = interest
            analyzer.limits = analyzer.limits.asked(by: context)
        }
        let layout: AnalyzedLayout?
        do throws(ImportError) {
            layout = try analyzer.analyze(bytes, kind: .document).first
        } catch {
            // A line that was ended was not read to its end.
            try context?.checkLine()
            throw ProblemDetails(error)
        }
        // A report takes as much memory as its analysis, so it waits for its turn, too.
        _ = context?.isOpen
        try context?.checkLine()
        let report = layout?.report(isAwaited: interest.isAwaited)
        try context?.checkLine()
        return report
    }

    /// Returns the answer to a line that exceeds the limit.
    public func refusal(number: Int, limit: Int) -> [UInt8] {
        var problem = ProblemDetails(.contentTooLarge, "line-too-long", "The line has more than \(limit) bytes.")
        problem.line = number
        return problem.json
    }
}

extension RequestContext {
    /// Throws if the line of a batch was ended, or if its time is over.
    fileprivate func checkLine() throws(ProblemDetails) {
        if !isAwaited {
            throw ProblemDetails(
                .serviceUnavailable, "memory",
                "The service ended this line because it has no more memory for it, or because others need its place; try again later.")
        }
        if isOverdue {
            throw ProblemDetails(
                .serviceUnavailable, "deadline",
                "The line was not answered before its deadline; send a smaller document, or start the service with a longer --deadline.")
        }
    }
}
