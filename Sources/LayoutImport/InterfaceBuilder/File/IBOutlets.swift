internal import XML

/// The names of views in a file's code: the outlets of controllers and of the file's owner, else those of views with a custom
/// class.
struct IBOutlets {
    /// The name of an outlet by the id of its object. If there are several, it is the first.
    private(set) var names: [String: String] = [:]

    /// Outlets that every object of a kind has, whose names do not identify the view.
    static let common: Set<String> = ["view", "window", "delegate", "dataSource", "nextKeyView", "initialFirstResponder", "menu"]

    /// Traverses without recursion, since a file may be as deep as the XML reader allows.
    init(in document: XMLElement, _ limits: ImportLimits) throws(ImportError) {
        var ofViews: [String: String] = [:]
        var stack = [document]
        var count = 0
        while let element = stack.popLast() {
            try limits.checkInterest(count)
            count += 1
            stack.append(contentsOf: element.children.reversed())
            guard element.name == "outlet", let owner = element.parent?.parent, let name = element["property"], let held = element["destination"],
                !IBOutlets.common.contains(name), !name.isEmpty
            else { continue }
            if owner.name.hasSuffix("ontroller") || owner["placeholderIdentifier"] == "IBFilesOwner" {
                if names[held] == nil { names[held] = name }
            } else if owner["customClass"] != nil, ofViews[held] == nil {
                ofViews[held] = name
            }
        }
        names.merge(ofViews) { first, _ in first }
    }
}
