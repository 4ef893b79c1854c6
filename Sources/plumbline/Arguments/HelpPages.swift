internal import LayoutCheck
internal import LayoutDiagnosis
internal import LayoutModel
internal import Manual

extension HelpText {
    /// Returns the output of `plumbline help NAME`, or nil if nothing has this name: a rule, a cause, a list, a command or a chapter.
    static func page(named name: String) -> String? {
        let chapter = Manual.chapter(named: name)
        guard let page = shortPage(named: name) else { return chapter?.text }
        return chapter == nil ? page : page + "\n'plumbline help manual \(name)' prints the chapter of the manual.\n"
    }

    /// All names that have a page.
    static var names: [String] {
        CommandTable.all.map(\.name) + ["rules", "causes", "configuration", "manual", "man"] + Rule.allCases.map(\.rawValue)
            + Diagnosis.Cause.allCases.map(\.rawValue) + Manual.chapters.map(\.name)
    }

    private static func shortPage(named name: String) -> String? {
        switch (Diagnosis.Cause(rawValue: name)?.page, Rule(rawValue: name)?.page) {
        case (let cause?, let rule?): return "\(cause)\nThere is a rule of this name, too:\n\n\(rule)"
        case (let page?, nil), (nil, let page?): return page
        case (nil, nil): break
        }
        switch name {
        case "causes": return Diagnosis.Cause.allCases.map { "\($0.rawValue): \(CauseGuide($0).summary)\n" }.joined()
        case "rules": return rules
        case "configuration": return ConfigurationHelp.text
        case "manual": return chapters
        default: return CommandTable.named(name).map(text(of:))
        }
    }

    /// The output of `plumbline help manual`.
    static var chapters: String {
        (["Chapters of the manual:"] + columns(Manual.chapters.map { ($0.name, $0.title) }) + ["", "'plumbline help manual CHAPTER' prints one.", ""])
            .joined(separator: "\n")
    }
}
