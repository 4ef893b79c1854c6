// What a browser gets: the modules of each view joined to one script, its style sheets to one, and parts that are loaded later.

extension WebPage {
    /// A view of the page, by the module that draws it.
    public enum View: String, CaseIterable, Sendable {
        case start, session
    }

    /// The same for every address of a view: its script reads the address and draws what is asked for.
    public static func shell(_ view: View) -> WebAsset {
        let text = String(decoding: PackageResources.index_html, as: UTF8.self).replacing("{{view}}", with: view.rawValue)
        return WebAsset(name: "index.html", bytes: Array(text.utf8))
    }

    /// What the shells load, and what that loads. Made when it is first asked for.
    public static let served: [WebAsset] =
        sources.filter { $0.name.hasSuffix(".svg") } + View.allCases.flatMap { scripts($0) + [styles("\($0).css", of: ["base.css", "\($0).css"])] }
        + laterStyles

    /// The script of a view: the modules that it needs, each after those that it imports.
    ///
    /// All work that a module costs the browser, and it is much for small ones, is there once.
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
        // A part may load parts in its turn.
        var wanted = order.flatMap(\.parts)
        while let name = wanted.popLast() {
            guard let part = modules[String(name)], known.insert(part.name).inserted else { continue }
            parts.append(part)
            wanted += part.parts
        }
        return [WebAsset(name: "\(view).js", bytes: Array(whole.utf8))]
            + parts.map { WebAsset(name: "\($0.name).js", bytes: Array($0.part(of: view.rawValue).utf8)) }
    }

    /// Marks of a style sheet that need no blank beside them.
    static let styleMarks = ["{", ":", ";", ","]

    /// Style sheets that parts load when they are first wanted.
    private static var laterStyles: [WebAsset] {
        let loaded = ["base.css"] + View.allCases.map { "\($0).css" }
        return sources.filter { $0.name.hasSuffix(".css") && !loaded.contains($0.name) }.map { styles($0.name, of: [$0.name]) }
    }

    private static func styles(_ name: String, of parts: [String]) -> WebAsset {
        let sheets = sources.filter { parts.contains($0.name) }
        // No text in the sheets holds any of these (tests look).
        let text = styleMarks.reduce(sheets.flatMap { SourceLines.code(of: $0.text) }.joined(separator: "\n")) { text, mark in
            text.split(separator: " \(mark) ", omittingEmptySubsequences: false).joined(separator: mark)
                .split(separator: "\(mark) ", omittingEmptySubsequences: false).joined(separator: mark)
        }
        // The last setting of a rule needs no mark behind it.
        return WebAsset(name: name, bytes: Array(text.replacing(";}", with: "}").utf8))
    }
}

extension WebAsset {
    fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }
}
