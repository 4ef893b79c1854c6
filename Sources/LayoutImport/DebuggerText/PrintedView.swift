internal import LayoutModel

/// A view as a debugger or a message prints it: `UILabel:0x7f80'Total'`, `<Shop.Cell: 0x7f80; frame = …>`.
struct PrintedView: Hashable {
    var className: String
    var address: UInt64
    var title: String?

    /// The short class name, with the title if there is one.
    var name: String {
        let short = ClassName.short(className)
        return title.map { "\(short) “\($0)”" } ?? short
    }

    /// The name, with the address if there is no title.
    var nameAndAddress: String { title == nil ? "\(name) (\(addressText))" : name }

    var addressText: String { "0x" + String(address, radix: 16) }

    /// Whether a framework owns it: a view of a private class, a guide with an identifier of the framework, or a window.
    var isOfSystem: Bool {
        className.hasPrefix("_UI") || className.hasPrefix("_NS") || ["UIButtonLabel", "UIWindow"].contains(className)
            || isGuide && title.map { title in ["UIView", "UIButtonBar"].contains(where: title.hasPrefix) } == true
    }

    var isGuide: Bool { className.hasSuffix("LayoutGuide") }

    /// The view in the form of a constraint's description.
    var item: PrintedItem { PrintedItem(name: "\(className):\(addressText)", className: className, address: address, title: title) }

    /// Returns the distinct views that a line names, in order. Constraints, anchors and layers are excluded.
    static func all(in line: Bytes, most: Int) -> [PrintedView] {
        var found: [PrintedView] = []
        var index = 0
        let end = min(line.count, longestLine)
        while index < end, found.count < most {
            // `Class:0x7f80`, `<Class: 0x7f80; …`, `<Class 0x7f80>`.
            let isColon = line[index] == Byte.colon
            guard isColon || line[index] == Byte.space && line.at(index + 1) == UInt8(ascii: "0") else {
                index += 1
                continue
            }
            let start = isColon && line.at(index + 1) == Byte.space ? index + 2 : index + 1
            if let view = view(in: line, end: index, address: start, isBracketed: !isColon), !isOther(view.className),
                !found.contains(where: { $0.address == view.address })
            {
                found.append(view)
            }
            index += 1
        }
        return found
    }

    private static let longestLine = 1 << 14
    private static let longestName = 200
    private static let longestTitle = 200

    /// Returns the view whose class name ends at an index.
    private static func view(in line: Bytes, end colon: Int, address start: Int, isBracketed: Bool) -> PrintedView? {
        guard line.has("0x", at: start) else { return nil }
        var end = start + 2
        while end < line.count, end - start <= 18, line[end].isHexDigit { end += 1 }
        var first = colon
        while first > 0, colon - first < longestName, line[first - 1].isClassName { first -= 1 }
        guard first < colon, !line[first].isDigit, !isBracketed || line.at(first - 1) == Byte.less, let address = line.hexadecimal(start + 2..<end),
            address != 0
        else { return nil }
        var title: String?
        // A quote before a letter is an apostrophe.
        let rest = line.at(end) == Byte.quote ? line[(end + 1)...].prefix(longestTitle) : []
        if let close = rest.indices.first(where: { rest[$0] == Byte.quote && line.at($0 + 1)?.isLetter != true }), close > end + 1 {
            title = TitleText.decoded(line[(end + 1)..<close])
        }
        return PrintedView(className: line.text(first..<colon), address: address, title: title)
    }

    private static func isOther(_ className: String) -> Bool {
        ["Constraint", "Anchor", "Layer"].contains(where: className.hasSuffix) || className == "layer" || className == "names"
    }
}
