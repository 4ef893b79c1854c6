internal import ExactArithmetic
internal import JSON

/// A property's value as the export writes it: text whose meaning depends on the format.
struct HierarchyValue {
    enum Content {
        case text(String)
        case list([String])
        /// A reference to an object, by its address.
        case object(className: String?, address: String)
    }

    var content: Content
    private let format: String

    /// Numbers of at least this magnitude mean "none" or are damaged (`CGFLOAT_MAX`).
    private static let greatest = 1e9
    /// Numbers below this magnitude are the noise of floating-point arithmetic.
    private static let least = 1e-9
    /// The length in characters of a text that is retained.
    private static let longestText = 2000

    /// Creates the value of a description, or returns nil for a kind of value that no layout has.
    init?(_ value: JSONValue, format: String) {
        self.format = format
        if let text = value.string {
            content = .text(String(text.prefix(HierarchyValue.longestText)))
        } else if let bool = value.bool {
            content = .text(bool ? "1" : "0")
        } else if let number = value.number {
            content = .list([number.double.description])
        } else if value.elements != nil {
            content = .list(HierarchyValue.texts(of: value))
        } else if let address = value["memoryAddress"]?.string {
            content = .object(className: value["className"]?.string, address: address)
        } else {
            return nil
        }
    }

    /// Returns the texts of an array; a point and a size may be arrays of their own.
    private static func texts(of value: JSONValue) -> [String] {
        let most = 16
        var texts: [String] = []
        guard let elements = value.elements else { return texts }
        for element in elements {
            if texts.count >= most { break }
            if let inner = element.elements {
                for number in inner where texts.count < most { texts.append(HierarchyValue.text(of: number)) }
            } else {
                texts.append(HierarchyValue.text(of: element))
            }
        }
        return texts
    }

    private static func text(of value: JSONValue) -> String {
        value.string ?? value.number?.double.description ?? ""
    }

    var text: String? { if case .text(let text) = content { text } else { nil } }

    var bool: Bool? {
        switch text?.lowercased() {
        case "1", "yes", "true": true
        case "0", "no", "false": false
        default: nil
        }
    }

    /// An integer: hexadecimal without a prefix for the unsigned formats, else decimal.
    var integer: Int? {
        switch content {
        case .text(let text):
            guard format == "uinteger" || format == "ul" || format == "ull" else { return Int(text) ?? double.flatMap { Int(exactly: $0) } }
            return UInt64(text.hasPrefix("0x") ? String(text.dropFirst(2)) : text, radix: 16).map { Int(truncatingIfNeeded: $0) }
        case .list(let texts): return texts.first.flatMap(Double.init).flatMap { Int(exactly: $0) }
        case .object: return nil
        }
    }

    /// A floating-point number, hexadecimal as in C99 or decimal; nil if it is not a length.
    var double: Double? { numbers?.first }

    /// The numbers of an array, of a text with commas, or of one number; nil if one of them is not a length.
    var numbers: [Double]? {
        let texts: [String]
        switch content {
        case .text(let text): texts = text.split(whereSeparator: { $0 == "," || $0 == " " || $0 == "{" || $0 == "}" }).map(String.init)
        case .list(let list): texts = list
        case .object: return nil
        }
        var numbers: [Double] = []
        for text in texts {
            guard let number = Double(text), number.magnitude < HierarchyValue.greatest else { return nil }
            numbers.append(number.magnitude < HierarchyValue.least ? 0 : number)
        }
        return numbers.isEmpty ? nil : numbers
    }

    /// The number as the decimal that a person wrote.
    var rational: Rational? { double.flatMap { HierarchyValue.rational($0) } }

    /// A number of the 32-bit kind: the fraction with a denominator up to 1000 that it represents, else its shortest decimal.
    var rationalOfFloat: Rational? {
        guard let double else { return nil }
        let float = Float(double)
        // A capture that has all digits of the double is used unchanged.
        guard Double(float) == double, float.isFinite else { return HierarchyValue.rational(double) }
        let shortest = Rational(decimal: float.description)
        guard !float.isZero, let least = Rational(decimal: Double(float.nextDown).description),
            let greatest = Rational(decimal: Double(float.nextUp).description), let own = Rational(decimal: double.description)
        else { return shortest }
        // Half the way to the neighbours: all of these numbers are stored as this one.
        let half = Rational(1, over: 2) ?? .one
        let near = Rational.simplest(in: (own + least) * half...(own + greatest) * half)
        return near.denominator <= 1000 ? near : shortest
    }

    static func rational(_ double: Double) -> Rational? { Rational(shortestDecimalOf: double) }

    /// Frames and rectangles: x, y, width, height.
    var rectangle: HierarchyRectangle? {
        guard let numbers, numbers.count == 4 else { return nil }
        return HierarchyRectangle(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
}

struct HierarchyRectangle {
    var x: Double
    var y: Double
    var width: Double
    var height: Double
}

/// An object's address in one spelling: `0x` and lower-case digits without leading zeros.
enum HierarchyAddress {
    static func normal(_ text: some StringProtocol) -> String {
        var digits = text.lowercased()[...]
        if digits.hasPrefix("0x") { digits = digits.dropFirst(2) }
        digits = digits.drop { $0 == "0" }
        return "0x" + (digits.isEmpty ? "0" : digits)
    }
}
