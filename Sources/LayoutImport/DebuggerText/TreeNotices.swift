internal import LayoutModel
internal import StandardAdditions

/// The notices about the views of a hierarchy.
enum TreeNotices {
    static let ambiguousView = "ambiguous-view"

    /// Returns the notices about the view of one line.
    static func of(_ line: TreeLine, at number: Int, in superview: PrintedView?) -> [TextNotice] {
        var notices: [TextNotice] = []
        func add(_ kind: SourceFinding.Kind, _ name: String, _ remedy: String, _ sentence: (String, String) -> String) {
            let place = superview.map { " in \($0.nameAndAddress)" } ?? ""
            let plain = superview.map { " in \($0.name)" } ?? ""
            var finding = SourceFinding(kind, sentence(line.view.nameAndAddress, place), line: number, column: 1)
            finding.name = name
            finding.remedy = remedy
            notices.append(TextNotice(finding: finding, view: line.view, plainMessage: sentence(line.view.name, plain)))
        }
        // The owner of a view inside a framework's view is unknown, but developers do not add guides to such views.
        let isOfSystem = line.view.isOfSystem || line.view.isGuide && superview?.isOfSystem == true
        if let ambiguous = line.ambiguous {
            let parts = ambiguous.map { words[$0] ?? $0 }
            let what =
                parts.isEmpty
                ? "the ambiguous attributes are not printed"
                : "\(parts.map { "its \($0)" }.listed()) \(parts.count > 1 ? "are" : "is") not determined"
            add(isOfSystem ? .reportedText : .reportedAmbiguity, ambiguousView, remedy(line.view, isOfSystem: isOfSystem, ambiguous, parts)) {
                "The trace marks \($0)\($1) as ambiguous: \(what)."
            }
        }
        if line.isMissingHostConstraints {
            add(
                .reportedProblem, "missing-host-constraints",
                "Leave its translatesAutoresizingMaskIntoConstraints at true if a framework sets its frame (a cell's content view, the view of a controller); "
                    + "otherwise constrain it in its superview."
            ) { "\($0)\($1) lacks its host's constraints: nothing determines its position and size in the layout engine." }
        }
        if let sizes = line.frame?.zeroSizes, !line.isHidden, line.view.title != nil {
            add(
                .reportedText, "zero-size", "Paste its constraints: po [\(line.view.addressText) constraintsAffectingLayoutForAxis:0] (1 is vertical)"
            ) { "\($0)\($1) shows text, but \(sizes) (\(line.frame?.text ?? ""))." }
        }
        return notices
    }

    private static let words = ["minX": "horizontal position", "minY": "vertical position", "Width": "width", "Height": "height"]

    private static func remedy(_ view: PrintedView, isOfSystem: Bool, _ ambiguous: [String], _ parts: [String]) -> String {
        if view.className == "UIWindow" { return "Old systems mark every window like this; look at the views in it." }
        if isOfSystem {
            return "The view belongs to the framework and cannot be constrained: give its superview a position and a size."
        }
        let axes = [(0, ["minX", "Width"]), (1, ["minY", "Height"])].filter { axis in ambiguous.isEmpty || ambiguous.contains(where: axis.1.contains)
        }
        let method = view.className.hasPrefix("NS") ? "constraintsAffectingLayoutForOrientation" : "constraintsAffectingLayoutForAxis"
        let commands = axes.map { "po [\(view.addressText) \(method):\($0.0)]" }
        let what = parts.isEmpty ? "its position and size" : parts.map { "its \($0)" }.listed()
        let missing = parts.count == 1 ? "a constraint that determines \(what)" : "constraints that determine \(what)"
        return "Add \(missing)." + (commands.isEmpty ? "" : " To see those that it has, add the output of this to the text: \(commands.listed())")
    }

    /// Returns the notice about the hierarchy as a whole, or nil if there is no hierarchy.
    static func summary(_ reader: TreeReader, ambiguous: Int, besideConstraints: Bool) -> TextNotice? {
        guard let line = reader.firstLine else { return nil }
        let count = reader.tree.nodes.count
        let views = count == 1 ? "1 view" : "\(count) views"
        let marked =
            count == 1
            ? "it is \(ambiguous == 0 ? "not " : "")marked as ambiguous"
            : ambiguous == 0 ? "none of them is marked as ambiguous" : "\(ambiguous) of them \(ambiguous == 1 ? "is" : "are") marked as ambiguous"
        let sentence =
            reader.isTrace
            ? "The text has a trace of \(views); \(marked)." : "The text has a view hierarchy of \(views), which does not show ambiguities."
        var finding = SourceFinding(.reportedText, sentence, line: line, column: 1)
        finding.name = "view-hierarchy"
        finding.remedy =
            besideConstraints
            ? nil
            : "Paste the constraints of a view (po view.constraints) or a conflict message together with it: the hierarchy then shows the superviews."
        return TextNotice(finding: finding, plainMessage: sentence)
    }
}
