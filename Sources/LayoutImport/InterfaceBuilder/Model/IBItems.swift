internal import ExactArithmetic
internal import LayoutModel
internal import XML

/// Resolves the items of constraints.
struct IBItems {
    enum Item: Hashable {
        case view(Int)
        case guide(Int)
    }

    struct Side {
        var item: Item
        var attribute: LayoutAttribute

        /// The inset that determines the side, if any.
        var subject: IBInsetVotes.Subject? {
            switch item {
            case .guide(let index): .guide(index)
            case .view(let index): attribute.isMargin ? .margins(index) : nil
            }
        }

        func owner(in scene: IBScene) -> Int? {
            switch item {
            case .guide(let index): scene.guides[index].owner
            case .view(let index): index
            }
        }
    }

    let file: IBFile
    let scene: IBScene
    private var numbers: [String: Item] = [:]
    /// For each view the one that it represents in constraints: a cell's content view, or the view itself.
    private let contents: [Int]

    init(file: IBFile, scene: IBScene) {
        self.file = file
        self.scene = scene
        contents = scene.views.indices.map { IBItems.content(of: $0, scene) }
        for (index, view) in scene.views.enumerated() where numbers[view.id] == nil { numbers[view.id] = .view(contents[index]) }
        for (index, guide) in scene.guides.enumerated() where numbers[guide.id] == nil { numbers[guide.id] = .guide(index) }
    }

    /// Returns a cell's content view, which the cell represents, or the view itself.
    private static func content(of index: Int, _ scene: IBScene) -> Int {
        guard ["tableViewCell", "collectionViewCell"].contains(scene.views[index].kind) else { return index }
        return scene.views[index].subviews.first { scene.views[$0].key == "contentView" } ?? index
    }

    func item(_ id: String) -> Item? { numbers[id] }

    /// Returns the item of a constraint without a first item.
    func owner(of constraint: IBConstraint) -> Item { .view(contents[constraint.owner]) }

    /// Returns both sides, or nil if an item or attribute is unknown.
    func sides(of constraint: IBConstraint) -> (Side, Side?)? {
        guard let attribute = LayoutAttribute(name: constraint.attribute("firstAttribute") ?? "") else { return nil }
        let first: Item
        if let id = constraint.attribute("firstItem") {
            guard let item = item(id) else { return nil }
            first = item
        } else {
            first = owner(of: constraint)
        }
        guard let name = constraint.attribute("secondAttribute") else { return (Side(item: first, attribute: attribute), nil) }
        guard let other = LayoutAttribute(name: name) else { return nil }
        let second: Item
        if let id = constraint.attribute("secondItem") {
            guard let item = item(id) else { return nil }
            second = item
        } else {
            second = owner(of: constraint)
        }
        return (Side(item: first, attribute: attribute), Side(item: second, attribute: other))
    }

    /// Returns the constant for the canvas' traits. A variation with more traits overrides one with fewer.
    func exactConstant(of constraint: IBConstraint) -> Rational {
        // The standard distance to a safe area's sides is 0, even if another one was written for the superview before.
        if constraint.attribute("symbolic") == "YES", let (first, second) = sides(of: constraint), first.attribute.axis == .horizontal {
            for side in [first, second] {
                if case .guide(let guide)? = side?.item, scene.guides[guide].kind == .safeArea { return .zero }
            }
        }
        var text = constraint.attribute("constant")
        var weight = -1
        for variation in constraint.element.children where variation.name == "variation" {
            let key = variation["key"] ?? ""
            guard let value = variation["constant"], file.traits.match(key), IBTraits.weight(key) > weight else { continue }
            text = value
            weight = IBTraits.weight(key)
        }
        return text.flatMap(IBNumber.exact) ?? .zero
    }

    func constant(of constraint: IBConstraint) -> Double { exactConstant(of: constraint).double }
}
