/// Finds the beginnings of descriptions in a line only by their form: `<`, a class name that contains `Constraint`, and a colon.
enum DescriptionFinder {
    /// Returns the indices at which descriptions begin, in order: at their `<`, or if that was lost, at the class name before an
    /// address.
    static func starts(in line: Bytes, from start: Int = 0) -> [Int] {
        var starts: [Int] = []
        var index = start
        while index < line.count {
            // Tests the capital C first, since only names that contain it can be a constraint's class.
            if line[index] == UInt8(ascii: "C"), line.has("Constraint", at: index) {
                let (first, last) = className(in: line, around: index, from: start)
                if line.at(last) == Byte.colon, let begin = beginning(of: first, in: line, endingAt: last) {
                    starts.append(begin)
                } else if isNamed(line, first..<last) {
                    starts.append(first - 1)
                }
                index = Swift.max(last, index + 1)
            } else {
                index += 1
            }
        }
        return starts
    }

    /// Returns whether a description begins anywhere, with its bracket escaped or not.
    static func containsStart(_ text: Bytes) -> Bool {
        var index = 0
        while index < text.count {
            if text[index] == UInt8(ascii: "C"), text.has("Constraint", at: index) {
                let (first, last) = className(in: text, around: index, from: 0)
                if text.at(last) == Byte.colon, text.has("&lt;", at: first - 4) || beginning(of: first, in: text, endingAt: last) != nil {
                    return true
                }
                if isNamed(text, first..<last) { return true }
                index = Swift.max(last, index + 1)
            } else {
                index += 1
            }
        }
        return false
    }

    /// Returns whether a description without an address begins before a class name: `<NSLayoutConstraint H:|-[title]>`,
    /// `<NSLayoutConstraint title.width == 60>`. Prose has no orientation, and no attribute, after the class.
    private static func isNamed(_ line: Bytes, _ name: Range<Int>) -> Bool {
        guard line.at(name.lowerBound - 1) == Byte.less, line.at(name.upperBound) == Byte.space,
            line.has("LayoutConstraint", at: name.upperBound - 16)
        else { return false }
        let body = name.upperBound + 1
        if line.has("H:", at: body) || line.has("V:", at: body) { return true }
        var end = body
        while let byte = line.at(end), byte.isClassName || byte == Byte.colon, end - body < 256 { end += 1 }
        guard let dot = line[body..<end].lastIndex(of: Byte.dot), dot > body else { return false }
        return PrintedAttribute(line.text((dot + 1)..<end)) != nil
    }

    private static func className(in line: Bytes, around index: Int, from start: Int) -> (first: Int, last: Int) {
        var first = index
        // No class name is longer, and the bound makes the search linear.
        let limit = Swift.max(start, index - 256)
        while first > limit, line[first - 1].isClassName { first -= 1 }
        var last = index
        while last < line.count, line[last].isClassName { last += 1 }
        return (first, last)
    }

    private static func beginning(of first: Int, in line: Bytes, endingAt colon: Int) -> Int? {
        var before = first
        while before > 0, line[before - 1] == Byte.space, first - before < 2 { before -= 1 }
        if before > 0, line[before - 1] == Byte.less { return before > 1 && line[before - 2] == Byte.less ? before - 2 : before - 1 }
        let isConstraintClass = colon >= 10 && line.has("Constraint", at: colon - 10)
        let follows = line.skippingBlanks(from: colon + 1)
        return isConstraintClass && line.has("0x", at: follows) ? first : nil
    }
}
