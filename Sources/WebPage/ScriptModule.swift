/// A module of the page, read line by line: its imports and exports stand on lines of their own, and no text spans lines (tests look).
struct ScriptModule {
    /// `import { h, put } from './dom.js';`
    struct Import {
        /// `{ h, put }`, or `* as api`.
        var binding: Substring
        /// `dom`
        var module: Substring
    }

    /// Its file's name without the ending.
    let name: String
    private(set) var imports: [Import] = []
    private(set) var exports: [Substring] = []
    /// Modules that it loads when they are first wanted.
    private(set) var parts: [Substring] = []
    /// The code without imports and the word `export`.
    private var lines: [(text: Substring, isExport: Bool)] = []

    init(name: String, text: String) {
        self.name = name
        for line in SourceLines.code(of: text, lineComment: "//") {
            if line.hasPrefix("import "), let binding = line.between("import ", " from './"), let module = line.between(" from './", ".js';") {
                imports.append(Import(binding: binding, module: module))
                continue
            }
            if let part = line.between("import('./", ".js')") { parts.append(part) }
            let isExport = line.hasPrefix("export ")
            let declaration = isExport ? line.dropFirst("export ".count) : line
            if isExport { exports.append(ScriptModule.declaredName(declaration)) }
            lines.append((declaration, isExport))
        }
    }

    private static func declaredName(_ declaration: Substring) -> Substring {
        let words = declaration.split(separator: " ")
        let name = words.first { !["async", "function", "function*", "class", "const"].contains($0) } ?? ""
        return name.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    }

    /// What a module is called where several are joined.
    static func space(_ module: some StringProtocol) -> String { "$\(module)" }

    /// What it imports, as constants.
    private var bindings: [String] {
        imports.map { each in
            let names = each.binding.hasPrefix("* as ") ? each.binding.dropFirst("* as ".count) : each.binding
            return "const \(names) = \(ScriptModule.space(each.module));"
        }
    }

    /// The module as a constant with a scope of its own, for a script that holds before it those that it imports.
    var scoped: String {
        let body = (bindings + lines.map { String($0.text) }).joined(separator: "\n")
        let exported = exports.joined(separator: ", ")
        return "// \(name).js\nconst \(ScriptModule.space(name)) = (() => {\n\(body)\nreturn { \(exported) };\n})();\n"
    }

    /// The module as a script of its own, which takes what it imports from the script that holds it.
    func part(of host: String) -> String {
        let spaces = imports.map { ScriptModule.space($0.module) }.joined(separator: ", ")
        let body = (bindings + lines.map { ($0.isExport ? "export " : "") + $0.text }).joined(separator: "\n")
        return "import { \(spaces) } from './\(host).js';\n\(body)\n"
    }
}

extension Substring {
    /// What stands between two texts, where both are there.
    fileprivate func between(_ before: String, _ after: String) -> Substring? {
        guard let begin = firstRange(of: before)?.upperBound, let end = self[begin...].firstRange(of: after)?.lowerBound else { return nil }
        return self[begin..<end]
    }
}
