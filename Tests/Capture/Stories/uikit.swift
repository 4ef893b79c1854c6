// Layouts of the stand-in for UIKit, captured by PlumblineCapture.swift: `uikit FOLDER` writes a document for each into the folder.
import UIKit
import XCTest

@MainActor func add<View: UIView>(_ view: View, to parent: UIView, _ frame: CGRect) -> View {
    view.translatesAutoresizingMaskIntoConstraints = false
    view.frame = frame
    parent.addSubview(view)
    return view
}

@MainActor @discardableResult
func pin(
    _ holder: UIView, _ first: AnyObject, _ attribute: NSLayoutConstraint.Attribute, _ second: AnyObject?,
    _ other: NSLayoutConstraint.Attribute = .notAnAttribute, _ constant: CGFloat = 0, _ relation: NSLayoutConstraint.Relation = .equal,
    multiplier: CGFloat = 1
) -> NSLayoutConstraint {
    let constraint = NSLayoutConstraint(
        item: first, attribute: attribute, relatedBy: relation, toItem: second, attribute: other, multiplier: multiplier, constant: constant)
    holder.addConstraint(constraint)
    return constraint
}

@MainActor func screen() -> UIView {
    UIView(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
}

@MainActor func label(_ text: String) -> UILabel {
    let label = UILabel()
    label.text = text
    return label
}

/// A label in the safe area, one in the margins, a badge with a mask, a button, baselines, a ratio: everything is decided.
@MainActor func clean() -> UIView {
    let root = screen()
    root.following = UIViewController()
    root.safeAreaLayoutGuide.layoutFrame = CGRect(x: 0, y: 47, width: 390, height: 763)
    let identifiers = [("top", NSLayoutConstraint.Attribute.top, CGFloat(47)), ("bottom", .bottom, -34), ("left", .left, 0), ("right", .right, 0)]
    for (side, attribute, inset) in identifiers {
        pin(root, root.safeAreaLayoutGuide, attribute, root, attribute, inset).identifier = "UIViewSafeAreaLayoutGuide-\(side)"
    }
    root.layoutMargins = UIEdgeInsets(top: 47, left: 16, bottom: 34, right: 16)
    let title = add(label("Hello \"you\"\n"), to: root, CGRect(x: 16, y: 55, width: 118, height: 20))
    title.accessibilityIdentifier = "cell title"
    title.setContentHuggingPriority(UILayoutPriority(251.5), for: .horizontal)
    pin(root, title, .leading, root, .leadingMargin)
    pin(root, title, .top, root.safeAreaLayoutGuide, .top, 8).identifier = "title-top"
    title.addConstraint(
        NSContentSizeLayoutConstraint(
            item: title, attribute: .width, relatedBy: .equal, toItem: nil, attribute: .notAnAttribute, multiplier: 1, constant: 118))
    let price = add(label("12"), to: root, CGRect(x: 354, y: 55, width: 20, height: 20))
    pin(root, price, .trailing, root, .trailing, -16)
    pin(root, price, .firstBaseline, title, .firstBaseline)
    pin(root, title, .trailing, price, .leading, -8, .lessThanOrEqual)
    let photo = add(UIView(), to: root, CGRect(x: 130, y: 100, width: 130, height: 97.5))
    photo.transform = .quarterTurn
    pin(root, photo, .centerX, root, .centerX)
    pin(root, photo, .top, root, .top, 100)
    pin(root, photo, .width, root, .width, multiplier: 1 / 3)
    pin(photo, photo, .height, photo, .width, multiplier: 0.75)
    let badge = UIView(frame: CGRect(x: 370, y: 8, width: 12, height: 12))
    badge.autoresizingMask = .flexibleLeftMargin
    root.addSubview(badge)
    root.addConstraint(
        NSAutoresizingMaskLayoutConstraint(
            item: badge, attribute: .width, relatedBy: .equal, toItem: nil, attribute: .notAnAttribute, multiplier: 1, constant: 13))
    let button = UIButton()
    button.currentTitle = "Buy"
    pin(root, add(button, to: root, CGRect(x: 0, y: 300, width: 44, height: 44)), .leading, root, .leading)
    pin(root, button, .top, root, .top, 300)
    return root
}

/// A list whose content is as wide as its frame and 1200 high.
@MainActor func scrolling() -> UIView {
    let root = screen()
    let list = add(UIScrollView(), to: root, CGRect(x: 0, y: 0, width: 390, height: 844))
    for attribute in [NSLayoutConstraint.Attribute.leading, .trailing, .top, .bottom] { pin(root, list, attribute, root, attribute) }
    let content = add(UIView(), to: list, CGRect(x: 0, y: 0, width: 390, height: 1200))
    for attribute in [NSLayoutConstraint.Attribute.leading, .trailing, .top, .bottom] {
        pin(list, content, attribute, list.contentLayoutGuide, attribute)
    }
    pin(list, content, .width, list.frameLayoutGuide, .width)
    pin(content, content, .height, nil, .notAnAttribute, 1200)
    return root
}

/// The label is pinned to both sides, and 60 wide.
@MainActor func conflicting() -> UIView {
    let root = UIView(frame: CGRect(x: 0, y: 0, width: 70, height: 44))
    let title = add(label("Hello"), to: root, CGRect(x: 8, y: 0, width: 54, height: 20))
    pin(root, title, .leading, root, .leading, 8)
    pin(root, title, .trailing, root, .trailing, -8)
    pin(title, title, .width, nil, .notAnAttribute, 60)
    pin(root, title, .top, root, .top)
    return root
}

/// Nothing says where the label is vertically, and the platform says so, too.
@MainActor func ambiguous() -> UIView {
    let root = UIView(frame: CGRect(x: 0, y: 0, width: 70, height: 44))
    let title = add(label("Hello"), to: root, CGRect(x: 8, y: 0, width: 50, height: 20))
    title.standInAmbiguity = true
    pin(root, title, .leading, root, .leading, 8)
    return root
}

/// What no capture may end the app by: numbers that are none, items that are gone or elsewhere, names of all kinds.
@MainActor func hostile() -> UIView {
    let root = UIView(frame: CGRect(x: 0, y: 0, width: CGFloat.nan, height: CGFloat.infinity))
    let window = UIView()
    window.addSubview(root)
    for name in ["", "é.x", "1", "UILabel", "UILabel_2", "a\"b\\c\u{1}", "list.content", String(repeating: "n", count: 500)] {
        let view = add(label("\u{2028}\u{0}\(name)😀"), to: root, CGRect(x: CGFloat.nan, y: -.infinity, width: -5, height: .greatestFiniteMagnitude))
        view.accessibilityIdentifier = name
        pin(root, view, .width, nil, .notAnAttribute, .nan, multiplier: .infinity)
        pin(root, view, .leading, root, .leading, .greatestFiniteMagnitude, multiplier: 0)
        pin(window, view, .top, root, .top).priority = UILayoutPriority(.nan)
        pin(window, view, .top, window, .top)
        pin(root, view, .top, UIView(), .top)
        pin(root, UIView(), .top, view, .top)
        pin(root, view, .top, nil, .top)
        pin(root, NSString("no view"), .top, view, .top)
        view.setContentHuggingPriority(UILayoutPriority(0), for: .vertical)
    }
    root.addSubview(UIView(frame: CGRect(x: CGFloat.nan, y: 0, width: -1, height: CGFloat.infinity)))
    return root
}

/// So many labels, each below the one before.
@MainActor func many(_ count: Int, isDeep: Bool = false) -> UIView {
    let root = screen()
    var last = root
    for index in 0..<count {
        let view = add(label("Row \(index)"), to: isDeep ? last : root, CGRect(x: 0, y: CGFloat(isDeep ? 0 : index * 20), width: 390, height: 20))
        pin(root, view, .leading, root, .leading)
        pin(root, view, .trailing, root, .trailing)
        pin(root, view, .top, last, last === root || isDeep ? .top : .bottom)
        last = view
    }
    return root
}

/// A label that a session follows: it gets longer, then another one comes, and then it collides with a fixed width.
@MainActor func record() {
    let root = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 44))
    let title = add(label("Hi"), to: root, CGRect(x: 8, y: 0, width: 20, height: 20))
    let leading = pin(root, title, .leading, root, .leading, 8)
    pin(root, title, .top, root, .top)
    Plumbline.record(root)
    Plumbline.record(root)
    title.text = "Hello you"
    Plumbline.record(root)
    let price = add(label("12"), to: root, CGRect(x: 260, y: 0, width: 20, height: 20))
    pin(root, price, .leading, title, .trailing, 8)
    pin(root, price, .top, root, .top)
    leading.constant = 16
    root.frame.size.width = 300
    Plumbline.record(root)
    pin(root, price, .trailing, root, .trailing, -8)
    pin(title, title, .width, nil, .notAnAttribute, 60)
    pin(price, price, .width, nil, .notAnAttribute, 60)
    Plumbline.record(root)
    price.removeFromSuperview()
    for constraint in root.constraints where constraint.firstItem === price || constraint.secondItem === price { root.removeConstraint(constraint) }
    for constraint in title.constraints { title.removeConstraint(constraint) }
    Plumbline.record(root)
    root.layoutMargins.left = 20
    Plumbline.record(root)
    Plumbline.finishRecording()
}

