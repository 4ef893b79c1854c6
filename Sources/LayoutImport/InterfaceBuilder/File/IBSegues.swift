internal import XML

/// The view controllers of a storyboard that contain or present others.
struct IBSegues {
    /// The id of the embedded view controller, by the id of its container view.
    private(set) var embedded: [String: String] = [:]
    /// The ids of the view controllers that are reached otherwise than by an embed segue: presented, or shown first.
    private(set) var presented: Set<String> = []
    /// The contents of navigation and tab bar controllers, by the id of the controller.
    private(set) var contents: [String: [String]] = [:]

    /// Traverses without recursion, since a file may be as deep as the XML reader allows.
    init(in document: XMLElement, _ limits: ImportLimits) throws(ImportError) {
        if let first = document["initialViewController"] { presented.insert(first) }
        var stack: [(element: XMLElement, controller: String?)] = [(document, nil)]
        var count = 0
        while let (element, outer) = stack.popLast() {
            try limits.checkInterest(count)
            count += 1
            let controller = element.name.hasSuffix("ontroller") ? element["id"] ?? outer : outer
            if element.name == "segue", let target = element["destination"] { note(element, from: controller, to: target) }
            for child in element.children { stack.append((child, controller)) }
        }
        // The contents of a presented controller are presented, too.
        var waiting = Array(presented)
        while let controller = waiting.popLast() {
            for content in contents[controller] ?? [] where presented.insert(content).inserted { waiting.append(content) }
        }
    }

    private mutating func note(_ segue: XMLElement, from controller: String?, to target: String) {
        switch segue["kind"] {
        case "embed":
            if let container = segue.parent?.parent?["id"], embedded[container] == nil { embedded[container] = target }
        case "relationship": if let controller { contents[controller, default: []].append(target) }
        case "unwind": break
        default: presented.insert(target)
        }
    }
}
