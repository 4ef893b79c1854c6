/// What the extended grammar has beyond Apple's.
enum VisualFormatExtension {
    case percentages, arithmetic, attributes, spacers, ranges, groups, disconnections, bothAxes, constraintLines, comments

    /// With its verb, for the error where it is not allowed.
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

/// Which grammar a visual format is read by.
struct VisualFormatGrammar {
    /// Takes the extensions.
    var isExtended = false
    /// `#` and `//` end the format.
    var allowsComments = false
    /// How a user allows the extensions.
    var permission = "\"extended\": true allows it"

    func require(_ feature: VisualFormatExtension, at offset: Int) throws(VisualFormatError) {
        if isExtended { return }
        throw VisualFormatError(
            offset: offset, code: "extension-not-allowed", message: "\(feature.words) an extension of the visual format: \(permission)")
    }
}
