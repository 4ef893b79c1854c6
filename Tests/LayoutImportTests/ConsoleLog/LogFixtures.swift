internal import ExactArithmetic
internal import LayoutImport
internal import LayoutModel
internal import Testing

/// The only message of a log, all of whose lines must be understood.
func fragment(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> LayoutDocument {
    let log = try ConsoleLogImporter().read(text)
    #expect(log.skipped == [], sourceLocation: sourceLocation)
    return try #require(log.messages.count == 1 ? log.messages.first : nil, sourceLocation: sourceLocation)
}

/// The document of one description.
func fragment(of description: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> LayoutDocument {
    let document = try fragment("(\n    \"\(description)\"\n)\n", sourceLocation: sourceLocation)
    #expect(document.constraints.count == 1, sourceLocation: sourceLocation)
    return document
}

extension LayoutDocument {
    /// A constraint in words, to compare: `A.top == B.bottom * 2 + 8`.
    func words(_ index: Int = 0) -> String {
        let constraint = constraints[index]
        func words(_ anchor: LayoutAnchor) -> String { "\(views[anchor.item].id).\(anchor.attribute.rawValue)" }
        var text = "\(words(constraint.first)) \(constraint.relation.rawValue)"
        if let second = constraint.second {
            text += " \(words(second))"
            if !constraint.multiplier.isOne { text += " * \(constraint.multiplier.decimalText())" }
            if !constraint.constant.isZero || constraint.unknownConstant != nil {
                text += " + \(constraint.unknownConstant ?? constraint.constant.decimalText())"
            }
        } else {
            text += " \(constraint.constant.decimalText(places: 320))"
        }
        return text
    }

    func view(_ id: String) -> LayoutView? { views.first { $0.id == id } }

    func parent(of id: String) -> String? { view(id)?.parent.map { views[$0].id } }
}

/// A message of two constraints as iOS prints it.
let iOSMessage = """
    Unable to simultaneously satisfy constraints.
    \tProbably at least one of the constraints in the following list is one you don't want.\u{20}
    \tTry this:\u{20}
    \t\t(1) look at each constraint and try to figure out which you don't expect;\u{20}
    \t\t(2) find the code that added the unwanted constraint or constraints and fix it.\u{20}
    (
        "<NSLayoutConstraint:0x60000a01 UILabel:0x7fb01'Total'.height >= 44   (active)>",
        "<NSLayoutConstraint:0x60000a02 'UIView-Encapsulated-Layout-Height' UILabel:0x7fb01'Total'.height == 20   (active)>"
    )

    Will attempt to recover by breaking constraint\u{20}
    <NSLayoutConstraint:0x60000a01 UILabel:0x7fb01'Total'.height >= 44   (active)>

    Make a symbolic breakpoint at UIViewAlertForUnsatisfiableConstraints to catch this in the debugger.
    The methods in the UIConstraintBasedLayoutDebugging category on UIView listed in <UIKitCore/UIView.h> may also be helpful.
    """
