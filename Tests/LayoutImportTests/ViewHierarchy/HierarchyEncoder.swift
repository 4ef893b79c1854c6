import Compression
import ExactArithmetic
import Foundation
import JSON
import LayoutModel
import Testing

/// Writes documents as Xcode's exported view hierarchies, from the description of the format alone.
struct HierarchyEncoder {
    let document: LayoutDocument
    let frames: [LayoutFrame]
    /// Views that the platform calls ambiguous.
    var ambiguous: Set<Int> = []
    var isGzipped = true
    var prefix = "Shop.viewhierarchy/"

    /// The address of a view, a constraint or something else.
    static func address(ofView index: Int) -> String { "0x10" + String(0xA000 + 16 * index, radix: 16) }
    static func address(ofConstraint index: Int) -> String { "0x600000" + String(0x1000 + 16 * index, radix: 16) }
    private static func address(ofContent index: Int, _ axis: Axis) -> String {
        "0x700000" + String(0x1000 + 16 * index + (axis == .horizontal ? 0 : 8), radix: 16)
    }

    // MARK: Values

    static func float(_ value: Double) -> JSONTree { .string(String(format: "%a", value)) }

    static func property(_ name: String, _ format: String, _ value: JSONTree, status: Int = 4) -> JSONTree {
        object([
            "propertyName": .string(name), "propertyFormat": .string(format), "propertyValue": value,
            "fetchStatus": .number(JSONTree.Number(.integer(Int64(status)))),
        ])
    }

    static func object(_ members: KeyValuePairs<String, JSONTree>) -> JSONTree {
        .object(members.map { JSONTree.Member(key: $0.key, value: $0.value) })
    }

    static func json(_ tree: JSONTree) -> [UInt8] {
        var writer = JSONWriter()
        writer.tree(tree)
        return writer.bytes
    }

