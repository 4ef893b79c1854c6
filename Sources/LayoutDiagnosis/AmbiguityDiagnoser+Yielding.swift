internal import ExactArithmetic
internal import LayoutModel

// The view of a tie of contents that an expert lets stretch, or be cut off.

extension AmbiguityDiagnoser {
    /// A content priority that takes part in a tie.
    private struct TiedContent {
        var row: String
        var view: Int
        var axis: Axis
        var isHugging: Bool
        var priority: Rational
    }

    /// Returns the remedies of a tie after the one that an expert would take first, which is to be tried. Those that contradict it are marked.
    func withYielding(_ ambiguity: Ambiguity, _ remedies: [Remedy]) -> [Remedy] {
        let contents = tiedContents(ambiguity)
        guard let chosen = yielding(contents), chosen.priority > .one else { return remedies }
        var first = priority(chosen.row, chosen.priority - .one)
        first.needsTrial = true
        let rest = remedies.map { remedy in
            var remedy = remedy
            remedy.isUnlikely = leadsAway(remedy, ambiguity) || contents.contains { contradicts(remedy, $0, chosen) }
            return remedy
        }
        return [first] + rest.filter { !$0.isUnlikely } + rest.filter(\.isUnlikely)
    }

    /// Returns the remedies of a tie of constraints after the one that makes the constraint win that the canvas shows satisfied, which is to be
    /// tried; only these remedies if it shows several of them satisfied, or none.
    func withDrawnWinner(_ ambiguity: Ambiguity, _ remedies: [Remedy]) -> [Remedy] {
        guard let drawn = DrawnPlaces(document), !drawn.isOutdated else { return remedies }
        let rows = ambiguity.tied.compactMap { id in constraints[id].map { DiagnosedRow(document.constraints[$0], place: $0) } }
        let satisfied = rows.filter { drawn.error(of: $0) != nil && !drawn.contradicts($0) }
        let contents = tiedContents(ambiguity)
        guard satisfied.count == 1, let winner = satisfied.first, winner.role == .own, rows.count + contents.count == ambiguity.tied.count,
            rows.allSatisfy({ $0.id == winner.id || drawn.contradicts($0) }), contents.allSatisfy(isDrawnYielding)
        else { return remedies }
        var first = priority(winner.id, LayoutPriority.required - .one)
        first.sentence = "\(first.sentence.dropLast()), so that it wins, as on the canvas."
        first.needsTrial = true
        return [first]
            + remedies.map { remedy in
                var remedy = remedy
                remedy.isUnlikely = remedy.constraints != [winner.id]
                return remedy
            }
    }

    private func tiedContents(_ ambiguity: Ambiguity) -> [TiedContent] {
        ambiguity.tied.compactMap { id in
            switch implicit[id] {
            case .hugging(let view, let axis):
                TiedContent(row: id, view: view, axis: axis, isHugging: true, priority: document.views[view].hugging[axis])
            case .compressionResistance(let view, let axis):
                TiedContent(row: id, view: view, axis: axis, isHugging: false, priority: document.views[view].compressionResistance[axis])
            default: nil
            }
        }
    }

    /// Returns whether a remedy stretches or shrinks another view than the chosen one.
    private func contradicts(_ remedy: Remedy, _ content: TiedContent, _ chosen: TiedContent) -> Bool {
        guard remedy.kind == (content.isHugging ? .setHugging : .setCompressionResistance), remedy.axis == content.axis,
            remedy.view == document.views[content.view].id, let priority = remedy.priority
        else { return false }
        return content.row == chosen.row ? priority > content.priority : priority < content.priority
    }

    /// Returns the content to stretch or shrink: the one that the canvas shows with another size than its own, else an image that is scaled, or a text.
    private func yielding(_ contents: [TiedContent]) -> TiedContent? {
        guard let first = contents.first, contents.count > 1, contents.allSatisfy({ $0.axis == first.axis }) else { return nil }
        let isOfOneKind = contents.allSatisfy { $0.isHugging == first.isHugging }
        if isOfOneKind {
            let drawn = contents.filter(isDrawnYielding)
            if drawn.count == 1 { return drawn[0] }
        }
        // An image is scaled and still shown, but a text or a control that is cut off is not. Beside a text, an image is rather not stretched.
        let images = contents.filter { document.views[$0.view].isImage }
        let isStretchedRow = isOfOneKind && first.isHugging && first.axis == .horizontal
        if !images.isEmpty, images.count < contents.count, !isStretchedRow { return images[0] }
        return isOfOneKind && first.axis == .horizontal ? text(contents) : nil
    }

    /// Returns whether the canvas shows the view longer than its content, which hugs it, or shorter, although it resists that.
    private func isDrawnYielding(_ content: TiedContent) -> Bool {
        guard let length = document.views[content.view].intrinsicContentSize[content.axis],
            let drawn = document.drawnRectangle(of: content.view)?.length(content.axis)
        else { return false }
        return content.isHugging ? drawn - length > DrawnPlaces.tolerance : length - drawn > DrawnPlaces.tolerance
    }

    // MARK: Texts

    /// A degree of suitability of a view for being longer or shorter than its content.
    private enum Suitability: Int, Comparable {
        /// A control, or what else has one size.
        case none
        /// A caption, or an amount, of which every character counts.
        case short
        case text
        /// A field, which is as long as there is room.
        case field

        static func < (a: Suitability, b: Suitability) -> Bool { a.rawValue < b.rawValue }
    }

    /// Returns the text of a row to stretch or shrink: a field rather than a label, a label rather than a control, and of several labels the
    /// leading one, or nil if none is more suitable than the others.
    private func text(_ contents: [TiedContent]) -> TiedContent? {
        let suitable = contents.map { suitability(of: document.views[$0.view]) }
        guard let best = suitable.max(), best != .none else { return nil }
        let candidates = contents.indices.filter { suitable[$0] == best }
        if candidates.count == 1 { return contents[candidates[0]] }
        guard best != .field else { return nil }
        let places = candidates.map { place(of: contents[$0].view) }
        guard Set(places.compactMap(\.self)).count == candidates.count else { return nil }
        return zip(candidates, places).min { ($0.1 ?? .zero) < ($1.1 ?? .zero) }.map { contents[$0.0] }
    }

    private func suitability(of view: LayoutView) -> Suitability {
        // A label of macOS is a text field.
        let isLabel = view.hasClass(ending: "Label") || view.hasClass(ending: "NSTextField") && view.text?.isEmpty == false
        if !isLabel { return view.hasClass(ending: "TextField", "TextView", "SearchField", "SearchBar") ? .field : .none }
        guard let text = view.text else { return .text }
        let digits = text.count { $0.isNumber || $0.isCurrencySymbol }
        return text.hasSuffix(":") || digits + digits >= text.count { !$0.isWhitespace } ? .short : .text
    }

    /// Returns where the view begins in reading direction, as drawn or as laid out; nil if that is not known.
    private func place(of view: Int) -> Rational? {
        let drawn = document.views[view].design?.frame?.x
        let place = drawn ?? (frames.count == document.views.count ? frames[view].x : nil)
        return document.direction == .ltr ? place : place.map { -$0 }
    }
}
