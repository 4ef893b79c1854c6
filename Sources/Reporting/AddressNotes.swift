/// Writes the addresses of a log's views beside the names that a report gives them, where each is first mentioned.
struct AddressNotes {
    /// The views that are not mentioned yet, the longest names first: `UIView 12` contains `UIView 1`.
    private var open: [(name: String, address: String)]

    init(_ addresses: [String: String]) {
        let views = addresses.map { (name: $0.key.terminalSafe(), address: $0.value.terminalSafe()) }
        open = views.sorted { ($1.name.count, $0.name) < ($0.name.count, $1.name) }
    }

    /// Returns a sentence with the addresses in brackets: `UIView 1 (0x7f80) is 20 wide`.
    mutating func beside(_ text: String) -> String {
        var text = text
        for view in take(from: text, isBeside: true) {
            guard let range = AddressNotes.range(of: view.name, in: text, isBeside: true) else { continue }
            text.insert(contentsOf: " (\(view.address))", at: range.upperBound)
        }
        return text
    }

    /// Returns a row with the addresses after it, since they would break up its equation.
    mutating func after(_ text: String) -> String {
        let views = take(from: text, isBeside: false)
        return views.isEmpty ? text : "\(text); \(views.map { "\($0.name) is \($0.address)" }.joined(separator: ", "))"
    }

    /// Removes and returns the views that the text mentions, in its order.
    private mutating func take(from text: String, isBeside: Bool) -> [(name: String, address: String)] {
        let found = open.compactMap { view in
            AddressNotes.range(of: view.name, in: text, isBeside: isBeside).map { (place: $0.lowerBound, view: view) }
        }
        open.removeAll { view in found.contains { $0.view.name == view.name } }
        return found.sorted { $0.place < $1.place }.map(\.view)
    }

    /// Returns the first place of a name that is not a part of a longer word or number.
    ///
    /// - Parameter isBeside: whether something is to follow the name, which must not be in an equation then: `UIView 1.width`.
    private static func range(of name: String, in text: String, isBeside: Bool) -> Range<String.Index>? {
        func isPart(_ character: Character?) -> Bool { character.map { $0.isLetter || $0.isNumber } ?? false }
        return text.ranges(of: name).first { range in
            let rest = text[range.upperBound...]
            let isAttribute = rest.first == "." && isPart(rest.dropFirst().first)
            return !isPart(text[..<range.lowerBound].last) && !isPart(rest.first) && !(isBeside && isAttribute)
        }
    }
}
