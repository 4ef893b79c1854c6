/// A text in which the signs ①②③… mark places; they are no part of it.
struct MarkedText {
    private(set) var text = ""
    /// Line and column, from 1, of each mark.
    private(set) var places: [Character: Place] = [:]

    struct Place: Hashable, CustomStringConvertible {
        var line: Int
        var column: Int

        var description: String { "\(line):\(column)" }
    }

    init(_ marked: String) {
        var place = Place(line: 1, column: 1)
        for character in marked {
            if "①②③④⑤⑥⑦⑧⑨".contains(character) {
                places[character] = place
                continue
            }
            text.append(character)
            place = character == "\n" ? Place(line: place.line + 1, column: 1) : Place(line: place.line, column: place.column + 1)
        }
    }
}
