internal import Glibc
internal import LayoutCheck
internal import LayoutImport
internal import LayoutModel
internal import Reporting
internal import StandardAdditions

/// Finds assertions of a configuration that were evaluated on no layout, since no layout has the views that they name. Most
/// likely a view was renamed.
struct UnaskedAssertions {
    private let plan: CheckPlan
    private let inputs: [CheckPlan.Input]
    private let reports: [FileReport]

    init(plan: CheckPlan, inputs: [CheckPlan.Input], reports: [FileReport]) {
        self.plan = plan
        self.inputs = inputs
        self.reports = reports
    }

    /// Returns the assertions of each configuration that were not evaluated: as errors if all files of the configuration were
    /// checked, and as warnings if only a subfolder was. If only single files were checked, it prints a message, since those need
    /// not have all of the views.
    func subjects() throws -> [CheckedSubject] {
        guard plan.since == nil, plan.listPath == nil else { return [] }
        var asked: [Configuration.Reference: (assertions: Set<Int>, paths: [String])] = [:]
        var order: [Configuration.Reference] = []
        for (input, report) in zip(inputs, reports) where input.configuration.hasAssertions {
            if asked[input.configuration] == nil { order.append(input.configuration) }
            asked[input.configuration, default: ([], [])].assertions.formUnion(report.layouts.flatMap(\.asked))
            asked[input.configuration, default: ([], [])].paths.append(input.found.path)
        }
        let folders = plan.operands.filter(plan.files.isFolder)
        var subjects: [CheckedSubject] = []
        var mayList = CheckedSubject.mostFindings(bytes: 0)
        var letters = UnaskedAssertions.mostLetters
        for reference in order {
            guard let (assertions, paths) = asked[reference] else { continue }
            let configuration: Configuration
            do throws(ConfigurationError) { configuration = try plan.finder.configuration(reference) } catch { throw CommandFailure(error) }
            let left = configuration.assertions.indices.filter { !assertions.contains($0) }
            if left.isEmpty { continue }
            let views = views(of: configuration, in: paths)
            guard !folders.isEmpty else {
                let texts = left.map { configuration.assertions[$0].text }
                note(texts, configuration, missing(in: texts, views, &letters))
                continue
            }
            let isWhole = plan.arguments.has("--config") || folders.contains { UnaskedAssertions.holds($0, configuration.folder) }
            let checker = try plan.checker(for: configuration)
            let findings = left.enumerated().compactMap { number, place in
                let hint = number < UnaskedAssertions.mostHints ? missing(in: [configuration.assertions[place].text], views, &letters) : ""
                return checker.judged(finding(configuration.assertions[place], configuration, hint, isWhole))
            }
            if findings.isEmpty { continue }
            // Findings are in memory until the end, and a checkout may have many configurations with many assertions.
            var subject = CheckedSubject(file: configuration.file, checks: [.assertion], findings: findings)
            subject.bound(to: mayList)
            mayList = max(0, mayList - subject.size)
            subjects.append(subject)
        }
        return subjects
    }

    private func finding(_ assertion: Configuration.Assertion, _ configuration: Configuration, _ hint: String, _ isWhole: Bool) -> Finding {
        Finding(
            kind: .assertion, severity: isWhole ? .error : .warning, fingerprint: "v1:\(assertion.text)",
            message: "\(assertion.text) was not checked: no checked layout has the views that it names\(hint)",
            place: FilePlace(file: configuration.file, line: assertion.line, column: assertion.column))
    }

    /// The number of assertions for which views with names like theirs are searched.
    private static let mostHints = 20

    /// The number of letters with which names are compared in the whole run, which takes seconds.
    private static let mostLetters = 16 << 20

    /// The ids of the views of a configuration's layouts.
    private struct Views {
        let known: Set<String>
        let sorted: [String]
        let letters: Int

        init(_ known: Set<String>) {
            self.known = known
            sorted = known.sorted()
            letters = known.reduce(0) { $0 + $1.utf8.count }
        }
    }

    private func views(of configuration: Configuration, in paths: [String]) -> Views {
        guard let analyzer = try? plan.checker(for: configuration).analyzer else { return Views([]) }
        var views: Set<String> = []
        for path in paths where path != "-" {
            guard case .success(let bytes) = plan.files.read(path) else { continue }
            let kind = SourceKind(fileExtension: path.fileExtension) ?? SourceKind(contentOf: bytes)
            for layout in (try? analyzer.read(bytes, kind: kind, file: path)) ?? [] { views.formUnion(layout.document.views.map(\.id)) }
        }
        return Views(views)
    }

    /// Returns which views of assertions no checked layout has, as an addition to a message; an empty text if none is missing.
    ///
    /// - Parameter letters: the number of letters with which names may still be compared.
    private func missing(in texts: [String], _ views: Views, _ letters: inout Int) -> String {
        let items = texts.compactMap { try? AssertionReader.read($0) }.flatMap(\.items)
        var seen: Set<String> = []
        let unknown = items.filter { !views.known.contains($0) && seen.insert($0).inserted }
        if views.known.isEmpty || unknown.isEmpty { return "" }
        let names = unknown.prefix(5).map { name in
            letters -= views.letters
            return "'\(name)'" + (letters < 0 ? "" : NearWord.hint(name, among: views.sorted, quote: "'"))
        }
        return ": \(names.listed())"
    }

    private func note(_ texts: [String], _ configuration: Configuration, _ missing: String) {
        let words = texts.count == 1 ? "the assertion \(texts[0])" : "\(texts.count) assertions"
        let verb = texts.count == 1 ? "names" : "name"
        Console.message(
            "plumbline: \(words) of \(configuration.file) \(verb) views that no checked layout has\(missing)".terminalSafe()
        )
    }

    /// Returns whether `folder` is `other` or contains it.
    private static func holds(_ folder: String, _ other: String) -> Bool {
        guard let outer = InputFiles.resolved(folder), let inner = InputFiles.resolved(other.isEmpty ? "." : other) else { return false }
        return inner.isPath(in: outer)
    }
}
