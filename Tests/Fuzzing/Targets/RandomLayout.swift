internal import JSON

/// A small layout that bytes decide: views of every kind in a tree, and constraints among them, so that nearly any bytes give a document that is valid.
struct RandomLayout {
    private static let attributes = [
        "left", "right", "top", "bottom", "leading", "trailing", "width", "height", "centerX", "centerY", "firstBaseline", "lastBaseline",
        "leftMargin", "topMargin", "centerXWithinMargins",
    ]
    private static let relations = ["==", "<=", ">="]
    private static let multipliers = ["1", "2", "0.5", "-1", "375:667", "1.3333333333", "0", "1000000", "0.000001"]
    private static let constants = ["0", "8", "-8", "60", "0.1", "100", "-20.5", "333.333", "1000000", "0.000001", "0.0000004"]
    private static let priorities = ["1000", "1000", "1000", "999", "750", "250", "50", "1", "749.5"]
    private static let masks = [
        "flexibleLeftMargin", "flexibleWidth", "flexibleRightMargin", "flexibleTopMargin", "flexibleHeight", "flexibleBottomMargin",
    ]

    private var bytes: ArraySlice<UInt8>
    /// All constraints are required, along one axis, and between few views beside each other.
    private let isKnot: Bool

    static func json(_ bytes: [UInt8]) -> [UInt8] {
        var layout = RandomLayout(bytes: bytes[...])
        return layout.document()
    }

    private init(bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        isKnot = bytes.first.map { $0 >= 0xF0 } ?? false
    }

    private mutating func next(_ count: Int) -> Int {
        Int(bytes.popFirst() ?? 0) % count
    }

    private mutating func pick(_ choices: [String]) -> String {
        choices[next(choices.count)]
    }

    private mutating func document() -> [UInt8] {
        var writer = JSONWriter(capacity: 2048)
        let viewCount = isKnot ? 7 + next(3) : 1 + next(6)
        writer.beginObject()
        writer.member("direction", pick(["ltr", "rtl"]))
        switch next(4) {
        case 0: break
        case 1: size(&writer, ["width": pick(["70", "320", "0"])])
        case 2: size(&writer, ["height": pick(["44", "568", "0"])])
        default: size(&writer, ["width": pick(["70", "320", "0"]), "height": pick(["44", "568", "0"])])
        }
        writer.key("views")
        writer.beginArray()
        for number in 0..<viewCount { view(number, &writer) }
        writer.endArray()
        writer.key("constraints")
        writer.beginArray()
        var count = 0
        while !bytes.isEmpty, count < 40 {
            constraint(viewCount, &writer)
            count += 1
        }
        writer.endArray()
        writer.endObject()
        return writer.bytes
    }

    private func size(_ writer: inout JSONWriter, _ sides: [String: String]) {
        writer.key("size")
        writer.beginObject()
        for (side, length) in sides.sorted(by: { $0.key < $1.key }) {
            writer.key(text: side)
            writer.number(length)
        }
        writer.endObject()
    }

    private mutating func view(_ number: Int, _ writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", number == 0 ? "root" : "v\(number)")
        if isKnot, number > 0 {
            writer.member("parent", "root")
        } else if number > 0 {
            let parent = next(number)
            writer.member("parent", parent == 0 ? "root" : "v\(parent)")
            switch next(8) {
            case 0: writer.member("kind", "guide")
            case 1: writer.member("kind", "scroll")
            case 2: autoresizing(&writer)
            case 3, 4: intrinsicSize(&writer)
            case 5:
                writer.key("alignmentRectInsets")
                writer.object { writer in
                    writer.key("top")
                    writer.number("2")
                    writer.key("left")
                    writer.number("3.5")
                }
            default: break
            }
        }
        writer.endObject()
    }

    private mutating func autoresizing(_ writer: inout JSONWriter) {
        let mask = next(64)
        writer.key("autoresizing")
        writer.beginObject()
        writer.key("frame")
        writer.beginObject()
        for (side, length) in [("x", pick(["8", "0", "-4"])), ("y", "8"), ("width", pick(["20", "0"])), ("height", "20")] {
            writer.key(text: side)
            writer.number(length)
        }
        writer.endObject()
        size(&writer, "superview", ["width": pick(["100", "320", "0"]), "height": "100"])
        writer.key("mask")
        writer.array(RandomLayout.masks.enumerated().filter { mask >> $0.offset & 1 == 1 }) { $0.string($1.element) }
        writer.endObject()
    }

    private func size(_ writer: inout JSONWriter, _ key: String, _ sides: [String: String]) {
        writer.key(text: key)
        writer.beginObject()
        for (side, length) in sides.sorted(by: { $0.key < $1.key }) {
            writer.key(text: side)
            writer.number(length)
        }
        writer.endObject()
    }

    private mutating func intrinsicSize(_ writer: inout JSONWriter) {
        size(&writer, "intrinsicContentSize", ["width": pick(["60", "-1", "0"]), "height": pick(["20", "20.5"])])
        for key in ["hugging", "compressionResistance"] {
            size(&writer, key, ["horizontal": pick(["250", "251", "750", "1000"]), "vertical": pick(["250", "750"])])
        }
    }

    private mutating func constraint(_ viewCount: Int, _ writer: inout JSONWriter) {
        func item(_ number: Int) -> String { number == 0 ? "root" : "v\(number)" }
        if isKnot {
            let (one, other, edges) = (item(1 + next(viewCount - 1)), item(next(viewCount)), ["left", "right", "centerX"])
            let (first, second) = next(4) == 0 ? ("width", "width") : (pick(edges), pick(edges))
            let (relation, multiplier) = (pick(RandomLayout.relations), pick(["1", "1", "1", "0.5", "2", "375:667"]))
            let constant = pick(["0", "8", "60"])
            writer.string("\(one).\(first) \(relation) \(multiplier) * \(other).\(second) + \(constant)")
            return
        }
        let attribute = next(RandomLayout.attributes.count)
        let first = "\(item(next(viewCount))).\(RandomLayout.attributes[attribute])"
        let relation = RandomLayout.relations[next(RandomLayout.relations.count)]
        let isSize = attribute == 6 || attribute == 7
        let (multiplier, constant, priority) = (pick(RandomLayout.multipliers), pick(RandomLayout.constants), pick(RandomLayout.priorities))
        let second: String
        if isSize, next(2) == 0 {
            second = constant
        } else {
            let other = RandomLayout.attributes[isSize ? 6 + next(2) : next(3) > 0 ? attribute : next(RandomLayout.attributes.count)]
            second = "\(multiplier) * \(item(next(viewCount))).\(other) \(constant.hasPrefix("-") ? "-" : "+") \(constant.drop { $0 == "-" })"
        }
        writer.string("\(first) \(relation) \(second) @ \(priority)")
    }
}
