internal import LayoutCheck
internal import LayoutModel
internal import Reporting

/// The choice of one of a file's layouts: a scene of an Interface Builder file, or a message of a log.
///
/// The choice matches a layout's name, its root's id, or its number from 1, in this order, so that every layout can be chosen.
struct SceneChoice {
    private let wanted: String?
    private let isOfSeveral: Bool

    /// - Parameters:
    ///   - wanted: the name, or nil, which is sufficient for a file with one layout.
    ///   - isOfSeveral: whether the choice applies to several files. A file's only layout then matches any name.
    init(_ wanted: String?, isOfSeveral: Bool = false) {
        self.wanted = wanted
        self.isOfSeveral = isOfSeveral
    }

    /// Returns the same choice for one file.
    init(_ choice: SceneChoice) {
        self.init(choice.wanted)
    }

    /// Returns whether a layout matches, or no choice was made.
    func isMet(in layouts: [AnalyzedLayout]) -> Bool {
        wanted.map { !called($0, layouts).isEmpty } ?? true
    }

    private func called(_ wanted: String, _ layouts: [AnalyzedLayout]) -> [AnalyzedLayout] {
        let named = layouts.filter { $0.document.name == wanted }
        let rooted = layouts.filter { $0.rootID == wanted }
        let numbered = layouts.enumerated().filter { String($0.offset + 1) == wanted }.map(\.element)
        return [named, rooted, numbered].first { !$0.isEmpty } ?? []
    }

    /// Returns the chosen layout, or all layouts if no choice was made.
    ///
    /// - Throws: `CommandFailure` with the list of layouts if none or several match.
    func layouts(of layouts: [AnalyzedLayout], in path: String) throws(CommandFailure) -> [AnalyzedLayout] {
        guard let wanted, !isOfSeveral || layouts.count != 1 else { return layouts }
        let found = called(wanted, layouts)
        guard found.count == 1 else {
            let how = found.isEmpty ? "contains no layout '\(wanted.terminalSafe())'" : "contains \(found.count) layouts '\(wanted.terminalSafe())'"
            let names = layouts.compactMap(\.document.name) + layouts.map(\.rootID)
            let near = found.isEmpty ? NearWord.hint(wanted, among: names, quote: "'") : ""
            throw .input("\(InputReader.name(of: path).terminalSafe()) \(how)\(near); it contains \(SceneChoice.list(layouts))")
        }
        return found
    }

    /// Returns the only chosen layout.
    ///
    /// - Parameter purpose: why there must be exactly one, for the message.
    /// - Throws: `CommandFailure` if there is not exactly one.
    func onlyLayout(of layouts: [AnalyzedLayout], in path: String, purpose: String) throws(CommandFailure) -> AnalyzedLayout {
        let found = try self.layouts(of: layouts, in: path)
        guard let only = found.first, found.count == 1 else {
            let which = layouts.isEmpty ? "" : "; select it with --scene: \(SceneChoice.list(layouts))"
            throw .input("\(InputReader.name(of: path).terminalSafe()) contains \(layouts.count) layouts: \(purpose)\(which)")
        }
        return only
    }

    /// Returns the layouts with their numbers, names and roots.
    static func list(_ layouts: [AnalyzedLayout]) -> String {
        let names = layouts.prefix(20).enumerated().map { number, layout in
            // The root of a log is around all views, and the log does not show it.
            let root = layout.document.isFragment ? "" : "(root '\(layout.rootID.terminalSafe())')"
            let name = layout.document.name.map { $0.terminalSafe() } ?? ""
            return "\(number + 1). \(name)\(name.isEmpty || root.isEmpty ? "" : " ")\(root)"
        }
        return names.joined(separator: ", ") + (layouts.count > 20 ? ", …" : "")
    }
}

extension AnalyzedLayout {
    fileprivate var rootID: String { document.views.indices.contains(document.root) ? document.views[document.root].id : "" }
}
