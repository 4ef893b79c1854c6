internal import ExactArithmetic
internal import LayoutModel

/// The constraints of a scene, grouped by their role in a document.
struct HierarchyRows {
    /// The constraints of the document, in the order of the views that own them.
    private(set) var constraints: [HierarchyConstraint] = []
    /// The intrinsic sizes by item, from the constraints that the platform generates for them.
    private(set) var intrinsicSizes: [Int: LayoutSize] = [:]
    /// The items that an active constraint relates to another item outside of them.
    private(set) var placed: Set<Int> = []
    /// The items that any constraint names.
    private(set) var named: Set<Int> = []
    /// The system's guides that an active constraint of the system names.
    private(set) var tiedGuides: Set<Int> = []
    /// Views whose mask is not fully expressed by constraints of the export.
    private(set) var unreadMasks: Set<Int> = []
    /// Views that have constraints of their mask.
    private(set) var masked: Set<Int> = []
    /// The ids of rows in the report by the address of a constraint.
    private(set) var rows: [String: [String]] = [:]
    /// The numbers of constraints that are left out.
    private(set) var foreign = 0
    private(set) var unknown = 0

    private let graph: HierarchyGraph
    private let scene: HierarchyScene
    private let places: [String: Int]
    /// For each item, the end of the range of its descendants in the list of items.
    private let ends: [Int]

    init(_ graph: HierarchyGraph, _ scene: HierarchyScene) {
        self.graph = graph
        self.scene = scene
        places = Dictionary(scene.items.enumerated().map { (graph[$1.object].address, $0) }, uniquingKeysWith: { first, _ in first })
        var ends = scene.items.indices.map { $0 + 1 }
        for item in scene.items.indices.reversed() {
            if let parent = scene.items[item].parent { ends[parent] = max(ends[parent], ends[item]) }
        }
        self.ends = ends
        var seen: Set<Int> = []
        for item in scene.items where !item.isGuide {
            for index in graph[item.object].attached where graph[index].role == .constraint && graph[index].className != nil {
                if seen.insert(index).inserted { add(graph[index]) }
            }
        }
        // A mask that is only partly known is taken from the frame.
        constraints.removeAll { $0.origin == .autoresizing && unreadMasks.contains($0.first.item) }
        for constraint in constraints { note(constraint) }
    }

    private mutating func add(_ object: HierarchyGraph.Object) {
        let className = object.className ?? ""
        let isMask = className.contains("AutoresizingMask")
        do throws(HierarchyConstraint.Obstacle) {
            var constraint = try HierarchyConstraint(object) { places[$0] }
            if className.contains("ContentSize") { return addContentSize(constraint, object) }
            if isMask {
                masked.insert(constraint.first.item)
                complete(&constraint)
            }
            guard constraint.isValid else { throw .unknownMeaning }
            if isContentOfItself(constraint) { return }
            constraints.append(constraint)
        } catch {
            if isMask, case .object(_, let address)? = object.properties["firstItem"]?.content, let item = places[HierarchyAddress.normal(address)] {
                unreadMasks.insert(item)
            } else if error == .foreignItem {
                foreign += 1
            } else {
                unknown += 1
            }
        }
    }

    private mutating func addContentSize(_ constraint: HierarchyConstraint, _ object: HierarchyGraph.Object) {
        guard constraint.isActive, constraint.second == nil, !constraint.constant.isNegative, constraint.first.attribute.kind == .size else { return }
        let item = constraint.first.item
        let axis: Axis = constraint.first.attribute == .width ? .horizontal : .vertical
        intrinsicSizes[item, default: LayoutSize()][axis] = constraint.constant
        let id = HierarchyView(graph[scene.items[item].object]).id
        let word = axis == .horizontal ? "horizontal" : "vertical"
        rows[object.address] = ["\(id).hugging.\(word)", "\(id).compressionResistance.\(word)"]
    }

    /// Completes a row of a mask: a location without a second item is one in the superview.
    private func complete(_ constraint: inout HierarchyConstraint) {
        guard constraint.second == nil, let parent = scene.items[constraint.first.item].parent else { return }
        switch constraint.first.attribute.kind {
        case .horizontalLocation: constraint.second = HierarchyConstraint.Side(item: parent, attribute: .left)
        case .verticalLocation: constraint.second = HierarchyConstraint.Side(item: parent, attribute: .top)
        case .size: break
        }
    }

    /// Returns whether a row positions a scroll view's content area in the scroll view, as documents imply.
    private func isContentOfItself(_ constraint: HierarchyConstraint) -> Bool {
        guard constraint.origin == .system, let second = constraint.second, constraint.first.attribute.kind != .size else { return false }
        return owner(ofContentArea: constraint.first.item) == second.item || owner(ofContentArea: second.item) == constraint.first.item
    }

    private mutating func note(_ constraint: HierarchyConstraint) {
        rows[HierarchyAddress.normal(constraint.id.split(separator: ":").last ?? "")] = [constraint.id]
        let items = [constraint.first.item, constraint.second?.item].compactMap(\.self)
        for item in items {
            named.insert(item)
            guard constraint.isActive else { continue }
            // A row between a view and one in it positions the inner one.
            if !items.contains(where: { $0 > item && $0 < ends[item] }) { placed.insert(item) }
            if constraint.origin == .system, scene.items[item].isGuide { tiedGuides.insert(item) }
        }
    }

    /// Returns the scroll view of a content layout guide, or nil for any other item.
    func owner(ofContentArea item: Int) -> Int? {
        guard scene.items[item].isGuide, let owner = scene.items[item].parent, isScrollView(owner),
            HierarchyView(graph[scene.items[item].object]).identifier == "UIScrollView-contentLayoutGuide"
        else { return nil }
        return owner
    }

    func isScrollView(_ item: Int) -> Bool {
        let object = graph[scene.items[item].object]
        guard !scene.items[item].isGuide, !object.isOfAppKit, let name = object.className else { return false }
        return HierarchyRows.scrollViews.contains(name) || graph.isClass(name, kindOf: "UIScrollView")
    }

    private static let scrollViews: Set<String> = ["UIScrollView", "UITableView", "UICollectionView", "UITextView"]
}
