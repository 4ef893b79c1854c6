internal import ExactArithmetic
internal import LayoutModel

/// The views that a message names, and their known superviews. A view that is printed in several forms is added once.
struct FragmentViews {
    /// The id of the root, which contains the views of unknown superview.
    static let rootID = "window"

    private var views: [LayoutView] = [LayoutView(id: rootID)]
    /// Whether a view has a class of AppKit. A search of all views for each constraint would be quadratic.
    private var isOfAppKit = false
    private var taken: Set<String> = [rootID]
    /// The views of each key, distinguished by class. Several views may have the same address if addresses are redacted.
    private var indices: [AccessibilityNames.Key: ViewsByClass] = [:]
    /// The last number that was added to each name that several views have.
    private var numbers: [String: Int] = [:]
    /// The placeholder superview of each view whose superview is not printed.
    private var unknownSuperviews: [Int: Int] = [:]
    private var contentAreas: [Int: Int] = [:]
    let names: AccessibilityNames
    /// The views of each constraint.
    private(set) var places: [Place] = []

    /// The views that a constraint names: the items of its two sides, and the superview of its table.
    struct Place {
        var first: Int?
        var second: Int?
        var superview: Int?
    }

    /// A view hierarchy in the same text.
    struct Hierarchy {
        var tree: ViewTree
        /// The maximum number of superviews to add that no constraint names.
        var mostAdded: Int
    }

    /// Adds all views in the order in which they are printed. Their superviews are from the tables of names, else from the
    /// constraints, else from a hierarchy.
    init(_ constraints: [PrintedConstraint], in hierarchy: Hierarchy? = nil) {
        names = AccessibilityNames(constraints)
        places.reserveCapacity(constraints.count)
        for constraint in constraints { places.append(place(of: constraint)) }
        var parents = [Int?](repeating: nil, count: views.count)
        for (constraint, place) in zip(constraints, places) {
            guard let superview = place.superview, let child = constraint.isFirstPlaced.map({ $0 ? place.first : place.second }) ?? nil else {
                continue
            }
            if parents[child] == nil { parents[child] = superview }
        }
        // A view that is positioned by another one's length is a subview of it, even if the table is missing.
        for (constraint, place) in zip(constraints, places) where constraint.isPlacedByLength {
            guard let child = place.first, let superview = place.second, child != superview, parents[child] == nil else { continue }
            parents[child] = superview
        }
        // Two views with the standard space between them are siblings. Both directions are visited, so that a chain can be known
        // from either end.
        let siblings = zip(constraints, places).filter { $0.0.relation?.isStandardSpace == true }.map(\.1)
        for place in siblings + siblings.reversed() {
            guard let first = place.first, let second = place.second else { continue }
            if parents[first] == nil, parents[second] != first { parents[first] = parents[second] }
            if parents[second] == nil, parents[first] != second { parents[second] = parents[first] }
        }
        if let hierarchy {
            if constraints.isEmpty {
                for node in hierarchy.tree.nodes { _ = index(of: node.view.item) }
                parents += [Int?](repeating: nil, count: views.count - parents.count)
            }
            place(in: hierarchy, &parents)
        }
        Self.cutCycles(&parents)
        for child in views.indices.dropFirst() { views[child].parent = parents[child] ?? 0 }
    }

    /// Returns a constraint's views, which are added in the order in which it prints them.
    private mutating func place(of constraint: PrintedConstraint) -> Place {
        var place = Place()
        switch constraint.body {
        case .contentSize(let size): place.first = index(of: size.item)
        case .relation(let relation):
            // In `[V]-(8)-[W]` the first item is W, but V is printed first.
            if relation.isVisual, let second = relation.second?.item { place.second = index(of: second) }
            if let first = relation.first.item { place.first = index(of: first) }
            if let second = relation.second?.item { place.second = place.second ?? index(of: second) }
        }
        if let superview = constraint.superview { place.superview = index(of: superview) }
        return place
    }

    /// Assigns the superviews that a hierarchy shows, and adds their own superviews.
    private mutating func place(in hierarchy: Hierarchy, _ parents: inout [Int?]) {
        var addresses: [Int: UInt64] = [:]
        for case (.address(let address), let known) in indices {
            for view in known.views { addresses[view] = address }
        }
        var added = 0
        var view = 1
        // Added superviews are appended, so the loop visits them as well.
        while view < views.count {
            defer { view += 1 }
            guard let address = addresses[view], let place = hierarchy.tree.place(of: address) else { continue }
            let node = hierarchy.tree.nodes[place]
            guard ViewsByClass.isSameClass(views[view].className, node.view.className) else { continue }
            fill(view, from: node.view.item)
            guard parents[view] == nil, let item = node.parent.map({ hierarchy.tree.nodes[$0].view.item }), let address = item.address else {
                continue
            }
            let isKnown = indices[.address(address)] != nil
            if !isKnown, added >= hierarchy.mostAdded { continue }
            let superview = index(of: item)
            while parents.count < views.count {
                parents.append(nil)
                added += 1
            }
            addresses[superview] = address
            parents[view] = superview
        }
    }

    /// Returns the frames that a hierarchy prints, in the order of the views. Nil for a view whose frame is not printed.
    func frames(in tree: ViewTree, count: Int) -> [LayoutFrame?] {
        var frames = [LayoutFrame?](repeating: nil, count: count)
        for case (.address(let address), let known) in indices {
            guard let frame = tree.place(of: address).flatMap({ tree.nodes[$0].frame }) else { continue }
            for view in known.views where view < count { frames[view] = frame.frame }
        }
        return frames
    }

    /// Returns the id of a view that a message or a hierarchy names, or nil if the document does not have the view.
    func id(of view: PrintedView) -> String? {
        indices[.address(view.address)]?.view(of: view.className).map { views[$0].id }
    }

