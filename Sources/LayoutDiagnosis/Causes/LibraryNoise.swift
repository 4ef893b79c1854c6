internal import LayoutModel

/// Only a third-party library's own views take part, so the app is not at fault.
enum LibraryNoise: CauseRule {
    static func diagnose(_ facts: ConflictFacts) -> Diagnosis? {
        guard let library = library(facts) else { return nil }
        let view = facts.views.sorted().first { facts.viewClass(of: $0) == .library }
        let name = view.map(facts.name) ?? library
        return Diagnosis(
            cause: .libraryNoise, owner: .library,
            sentence: "These constraints are all between \(library)'s own views (\(name)); none of them belongs to your app.", culprits: [],
            because: facts.because(facts.rows), remedies: remedies(library))
    }

    /// The library whose views these are, if no row extends beyond them; nil if some view may be the app's.
    private static func library(_ facts: ConflictFacts) -> String? {
        let views = facts.views.sorted()
        guard !facts.own.isEmpty, !views.contains(where: { facts.viewClass(of: $0) != .library && facts.isOfApp($0) }) else { return nil }
        // A plain view is the library's if it lies inside one of the library's.
        for view in views where facts.viewClass(of: view) == .common && facts.document.views[view].kind != .guide && !isInside(view, facts) {
            return nil
        }
        return facts.library
    }

    /// Whether a view lies inside one of a library's, at any depth.
    private static func isInside(_ view: Int, _ facts: ConflictFacts) -> Bool {
        var reached: Set<Int> = [view]
        var open = [view]
        while let inner = open.popLast() {
            for outer in facts.views where !reached.contains(outer) && facts.lies(inner, inside: outer) {
                if facts.viewClass(of: outer) == .library { return true }
                reached.insert(outer)
                open.append(outer)
            }
        }
        return false
    }

    /// Returns the remedies for a library's constraints, which cannot be edited.
    static func remedies(_ library: String) -> [Remedy] {
        [
            Remedy(
                .other,
                sentence: "Update \(library), or set the size with an option that it documents; if the message persists, report it to its authors."),
            Remedy(.ignore, sentence: "Ignore it if \(library) looks right: the system only breaks one of these constraints."),
        ]
    }
}
