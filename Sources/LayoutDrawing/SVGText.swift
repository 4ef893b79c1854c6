/// Text of an SVG file, written bit by bit.
struct SVGText {
    private(set) var text = ""

    mutating func line(_ markup: String) {
        text += markup
        text += "\n"
    }

    /// A length, rounded to hundredths.
    static func number(_ value: Double) -> String {
        guard value.isFinite else { return "0" }
        let hundredths = (value * 100).rounded()
        if hundredths.magnitude > 1e15 { return "0" }
        let whole = Int64(hundredths)
        if whole % 100 == 0 { return String(whole / 100) }
        let fraction = (whole % 100).magnitude
        let digits = fraction % 10 == 0 ? "\(fraction / 10)" : (fraction < 10 ? "0\(fraction)" : "\(fraction)")
        return (whole < 0 ? "-" : "") + "\((whole / 100).magnitude).\(digits)"
    }

    /// Text that is no markup, whatever it holds; what XML cannot hold is shown as a replacement character.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\t", "\n", "\r": result += " "
            default:
                let isAllowed = scalar.value >= 0x20 && !(0x7f...0x9f).contains(scalar.value) && scalar.value & 0xfffe != 0xfffe
                result.unicodeScalars.append(isAllowed && !isTurning(scalar) ? scalar : "\u{fffd}")
            }
        }
        return result
    }

    /// Turns the direction of what follows, which could make a label say something else.
    private static func isTurning(_ scalar: Unicode.Scalar) -> Bool {
        (0x202a...0x202e).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }

    /// The text, shortened to what has room.
    static func fitted(_ text: String, width: Double) -> String {
        let room = Int(max(0, min(200, width / 5.5)))
        let scalars = text.unicodeScalars
        guard scalars.count > room else { return text }
        return room < 2 ? "" : String(String.UnicodeScalarView(scalars.prefix(room - 1))) + "…"
    }
}
