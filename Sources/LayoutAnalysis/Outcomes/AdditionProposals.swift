internal import ExactArithmetic
internal import LayoutModel

/// Proposes constraints for what a view still lacks, as a developer would add them, each to be tried.
///
/// Constants are whole numbers. An equation that the layout has already is never proposed.
struct AdditionProposals {
    let document: LayoutDocument
    let analysis: Analysis
    let placements: Placements
    /// For each view, the indices of its ambiguities.
    private let ambiguities: [Int: [Int]]

    /// The usual gap between neighbors.
    private static let gap: Rational = 8
    /// The maximum inset of a view that others are likely to have, too.
    private static let mostInset: Rational = 40
    /// The maximum side of an image that is likely to be a square.
    private static let mostSquare: Rational = 120
    /// The maximum number of views in a superview among which neighbors are searched.
    private static let mostSiblings = 256

    init(_ document: LayoutDocument, _ analysis: Analysis, _ placements: Placements) {
        self.document = document
        self.analysis = analysis
        self.placements = placements
        ambiguities = Dictionary(grouping: analysis.ambiguities.indices) { analysis.ambiguities[$0].view }
    }

    /// Returns the proposals for a view along one axis, the preferred one first. Those for the location come before those for the size.
    func proposals(for view: Int, _ axis: Axis, _ trial: RemedyTrial) -> [LayoutConstraint] {
        guard let parent = document.views[view].parent, trial.frames.count == document.views.count else { return [] }
        let line = Line(axis, document.direction)
        let (isPlaceOpen, isSizeOpen) = (isOpen(view, line.place, trial), isOpen(view, line.size, trial))
        // An edge of a scroll view means its content area for what lies inside, which a layout has only if a constraint means it.
        if !isPlaceOpen && !isSizeOpen || document.views[parent].kind == .scroll && document.contentArea(of: parent) == nil { return [] }
        let container = document.contentArea(of: parent) ?? parent
        if container == view { return isSizeOpen ? contentSizes(view, of: parent, line, trial.frames) : [] }
        let own = Place(view: view, parent: parent, container: container, line: line, trial: trial)
        var proposals: [LayoutConstraint]
        if !isPlaceOpen {
            proposals = sizes(own)
        } else if isSizeOpen, placements.isPlaced(view, axis) {
            proposals = otherEnds(own)
        } else {
            proposals = locations(own)
        }
        proposals.removeAll(where: placements.has)
        return proposals.enumerated().filter { index, proposal in !proposals[..<index].contains(proposal) }.map(\.element)
    }

    func isOpen(_ view: Int, _ dimension: FrameDimension, _ trial: RemedyTrial) -> Bool {
        ambiguities[view]?.contains { trial.open[$0]?.contains(dimension) == true } == true
    }

    // MARK: Along one axis

    /// The names of the attributes and dimensions along an axis.
    private struct Line {
        let axis: Axis
        let place: FrameDimension
        let size: FrameDimension
        let (near, far): (LayoutAttribute, LayoutAttribute)
        let length: LayoutAttribute
        let center: LayoutAttribute
        let (acrossPlace, acrossSize): (FrameDimension, FrameDimension)

        init(_ axis: Axis, _ direction: LayoutDirection) {
            self.axis = axis
            let isHorizontal = axis == .horizontal
            (place, size, length, center) = isHorizontal ? (.x, .width, .width, .centerX) : (.y, .height, .height, .centerY)
            (acrossPlace, acrossSize) = isHorizontal ? (.y, .height) : (.x, .width)
            (near, far) = isHorizontal ? (direction == .ltr ? (.leading, .trailing) : (.left, .right)) : (.top, .bottom)
        }

        /// Returns whether two frames are in one row or column along the axis: their ranges along the other one overlap.
        func areBeside(_ one: LayoutFrame, _ other: LayoutFrame) -> Bool {
            other[acrossPlace] < one[acrossPlace] + one[acrossSize] && one[acrossPlace] < other[acrossPlace] + other[acrossSize]
        }
    }

