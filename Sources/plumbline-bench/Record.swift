internal import JSON

/// A line of the results: the figures of one measurement on a file, by name.
struct Record {
    var file: String
    var views: Int
    var measurement: String
    private(set) var figures: [Figure] = []

    struct Figure {
        var name: String
        var value: Double
    }

    init(_ workload: Workload, _ measurement: String) {
        file = workload.path
        views = workload.views
        self.measurement = measurement
    }

    mutating func add(_ name: String, _ value: Double) {
        figures.append(Figure(name: name, value: value))
    }

    mutating func add(_ name: String, _ value: Int) {
        add(name, Double(value))
    }

    mutating func add(_ counts: AllocationCounts) {
        add("allocations", counts.allocations)
        add("allocated_bytes", counts.bytes)
        add("peak_bytes", counts.peak)
    }

    /// Adds times in milliseconds: the total under `name`, and the parts under their own names.
    mutating func add(_ medians: Medians, _ name: String, parts: [String] = []) {
        add(name, medians.total * 1000)
        for (part, seconds) in zip(parts, medians.parts) { add(part, seconds * 1000) }
        add("runs", medians.runs)
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("file")
        writer.string(file)
        writer.key("views")
        writer.integer(views)
        writer.key("measurement")
        writer.string(measurement)
        for figure in figures {
            writer.key(text: figure.name)
            writer.number(figure.value.figureText(places: 6))
        }
        writer.endObject()
    }

    var text: String {
        let name = file.split(separator: "/").last.map(String.init) ?? file
        let words = figures.map { "\($0.name) \($0.value.figureText(places: 3))" }
        return "\(name.padded(to: 28)) \(measurement.padded(to: 14)) \(words.joined(separator: "  "))"
    }
}

extension Double {
    /// Returns the number with at most `places` decimals and no exponent. Returns 0 for NaN, infinities and magnitudes from 9e15.
    func figureText(places: Int) -> String {
        guard isFinite, magnitude < 9e15 else { return "0" }
        if let whole = Int(exactly: self) { return String(whole) }
        var scale = 1.0
        for _ in 0..<places { scale *= 10 }
        let scaled = (self * scale).rounded()
        guard scaled.magnitude < 9e15 else { return String(Int(self)) }
        let digits = Int(scaled.magnitude)
        let fraction = String(digits % Int(scale))
        let text = "\(digits / Int(scale)).\(String(repeating: "0", count: places - fraction.utf8.count))\(fraction)"
        return scaled < 0 ? "-" + text : text
    }
}

extension String {
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - utf8.count))
    }
}
