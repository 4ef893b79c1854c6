internal import ExactArithmetic
internal import LayoutModel

/// Facts that the rows of conflicts show: owners of views, imposed sizes, and pins.
struct ConflictFacts {
    let document: LayoutDocument
    let names: ViewNames
    /// The rows in the order in which they enter.
    let rows: [DiagnosedRow]
    /// The proven conflicts. For a log, the printed constraints may be satisfiable.
    let conflicts: [Conflict]
    let neededSizes: [Analysis.NeededSize]
    /// The lengths and views that a log does not print, although they take part.
    let unprinted: Unprinted
    /// The rows that a developer wrote and may change.
    let own: [DiagnosedRow]
    /// For each view, the views that constraints position inside it.
    private let inside: [Int: Set<Int>]
    private let classes: [Int: ViewClass]
    private let sides: (horizontal: [Int: Sides], vertical: [Int: Sides])

    init(_ document: LayoutDocument, _ names: ViewNames, rows: [DiagnosedRow], conflicts: [Conflict], _ analysis: Analysis? = nil) {
        self.document = document
        self.names = names
        self.rows = rows
        self.conflicts = conflicts
        neededSizes = analysis?.neededSizes ?? []
        unprinted = Unprinted(analysis, of: document)
        let classes = Dictionary(rows.flatMap(\.items).map { ($0, ConflictFacts.viewClass(of: document.views[$0])) }) { first, _ in first }
        self.classes = classes
        own = rows.filter {
            $0.role == .own && !ConflictFacts.isImposed($0, among: rows, classes) && !ConflictFacts.isFrameworks($0, document, classes)
        }
        inside = ConflictFacts.containers(rows)
        sides = (ConflictFacts.sides(rows, .horizontal, in: document), ConflictFacts.sides(rows, .vertical, in: document))
    }

    var isConflict: Bool { !conflicts.isEmpty }
    var views: Set<Int> { Set(rows.flatMap(\.items)) }
    func viewClass(of view: Int) -> ViewClass { classes[view] ?? .common }
    func className(of view: Int) -> String { ViewClass.plain(document.views[view].className ?? "") }
    /// Returns the class without its module.
    func shortClass(of view: Int) -> String { className(of: view).split(separator: ".").last.map(String.init) ?? "" }
    /// The framework that lays out a view, by its class.
    func framework(of view: Int) -> String { shortClass(of: view).hasPrefix("NS") ? "AppKit" : "UIKit" }
    func name(_ view: Int) -> String { names.name(of: view) }

    /// Returns the owner of a view by its class. A view of an Interface Builder file is the app's, even if its class begins like those of a
    /// framework.
    private static func viewClass(of view: LayoutView) -> ViewClass {
        let viewClass = ViewClass(of: view)
        return viewClass == .system && view.kind != .guide && view.design?.frame != nil ? .app : viewClass
    }

    // MARK: Imposed sizes

    /// Returns whether a row is an imposed size. Older systems print the size of a cell without its identifier, so a host's own
    /// fixed size counts too, since apps do not set that.
    private static func isImposed(_ row: DiagnosedRow, among rows: [DiagnosedRow], _ classes: [Int: ViewClass]) -> Bool {
        if row.role == .imposed { return true }
        guard row.isFixedSize, row.identifier.isEmpty, row.constant < 300, classes[row.first.item] == .host else { return false }
        // Beside the system's own size it is the cell's.
        return !rows.contains { $0.role == .imposed && $0.first == row.first }
    }

    func isImposed(_ row: DiagnosedRow) -> Bool { ConflictFacts.isImposed(row, among: rows, classes) }

    /// Externally imposed sizes: those with an identifier, and those of masks.
    var outsideSizes: [DiagnosedRow] { rows.filter { $0.isFixedSize && ($0.role == .mask || isImposed($0)) } }

    // MARK: Owners of rows

    /// Returns whether the framework created the row: by its identifier, or since it involves one of its private views and none
    /// of an app's.
    static func isFrameworks(_ row: DiagnosedRow, _ document: LayoutDocument, _ classes: [Int: ViewClass]) -> Bool {
        if row.role == .given || row.role == .stack || SystemNoise.isSystemIdentifier(row.identifier) { return true }
        if row.isWrittenByLibraryOfConstraints || !row.items.contains(where: { classes[$0] == .system }) { return false }
        return !row.items.contains { isOfApp($0, document, classes) }
    }

    /// Returns whether an app or a library created the view, by its class or its accessibility name.
    static func isOfApp(_ view: Int, _ document: LayoutDocument, _ classes: [Int: ViewClass]) -> Bool {
        switch classes[view] {
        case .app?, .library?: true
        case .system?, .host?: false
        case .common?, nil: ViewClass.isControlOfApps(document.views[view]) || SystemNoise.isNamed(document.views[view])
        }
    }

    func isOfApp(_ view: Int) -> Bool { ConflictFacts.isOfApp(view, document, classes) }