    /// A view along an axis in the layout so far.
    private struct Place {
        let view: Int
        let parent: Int
        let container: Int
        let line: Line
        let trial: RemedyTrial

        var start: Rational { trial.frames[view][line.place] }
        var length: Rational { trial.frames[view][line.size] }
        var end: Rational { start + length }
        /// The length of the container.
        var room: Rational { trial.frames[container][line.size] }
    }

    /// Returns constraints for a missing location: relative to the neighbor that places the view along the other axis, after one that is
    /// in the way, or with the inset of other views.
    private func locations(_ own: Place) -> [LayoutConstraint] {
        let line = own.line
        let inset = inset(own)
        func near(_ constant: Rational) -> LayoutConstraint { constraint(own.view, line.near, own.container, line.near, constant) }
        let center = constraint(own.view, line.center, own.container, line.center)
        var proposals = besideNeighbor(own).map { [$0] } ?? []
        let others = siblings(own).filter { placements.isPlaced($0, line.axis) }
        let centered = others.filter { placements.isCentered($0, line.axis) }
        if !centered.isEmpty, centered.count + centered.count >= others.count { proposals.append(center) }
        if let neighbor = neighbor(of: own, from: inset, to: inset + own.length) {
            proposals.append(constraint(own.view, line.near, neighbor, line.far, AdditionProposals.gap))
        }
        let isLikely = own.start.isInteger && own.start.isPositive && own.end <= own.room
        if isLikely, own.start <= AdditionProposals.mostInset { proposals.append(near(own.start)) }
        proposals += [near(inset), near(.zero)]
        if isLikely { proposals.append(near(own.start)) }
        return proposals + [center, constraint(own.view, line.far, own.container, line.far), near(own.start.floor)]
    }

    /// Returns a location relative to the neighbor that places the view along the other axis: after it if both are in one row or column,
    /// else aligned with it. Returns nil if there is no such neighbor.
    private func besideNeighbor(_ own: Place) -> LayoutConstraint? {
        let line = own.line
        let isKnown = !isOpen(own.view, line.acrossPlace, own.trial) && !isOpen(own.view, line.acrossSize, own.trial)
        let neighbor = placements.dependencies.first {
            $0.view == own.view && $0.axis != line.axis && document.views[$0.source].parent == own.parent && document.views[$0.source].kind == .view
        }
        guard isKnown, let neighbor = neighbor?.source, !isOpen(neighbor, line.place, own.trial), !isOpen(neighbor, line.size, own.trial) else {
            return nil
        }
        let (frame, other) = (own.trial.frames[own.view], own.trial.frames[neighbor])
        if line.areBeside(frame, other) { return constraint(own.view, line.near, neighbor, line.far, AdditionProposals.gap) }
        let edge = line.axis == .vertical || placements.isCentered(neighbor, line.axis) ? line.center : line.near
        return constraint(own.view, edge, neighbor, edge)
    }

    /// Returns constraints for a missing size of a view whose location is known.
    private func sizes(_ own: Place) -> [LayoutConstraint] {
        let line = own.line
        let isLikely = own.start.isPositive && own.start.isInteger && own.start + own.start < own.room
        var ends = [constraint(own.view, line.far, own.container, line.far, isLikely ? -own.start : .zero)]
        if isLikely { ends.append(constraint(own.view, line.far, own.container, line.far)) }
        if own.container != own.parent, line.axis == .horizontal {
            ends.insert(constraint(own.view, line.length, own.parent, line.length), at: 0)
        } else if let neighbor = neighbor(of: own, from: own.start + .one, to: own.room, isAfter: true) {
            ends.insert(constraint(own.view, line.far, neighbor, line.near, -AdditionProposals.gap), at: 0)
        }
        return row(own) + (isOfFixedSize(own) ? fixedSizes(own) + ends : ends + fixedSizes(own))
    }

