/// A module of the page's script, parsed line by line. Each import and export is a line of its own, and no string spans lines, as
/// tests check.
struct ScriptModule {
    /// `import { h, put } from './dom.js';`
    struct Import {
        /// The bound names: `{ h, put }`, or `* as api`.
        var binding: Substring
        /// The imported module, such as `dom`.
        var module: Substring
    }

    /// The file's name without its extension.
    let name: String
    private(set) var imports: [Import] = []
    private(set) var exports: [Substring] = []
    /// Modules that are loaded on demand.
    private(set) var parts: [Substring] = []
    /// The lines without imports and without the word `export`.
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

    /// Returns the name of a module's scope in a bundle.
    static func space(_ module: some StringProtocol) -> String { "$\(module)" }

    /// The imports as constant declarations.
    private var bindings: [String] {
        imports.map { each in
            let names = each.binding.hasPrefix("* as ") ? each.binding.dropFirst("* as ".count) : each.binding
            return "const \(names) = \(ScriptModule.space(each.module));"
        }
    }

    /// The module as a constant with a scope of its own, for a bundle in which its imports come before it.
    var scoped: String {
        let body = (bindings + lines.map { String($0.text) }).joined(separator: "\n")
        let exported = exports.joined(separator: ", ")
        return "// \(name).js\nconst \(ScriptModule.space(name)) = (() => {\n\(body)\nreturn { \(exported) };\n})();\n"
    }

    /// Returns the module as a separate script, which imports from the bundle that contains its imports.
    func part(of host: String) -> String {
        let spaces = imports.map { ScriptModule.space($0.module) }.joined(separator: ", ")
        let body = (bindings + lines.map { ($0.isExport ? "export " : "") + $0.text }).joined(separator: "\n")
        return "import { \(spaces) } from './\(host).js';\n\(body)\n"
    }
}

extension Substring {
    /// Returns the text between two texts, or nil if either is missing.
    fileprivate func between(_ before: String, _ after: String) -> Substring? {
        guard let begin = firstRange(of: before)?.upperBound, let end = self[begin...].firstRange(of: after)?.lowerBound else { return nil }
        return self[begin..<end]
    }
}
