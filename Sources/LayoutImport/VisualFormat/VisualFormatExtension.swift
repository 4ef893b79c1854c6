/// The features of the extended grammar beyond Apple's.
enum VisualFormatExtension {
    case percentages, arithmetic, attributes, spacers, ranges, groups, disconnections, bothAxes, constraintLines, comments

    /// The feature with its verb, for the error if it is not allowed.
    var words: String {
        switch self {
        case .percentages: "percentages are"
        case .arithmetic: "arithmetic with a view is"
        case .attributes: "an attribute of a view is"
        case .spacers: "an equal spacer '~' is"
        case .ranges: "a range of views is"
        case .groups: "several views in one place are"
        case .disconnections: "a disconnection '->' is"
        case .bothAxes: "HV: is"
        case .constraintLines: "a constraint line C: is"
        case .comments: "a comment is"
        }
    }
}

/// The grammar of a visual format.
struct VisualFormatGrammar {
    /// Whether the extensions are allowed.
    var isExtended = false
    /// Whether `#` and `//` end the format.
    var allowsComments = false
    /// The advice to users how to allow the extensions.
    var permission = "to use extensions, add \"extended\": true at the top level of the document"

    func require(_ feature: VisualFormatExtension, at offset: Int) throws(VisualFormatError) {
        if isExtended { return }
        let equation = feature == .constraintLines ? "; an equation such as a.centerY == b.centerY needs no C:" : ""
        throw VisualFormatError(
            offset: offset, code: "extension-not-allowed", message: "\(feature.words) not part of Apple's visual format; \(permission)\(equation)")
    }
}
