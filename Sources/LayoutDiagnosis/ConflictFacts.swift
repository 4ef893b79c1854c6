internal import ExactArithmetic
internal import LayoutModel

/// What an expert sees in the rows of conflicts: whose views they are about, what is imposed, what is pinned to what.
struct ConflictFacts {
    let document: LayoutDocument
    let names: ViewNames
    /// In the order in which they enter.
    let rows: [DiagnosedRow]
    /// Proven conflicts; of a log, what is printed may hold together.
    let conflicts: [Conflict]
    /// The rows that somebody wrote, and may change.
    let own: [DiagnosedRow]
    /// For each view, the views that constraints place inside it.
    private let inside: [Int: Set<Int>]
    private let classes: [Int: ViewClass]

    init(_ document: LayoutDocument, _ names: ViewNames, rows: [DiagnosedRow], conflicts: [Conflict]) {
        self.document = document
        self.names = names
        self.rows = rows
        self.conflicts = conflicts
        let classes = Dictionary(rows.flatMap(\.items).map { ($0, ViewClass(of: document.views[$0])) }) { first, _ in first }
        self.classes = classes
        own = rows.filter {
            $0.role == .own && !ConflictFacts.isImposed($0, classes) && !ConflictFacts.isFrameworks($0, document, classes)
        }
        inside = ConflictFacts.containers(rows)
    }

    var isConflict: Bool { !conflicts.isEmpty }
    var views: Set<Int> { Set(rows.flatMap(\.items)) }
    func viewClass(of view: Int) -> ViewClass { classes[view] ?? .common }
    func className(of view: Int) -> String { ViewClass.plain(document.views[view].className ?? "") }
    /// The class without its module.
    func shortClass(of view: Int) -> String { className(of: view).split(separator: ".").last.map(String.init) ?? "" }
    func name(_ view: Int) -> String { names.name(of: view) }

    // MARK: Imposed sizes

    /// Old systems print the size of a cell without its identifier: a host's own fixed size is one, for apps don't size it.
    private static func isImposed(_ row: DiagnosedRow, _ classes: [Int: ViewClass]) -> Bool {
        row.role == .imposed || row.isFixedSize && row.identifier.isEmpty && row.constant < 300 && classes[row.first.item] == .host
    }

    func isImposed(_ row: DiagnosedRow) -> Bool { ConflictFacts.isImposed(row, classes) }

    /// Sizes that come from outside: imposed ones, and those of masks.
    var outsideSizes: [DiagnosedRow] { rows.filter { $0.isFixedSize && ($0.role == .mask || isImposed($0)) } }

    // MARK: Whose rows they are

    /// Whether the framework made the row: by its identifier, or because it is about one of its private views and about none of an app.
    static func isFrameworks(_ row: DiagnosedRow, _ document: LayoutDocument, _ classes: [Int: ViewClass]) -> Bool {
        if row.role == .given || row.role == .stack || SystemNoise.isSystemIdentifier(row.identifier) { return true }
        if row.isWrittenByLibraryOfConstraints || !row.items.contains(where: { classes[$0] == .system }) { return false }
        return !row.items.contains { isOfApp($0, document, classes) }
    }

    /// Whether an app or a library made the view: by its class, or by a name that it was given.
    static func isOfApp(_ view: Int, _ document: LayoutDocument, _ classes: [Int: ViewClass]) -> Bool {
        switch classes[view] {
        case .app?, .library?: true
        case .system?, .host?: false
        case .common?, nil: ViewClass.isControlOfApps(document.views[view]) || SystemNoise.isNamed(document.views[view])
        }
    }

    func isOfApp(_ view: Int) -> Bool { ConflictFacts.isOfApp(view, document, classes) }

    /// The lengths of screens, in points: a view that has one is laid out in its real size.
    static let screenLengths: Set<Rational> = [
        320, 375, 390, 393, 402, 414, 420, 428, 430, 440, 480, 568, 667, 736, 744, 768, 810, 812, 820, 834, 844, 852, 874, 896, 926, 932, 956, 1024,
        1032,
        1080, 1112, 1133, 1180, 1194, 1210, 1366, 1376, 1920,
    ]

    // MARK: Places

    private static func containers(_ rows: [DiagnosedRow]) -> [Int: Set<Int>] {
        var inside: [Int: Set<Int>] = [:]
        for row in rows where row.role != .mask {
            guard let second = row.second, second.item != row.first.item else { continue }
            let (one, two) = (row.first, second)
            // `child.left == container.left + 8`, `child.right == container.right - 8`.
            if one.attribute.isNearEdge, two.attribute.isNearEdge {
                let isChildFirst = !row.constant.isNegative
                inside[isChildFirst ? two.item : one.item, default: []].insert(isChildFirst ? one.item : two.item)
            } else if one.attribute.isFarEdge, two.attribute.isFarEdge, !row.constant.isZero {
                let isChildFirst = row.constant.isNegative
                inside[isChildFirst ? two.item : one.item, default: []].insert(isChildFirst ? one.item : two.item)
            }
        }
        return inside
    }

