internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import Testing

@Suite struct ImplicitRowTests {
    @Test func `implicit rows come in the manual's order, then the document's`() {
        let guide = LayoutView(id: "safe", parent: 0, kind: .guide, insets: LayoutInsets(top: 47))
        let label = LayoutView(id: "label", parent: 1, intrinsicContentSize: LayoutSize(width: 60, height: 20))
        let system = LoweredSystem(
            lowering: document(
                size: LayoutSize(width: 390), outer: guide, inner: label,
                [LayoutConstraint(id: "c1", first: LayoutAnchor(inner, .width), constant: 10)]))
        #expect(
            system.rows.indices.map(system.id(of:)) == [
                "root.width>=0", "root.height>=0", "safe.width>=0", "safe.height>=0", "label.width>=0", "label.height>=0",
                "root.width==size", "root.height==fitting",
                "safe.insets.left", "safe.insets.top", "safe.insets.right", "safe.insets.bottom",
                "label.hugging.horizontal", "label.compressionResistance.horizontal",
                "label.hugging.vertical", "label.compressionResistance.vertical", "c1",
            ])
        #expect(system.text(of: "root.width==size") == "1 * root.width + -390 == 0 @ 1000")
        #expect(system.text(of: "root.height==fitting") == "1 * root.height + 0 == 0 @ 50")
        #expect(system.text(of: "safe.insets.top") == "1 * safe.y + -47 == 0 @ 1000")
        #expect(system.text(of: "safe.insets.bottom") == "-1 * root.height + 1 * safe.y + 1 * safe.height + 0 == 0 @ 1000")
        #expect(system.text(of: "label.hugging.horizontal") == "-1 * label.width + 60 >= 0 @ 250")
        #expect(system.text(of: "label.compressionResistance.vertical") == "1 * label.height + -20 >= 0 @ 750")
    }

    @Test func `a guide's insets lie between alignment rectangles, and mirror with leading`() {
        let guide = LayoutView(
            id: "guide", parent: 1, kind: .guide, alignmentRectInsets: LayoutInsets(left: 1, right: 2), insets: LayoutInsets(leading: 5))
        let system = LoweredSystem(
            lowering: document(
                direction: .rtl, outer: LayoutView(id: "outer", parent: 0, alignmentRectInsets: LayoutInsets(left: 10, right: 20)), inner: guide))
        #expect(system.text(of: "guide.insets.left") == "1 * guide.x + -9 == 0 @ 1000")
        #expect(system.text(of: "guide.insets.right") == "-1 * outer.width + 1 * guide.x + 1 * guide.width + 23 == 0 @ 1000")
    }

    @Test func `intrinsic sizes are about the alignment rectangle`() {
        let label = LayoutView(
            id: "label", parent: 0, intrinsicContentSize: LayoutSize(width: 60), alignmentRectInsets: LayoutInsets(left: 3, right: 4))
        let system = LoweredSystem(lowering: document(outer: label))
        #expect(system.text(of: "label.compressionResistance.horizontal") == "1 * label.width + -67 >= 0 @ 750")
        #expect(system.text(of: "label.hugging.vertical") == nil)
    }

    @Test func `a content area lies at its scroll view's origin`() {
        let system = LoweredSystem(
            lowering: document(
                outer: LayoutView(id: "list", parent: 0, kind: .scroll), inner: LayoutView(id: "list.content", parent: 1, kind: .content)))
        #expect(system.text(of: "list.content.insets.left") == "1 * list.content.x + 0 == 0 @ 1000")
        #expect(system.text(of: "list.content.insets.top") == "1 * list.content.y + 0 == 0 @ 1000")
    }

    @Test func `flexible parts share growth in proportion to their design lengths`() {
        let design = Autoresizing(
            x: 10, y: 20, width: 30, height: 40, superviewWidth: 100, superviewHeight: 100, mask: [.flexibleLeftMargin, .flexibleWidth])
        let badge = LayoutView(id: "badge", parent: 0, intrinsicContentSize: LayoutSize(width: 5), autoresizing: design)
        let system = LoweredSystem(lowering: document(outer: badge))
        // Shares 1/4 and 3/4 of W - 100.
        #expect(system.text(of: "badge.autoresizing.x") == "-0.25 * root.width + 1 * badge.x + 15 == 0 @ 1000")
        #expect(system.text(of: "badge.autoresizing.width") == "-0.75 * root.width + 1 * badge.width + 45 == 0 @ 1000")
        // Nothing vertical is flexible: the bottom margin takes all.
        #expect(system.text(of: "badge.autoresizing.y") == "1 * badge.y + -20 == 0 @ 1000")
        #expect(system.text(of: "badge.autoresizing.height") == "1 * badge.height + -40 == 0 @ 1000")
        #expect(system.text(of: "badge.hugging.horizontal") == nil)
    }

    @Test func `flexible parts share equally where one is negative or all are 0`() {
        let design = Autoresizing(
            x: 10, y: 0, width: 95, height: 100, superviewWidth: 100, superviewHeight: 100,
            mask: [.flexibleLeftMargin, .flexibleRightMargin, .flexibleTopMargin, .flexibleBottomMargin])
        let system = LoweredSystem(lowering: document(outer: LayoutView(id: "badge", parent: 0, autoresizing: design)))
        #expect(system.text(of: "badge.autoresizing.x") == "-0.5 * root.width + 1 * badge.x + 40 == 0 @ 1000")
        #expect(system.text(of: "badge.autoresizing.y") == "-0.5 * root.height + 1 * badge.y + 50 == 0 @ 1000")
    }
}
