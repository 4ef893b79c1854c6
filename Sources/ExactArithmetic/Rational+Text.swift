// Conversions between numbers and text: from decimals, to decimals and fractions.

extension Rational {
    /// The exponents of ten that are accepted in decimal text. Numbers beyond them would not fit in a double.
    private static let exponents = -400...400

    /// Parses an exact decimal, `[-|+] digits [. digits] [e [-|+] digits]`; returns nil for anything else.
    public init?(decimal text: some StringProtocol) {
        var bytes = Array(text.utf8)[...]
        var isNegative = false
        if let sign = bytes.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            isNegative = sign == UInt8(ascii: "-")
            bytes.removeFirst()
        }
        func takeDigits() -> ArraySlice<UInt8> {
            let digits = bytes.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            bytes = bytes[digits.endIndex...]
            return digits
        }
        var digits = Array(takeDigits())
        guard !digits.isEmpty else { return nil }
        var exponent = 0
        if bytes.first == UInt8(ascii: ".") {
            bytes.removeFirst()
            let fraction = takeDigits()
            guard !fraction.isEmpty else { return nil }
            digits += fraction
            exponent = -fraction.count
        }
        if let mark = bytes.first, mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E") {
            bytes.removeFirst()
            var isBelow = false
            if let sign = bytes.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
                isBelow = sign == UInt8(ascii: "-")
                bytes.removeFirst()
            }
            let written = takeDigits()
            guard !written.isEmpty, written.count <= 6, let value = Int(String(decoding: written, as: UTF8.self)) else { return nil }
            exponent += isBelow ? -value : value
        }
        guard bytes.isEmpty else { return nil }
        self.init(digits: digits, exponent: exponent, isNegative: isNegative)
    }

    private init?(digits: [UInt8], exponent: Int, isNegative: Bool) {
        var digits = digits[...]
        var exponent = exponent
        while digits.count > 1, digits.first == UInt8(ascii: "0") { digits.removeFirst() }
        while exponent < 0, digits.count > 1, digits.last == UInt8(ascii: "0") {
            digits.removeLast()
            exponent += 1
        }
        if digits.elementsEqual([UInt8(ascii: "0")]) {
            self = .zero
            return
        }
        guard Rational.exponents.contains(exponent), digits.count <= 1000 else { return nil }
        let text = String(decoding: digits, as: UTF8.self)
        if digits.count <= 18, (-18...0).contains(exponent), let mantissa = Int64(text) {
            self = Rational.reduced(Int128(isNegative ? -mantissa : mantissa), Int128(Rational.powersOfTen[-exponent]))
        } else {
            self.init(BigRational(digits: text, exponent: exponent, isNegative: isNegative))
        }
    }

    /// Creates the shortest decimal that is read back as `value`, or returns nil if `value` is not finite.
    public init?(shortestDecimalOf value: Double) {
        if value.magnitude < 9e15, let integer = Int(exactly: value) {
            self.init(integer)
        } else if value.isFinite {
            self.init(decimal: value.description)
        } else {
            return nil
        }
    }

    /// The number as a double, infinite beyond the range of doubles. If numerator and denominator have at most 53 bits it is the
    /// nearest double, otherwise it is at most two doubles away from that.
    public var double: Double {
        switch storage {
        case .small(let numerator, let denominator): Double(numerator) / Double(denominator)
        case .big(let value): value.double
        }
    }

    /// Whether the number is in the range of finite doubles, so that JSON parsers can represent it.
    public var isInRangeOfDoubles: Bool {
        guard case .big(let value) = storage, value.mayBeBeyondDoubles, let greatest = Rational.greatestDouble else { return true }
        return magnitude <= greatest
    }

    private static let greatestDouble = Rational(shortestDecimalOf: .greatestFiniteMagnitude)

    /// The greatest integer that is not above the value.
    public var floor: Rational {
        switch storage {
        case .small(let numerator, let denominator):
            let quotient = numerator / denominator
            return Rational(lowest: numerator < 0 && numerator % denominator != 0 ? quotient - 1 : quotient, 1)
        case .big(let value):
            return Rational(value.floor)
        }
    }

    public var numerator: Rational {
        switch storage {
        case .small(let numerator, _): Rational(lowest: numerator, 1)
        case .big(let value): Rational(value.parts.numerator)
        }
    }

    public var denominator: Rational {
        switch storage {
        case .small(_, let denominator): Rational(lowest: denominator, 1)
        case .big(let value): Rational(value.parts.denominator)
        }
    }

    /// The greatest common divisor of two integers, not negative.
    public static func greatestCommonDivisor(_ a: Rational, _ b: Rational) -> Rational {
        Rational(BigRational.greatestCommonDivisor(a.big, b.big)).magnitude
    }

    /// The number as `Int`; nil if it is no integer or does not fit.
    public var integer: Int? {
        if case .small(let numerator, 1) = storage { return Int(numerator) }
        return nil
    }

    /// Returns the nearest fraction whose denominator is at most `limit`; of two equally near ones, that with the smaller
    /// denominator. Source: best rational approximation by continued fractions, as Python's `Fraction.limit_denominator`.
    public func limitingDenominator(to limit: Int) -> Rational {
        let bound = Rational(limit)
        if denominator <= bound { return self }
        var (p0, q0, p1, q1) = (Rational.zero, Rational.one, Rational.one, Rational.zero)
        var (n, d) = (numerator, denominator)
        while true {
            guard let quotient = n.divided(by: d) else { break }
            let a = quotient.floor
            let q2 = q0 + a * q1
            if q2 > bound { break }
            (p0, q0, p1, q1) = (p1, q1, p0 + a * p1, q2)
            (n, d) = (d, n - a * d)
        }
        guard let steps = (bound - q0).divided(by: q1)?.floor,
            let one = (p0 + steps * p1).divided(by: q0 + steps * q1),
            let two = p1.divided(by: q1)
        else { return self }
        return (two - self).magnitude <= (one - self).magnitude ? two : one
    }

    /// Returns whether the number is a multiple of `10^-places`.
    public func isDecimal(places: Int) -> Bool {
        guard case .small(_, var rest) = storage else { return (self * Rational.powerOfTen(places)).isInteger }
        var (twos, fives) = (0, 0)
        while rest % 2 == 0 { (rest, twos) = (rest / 2, twos + 1) }
        while rest % 5 == 0 { (rest, fives) = (rest / 5, fives + 1) }
        return rest == 1 && max(twos, fives) <= places
    }

    /// Returns the number rounded to a multiple of `10^-places`, halves away from zero.
    public func rounded(toPlaces places: Int) -> Rational {
        if isInteger, places >= 0 { return self }
        if case .big = storage, let (whole, fraction, digits) = shortDecimal(places: places), whole <= Int.max {
            let result = Rational(Int(whole)) + Rational(Int(fraction)) * Rational.powerOfTen(digits).reciprocal
            return isNegative ? -result : result
        }
        let scale = Rational.powerOfTen(places)
        let scaled = (magnitude * scale + .half).floor
        let result = scaled.divided(by: scale) ?? scaled
        return isNegative ? -result : result
    }

    /// Returns the double nearest to the number rounded to a multiple of `10^-places`, halves away from zero. It equals the
    /// double parsed from `decimalText`, and is finite.
    public func double(places: Int) -> Double {
        if let (whole, fraction, digits) = shortDecimal(places: places) {
            let scale = Rational.powersOfTen[digits]
            let (product, isTooLong) = whole.multipliedReportingOverflow(by: scale)
            // The quotient of two exactly represented doubles is correctly rounded.
            if !isTooLong, scale < 1 << 52, product < 1 << 52 {
                let value = Double(product + fraction) / Double(scale)
                return isNegative ? -value : value
            }
        }
        let value = Double(decimalText(places: places)) ?? double
        return value.isFinite ? value : isNegative ? -Double.greatestFiniteMagnitude : .greatestFiniteMagnitude
    }

    /// The powers of ten from 10^0 to 10^18.
    private static let powersOfTen: [UInt64] = (0..<18).reduce(into: [1]) { powers, place in powers.append(powers[place] * 10) }

    /// Returns `10^places`; `places` must not be negative.
    static func powerOfTen(_ places: Int) -> Rational {
        var power = Rational.one
        for _ in 0..<(places / 18) { power *= Rational(Int(powersOfTen[18])) }
        return power * Rational(Int(powersOfTen[places % 18]))
    }

    /// Returns the magnitude rounded to `10^-places`, halves up, as `whole + fraction / 10^digits` with the fewest digits; nil if
    /// that does not fit in machine words.
    public func shortDecimal(places: Int) -> (whole: UInt64, fraction: UInt64, digits: Int)? {
        guard (0...18).contains(places) else { return nil }
        let scale = Rational.powersOfTen[places]
        var whole: UInt64
        var fraction: UInt64
        switch storage {
        case .small(let numerator, let denominator):
            let divisor = denominator.magnitude
            let rest: UInt64
            (whole, rest) = numerator.magnitude.quotientAndRemainder(dividingBy: divisor)
            let (quotient, remainder) = divisor.dividingFullWidth(rest.multipliedFullWidth(by: scale))
            fraction = remainder >= divisor - remainder ? quotient + 1 : quotient
        case .big(let value):
            guard let rounded = value.roundedMagnitude(times: scale) else { return nil }
            (whole, fraction) = rounded.quotientAndRemainder(dividingBy: scale)
        }
        if fraction == scale { (whole, fraction) = (whole + 1, 0) }
        if fraction == 0 { return (whole, 0, 0) }
        var digits = places
        while fraction % 10 == 0 {
            fraction /= 10
            digits -= 1
        }
        return (whole, fraction, digits)
    }

    /// Returns the number rounded to `10^-places`, as the shortest decimal text without an exponent: `0.5`, `-12`, `8.333333`.
    public func decimalText(places: Int = 6) -> String {
        if let whole = integer { return String(whole) }
        if let (whole, fraction, digits) = shortDecimal(places: places) {
            let sign = isNegative ? "-" : ""
            if digits == 0 { return whole == 0 ? "0" : sign + String(whole) }
            let text = String(fraction)
            return "\(sign)\(whole).\(String(repeating: "0", count: digits - text.utf8.count))\(text)"
        }
        var digits = (magnitude * Rational.powerOfTen(places) + .half).floor.description
        if digits == "0" { return "0" }
        if digits.utf8.count <= places { digits = String(repeating: "0", count: places + 1 - digits.utf8.count) + digits }
        let point = digits.index(digits.endIndex, offsetBy: -places)
        var text = String(digits[..<point])
        var fraction = digits[point...]
        while fraction.last == "0" { fraction.removeLast() }
        if !fraction.isEmpty { text += "." + fraction }
        return isNegative ? "-" + text : text
    }
}

extension Rational: CustomStringConvertible {
    /// The text `"p"` or `"p/q"` in lowest terms.
    public var description: String {
        switch storage {
        case .small(let numerator, 1): String(numerator)
        case .small(let numerator, let denominator): "\(numerator)/\(denominator)"
        case .big(let value): value.text
        }
    }
}
