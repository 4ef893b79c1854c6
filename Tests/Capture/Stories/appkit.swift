// A layout of the stand-in for AppKit, whose coordinates run upwards: `appkit FOLDER` writes its document into the folder.
import AppKit
import XCTest

@MainActor func pin(
    _ holder: NSView, _ first: AnyObject, _ attribute: NSLayoutConstraint.Attribute, _ second: AnyObject?,
    _ other: NSLayoutConstraint.Attribute = .notAnAttribute, _ constant: CGFloat = 0
) {
    holder.addConstraint(
        NSLayoutConstraint(
            item: first, attribute: attribute, relatedBy: .equal, toItem: second, attribute: other, multiplier: 1, constant: constant))
}

@main @MainActor struct Stories {
    static func main() throws {
        let root = NSView(frame: CGRect(x: 0, y: 0, width: 400, height: 300))
        let button = NSButton(frame: CGRect(x: 20, y: 256, width: 80, height: 24))
        button.title = "Save"
        button.identifier = NSUserInterfaceItemIdentifier(rawValue: "_NS:12")
        let field = NSTextField(frame: CGRect(x: 108, y: 256, width: 60, height: 16))
        field.stringValue = "a secret"
        field.placeholderString = "Name"
        field.isEditable = true
        for view in [button, field] {
            view.translatesAutoresizingMaskIntoConstraints = false
            root.addSubview(view)
        }
        pin(root, button, .leading, root, .leading, 20)
        pin(root, button, .top, root, .top, 20)
        pin(root, field, .leading, button, .trailing, 8)
        pin(root, field, .lastBaseline, button, .lastBaseline)
        let bar = NSView(frame: CGRect(x: 0, y: 0, width: 400, height: 40))
        bar.autoresizingMask = .width
        root.addSubview(bar)
        let guide = NSLayoutGuide()
        guide.frame = CGRect(x: 0, y: 100, width: 400, height: 50)
        root.addLayoutGuide(guide)
        for (attribute, constant) in [(NSLayoutConstraint.Attribute.leading, CGFloat(0)), (.trailing, 0), (.top, 150)] {
            pin(root, guide, attribute, root, attribute, constant)
        }
        pin(root, guide, .height, nil, .notAnAttribute, 50)
        let folder = URL(fileURLWithPath: CommandLine.arguments[1])
        try Data(Plumbline.capture(root).utf8).write(to: folder.appendingPathComponent("appkit.json"))
    }
}