    /// The side of a row that it places: of two views the inner one, else the first.
    func placed(_ row: DiagnosedRow) -> LayoutAnchor {
        guard let second = row.second, second.item != row.first.item else { return row.first }
        return lies(second.item, inside: row.first.item) && !lies(row.first.item, inside: second.item) ? second : row.first
    }

    /// The other side of a row than the one that it places.
    func reference(_ row: DiagnosedRow) -> LayoutAnchor? { placed(row) == row.first ? row.second : row.first }

    /// The attributes that several equalities give, in the order of the rows.
    var setTwice: [(anchor: LayoutAnchor, rows: [DiagnosedRow])] {
        var anchors: [LayoutAnchor] = []
        var byAnchor: [LayoutAnchor: [DiagnosedRow]] = [:]
        for row in own where row.relation == .equal && !row.isRatio {
            let side = placed(row)
            let key = LayoutAnchor(side.item, side.attribute.edge)
            if byAnchor[key] == nil { anchors.append(key) }
            byAnchor[key, default: []].append(row)
        }
        return anchors.compactMap { anchor in byAnchor[anchor].flatMap { $0.count > 1 ? (anchor, $0) : nil } }
    }

    /// Whether the row puts a view that lies inside another one at or beyond the wrong edge of that: it would be outside, or have no size.
    func isBeyondItsContainer(_ row: DiagnosedRow) -> Bool {
        guard row.relation == .equal, row.multiplier.isOne, let reference = reference(row) else { return false }
        let inner = placed(row)
        guard document.views[inner.item].parent == reference.item else { return false }
        // Measured from the placed view: `inner == reference + offset`.
        let offset = inner == row.first ? row.constant : -row.constant
        if inner.attribute.isNearEdge, reference.attribute.isFarEdge { return !offset.isNegative }
        if inner.attribute.isFarEdge, reference.attribute.isNearEdge { return !offset.isPositive }
        return false
    }

    /// Whether a view lies inside another one, as the tree or the constraints say.
    func lies(_ view: Int, inside container: Int) -> Bool {
        document.views[view].parent == container || inside[container]?.contains(view) == true
    }

    /// Whether the view is a table view's cell: it holds a content view of the framework's.
    func isCell(_ view: Int) -> Bool {
        document.views.contains { $0.parent == view && $0.className.map(ViewClass.plain) == "UITableViewCellContentView" }
    }

    /// A guide's view, else the view itself.
    func base(_ view: Int) -> Int {
        document.views[view].kind == .guide ? document.views[view].parent ?? view : view
    }

    /// Fixed sizes of views of which both edges along that axis are pinned to one container.
    var sizesBetweenEdges: [DiagnosedRow] {
        own.filter { row in
            guard row.isFixedSize else { return false }
            var near: Set<Int> = []
            var far: Set<Int> = []
            for other in rows where other.id != row.id && other.axis == row.axis {
                guard let second = other.second else { continue }
                for (here, there) in [(other.first, second), (second, other.first)] where here.item == row.first.item {
                    if here.attribute.isNearEdge { near.insert(base(there.item)) }
                    if here.attribute.isFarEdge { far.insert(base(there.item)) }
                }
            }
            return !near.isDisjoint(with: far)
        }
    }

    // MARK: What may be softened

    /// The pin that one softens when a view is too small for what it holds: the last one to its far edge, else the last far pin, else a size.
    func softest(in view: Int, _ axis: Axis) -> DiagnosedRow? {
        // One that ends every conflict is better than one that ends some.
        let shared = own.filter { row in row.axis == axis && conflicts.allSatisfy { $0.members.contains(row.id) } }
        let along = shared.contains { $0.second != nil || shared.count == 1 } ? shared : own.filter { $0.axis == axis }
        let pins = along.filter { row in
            guard let second = row.second else { return false }
            return second.item == view && second.attribute.isFarEdge || row.first.item == view && row.first.attribute.isFarEdge
        }
        return pins.last ?? along.last(where: \.isFarPin) ?? along.first(where: \.isSize) ?? along.last
    }
}

extension DiagnosedRow {
    /// Pins one far edge to another.
    var isFarPin: Bool { second.map { first.attribute.isFarEdge && $0.attribute.isFarEdge } ?? false }
}
