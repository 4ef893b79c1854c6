internal import LayoutModel

/// A document with other names and texts, and the same layout.
struct AnonymizedDocument {
    private(set) var document: LayoutDocument

    init(_ original: LayoutDocument, _ replacements: inout Replacements) {
        document = original
        document.name = original.name.map { replacements.text($0) }
        document.warnings = []
        document.notices = []
        renameViews(&replacements)
        renameConstraints(&replacements)
        let views = Dictionary(zip(original.views.map(\.id), document.views.map(\.id)), uniquingKeysWith: { first, _ in first })
        let constraints = Dictionary(zip(original.constraints.map(\.id), document.constraints.map(\.id)), uniquingKeysWith: { first, _ in first })
        // A side that names no view stays so.
        func view(_ id: String) -> String { views[id] ?? "unknown" }
        for index in document.assertions.indices {
            document.assertions[index].first.item = view(document.assertions[index].first.item)
            if let item = document.assertions[index].second?.item { document.assertions[index].second?.item = view(item) }
            for term in document.assertions[index].intrinsics.indices {
                document.assertions[index].intrinsics[term].item = view(document.assertions[index].intrinsics[term].item)
            }
        }
        // A fingerprint is that of the original names.
        document.suppressions = original.suppressions.filter { $0.fingerprint == nil }.map { suppression in
            LayoutSuppression(
                rule: Rule(rawValue: suppression.rule)?.rawValue ?? replacements.id(suppression.rule), view: suppression.view.map(view),
                constraint: suppression.constraint.map { constraints[$0] ?? "unknown" }, reason: replacements.text(suppression.reason))
        }
        for index in document.observations.indices {
            for axis in [Axis.horizontal, .vertical] {
                document.observations[index].affecting[axis] = document.observations[index].affecting[axis]?.map { constraints[$0] ?? "unknown" }
            }
        }
        document.capture = original.capture.map(AnonymizedDocument.capture)
    }

    private mutating func renameViews(_ replacements: inout Replacements) {
        var owners: [Int: String] = [:]
        for index in document.views.indices where document.views[index].kind != .content {
            var view = document.views[index]
            view.id = view.id == "root" ? "root" : replacements.id(view.id)
            owners[index] = view.id
            view.className = view.className.map { replacements.className($0) }
            view.text = view.text.map { replacements.text($0) }
            view.label = view.label.map { replacements.identifier($0) }
            view.outlet = view.outlet.map { replacements.identifier($0) }
            view.source = view.source.map { AnonymizedDocument.source($0, &replacements) }
            document.views[index] = view
        }
        for index in document.views.indices where document.views[index].kind == .content {
            document.views[index].id = (document.views[index].parent.flatMap { owners[$0] } ?? "unknown") + ".content"
        }
    }

    private mutating func renameConstraints(_ replacements: inout Replacements) {
        for index in document.constraints.indices {
            var constraint = document.constraints[index]
            constraint.id = replacements.id(constraint.id)
            constraint.identifier = constraint.identifier.map { replacements.identifier($0) }
            constraint.source = constraint.source.map { AnonymizedDocument.source($0, &replacements) }
            constraint.unknownConstant = constraint.unknownConstant.map { SystemNames.isClass($0) ? $0 : replacements.id($0) }
            // The row says the same again.
            constraint.printed = nil
            document.constraints[index] = constraint
        }
    }

    private static func source(_ source: SourceReference, _ replacements: inout Replacements) -> SourceReference {
        let name = source.file.split(separator: "/").last.map(String.init) ?? source.file
        let known = [".swift", ".m", ".mm", ".json"].first { name.hasSuffix($0) } ?? ""
        return SourceReference(file: replacements.id(source.file) + known, line: source.line, column: source.column)
    }

    /// Returns the capture without its date, and without names that a person gave a device.
    private static func capture(_ capture: Capture) -> Capture {
        let tools = ["Xcode view hierarchy", "plumbline_lldb.py", "PlumblineCapture.swift"]
        let systems = ["iOS", "iPadOS", "macOS", "tvOS", "watchOS", "visionOS"]
        let isKnownSystem = capture.os.map { os in
            let words = os.split(separator: " ")
            return words.count <= 2 && words.first.map { systems.contains(String($0)) } == true
                && words.dropFirst().allSatisfy { $0.utf8.allSatisfy { $0.isDigit || $0 == Byte.dot } }
        }
        return Capture(
            tool: capture.tool.flatMap { tools.contains($0) ? $0 : nil }, os: isKnownSystem == true ? capture.os : nil, scale: capture.scale)
    }
}