    /// Returns constraints for the width of a view that others follow in a row: the last one ends at the inset of the first, or is as
    /// wide as the view. Returns none for an image, or a plain view, which is likely a fixed part of the row.
    private func row(_ own: Place) -> [LayoutConstraint] {
        guard own.line.axis == .horizontal, !document.views[own.view].isImage, let last = placements.lastFollower(of: own.view, .horizontal),
            document.views[last].parent == own.parent
        else { return [] }
        let end = constraint(last, own.line.far, own.container, own.line.far, own.start.isPositive && own.start.isInteger ? -own.start : .zero)
        if placements.has(end) {
            let isSame = document.views[last].className == document.views[own.view].className
            return isSame && isOpen(last, own.line.size, own.trial) ? [constraint(last, own.line.length, own.view, own.line.length)] : []
        }
        return document.views[own.view].isPlain ? [] : [end]
    }

    /// Returns constraints for a view that is placed, but has neither a size nor a second edge.
    private func otherEnds(_ own: Place) -> [LayoutConstraint] {
        let line = own.line
        if placements.isCentered(own.view, line.axis) {
            return contentEnd(own) + fixedSizes(own) + [constraint(own.view, line.near, own.container, line.near)]
        }
        let inset = own.room - own.end
        var ends: [LayoutConstraint] = []
        if let neighbor = neighbor(of: own, from: .zero, to: own.end) {
            ends.append(constraint(own.view, line.near, neighbor, line.far, AdditionProposals.gap))
        }
        let isLikely = inset.isInteger && inset.isPositive && inset + inset < own.room
        ends.append(constraint(own.view, line.near, own.container, line.near, isLikely ? inset : .zero))
        return isOfFixedSize(own) ? fixedSizes(own) + ends : ends + fixedSizes(own)
    }

    /// Returns the pin of the far edge of the only view inside a superview, which begins at the superview's near edge and is as high as its content,
    /// so that the superview is, too, with the same inset; none for other superviews.
    private func contentEnd(_ own: Place) -> [LayoutConstraint] {
        let line = own.line
        let inside = document.views.indices.filter { document.views[$0].parent == own.view && document.views[$0].kind != .guide }
        guard line.axis == .vertical, inside.count == 1, let only = inside.first, document.views[only].intrinsicContentSize[line.axis] != nil,
            placements.isPlaced(only, line.axis), !isOpen(only, line.place, own.trial), !isOpen(only, line.size, own.trial)
        else { return [] }
        let inset = own.trial.frames[only][line.place]
        guard inset.isInteger, !inset.isNegative else { return [] }
        return [constraint(only, line.far, own.view, line.far, inset.isPositive ? -inset : .zero)]
    }

    /// Returns whether a size is more natural than a second edge: for an image, before a view that begins where this one ends, and for a
    /// height beside a fixed width or a horizontal center.
    private func isOfFixedSize(_ own: Place) -> Bool {
        if document.views[own.view].isImage || placements.lastFollower(of: own.view, own.line.axis) != nil { return true }
        return own.line.axis == .vertical && (placements.isSized(own.view, .horizontal) || placements.isCentered(own.view, .horizontal))
    }

    /// Returns fixed sizes: those of a square image, of a touch target, and of what the layout leaves.
    private func fixedSizes(_ own: Place) -> [LayoutConstraint] {
        var lengths: [Rational] = []
        let across = own.trial.frames[own.view][own.line.acrossSize]
        if document.views[own.view].isImage, !isOpen(own.view, own.line.acrossSize, own.trial), across <= AdditionProposals.mostSquare {
            lengths.append(across)
        }
        // The views inside need room.
        let inside = document.views.indices.filter { document.views[$0].parent == own.view && !isOpen($0, own.line.size, own.trial) }
        let longest = inside.map { view in
            let frame = own.trial.frames[view]
            let start = isOpen(view, own.line.place, own.trial) ? AdditionProposals.gap : max(AdditionProposals.gap, frame[own.line.place])
            return -(-start - frame[own.line.size]).floor + AdditionProposals.gap
        }.max()
        lengths += [max(SizeProposals.touchable, longest ?? .zero), SizeProposals.touchable]
        for attribute in (ambiguities[own.view] ?? []).flatMap({ analysis.ambiguities[$0].attributes }) where attribute.dimension == own.line.size {
            if let most = attribute.max { lengths += [(((attribute.min ?? .zero) + most) * .half).floor, most.floor] }
            if let least = attribute.min { lengths.append(-(-least).floor) }
        }
        lengths.append(own.length.floor)
        return lengths.filter { $0.isPositive && $0.isInteger }.map {
            LayoutConstraint(id: "suggestion", first: LayoutAnchor(own.view, own.line.length), constant: $0)
        }
    }