    /// Returns whether the framework made the view: one of its private classes, or the spacer of a stack view.
    func isMadeByFramework(_ view: Int) -> Bool { viewClass(of: view) == .system || className(of: view) == "_UILayoutSpacer" }

    /// Returns the rows in which an app rather changes something: those with a place in the sources, else those of its own views only; all if
    /// there are none.
    func rather(_ rows: [DiagnosedRow]) -> [DiagnosedRow] {
        let ofApp = rows.filter { !$0.items.contains(where: isMadeByFramework) }
        if ofApp.count == rows.count || ofApp.isEmpty { return rows }
        let placed = ofApp.filter { row in row.place.map { document.constraints[$0].source != nil } ?? false }
        return placed.isEmpty ? ofApp : placed
    }

    /// Returns whether the row only defines a guide, by the view that owns it or by a length: it is not what should change.
    func definesGuide(_ row: DiagnosedRow) -> Bool {
        let guide = row.items.first { document.views[$0].kind == .guide }
        guard let guide else { return false }
        return row.items.allSatisfy { $0 == guide || document.views[guide].parent == $0 }
    }

    /// The lengths of screens, in points. A view with one of these has its final size.
    static let screenLengths: Set<Rational> = [
        320, 375, 390, 393, 402, 414, 420, 428, 430, 440, 480, 568, 667, 736, 744, 768, 810, 812, 820, 834, 844, 852, 874, 896, 926, 932, 956, 1024,
        1032,
        1080, 1112, 1133, 1180, 1194, 1210, 1366, 1376, 1920,
    ]

    /// The maximum width of a phone in portrait, in points.
    private static let widestPhone: Rational = 440
    /// The height of the least high phone in portrait, in points.
    private static let leastHeight: Rational = 480
    /// The width of the narrowest tablet, in points.
    private static let narrowestTablet: Rational = 744

    /// Returns the lengths of screens along an axis: those in portrait, unless the layout has the size of a screen in landscape.
    func screenLengths(along axis: Axis) -> Set<Rational> {
        let isLong = (axis == .vertical) != isLandscape
        return ConflictFacts.screenLengths.filter { length in
            length >= ConflictFacts.narrowestTablet || (isLong ? length >= ConflictFacts.leastHeight : length <= ConflictFacts.widestPhone)
        }
    }

    private var isLandscape: Bool {
        guard let width = document.size.width, let height = document.size.height, height < width else { return false }
        return ConflictFacts.screenLengths.isSuperset(of: [width, height])
    }

    // MARK: Locations

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

    /// Returns the side of a row that it positions: of two views the inner one, else the first.
    func placed(_ row: DiagnosedRow) -> LayoutAnchor {
        guard let second = row.second, second.item != row.first.item else { return row.first }
        return lies(second.item, inside: row.first.item) && !lies(row.first.item, inside: second.item) ? second : row.first
    }

    /// Returns the side of a row to which the row relates the side that it positions, or nil for a constant size.
    func reference(_ row: DiagnosedRow) -> LayoutAnchor? { placed(row) == row.first ? row.second : row.first }

    /// The attributes that several equalities determine, in the order of the rows. Nothing determines an edge of a guide that the framework places.
    var setTwice: [(anchor: LayoutAnchor, rows: [DiagnosedRow])] {
        var anchors: [LayoutAnchor] = []
        var byAnchor: [LayoutAnchor: [DiagnosedRow]] = [:]
        for row in own where row.relation == .equal && !row.isRatio {
            let side = placed(row)
            if isGivenGuide(side.item) { continue }
            let key = LayoutAnchor(side.item, side.attribute.edge)
            if byAnchor[key] == nil { anchors.append(key) }
            byAnchor[key, default: []].append(row)
        }
        return anchors.compactMap { anchor in byAnchor[anchor].flatMap { $0.count > 1 ? (anchor, $0) : nil } }
    }

    /// Returns the one of two pins of an edge that leaves out a view in between, and that view: the other pin refers to the view, which
    /// follows what this one refers to. It was there before the view was inserted.
    func bypass(among rows: [DiagnosedRow]) -> (row: DiagnosedRow, between: Int)? {
        guard rows.count == 2 else { return nil }
        for (row, other) in [(rows[0], rows[1]), (rows[1], rows[0])] {
            guard let start = reference(row), let between = reference(other)?.item, between != start.item else { continue }
            if own.contains(where: { placed($0).item == between && reference($0) == start }) { return (row, between) }
        }
        return nil
    }

    /// Returns whether the row puts an inner view at or beyond the wrong edge of its container, so that it would be outside or
    /// have no size.
    func isBeyondItsContainer(_ row: DiagnosedRow) -> Bool {
        guard row.relation == .equal, row.multiplier.isOne, let reference = reference(row) else { return false }
        let inner = placed(row)
        guard document.views[inner.item].parent == reference.item else { return false }
        // Relative to the positioned view: `inner == reference + offset`.
        let offset = inner == row.first ? row.constant : -row.constant
        if inner.attribute.isNearEdge, reference.attribute.isFarEdge { return !offset.isNegative }
        if inner.attribute.isFarEdge, reference.attribute.isNearEdge { return !offset.isPositive }
        return false
    }

