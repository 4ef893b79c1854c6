internal import JSON

/// The objects of a capture with their properties, from all responses: views, constraints, guides, controllers and others.
struct HierarchyGraph {
    /// The kind of an object, by the name of its group.
    enum Role {
        case view, constraint, guide, controller
        /// A layer, of which nothing bears on the layout.
        case layer
        /// Any other object, such as the application, which may contain windows.
        case other
    }

    struct Object {
        var address: String
        /// Nil as long as only references to it were read.
        var className: String?
        var role = Role.other
        /// Whether its group is one of AppKit.
        var isOfAppKit = false
        /// The objects of its own group: a view's subviews.
        var children: [Int] = []
        /// The objects of other groups: a view's constraints, guides and controller.
        var attached: [Int] = []
        var properties: [String: HierarchyValue] = [:]
    }

    private let limits: ImportLimits
    private(set) var objects: [Object] = []
    /// The objects of the top level, in order.
    private(set) var roots: [Int] = []
    private(set) var warnings: [String] = []
    private var indices: [String: Int] = [:]
    /// The superclass of each class, as far as the capture contains it.
    private var superclasses: [String: String] = [:]
    private var captures = 0

    /// The maximum number of objects: real views have a layer, and a few constraints and guides each.
    private var mostObjects: Int { limits.views + limits.constraints }
    /// The maximum depth of a response's JSON: three levels for each level of views.
    private static let depth = 2048

    /// The properties that affect a layout. All others, such as images, are skipped.
    static let properties: Set<String> = [
        "accessibilityIdentifier", "active", "ambiguityStatusMask", "autoresizingMask", "bounds", "constant", "currentTitle", "firstAttribute",
        "firstBaselineOffsetFromTop", "firstItem", "flipped", "frame", "hasAmbiguousLayout", "horizontalAffectingConstraints", "identifier",
        "isActive", "isFlipped", "lastBaselineOffsetFromBottom", "layoutFrame", "layoutMargins", "multiplier", "priority", "relation", "scale",
        "secondAttribute", "secondItem", "stringValue", "text", "title", "traitCollectionLayoutDirection",
        "translatesAutoresizingMaskIntoConstraints", "userInterfaceLayoutDirection", "verticalAffectingConstraints",
    ]

    init(limits: ImportLimits) {
        self.limits = limits
    }

    subscript(_ index: Int) -> Object { objects[index] }

    /// Returns the object at an address, in any spelling.
    func index(ofAddress address: String) -> Int? { indices[HierarchyAddress.normal(address)] }

    /// Returns whether a class is equal to another or a subclass of it, as far as the capture shows.
    func isClass(_ name: String, kindOf other: String) -> Bool {
        var name = name
        // A hostile tree may be a cycle.
        for _ in 0..<64 {
            if name == other { return true }
            guard let next = superclasses[name] else { return false }
            name = next
        }
        return false
    }

    // MARK: Responses

    /// Adds a response's objects and properties.
    ///
    /// - Parameter name: the response's name in messages.
    mutating func take(_ json: [UInt8], name: String) throws(ImportError) {
        let document: JSONDocument
        do throws(ImportError) { document = try JSONDocument.imported(json, depthLimit: HierarchyGraph.depth) } catch {
            throw ImportError(error.kind, code: error.code, "\(name): \(error)")
        }
        try document.withRoot { (root) throws(ImportError) in
            guard root.members != nil else {
                throw ImportError(.malformed, code: "wrong-type", "\(name) contains \(root.kind.name), but a response must be an object")
            }
            if let classes = root["classInformation"] { readClasses(classes) }
            if let groups = root["topLevelGroups"]?.members { try readCapture(groups, name: name) }
            if let descriptions = root["topLevelPropertyDescriptions"]?.members { try readDescriptions(descriptions) }
        }
    }

    /// Reads the tree of objects. Addresses are reused, so a tree begins a capture of its own.
    private mutating func readCapture(_ groups: JSONMembers, name: String) throws(ImportError) {
        var isFirst = true
        for group in groups {
            let role = HierarchyGraph.role(ofGroup: group.value["groupingID"]?.string ?? group.name)
            guard let list = group.value["debugHierarchyObjects"]?.elements else { continue }
            for element in list {
                if isFirst { beginCapture() }
                isFirst = false
                if let index = try read(element, role) { roots.append(index) }
            }
        }
    }

    private mutating func beginCapture() {
        captures += 1
        objects = []
        roots = []
        indices = [:]
        warnings = captures > 1 ? ["the view hierarchy contains \(captures) captures; the last one is read"] : []
    }

    private mutating func readDescriptions(_ descriptions: JSONMembers) throws(ImportError) {
        for description in descriptions {
            let name = description.name
            guard let dot = name.firstIndex(of: ".") else { continue }
            let property = name[name.index(after: dot)...]
            guard HierarchyGraph.isOfInterest(property) else { continue }
            let index = try index(creating: String(name[..<dot]))
            take(description.value, as: String(property), of: index)
        }
    }

    /// Returns whether a property bears on a layout.
    static func isOfInterest(_ property: Substring) -> Bool {
        if properties.contains(String(property)) { return true }
        // One name for each axis, whose order of words differs between versions.
        let word = property.lowercased()
        return word.contains("hugging") || word.contains("compressionresistance")
    }

