/// A range of view names as in autolayout.js: `a1..5`, `a..5` (which is `a`, `a2` … `a5`), `a..c`, and `a1..a5`.
struct ViewRange {
    private enum Ends {
        case numbers(first: Int, width: Int)
        /// The first name has no number and counts as 1.
        case numbersFromPlain
        case letters(first: UInt8)
    }

    private let stem: [UInt8]
    private let ends: Ends
    /// The number of views.
    let count: Int

    /// Returns nil if the second end does not follow the first.
    init?(first: [UInt8], last: [UInt8]) {
        let digits = first.suffix(while: \.isDigit)
        let stem = first.dropLast(digits.count)
        // A whole name at the end repeats its stem.
        let end = !digits.isEmpty && last.count > stem.count && last.starts(with: stem) ? last[stem.count...] : last[...]
        if end.allSatisfy(\.isDigit), let final = ViewRange.number(end) {
            let begin = digits.isEmpty ? 1 : ViewRange.number(digits)
            guard let begin, begin <= final else { return nil }
            self.stem = Array(stem)
            ends = digits.isEmpty ? .numbersFromPlain : .numbers(first: begin, width: digits.first == UInt8(ascii: "0") ? digits.count : 0)
            count = final - begin + 1
        } else {
            // `a..c`, or whole names with the same stem.
            guard let from = first.last, let to = last.last, from | 0x20 >= UInt8(ascii: "a"), from & 0x20 == to & 0x20, from <= to,
                from.isNameStart, to.isNameStart, last.count == 1 || last.dropLast() == first.dropLast()
            else { return nil }
            self.stem = Array(first.dropLast())
            ends = .letters(first: from)
            count = Int(to - from) + 1
        }
    }

    /// Returns the name at an index of the range, from 0.
    func name(_ position: Int) -> [UInt8] {
        switch ends {
        case .letters(let first): return stem + [first + UInt8(truncatingIfNeeded: position)]
        case .numbersFromPlain: return position == 0 ? stem : stem + Array(String(position + 1).utf8)
        case .numbers(let first, let width):
            let digits = Array(String(first + position).utf8)
            return stem + Array(repeating: UInt8(ascii: "0"), count: max(0, width - digits.count)) + digits
        }
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        digits.count <= 9 ? Int(String(decoding: digits, as: UTF8.self)) : nil
    }
}

extension [UInt8] {
    fileprivate func suffix(while predicate: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        self[(lastIndex { !predicate($0) }.map { $0 + 1 } ?? 0)...]
    }
}
