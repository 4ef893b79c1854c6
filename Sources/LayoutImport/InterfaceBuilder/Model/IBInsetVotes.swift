internal import LayoutModel
internal import XML

/// Insets of guides and margins that the file does not state.
///
/// They depend on the view controller's surroundings, which a file states only in part. Each inset has a default by rule and a
/// short list of other values that the system uses. The stored frames vote among these only, and a frame that fits none has no
/// vote.
struct IBInsetVotes {
    /// The subject of an inset: a guide or a view's margins.
    enum Subject: Hashable {
        case guide(Int)
        case margins(Int)

        var isGuide: Bool {
            if case .guide = self { return true }
            return false
        }
    }

    private struct Key: Hashable {
        var subject: Subject
        var side: IBSide
    }

    private var votes: [Key: [Double]] = [:]
    /// The distances of guides' centers from their view's center, by the side where the axis starts.
    private var centers: [Key: [Double]] = [:]

    /// An edge of a view that a required constraint pins to the same edge of another view.
    private struct Pin: Hashable {
        var view: Int
        var edge: IBSide
        var outer: Int
    }

    private var pins: Set<Pin> = []

    /// The views that state their own margins.
    private let statingMargins: Set<Int>

    init(_ canvas: IBCanvas, items: IBItems, _ limits: ImportLimits) throws(ImportError) {
        statingMargins = Set(
            canvas.scene.views.indices.filter { view in
                canvas.scene.views[view].element.children.contains { ["layoutMargins", "directionalLayoutMargins"].contains($0["key"]) }
            })
        // Frames of one device do not reflect another's bars.
        guard canvas.file.target == nil else { return }
        let equations = canvas.scene.constraints.filter {
            !$0.isUninstalled && $0.attribute("relation") == nil && $0.attribute("multiplier") == nil
        }
        for (index, constraint) in equations.enumerated() where ["1000", nil].contains(constraint.attribute("priority")) {
            try limits.checkInterest(index)
            guard let (first, second) = items.sides(of: constraint), let second, first.attribute == second.attribute,
                !first.attribute.isMargin, let edge = IBSide(first.attribute), case .view(let one) = first.item, case .view(let other) = second.item
            else { continue }
            pins.formUnion([Pin(view: one, edge: edge, outer: other), Pin(view: other, edge: edge, outer: one)])
        }
        for (index, constraint) in equations.enumerated() {
            try limits.checkInterest(index)
            guard let (first, second) = items.sides(of: constraint), let second else { continue }
            let constant = items.constant(of: constraint)
            note(first, other: second, shift: constant, canvas)
            note(second, other: first, shift: -constant, canvas)
            noteCenter(first, other: second, shift: constant, canvas)
            noteCenter(second, other: first, shift: -constant, canvas)
        }
    }

    /// Notes that the center of a guide is at `other` plus `shift`.
    private mutating func noteCenter(_ side: IBItems.Side, other: IBItems.Side, shift: Double, _ canvas: IBCanvas) {
        guard let subject = side.subject, subject.isGuide, side.attribute == .centerX || side.attribute == .centerY,
            let owner = side.owner(in: canvas.scene), case .view(let view) = other.item, other.attribute == side.attribute, !canvas.isStale(view),
            let position = canvas.position(view, other.attribute), let middle = canvas.position(owner, side.attribute)
        else { return }
        centers[Key(subject: subject, side: side.attribute == .centerX ? .left : .top), default: []].append(position + shift - middle)
    }

    /// Returns the inset at the start of an axis, given the one at its end: by the edges' votes, or else by the center's.
    func choose(start side: IBSide, of subject: Subject, rule: Double, known: [Double], end: Double) -> (value: Double, isChosen: Bool) {
        let key = Key(subject: subject, side: side)
        guard votes[key] == nil, let heard = centers[key] else { return choose(subject, side, rule: rule, known: known) }
        return best(of: heard.map { 2 * $0 + end }, rule: rule, known: known, nearness: 2 * IBInsetVotes.nearness)
    }

    /// Returns whether the center of a guide is at the position that both insets imply, and no edge has a vote.
    func isCentered(_ subject: Subject, top: Double, bottom: Double) -> Bool {
        guard votes[Key(subject: subject, side: .top)] == nil, votes[Key(subject: subject, side: .bottom)] == nil,
            let heard = centers[Key(subject: subject, side: .top)]
        else { return false }
        return heard.allSatisfy { (2 * $0 - top + bottom).magnitude <= 2 * IBInsetVotes.nearness }
    }

    /// Notes that `side` is at `other` plus `shift`.
    private mutating func note(_ side: IBItems.Side, other: IBItems.Side, shift: Double, _ canvas: IBCanvas) {
        guard let edge = IBSide(side.attribute), let subject = side.subject, let owner = side.owner(in: canvas.scene),
            case .view(let view) = other.item, !other.attribute.isMargin || (subject.isGuide && IBSide(other.attribute) != nil),
            !canvas.isStale(view), owner == 0 || !canvas.isStale(owner),
            let (position, margin) = place(of: other.attribute, of: view, canvas), let outer = canvas.alignmentRect(owner)
        else { return }
        // If another constraint pins the same edge to the outer view itself, the stored frame may be that one's alone, and both conflict.
        if subject.isGuide, IBSide(other.attribute) == edge, pins.contains(Pin(view: view, edge: edge, outer: owner)) { return }
        let place = position + shift + margin
        let inset =
            switch edge {
            case .top: place - outer.y
            case .left: place - outer.x
            case .bottom: outer.maxY - place
            case .right: outer.maxX - place
            }
        votes[Key(subject: subject, side: edge), default: []].append(inset)
    }

    /// Returns the coordinate of a view's attribute. A margin of an inner view is 8 unless it states another.
    private func place(of attribute: LayoutAttribute, of view: Int, _ canvas: IBCanvas) -> (Double, margin: Double)? {
        guard attribute.isMargin else { return canvas.position(view, attribute).map { ($0, 0) } }
        guard view != 0, let side = IBSide(attribute), !statingMargins.contains(view), let position = canvas.position(view, side.edge) else {
            return nil
        }
        return (position, side.isStart ? 8 : -8)
    }

    /// Returns the known value that fits most stored frames to a pixel, and whether it differs from the rule's. Without votes,
    /// returns the value of the rule.
    func choose(_ subject: Subject, _ side: IBSide, rule: Double, known: [Double]) -> (value: Double, isChosen: Bool) {
        guard let heard = votes[Key(subject: subject, side: side)] else { return (rule, false) }
        return best(of: heard, rule: rule, known: known, nearness: IBInsetVotes.nearness)
    }

    private func best(of heard: [Double], rule: Double, known: [Double], nearness: Double) -> (value: Double, isChosen: Bool) {
        var best = (value: rule, count: heard.count { ($0 - rule).magnitude <= nearness })
        for value in known where value != rule {
            let count = heard.count { ($0 - value).magnitude <= nearness }
            if count > best.count { best = (value, count) }
        }
        return (best.value, best.value != rule)
    }

    /// The distance in points up to which a stored frame fits a value.
    private static let nearness = 0.51
}
