internal import EmbeddedFiles

// Bundles the page for browsers: one script and one style sheet per view, and parts that are loaded later.

extension WebPage {
    /// A view of the page, named by the module that draws it.
    public enum View: String, CaseIterable, Sendable {
        case start, session, help
    }

    /// Returns the HTML of a view. It is the same for every address, since the script reads the address; of the manual it is a page
    /// without a chapter.
    public static func shell(_ view: View) -> WebAsset {
        let text = source(view == .help ? "help.html" : "index.html").replacing("{{view}}", with: view.rawValue)
        return WebAsset(name: "index.html", bytes: Array(text.utf8))
    }

    /// Returns a page of the manual.
    ///
    /// - Parameters:
    ///   - title: plain text.
    ///   - navigation: the links to all chapters, HTML.
    ///   - body: the chapter, HTML.
    public static func help(title: String, navigation: String, body: String) -> WebAsset {
        let text = source("help.html").replacing("{{title}}", with: title).replacing("{{navigation}}", with: navigation)
            .replacing("{{body}}", with: body)
        return WebAsset(name: "help.html", bytes: Array(text.utf8))
    }

    /// The source files.
    public static let sources = EmbeddedFile.page.map { WebAsset(name: $0.name, bytes: $0.bytes) }

    private static func source(_ name: String) -> String { sources.first { $0.name == name }?.text ?? "" }

    /// All files that the HTML refers to, directly or indirectly. Computed on first use.
    public static let served: [WebAsset] =
        sources.filter { $0.name.hasSuffix(".svg") } + View.allCases.flatMap { scripts($0) + [styles("\($0).css", of: ["base.css", "\($0).css"])] }
        + laterStyles

    /// Returns the script of a view: the modules that it needs, each after those that it imports.
    ///
    /// Each module costs the browser a fixed time, which is large for small modules. A bundle pays it once.
    private static func scripts(_ view: View) -> [WebAsset] {
        let modules = Dictionary(
            sources.filter { $0.name.hasSuffix(".js") }.map { ScriptModule(name: String($0.name.dropLast(3)), text: $0.text) }.map { ($0.name, $0) },
            uniquingKeysWith: { first, _ in first })
        var order: [ScriptModule] = []
        var known: Set<String> = []
        func add(_ name: String) {
            guard let module = modules[name], known.insert(name).inserted else { return }
            for each in module.imports { add(String(each.module)) }
            order.append(module)
        }
        add(view.rawValue)
        let spaces = order.map { ScriptModule.space($0.name) }.joined(separator: ", ")
        let whole = order.map(\.scoped).joined() + "export { \(spaces) };\n"
        var parts: [ScriptModule] = []
        // A part may load further parts.
        var wanted = order.flatMap(\.parts)
        while let name = wanted.popLast() {
            guard let part = modules[String(name)], known.insert(part.name).inserted else { continue }
            parts.append(part)
            wanted += part.parts
        }
        return [WebAsset(name: "\(view).js", bytes: Array(whole.utf8))]
            + parts.map { WebAsset(name: "\($0.name).js", bytes: Array($0.part(of: view.rawValue).utf8)) }
    }

    /// Punctuation of a style sheet that needs no blanks around it.
    static let styleMarks = ["{", ":", ";", ","]

    /// Style sheets that parts load on demand.
    private static var laterStyles: [WebAsset] {
        let loaded = ["base.css"] + View.allCases.map { "\($0).css" }
        return sources.filter { $0.name.hasSuffix(".css") && !loaded.contains($0.name) }.map { styles($0.name, of: [$0.name]) }
    }

    private static func styles(_ name: String, of parts: [String]) -> WebAsset {
        let sheets = sources.filter { parts.contains($0.name) }
        // No string in the style sheets contains these, as tests check.
        let text = styleMarks.reduce(sheets.flatMap { SourceLines.code(of: $0.text) }.joined(separator: "\n")) { text, mark in
            text.split(separator: " \(mark) ", omittingEmptySubsequences: false).joined(separator: mark)
                .split(separator: "\(mark) ", omittingEmptySubsequences: false).joined(separator: mark)
        }
        // The last declaration of a rule needs no semicolon.
        return WebAsset(name: name, bytes: Array(text.replacing(";}", with: "}").utf8))
    }
}

extension WebAsset {
    fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }
}
