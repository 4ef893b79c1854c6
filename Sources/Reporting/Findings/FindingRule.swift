// What each kind of finding is called, and what is to be known of it.

extension Finding.Kind {
    /// In annotations.
    public var title: String {
        switch self {
        case .conflict: "Layout conflict"
        case .ambiguity: "Ambiguous layout"
        case .incomplete: "Incomplete console log"
        case .design: "Design leftover"
        case .unproven: "Not proven"
        case .unreadable: "Unreadable input"
        }
    }

    /// One sentence.
    var summary: String {
        switch self {
        case .conflict: "Required constraints cannot hold together."
        case .ambiguity: "The constraints leave a view's position or size open."
        case .incomplete: "The system reported a conflict, but what the log shows of it can hold together."
        case .design: "The file holds something that the layout does not bear out."
        case .unproven: "The analysis ended before it could prove this part."
        case .unreadable: "The file could not be read as a layout."
        }
    }

    var help: String {
        switch self {
        case .conflict:
            "The rows listed are a minimal set that no layout can satisfy: taken together as often as stated, they add up to a contradiction. "
                + "The system breaks one of them at run time. Lower the priority of one, change its constant, or remove it."
        case .ambiguity:
            "More than one layout satisfies the constraints equally well, so the system picks one, not always the same. "
                + "Add a constraint that settles what is open, or give constraints that tie different priorities."
        case .incomplete:
            "The conflict rests on something that the log does not print: a margin, a baseline, the digits of a rounded constant. "
                + "The finding names what would have to be known."
        case .design:
            "Interface Builder stores frames, placeholders and constraints of other variations beside the layout. "
                + "The message says what does not fit; update the frames, or remove what is left over."
        case .unproven: "Allow more time with --deadline, or check a smaller layout. With --allow-incomplete this is no finding."
        case .unreadable: "The message names the place of the mistake."
        }
    }

    var severity: Finding.Severity {
        switch self {
        case .conflict, .unreadable: .error
        case .ambiguity, .unproven: .warning
        case .incomplete, .design: .note
        }
    }
}