    /// Adds a value that was retrieved. One that failed, or is unchanged since an earlier response, replaces nothing.
    private mutating func take(_ description: JSONValue, as property: String, of index: Int) {
        guard let value = description["propertyValue"], !value.isNull,
            let read = HierarchyValue(value, format: description["propertyFormat"]?.string ?? "")
        else { return }
        let status = description["fetchStatus"] ?? description["propertyValueStatus"]
        let number = status?.integer ?? status?.string.flatMap { Int($0) } ?? HierarchyGraph.retrieved
        let isUnchanged = number == HierarchyGraph.unchanged && objects[index].properties[property] != nil
        if number == HierarchyGraph.failed || isUnchanged { return }
        objects[index].properties[property] = read
    }

    private static let failed = 0
    private static let retrieved = 4
    private static let unchanged = 8

    /// Reads the tree of classes: each node has a name and its subclasses, in an array or by name.
    private mutating func readClasses(_ root: JSONValue) {
        var open: [(value: JSONValue, parent: String?)] = [(root, nil)]
        let most = 100_000
        while let (value, parent) = open.popLast(), superclasses.count < most {
            if let elements = value.elements {
                for element in elements { open.append((element, parent)) }
                continue
            }
            guard let members = value.members else { continue }
            guard let name = value["className"]?.string ?? value["name"]?.string else {
                // A dictionary by name.
                for member in members where member.value.members != nil {
                    if member.isNamed("subclasses") {
                        open.append((member.value, parent))
                        continue
                    }
                    if let parent { superclasses[member.name] = parent }
                    if let inner = member.value["subclasses"] { open.append((inner, member.name)) }
                }
                continue
            }
            if let parent { superclasses[name] = parent }
            if let inner = value["subclasses"] { open.append((inner, name)) }
        }
    }

    // MARK: Objects

    private mutating func index(creating address: String) throws(ImportError) -> Int {
        let address = HierarchyAddress.normal(address)
        if let known = indices[address] { return known }
        guard objects.count < mostObjects else {
            throw ImportError(.tooLarge, code: "too-many-objects", "the view hierarchy has more than \(mostObjects) objects")
        }
        indices[address] = objects.count
        objects.append(Object(address: address))
        return objects.count - 1
    }

    /// Reads an object with its descendants, and returns its index; nil for a layer, or a value that is not an object.
    private mutating func read(_ value: JSONValue, _ role: (Role, isOfAppKit: Bool)) throws(ImportError) -> Int? {
        var open: [(value: JSONValue, role: (Role, isOfAppKit: Bool), parent: Int?, isAttached: Bool)] = [(value, role, nil, false)]
        var first: Int?
        // Depth first without recursion, and in the order of the JSON.
        while let next = open.popLast() {
            guard let address = next.value["objectID"]?.string, next.role.0 != .layer else { continue }
            let index = try index(creating: address)
            if next.parent == nil { first = index }
            if let parent = next.parent {
                if next.isAttached { objects[parent].attached.append(index) } else { objects[parent].children.append(index) }
            }
            // Without a class it is a reference to an object elsewhere.
            guard let className = next.value["className"]?.string else { continue }
            let isNew = objects[index].className == nil
            objects[index].className = String(className.prefix(500))
            objects[index].isOfAppKit = next.role.isOfAppKit
            objects[index].role = HierarchyGraph.role(next.role.0, className: className)
            if let properties = next.value["properties"]?.elements {
                for description in properties {
                    guard let name = description["propertyName"]?.string, HierarchyGraph.isOfInterest(name[...]) else { continue }
                    take(description, as: name, of: index)
                }
            }
            guard isNew else { continue }
            var below: [(value: JSONValue, role: (Role, isOfAppKit: Bool), parent: Int?, isAttached: Bool)] = []
            if let group = next.value["childGroup"] {
                let given = HierarchyGraph.role(ofGroup: group["groupingID"]?.string ?? "")
                // The children of a view are views, independently of the name of their group.
                let role = given.0 == .other && next.role.0 == .view ? next.role : given
                if let list = group["debugHierarchyObjects"]?.elements { for element in list { below.append((element, role, index, false)) } }
            }
            if let groups = next.value["additionalGroups"]?.elements {
                for group in groups {
                    let role = HierarchyGraph.role(ofGroup: group["groupingID"]?.string ?? "")
                    if let list = group["debugHierarchyObjects"]?.elements { for element in list { below.append((element, role, index, true)) } }
                }
            }
            open += below.reversed()
        }
        return first
    }

    private static func role(ofGroup id: String) -> (Role, isOfAppKit: Bool) {
        let isOfAppKit = id.contains("AppKit")
        switch id.split(separator: ".").last ?? "" {
        case "NSLayoutConstraint": return (.constraint, isOfAppKit)
        case "UILayoutGuide", "NSLayoutGuide": return (.guide, isOfAppKit)
        case "UIViewController", "NSViewController": return (.controller, isOfAppKit)
        case "UIView", "NSView", "UIWindow": return (.view, isOfAppKit)
        case "CALayer": return (.layer, isOfAppKit)
        default: return (.other, isOfAppKit)
        }
    }

    /// The role, determined by the class if the name of the group does not determine it.
    private static func role(_ role: Role, className: String) -> Role {
        guard role == .other else { return role }
        if className.hasSuffix("LayoutConstraint") { return .constraint }
        if className.hasSuffix("LayoutGuide") { return .guide }
        return className == "UIWindow" ? .view : .other
    }
}
