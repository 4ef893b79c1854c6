internal import ExactArithmetic
internal import LayoutModel

/// The kind of view that sets the size of a cell, a header or another view from outside.
enum CellHost {
    case table
    case collection
    /// A collection view of list cells, whose layout has no item size.
    case list
    /// The classes do not show it: a header may be of a table or of a collection, and a view may be in neither.
    case unknown

    /// Finds the host by the class of the view, of what is in it, or of what it is in.
    init(of view: Int, _ facts: ConflictFacts) {
        var related = [view] + facts.views.sorted().filter { $0 != view && facts.lies($0, inside: view) }
        var outer = facts.document.views[view].parent
        while let next = outer {
            related.append(next)
            outer = facts.document.views[next].parent
        }
        let hosts = related.compactMap { CellHost(className: facts.className(of: $0)) }
        // A list's cell is in a collection view, too.
        self = hosts.first == .collection && hosts.contains(.list) ? .list : hosts.first ?? .unknown
    }

    /// Returns nil if views of this class are in neither.
    private init?(className: String) {
        if className.contains("CollectionViewListCell") || className.contains("CollectionViewListLayout") {
            self = .list
        } else if className.contains("CollectionView") || className.contains("CollectionReusableView") {
            self = .collection
        } else if className.contains("TableView") || className.contains("TableCellView") || className.contains("TableRowView") {
            self = .table
        } else {
            return nil
        }
    }

    /// Returns what has to change besides a constraint that yields, as the end of a sentence.
    func besides(_ axis: Axis, name: String) -> String {
        switch (self, axis) {
        case (.table, .vertical): ", and make the row height automatic"
        case (.table, .horizontal): ""
        case (.list, .vertical): ", and let the list size its cells by their constraints"
        case (.list, .horizontal): ""
        case (.collection, .vertical): ", and make the item height automatic"
        case (.collection, .horizontal): ", and make the item width automatic"
        case (.unknown, _): ", so that it yields to that size"
        }
    }

    /// Returns the remedy that gives cells their size before they are laid out, or nil if the host is not known.
    func sizing(_ axis: Axis) -> Remedy? {
        switch (self, axis) {
        case (.unknown, _): return nil
        case (.table, .vertical), (.collection, _), (.list, .vertical):
            let words = words(axis, name: "", nil)
            return Remedy(.changeSetting, axis: axis, sentence: words.sentence, swift: words.swift)
        case (.table, .horizontal): return Remedy(.giveSizeFirst, axis: axis, sentence: "Give the table view its width before it lays out its cells.")
        case (.list, .horizontal):
            return Remedy(.giveSizeFirst, axis: axis, sentence: "Give the collection view its width before it lays out its cells.")
        }
    }

    /// Returns the remedy that changes the size from outside.
    ///
    /// - Parameter length: the size that the constraints need, or nil if it is not known.
    func setting(_ axis: Axis, of view: Int, name: String, to length: Rational?, _ facts: ConflictFacts) -> Remedy {
        let (sentence, swift) = words(axis, name: name, length.map(facts.number))
        return Remedy(.changeSetting, view: facts.document.views[view].id, axis: axis, sentence: sentence, swift: swift)
    }

    private func words(_ axis: Axis, name: String, _ length: String?) -> (sentence: String, swift: String?) {
        let needed = length.map { "\($0) pt that the constraints need" }
        switch (self, axis) {
        case (.table, .vertical):
            return needed.map { ("Set the row height to the \($0).", "tableView.rowHeight = \(length ?? "")") }
                ?? ("Use an automatic row height with an estimate.", "tableView.rowHeight = UITableView.automaticDimension")
        case (.table, .horizontal):
            return ("Make the table view wide enough for \(needed.map { "the \($0)" } ?? "the contents of its cells").", nil)
        case (.list, .vertical):
            return (
                "Use a layout that sizes its cells by their constraints, such as UICollectionViewCompositionalLayout.list"
                    + "\(length.map { ": they need \($0) pt" } ?? "").", nil
            )
        case (.list, .horizontal):
            return ("Make the collection view wide enough for \(needed.map { "the \($0)" } ?? "the contents of its cells").", nil)
        case (.collection, .vertical):
            return needed.map { ("Set the item height to the \($0).", "layout.itemSize.height = \(length ?? "")") }
                ?? ("Use an estimated item size.", "layout.estimatedItemSize = UICollectionViewFlowLayout.automaticSize")
        case (.collection, .horizontal):
            return ("Use an estimated item size.", "layout.estimatedItemSize = UICollectionViewFlowLayout.automaticSize")
        case (.unknown, _):
            let dimension = axis == .vertical ? "height" : "width"
            return ("Give \(name) \(needed.map { "the \(dimension) of \($0)" } ?? "the \(dimension) that its constraints need").", nil)
        }
    }
}