    static func zip(_ responses: [JSONTree], prefix: String = "Shop.viewhierarchy/", isGzipped: Bool = true, metadata: String? = nil) -> [UInt8] {
        var writer = ZipWriter()
        let list = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0"><dict><key>DocumentVersion</key><string>1</string><key>RunnableDisplayName</key><string>Shop</string></dict></plist>
            """
        writer.add(prefix + "metadata", Array((metadata ?? list).utf8))
        // In an order that is not that of the numbers.
        for (number, response) in responses.enumerated().reversed() {
            let bytes = json(response)
            writer.add(prefix + "RequestResponses/Response_\(number)", isGzipped ? Gzip.pack(bytes) ?? bytes : bytes)
        }
        return writer.bytes
    }

    static func group(_ id: String, _ objects: [JSONTree]) -> JSONTree {
        object(["groupingID": .string(id), "debugHierarchyObjects": .array(objects)])
    }

    // MARK: The document

    var zip: [UInt8] {
        let first = HierarchyEncoder.object([
            "version": .string("1"), "request": .object([]),
            "topLevelGroups": HierarchyEncoder.object([
                "com.apple.UIKit.UIWindow": HierarchyEncoder.group("com.apple.UIKit.UIWindow", [view(document.root)])
            ]),
        ])
        let second = HierarchyEncoder.object(["version": .string("1"), "topLevelPropertyDescriptions": .object(descriptions)])
        return HierarchyEncoder.zip([first, second], prefix: prefix, isGzipped: isGzipped)
    }

    private func className(_ index: Int) -> String {
        let view = document.views[index]
        switch view.kind {
        case .guide, .content: return "UILayoutGuide"
        case .scroll: return "UIScrollView"
        case .view: return view.className ?? (index == document.root ? "UIWindow" : "UIView")
        }
    }

    private func isView(_ index: Int) -> Bool { document.views[index].kind == .view || document.views[index].kind == .scroll }

    private func view(_ index: Int) -> JSONTree {
        let children = document.views.indices.filter { document.views[$0].parent == index && isView($0) }
        // Subviews of a content area are those of its scroll view.
        let inContent = document.views.indices.filter { child in
            guard let parent = document.views[child].parent, isView(child) else { return false }
            return document.views[parent].kind == .content && document.views[parent].parent == index
        }
        let guides = document.views.indices.filter { document.views[$0].parent == index && !isView($0) }
        let rows = document.constraints.indices.filter { holder(of: document.constraints[$0]) == index }.map(constraint) + contentSizes(index)
        return HierarchyEncoder.object([
            "objectID": .string(HierarchyEncoder.address(ofView: index)), "className": .string(className(index)), "visibility": .string("1"),
            "properties": .array([]),
            "childGroup": HierarchyEncoder.group("com.apple.UIKit.UIView", (children + inContent).sorted().map(view)),
            "additionalGroups": .array([
                HierarchyEncoder.group(
                    "com.apple.QuartzCore.CALayer",
                    [HierarchyEncoder.object(["objectID": .string("0x99\(index)"), "className": .string("CALayer")])]),
                HierarchyEncoder.group("com.apple.UIKit.UILayoutGuide", guides.map(guide)),
                HierarchyEncoder.group("com.apple.UIKit.NSLayoutConstraint", rows),
            ]),
        ])
    }

    private func guide(_ index: Int) -> JSONTree {
        let name = document.views[index].kind == .content ? "UIScrollView-contentLayoutGuide" : "guide \(index)"
        return HierarchyEncoder.object([
            "objectID": .string(HierarchyEncoder.address(ofView: index)), "className": .string("UILayoutGuide"),
            "properties": .array([HierarchyEncoder.property("identifier", "public.plain-text", .string(name))]),
        ])
    }

    /// The nearest view that both items are in.
    private func holder(of constraint: LayoutConstraint) -> Int {
        func path(_ item: Int) -> [Int] {
            var path: [Int] = []
            var next: Int? = item
            while let view = next {
                if isView(view) { path.append(view) }
                next = document.views[view].parent
            }
            return path
        }
        let own = path(constraint.first.item)
        guard let second = constraint.second else { return own[0] }
        let other = Set(path(second.item))
        return own.first(where: other.contains) ?? document.root
    }

    private func item(_ index: Int) -> JSONTree {
        HierarchyEncoder.object(["className": .string(className(index)), "memoryAddress": .string(HierarchyEncoder.address(ofView: index))])
    }

    private static let codes: [LayoutAttribute: Int] = [
        .left: 1, .right: 2, .top: 3, .bottom: 4, .leading: 5, .trailing: 6, .width: 7, .height: 8, .centerX: 9, .centerY: 10, .lastBaseline: 11,
        .firstBaseline: 12, .leftMargin: 13, .rightMargin: 14, .topMargin: 15, .bottomMargin: 16, .leadingMargin: 17, .trailingMargin: 18,
        .centerXWithinMargins: 19, .centerYWithinMargins: 20,
    ]

    private func constraint(_ index: Int) -> JSONTree {
        let constraint = document.constraints[index]
        let relation = [LayoutRelation.equal: "0", .lessThanOrEqual: "-1", .greaterThanOrEqual: "1"][constraint.relation] ?? "0"
        let second = constraint.second.flatMap { HierarchyEncoder.codes[$0.attribute] } ?? 0
        var properties = [
            HierarchyEncoder.property("firstItem", "objectInfo", item(constraint.first.item)),
            HierarchyEncoder.property("firstAttribute", "integer", .string("\(HierarchyEncoder.codes[constraint.first.attribute] ?? 0)")),
            HierarchyEncoder.property("secondAttribute", "integer", .string("\(second)")),
            HierarchyEncoder.property("relation", "integer", .string(relation)),
            HierarchyEncoder.property("multiplier", "f", HierarchyEncoder.float(Double(Float(constraint.multiplier.double)))),
            HierarchyEncoder.property("constant", "CGf", HierarchyEncoder.float(constraint.constant.double)),
            HierarchyEncoder.property("priority", "f", HierarchyEncoder.float(Double(Float(constraint.priority.double)))),
            HierarchyEncoder.property("active", "b", .string(constraint.isActive ? "1" : "0")),
        ]
        if let second = constraint.second { properties.append(HierarchyEncoder.property("secondItem", "objectInfo", item(second.item))) }
        if let name = constraint.identifier { properties.append(HierarchyEncoder.property("identifier", "public.plain-text", .string(name))) }
        return HierarchyEncoder.object([
            "objectID": .string(HierarchyEncoder.address(ofConstraint: index)), "className": .string("NSLayoutConstraint"),
            "properties": .array(properties),
        ])
    }

    private func contentSizes(_ index: Int) -> [JSONTree] {
        [Axis.horizontal, .vertical].compactMap { axis in
            document.views[index].intrinsicContentSize[axis].map { length in
                HierarchyEncoder.object([
                    "objectID": .string(HierarchyEncoder.address(ofContent: index, axis)), "className": .string("NSContentSizeLayoutConstraint"),
                    "properties": .array([
                        HierarchyEncoder.property("firstItem", "objectInfo", item(index)),
                        HierarchyEncoder.property("firstAttribute", "integer", .string(axis == .horizontal ? "7" : "8")),
                        HierarchyEncoder.property("constant", "CGf", HierarchyEncoder.float(length.double)),
                        HierarchyEncoder.property("active", "b", .string("1")),
                    ]),
                ])
            }
        }
    }

    // MARK: Properties of a later response

    private var descriptions: [JSONTree.Member] {
        document.views.indices.filter(isView).flatMap { index in
            properties(index).map { property in
                JSONTree.Member(key: "\(HierarchyEncoder.address(ofView: index)).\(property["propertyName"]?.string ?? "")", value: property)
            }
        }
    }

    private func rectangle(_ values: [Rational]) -> JSONTree { .array(values.map { HierarchyEncoder.float($0.double) }) }

    private func properties(_ index: Int) -> [JSONTree] {
        let view = document.views[index]
        var frame = frames[index]
        if let design = view.autoresizing { frame = LayoutFrame(x: design.x, y: design.y, width: design.width, height: design.height) }
        let format = "CGf, CGf, CGf, CGf"
        let mask = view.autoresizing.map { autoresizing in
            Autoresizing.Flexible.allCases.enumerated().reduce(0) { $0 | (autoresizing.mask.contains($1.element) ? 1 << $1.offset : 0) }
        }
        var properties = [
            HierarchyEncoder.property("frame", format, rectangle([frame.x, frame.y, frame.width, frame.height])),
            HierarchyEncoder.property("bounds", format, rectangle([.zero, .zero, frame.width, frame.height])),
            HierarchyEncoder.property("hasAmbiguousLayout", "b", .string(ambiguous.contains(index) ? "1" : "0")),
            HierarchyEncoder.property("translatesAutoresizingMaskIntoConstraints", "b", .string(mask == nil ? "0" : "1")),
            HierarchyEncoder.property("horizontalContentHuggingPriority", "f", HierarchyEncoder.float(view.hugging.horizontal.double)),
            HierarchyEncoder.property("verticalContentHuggingPriority", "f", HierarchyEncoder.float(view.hugging.vertical.double)),
            HierarchyEncoder.property(
                "contentCompressionResistancePriorityHorizontal", "f", HierarchyEncoder.float(view.compressionResistance.horizontal.double)),
            HierarchyEncoder.property(
                "contentCompressionResistancePriorityVertical", "f", HierarchyEncoder.float(view.compressionResistance.vertical.double)),
            HierarchyEncoder.property("traitCollectionLayoutDirection", "integer", .string(document.direction == .rtl ? "1" : "0")),
        ]
        if let mask { properties.append(HierarchyEncoder.property("autoresizingMask", "uinteger", .string(String(mask, radix: 16)))) }
        if let text = view.text { properties.append(HierarchyEncoder.property("text", "public.plain-text", .string(text))) }
        if let name = view.outlet { properties.append(HierarchyEncoder.property("accessibilityIdentifier", "public.plain-text", .string(name))) }
        if view.layoutMargins != LayoutInsets() {
            let margins = view.layoutMargins.resolved(document.direction, default: 8)
            properties.append(
                HierarchyEncoder.property("layoutMargins", format, rectangle([margins.top, margins.left, margins.bottom, margins.right])))
        }
        if let first = view.firstBaselineFromTop {
            properties.append(HierarchyEncoder.property("firstBaselineOffsetFromTop", "CGf", HierarchyEncoder.float(first.double)))
        }
        if !view.lastBaselineFromBottom.isZero {
            properties.append(
                HierarchyEncoder.property("lastBaselineOffsetFromBottom", "CGf", HierarchyEncoder.float(view.lastBaselineFromBottom.double)))
        }
        return properties
    }
}
