internal import LayoutCheck
internal import HTTP
internal import LayoutImport
internal import LayoutLint
internal import LayoutModel
internal import Reporting

// `POST /v1/check`, and the formats of its responses and of sessions' reports.

extension LayoutApplication {
    static func check(_ request: HTTPRequest, _ context: RequestContext, _ limits: InputLimits) throws(ProblemDetails) -> HTTPResponse {
        let query = try QueryParameters(request, allowed: QueryParameters.analysis.union(["failOn", "rules", "format", "file"]))
        let failOn = try query.failOn()
        let format = try query.format(request)
        let rules = try query.rules()
        let named = try query.text("file", limit: 1000)
        let content = try RequestContent(request, limits: limits)
        // The reports alone contain everything that was requested.
        if format == .json, rules.isEmpty, failOn?.isOfReports ?? true {
            let layouts = try analyze(content, query, context, limits)
            let reports = layouts.map { $0.report(isAwaited: context.interest.isAwaited) }
            let isFound = layouts.contains { layout in failOn?.contains(anyOf: layout.analysis) ?? false }
            let body = reports.count == 1 ? reports[0] : ReportWriter.combined(reports)
            return HTTPResponse.json(body, status: isFound ? .unprocessableContent : .ok).inFormAskedFor
        }
        var options = try query.analysisOptions(limits)
        options.deadline = min(options.deadline, context.secondsLeft)
        options.interest = context.interest
        let analyzer = SourceAnalyzer(options: options, limits: limits.asked(by: context), interfaceBuilder: try query.interfaceBuilderOptions())
        let file = named ?? content.fileName ?? content.standardName
        let found: [LayoutChecker.Layout]
        do {
            found = try query.checker(analyzer, rules, failOn).check(content.bytes, kind: content.kind, file: file)
        } catch {
            throw ProblemDetails(content.advised(error))
        }
        try beginReport(context)
        let isFound = failOn != nil && found.contains { $0.failsWithoutFinding || $0.subject.findings.contains(where: \.isFailure) }
        return response(format, found, status: isFound ? .unprocessableContent : .ok)
    }

    /// Returns the findings of a layout as text, with the warnings of its reader, as the command prints them.
    private static func text(_ layout: LayoutChecker.Layout, _ subject: CheckedSubject) -> String {
        let warnings = layout.runs.first?.layout.analysis.warnings ?? []
        return warnings.map { FindingsText().warning($0, file: subject.file) }.joined() + FindingsText().text(subject, variants: 1)
    }

    /// Returns a report without texts that a build which prints it would obey, as the command line writes it.
    private static func safe(_ report: String, _ format: ReportFormat) -> [UInt8] { Array(format.commands.breaking(report).utf8) }

    /// Returns the findings in a format.
    static func response(_ format: ReportFormat, _ found: [LayoutChecker.Layout], status: HTTPStatus = .ok) -> HTTPResponse {
        let subjects = found.map { format == .html ? $0.drawnSubject : $0.subject }
        let body: [UInt8]
        switch format {
        case .json:
            let reports = found.flatMap(\.runs).map { $0.layout.report() }
            body = ReportWriter.combined(reports, findings: subjects.flatMap(\.findings))
        case .text: body = safe(zip(found, subjects).map(text).joined(), format)
        default: body = safe(format.reporter(folder: nil)?.report(subjects) ?? "", format)
        }
        var response = HTTPResponse(status: status, contentType: format.mediaType, body: body)
        // The report is one file with its style in it, and has no script.
        if format == .html { response.fields["Content-Security-Policy"] = HTMLReporter.contentSecurityPolicy }
        return response.inFormAskedFor
    }
}

extension HTTPResponse {
    /// The response with a `Vary` field for the requested format.
    var inFormAskedFor: HTTPResponse {
        var response = self
        response.fields["Vary"] = "Accept"
        return response
    }
}

extension RequestContent {
    /// Returns an error of reading the body, with advice if the client removed the ends of its lines.
    func advised(_ error: ImportError) -> ImportError {
        guard hasLostLines else { return error }
        var error = error
        error.message += "; curl -d removes line ends; --data-binary @FILE does not"
        return error
    }

    /// The file name in findings about a body without a name. It depends only on the body, so findings have the same name in every
    /// run.
    fileprivate var standardName: String {
        switch kind {
        case .document: "document.json"
        case .interfaceBuilder: "document.storyboard"
        case .viewHierarchy: "document.viewhierarchy"
        case .text, .consoleLog: "document.txt"
        }
    }
}

extension QueryParameters {
    /// Returns the kinds that cause a 422, or nil if none do.
    func failOn() throws(ProblemDetails) -> FindingKinds? {
        guard let words = text("failOn") else { return nil }
        do { return try FindingKinds(words: words) } catch {
            throw .badRequest("invalid-parameter", "The query parameter 'failOn': \(error.message).")
        }
    }

    /// Returns rules to check besides those of every report, each with its severity:
    /// `rules=truncated-text,overlapping-views=error`.
    func rules() throws(ProblemDetails) -> [Rule: Severity?] {
        do { return try Rule.severities(words: text("rules") ?? "").all } catch {
            throw .badRequest("invalid-parameter", "The query parameter 'rules': \(error.message).")
        }
    }

    /// Returns the format of the response: by `format`, otherwise by `Accept`, otherwise JSON.
    func format(_ request: HTTPRequest) throws(ProblemDetails) -> ReportFormat {
        try word("format", ReportFormat.self) ?? ReportFormat(acceptedBy: request.head)
    }

    func checker(_ analyzer: SourceAnalyzer, _ rules: [Rule: Severity?], _ failOn: FindingKinds?) -> LayoutChecker {
        LayoutChecker(
            analyzer: analyzer, severities: rules, settings: LintSettings(rules: Set(rules.filter { $0.value != nil && $0.key.isOptIn }.keys)),
            failOn: failOn ?? FindingKinds(kinds: []))
    }
}

extension ReportFormat {
    /// The format that the `Accept` field prefers; JSON if it names none.
    init(acceptedBy head: RequestHead) {
        var best: (format: ReportFormat, quality: Double)?
        for entry in head.fields.tokens("Accept") {
            let parts = entry.split(separator: ";").map { $0.trimmingPrefix { $0 == " " } }
            let quality = parts.dropFirst().compactMap { $0.hasPrefix("q=") ? Double($0.dropFirst(2)) : nil }.first ?? 1
            guard let format = ReportFormat.accepted[String(parts.first ?? "")], quality > best?.quality ?? 0 else { continue }
            best = (format, quality)
        }
        self = best?.format ?? .json
    }

    /// Browsers accept HTML for everything, so it is available by name only.
    fileprivate static let accepted: [String: ReportFormat] = [
        "application/json": .json, "*/*": .json, "application/*": .json, "application/sarif+json": .sarif, "application/junit+xml": .junit,
        "application/checkstyle+xml": .checkstyle, "text/markdown": .markdown, "text/plain": .text,
    ]

    fileprivate var mediaType: String {
        switch self {
        case .json, .gitlab: "application/json"
        case .sarif: "application/sarif+json"
        case .junit, .checkstyle: "application/xml"
        case .markdown: "text/markdown; charset=utf-8"
        case .html: "text/html; charset=utf-8"
        case .text, .github, .xcode: "text/plain; charset=utf-8"
        }
    }
}