@MainActor func assert(_ view: UIView, _ sizes: [CGSize], name: String) {
    do {
        try Plumbline.assertLayout(view, sizes: sizes, test: name)
        print("\(name): passed")
    } catch {
        print("\(name): \(error)")
    }
}

@main @MainActor struct Stories {
    static func main() throws {
        let folder = URL(fileURLWithPath: CommandLine.arguments[1])
        let layouts: [(String, UIView)] = [
            ("clean", clean()), ("scrolling", scrolling()), ("conflicting", conflicting()), ("ambiguous", ambiguous()), ("hostile", hostile()),
            ("many", many(2000)), ("deep", many(400, isDeep: true)), ("too-many", many(6000)),
        ]
        for (name, view) in layouts {
            let begun = clock()
            let text = Plumbline.capture(view)
            print("\(name): \((clock() - begun) / 1000) ms")
            try Data(text.utf8).write(to: folder.appendingPathComponent(name + ".json"))
        }
        precondition(Plumbline.attachment(conflicting()).data == Data(Plumbline.capture(conflicting()).utf8))
        weak var recorded: UIView?
        do {
            let view = conflicting()
            recorded = view
            Plumbline.record(view)
            Plumbline.finishRecording()
        }
        print("released: \(recorded == nil)")
        record()
        let cell = conflicting()
        assert(cell, [CGSize(width: 70, height: 44), CGSize(width: 80, height: 44)], name: "testCell()")
        print("restored: \(Int(cell.frame.width))")
        let fitting = conflicting()
        for constraint in fitting.subviews[0].constraints { fitting.subviews[0].removeConstraint(constraint) }
        assert(fitting, [CGSize(width: 70, height: 44), CGSize(width: 80, height: 44)], name: "testFitting()")
    }
}