    // MARK: Other views

    /// Returns the inset that other views in the same superview have, or the one that the view has along the other axis.
    private func inset(_ own: Place) -> Rational {
        func isUsual(_ value: Rational) -> Bool { value.isPositive && value.isInteger && value <= AdditionProposals.mostInset }
        let others = siblings(own).filter { !isOpen($0, own.line.place, own.trial) }.map { own.trial.frames[$0][own.line.place] }.filter(isUsual)
        if let least = others.min() { return least }
        let across = own.trial.frames[own.view][own.line.acrossPlace]
        return !isOpen(own.view, own.line.acrossPlace, own.trial) && isUsual(across) ? across : .zero
    }

    private func siblings(_ own: Place) -> [Int] {
        let siblings = document.views.indices.filter {
            document.views[$0].parent == own.parent && $0 != own.view && document.views[$0].kind != .guide && document.views[$0].kind != .content
        }
        return siblings.count > AdditionProposals.mostSiblings ? [] : siblings
    }

    /// Returns the last neighbor that is in the way between two places along the axis, or the first one, or nil if there is none after
    /// or before which the view has room. A view that fills the superview is behind the view rather than beside it.
    private func neighbor(of own: Place, from start: Rational, to end: Rational, isAfter: Bool = false) -> Int? {
        let line = own.line
        let dimensions = [line.place, line.size, line.acrossPlace, line.acrossSize]
        if isOpen(own.view, line.acrossPlace, own.trial) || isOpen(own.view, line.acrossSize, own.trial) { return nil }
        let (frames, frame) = (own.trial.frames, own.trial.frames[own.view])
        let inTheWay = siblings(own).filter { index in
            let other = frames[index]
            let (otherStart, otherEnd) = (other[line.place], other[line.place] + other[line.size])
            return line.areBeside(frame, other) && !dimensions.contains { isOpen(index, $0, own.trial) } && other[line.size] < own.room
                && (isAfter ? start <= otherStart : otherStart < end && start < otherEnd)
        }
        if isAfter { return inTheWay.min { frames[$0][line.place] < frames[$1][line.place] } }
        let last = inTheWay.max { frames[$0][line.place] + frames[$0][line.size] < frames[$1][line.place] + frames[$1][line.size] }
        return last.flatMap { frames[$0][line.place] + frames[$0][line.size] + AdditionProposals.gap + own.length <= own.room ? $0 : nil }
    }

    /// Returns constraints for the size of a scroll view's content: the last view in it ends at the content's far edge, with the
    /// inset of the first view, or the content is as large as the scroll view.
    private func contentSizes(_ content: Int, of scroll: Int, _ line: Line, _ frames: [LayoutFrame]) -> [LayoutConstraint] {
        var proposals: [LayoutConstraint] = []
        // The guides of the frame are as large as the scroll view itself.
        let inside = document.views.indices.filter { document.views[$0].parent == scroll && ![.content, .guide].contains(document.views[$0].kind) }
        if let last = inside.max(by: { frames[$0][line.place] + frames[$0][line.size] < frames[$1][line.place] + frames[$1][line.size] }) {
            let inset = (inside.map { frames[$0][line.place] }.min() ?? .zero).floor
            proposals.append(constraint(last, line.far, content, line.far, inset.isPositive ? -inset : .zero))
        }
        return proposals + [constraint(content, line.length, scroll, line.length)]
    }

    private func constraint(
        _ view: Int, _ attribute: LayoutAttribute, _ other: Int, _ otherAttribute: LayoutAttribute, _ constant: Rational = .zero
    ) -> LayoutConstraint {
        LayoutConstraint(
            id: "suggestion", first: LayoutAnchor(view, attribute), second: LayoutAnchor(other, otherAttribute), constant: constant)
    }
}
