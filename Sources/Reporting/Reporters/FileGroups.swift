internal import StandardAdditions

/// Values by files, in the order in which the files come first. Two files whose names differ only in the form of a letter are two.
struct FileGroups<Value> {
    private var order: [ExactText] = []
    private var values: [ExactText: [Value]] = [:]

    /// Adds values of a file, which has a group also without any.
    mutating func add(_ new: [Value], to file: String) {
        let file = ExactText(file)
        if values[file] == nil { order.append(file) }
        values[file, default: []] += new
    }

    /// The files, each with its values.
    var groups: [(file: String, values: [Value])] { order.map { ($0.text, values[$0] ?? []) } }
}