    /// Removes one superview of each cycle, since no view is in its own subtree.
    private static func cutCycles(_ parents: inout [Int?]) {
        // For each view, the start of the walk that visited it, or 0 if none has.
        var seen = [Int](repeating: 0, count: parents.count)
        for start in parents.indices.dropFirst() {
            var view = start
            while seen[view] == 0 {
                seen[view] = start
                guard let parent = parents[view] else { break }
                if seen[parent] == start {
                    parents[view] = nil
                    break
                }
                view = parent
            }
        }
    }

    func id(_ index: Int) -> String { views[index].id }

    /// Returns the view of an item, and adds it if it is new.
    private mutating func index(of item: PrintedItem) -> Int {
        let key = names.key(of: item)
        // The text before an address is a class or the view's name.
        let isNamed = item.className != nil && item.className == item.address.flatMap { names.name(ofAddress: $0) }
        let printedClass = isNamed ? nil : item.className
        if let key, let known = indices[key]?.view(of: printedClass) {
            indices[key]?.note(printedClass, of: known)
            fill(known, from: item)
            return known
        }
        let name = item.address.flatMap { names.name(ofAddress: $0) } ?? item.name
        let className = item.className == name ? nil : item.className
        let isGuide = item.className.map(Self.isGuide) ?? false
        note(className)
        views.append(
            LayoutView(
                id: freeID(name, address: item.address), parent: 0, kind: isGuide ? .guide : .view, className: className,
                text: item.title.flatMap { $0.isEmpty && isGuide ? nil : $0 }))
        views[views.count - 1].outlet = Self.key(of: item)
        if let key { indices[key, default: ViewsByClass()].append(views.count - 1, printedClass) }
        return views.count - 1
    }

    /// Returns the key that Masonry prints in the place of an address, `title` of `UILabel:title`, or nil if there is none.
    private static func key(of item: PrintedItem) -> String? {
        guard item.address == nil, let className = item.className, item.name.hasPrefix("\(className):") else { return nil }
        let key = item.name.dropFirst(className.count + 1)
        return key.first?.isLetter == true ? String(key) : nil
    }

    /// Adds an item's title and class to a view that has none, since they are not printed everywhere.
    private mutating func fill(_ index: Int, from item: PrintedItem) {
        if views[index].text == nil, let title = item.title, !title.isEmpty { views[index].text = title }
        if views[index].className == nil, let className = item.className, className != views[index].id {
            views[index].className = className
            note(className)
        }
    }

    private static func isGuide(_ className: String) -> Bool {
        className.hasSuffix("LayoutGuide") || className.hasSuffix("LayoutSpacer")
    }

    private mutating func freeID(_ name: String, address: UInt64?) -> String {
        var id = name
        if taken.contains(id), let address { id = "\(name):0x\(String(address, radix: 16))" }
        let base = id
        while !taken.insert(id).inserted {
            let number = numbers[base, default: 1] + 1
            numbers[base] = number
            id = "\(base) (\(number))"
        }
        return id
    }

    // MARK: Superviews

    /// Returns the id of a view's placeholder superview. The actual id may have a suffix.
    static func assumedID(of view: String) -> String { "superview of \(view)" }

    /// Returns the superview of a view: the printed one, else the known one, else a placeholder, which is added.
    mutating func superview(of view: Int, printed: Int?) -> Int {
        if let printed { return printed }
        if let parent = views[view].parent, parent != 0 { return parent }
        if let known = unknownSuperviews[view] { return known }
        let id = freeID(Self.assumedID(of: views[view].id), address: nil)
        views.append(LayoutView(id: id, parent: 0, isAssumed: true))
        views[view].parent = views.count - 1
        unknownSuperviews[view] = views.count - 1
        return views.count - 1
    }

    // MARK: Contents

    /// Returns whether a view is a scroll view of UIKit, whose edges mean its content area for the views inside it. Scroll views
    /// of AppKit have clip views instead.
    func isScrollView(_ view: Int) -> Bool {
        guard !isOfAppKit, let className = views[view].className else { return false }
        let name = ClassName.short(className)
        return ["UITableView", "UICollectionView", "UITextView"].contains(name) || name.hasSuffix("ScrollView")
    }

    /// Notes whether a class that a view gets is one of AppKit.
    private mutating func note(_ className: String?) {
        guard let className, className.hasPrefix("NS"), !className.hasPrefix("NSKVONotifying_") else { return }
        isOfAppKit = true
    }

    /// Returns whether a view is known to be inside another one.
    func lies(_ view: Int, inside ancestor: Int) -> Bool {
        var next = views[view].parent
        while let current = next {
            if current == ancestor { return true }
            next = views[current].parent
        }
        return false
    }

    /// Returns the content area of a scroll view, and adds it if it is new.
    mutating func contentArea(of view: Int) -> Int {
        if let known = contentAreas[view] { return known }
        views[view].kind = .scroll
        let id = freeID("\(views[view].id).content", address: nil)
        views.append(LayoutView(id: id, parent: view, kind: .content))
        contentAreas[view] = views.count - 1
        return views.count - 1
    }

    mutating func setContentSize(_ size: PrintedContentSize, of view: Int) {
        // -1 means that the content has no size along this axis.
        if size.length.isNegative { return }
        switch size.axis {
        case .horizontal:
            views[view].intrinsicContentSize.width = size.length
            views[view].hugging.horizontal = size.hugging
            views[view].compressionResistance.horizontal = size.compressionResistance
        case .vertical:
            views[view].intrinsicContentSize.height = size.length
            views[view].hugging.vertical = size.hugging
            views[view].compressionResistance.vertical = size.compressionResistance
        }
    }

    func finished() -> [LayoutView] { views }
}