    /// Returns whether a view is inside another one, by the view tree or by constraints.
    func lies(_ view: Int, inside container: Int) -> Bool {
        if document.views[view].parent == container || isInGuide(view, container) { return true }
        // The view tree is certain, unlike the sign of a constant.
        if document.views[container].parent == view || isInGuide(container, view) { return false }
        return inside[container]?.contains(view) == true
    }

    /// Returns whether the framework places a guide: a safe area, margins, or another one with insets from its superview.
    func isGivenGuide(_ view: Int) -> Bool {
        document.views[view].kind == .guide && (document.views[view].insets != nil || ViewNames.isFrameworks(guide: document.views[view]))
    }

    /// Returns whether a view is in a guide of one of its superviews that the framework places. A log prints no superviews.
    private func isInGuide(_ view: Int, _ guide: Int) -> Bool {
        guard isGivenGuide(guide), document.views[view].kind != .guide, let owner = document.views[guide].parent, owner != view else { return false }
        var next = document.views[view].parent
        var steps = 0
        while let parent = next, steps <= document.views.count {
            if parent == owner { return true }
            next = document.views[parent].parent
            steps += 1
        }
        return document.isFragment && view != document.root
    }

    /// Returns whether the view is a table view's cell, which contains a content view of the framework.
    func isCell(_ view: Int) -> Bool {
        document.views.contains { $0.parent == view && $0.className.map(ViewClass.plain) == "UITableViewCellContentView" }
    }

    /// Returns a guide's view, or the view itself.
    func base(_ view: Int) -> Int { ConflictFacts.base(view, in: document) }

    private static func base(_ view: Int, in document: LayoutDocument) -> Int {
        document.views[view].kind == .guide ? document.views[view].parent ?? view : view
    }

    /// Fixed sizes of views of which the position along that axis is given twice in one container: by both edges, or by the
    /// center and an edge.
    var sizesBetweenEdges: [DiagnosedRow] {
        own.filter { row in
            guard row.isFixedSize else { return false }
            let sides = sides(of: row.first.item, row.axis)
            return !sides.near.isDisjoint(with: sides.far) || !sides.center.isDisjoint(with: sides.near.union(sides.far))
        }
    }

    /// Returns whether the view is centered in what one of its edges is pinned to, and not pinned to both sides of that.
    func isCenteredAndPinned(_ size: DiagnosedRow) -> Bool {
        let sides = sides(of: size.first.item, size.axis)
        return sides.near.isDisjoint(with: sides.far) && !sides.center.isDisjoint(with: sides.near.union(sides.far))
    }

    /// The views to which the near edge, the far edge and the center of a view are pinned, apart from the views inside it.
    private struct Sides {
        var near: Set<Int> = []
        var far: Set<Int> = []
        var center: Set<Int> = []
    }

    private func sides(of view: Int, _ axis: Axis) -> Sides { (axis == .horizontal ? sides.horizontal : sides.vertical)[view] ?? Sides() }

    /// Returns the sides by view. They are collected once, since a log may have very many rows.
    private static func sides(_ rows: [DiagnosedRow], _ axis: Axis, in document: LayoutDocument) -> [Int: Sides] {
        var found: [Int: Sides] = [:]
        for row in rows where row.axis == axis {
            guard let second = row.second else { continue }
            for (here, there) in [(row.first, second), (second, row.first)] where document.views[there.item].parent != here.item {
                let base = base(there.item, in: document)
                // A view to whose margins others are pinned contains them.
                if here.attribute.isMargin, !there.attribute.isMargin { continue }
                if here.attribute.isNearEdge { found[here.item, default: Sides()].near.insert(base) }
                if here.attribute.isFarEdge { found[here.item, default: Sides()].far.insert(base) }
                if here.attribute.isCenter, there.attribute.isCenter { found[here.item, default: Sides()].center.insert(base) }
            }
        }
        return found
    }

    // MARK: Candidates for a lower priority

    /// Returns the pin to make optional if a view is too small for its contents: the last one to its far edge, else the last far
    /// pin, else a size.
    func softest(in view: Int, _ axis: Axis) -> DiagnosedRow? {
        // A row in every conflict is preferred to one in some.
        let shared = own.filter { row in row.axis == axis && conflicts.allSatisfy { $0.members.contains(row.id) } }
        let along = shared.contains { $0.second != nil || shared.count == 1 } ? shared : own.filter { $0.axis == axis }
        let pins = along.filter { row in
            guard let second = row.second else { return false }
            return second.item == view && second.attribute.isFarEdge || row.first.item == view && row.first.attribute.isFarEdge
        }
        return rather(pins).last ?? along.last(where: \.isFarPin) ?? along.first(where: \.isSize) ?? along.last
    }
}

extension DiagnosedRow {
    /// Whether it pins a far edge to another.
    var isFarPin: Bool { second.map { first.attribute.isFarEdge && $0.attribute.isFarEdge } ?? false }
}
