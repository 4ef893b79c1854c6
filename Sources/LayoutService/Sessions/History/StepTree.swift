/// The steps of a session as a tree of documents, known from the lists of events alone.
///
/// A list of events leads from the document before it to a new one. `undo` leads back to the document before the newest list that is not undone
/// yet, and cannot be undone itself. So each document is reached from the first one by the lists on its path, and others need not be applied.
struct StepTree {
    /// For each step, the step whose list of events made its document: itself, unless it is an undo.
    private var makers = [0]
    /// For each step that made a document, the one that made the document before, and the number of lists on its path.
    private var parents = [0]
    private var depths = [0]

    /// The number of steps, with the first.
    var count: Int { makers.count }

    /// Adds a step with a list of events that is no undo.
    mutating func appendList() {
        let before = makers[makers.count - 1]
        makers.append(makers.count)
        parents.append(before)
        depths.append(depths[before] + 1)
    }

    /// Adds an undo. Returns false if there is nothing to undo.
    mutating func appendUndo() -> Bool {
        let undone = makers[makers.count - 1]
        guard undone > 0 else { return false }
        makers.append(parents[undone])
        parents.append(0)
        depths.append(0)
        return true
    }

    /// Returns the step with the document to which an undo would lead from a step; nil if there is nothing to undo.
    func stepBefore(_ step: Int) -> Int? {
        let maker = makers[step]
        return maker > 0 ? parents[maker] : nil
    }

    /// Returns the step whose list an undo reverted; nil if the step is no undo.
    func undone(by step: Int) -> Int? { step > 0 && makers[step] != step ? makers[step - 1] : nil }

    /// Returns the steps whose lists lead from the first document to that of a step, in order.
    func path(to step: Int) -> [Int] {
        var maker = makers[step]
        var path = [Int](repeating: 0, count: depths[maker])
        for place in path.indices.reversed() {
            path[place] = maker
            maker = parents[maker]
        }
        return path
    }
}
