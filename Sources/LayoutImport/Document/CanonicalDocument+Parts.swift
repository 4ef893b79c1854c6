internal import ExactArithmetic
internal import JSON
internal import LayoutModel

extension CanonicalDocument {
    mutating func write(_ view: LayoutView) {
        writer.beginObject()
        member("id", view.id)
        member("parent", view.parent.map { document.views[$0].id })
        if view.kind != .view { member("kind", view.kind.rawValue) }
        member("class", view.className)
        member("text", view.text)
        // The height of a text that wraps depends on the pass.
        let size = view.heightsByWidth.isEmpty ? view.intrinsicContentSize : LayoutSize(width: view.intrinsicContentSize.width)
        if size != LayoutSize() {
            writer.key("intrinsicContentSize")
            write(size)
        }
        if !view.textSizes.isEmpty { write(view.textSizes) }
        if !view.heightsByWidth.isEmpty { write(view.heightsByWidth) }
        write("hugging", view.hugging, standard: LayoutPriority.defaultLow)
        write("compressionResistance", view.compressionResistance, standard: LayoutPriority.defaultHigh)
        writeBaseline(of: view)
        if view.alignmentRectInsets != LayoutInsets() { write("alignmentRectInsets", view.alignmentRectInsets) }
        if view.layoutMargins != LayoutInsets() { write("layoutMargins", view.layoutMargins) }
        // Empty insets still fix a guide to its superview.
        if let insets = view.insets { write("insets", insets) }
        if let autoresizing = view.autoresizing { write(autoresizing) }
        member("label", view.label)
        member("outlet", view.outlet)
        if let source = view.source { write(source) }
        writer.endObject()
    }

    private mutating func write(_ key: StaticString, _ pair: AxisPair, standard: Rational) {
        guard pair != AxisPair(standard) else { return }
        writer.key(key)
        writer.beginObject()
        if pair.horizontal != standard { member("horizontal", pair.horizontal) }
        if pair.vertical != standard { member("vertical", pair.vertical) }
        writer.endObject()
    }

    private mutating func write(_ heights: [HeightAtWidth]) {
        writer.key("heightsByWidth")
        writer.beginArray()
        for entry in heights {
            writer.beginObject()
            member("width", entry.width)
            member("height", entry.height)
            writer.endObject()
        }
        writer.endArray()
    }

    private mutating func write(_ sizes: [TextSize]) {
        writer.key("textSizes")
        writer.beginArray()
        for entry in sizes {
            writer.beginObject()
            member("scale", entry.scale)
            member("width", entry.size.width)
            member("height", entry.size.height)
            writer.endObject()
        }
        writer.endArray()
    }

    private mutating func writeBaseline(of view: LayoutView) {
        guard view.firstBaselineFromTop != nil || !view.lastBaselineFromBottom.isZero else { return }
        writer.key("baseline")
        writer.beginObject()
        member("firstFromTop", view.firstBaselineFromTop)
        if !view.lastBaselineFromBottom.isZero { member("lastFromBottom", view.lastBaselineFromBottom) }
        writer.endObject()
    }

    private mutating func write(_ key: StaticString, _ insets: LayoutInsets) {
        writer.key(key)
        writer.beginObject()
        member("top", insets.top)
        member("left", insets.left)
        member("bottom", insets.bottom)
        member("right", insets.right)
        member("leading", insets.leading)
        member("trailing", insets.trailing)
        writer.endObject()
    }

    private mutating func write(_ autoresizing: Autoresizing) {
        writer.key("autoresizing")
        writer.beginObject()
        writer.key("frame")
        writer.beginObject()
        member("x", autoresizing.x)
        member("y", autoresizing.y)
        member("width", autoresizing.width)
        member("height", autoresizing.height)
        writer.endObject()
        writer.key("superview")
        write(LayoutSize(width: autoresizing.superviewWidth, height: autoresizing.superviewHeight))
        let mask = Autoresizing.Flexible.allCases.filter(autoresizing.mask.contains)
        if !mask.isEmpty {
            writer.key("mask")
            writer.beginArray()
            for part in mask { writer.string(part.rawValue) }
            writer.endArray()
        }
        writer.endObject()
    }

    // MARK: Constraints

    mutating func write(_ constraint: LayoutConstraint) {
        writer.beginObject()
        member("id", constraint.id)
        write("first", constraint.first)
        member("relation", constraint.relation.rawValue)
        if let second = constraint.second { write("second", second) }
        if !constraint.multiplier.isOne { member("multiplier", constraint.multiplier) }
        if !constraint.constant.isZero { member("constant", constraint.constant) }
        if !constraint.isRequired { member("priority", constraint.priority) }
        if !constraint.isActive { member("active", false) }
        member("identifier", constraint.identifier)
        if let source = constraint.source { write(source) }
        if document.isFragment || document.capture != nil { writeOrigin(of: constraint) }
        if document.isFragment { writeFragmentParts(of: constraint) }
        writer.endObject()
    }

    private mutating func write(_ key: StaticString, _ anchor: LayoutAnchor) {
        writer.key(key)
        writer.beginObject()
        member("item", document.views[anchor.item].id)
        member("attribute", anchor.attribute.rawValue)
        writer.endObject()
    }

    private mutating func write(_ source: SourceReference) {
        writer.key("source")
        writer.beginObject()
        member("file", source.file)
        if let line = source.line {
            writer.key("line")
            writer.integer(line)
        }
        if let column = source.column {
            writer.key("column")
            writer.integer(column)
        }
        writer.endObject()
    }

    /// Writes an origin that the identifier does not imply. Only console logs and captured documents have one.
    private mutating func writeOrigin(of constraint: LayoutConstraint) {
        if constraint.origin != LayoutConstraint.Origin(identifier: constraint.identifier) { member("origin", constraint.origin.rawValue) }
    }

    /// Writes the members that only a console log has: the constraint as printed, and the symbol of an unknown constant.
    private mutating func writeFragmentParts(of constraint: LayoutConstraint) {
        member("unknownConstant", constraint.unknownConstant)
        member("printed", constraint.printed)
    }

    // MARK: Captured documents

    mutating func write(_ capture: Capture) {
        writer.key("capture")
        writer.beginObject()
        member("tool", capture.tool)
        member("os", capture.os)
        member("device", capture.device)
        member("scale", capture.scale)
        member("date", capture.date)
        writer.endObject()
    }

    mutating func write(_ observations: [ViewObservation]) {
        writer.key("observed")
        writer.beginObject()
        for observation in observations {
            writer.key(text: document.views[observation.view].id)
            writer.beginObject()
            if let frame = observation.frame {
                writer.key("frame")
                writer.beginObject()
                member("x", frame.x)
                member("y", frame.y)
                member("width", frame.width)
                member("height", frame.height)
                writer.endObject()
            }
            if let isAmbiguous = observation.isAmbiguous { member("ambiguous", isAmbiguous) }
            if observation.affecting != ViewObservation.AffectingLists() {
                writer.key("affecting")
                writer.object {
                    if let ids = observation.affecting.horizontal { $0.member("horizontal", ids) }
                    if let ids = observation.affecting.vertical { $0.member("vertical", ids) }
                }
            }
            writer.endObject()
        }
        writer.endObject()
    }
}
