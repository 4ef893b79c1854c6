internal import LayoutLowering
internal import LayoutModel

/// The order of rows along the chain that they form: from one edge of a view through its size to the other, and onward.
enum ChainOrder {
    /// A point of the chain that rows connect: an edge of a view, or a point between its edges such as its center.
    private struct Stop: Hashable {
        enum Part {
            case start, end, between
        }
        var view: Int
        var part: Part
    }

    /// Returns the rows in the order of the chain.
    ///
    /// - Parameter subject: the row with which a sentence compares the sum of the others. It comes first, and the chain starts at
    ///   its view's left or top edge.
    static func rows(_ rows: [Int], from subject: Int?, in system: LoweredSystem) -> [Int] {
        let stops = rows.map { ChainOrder.stops(of: $0, in: system) }
        var holders: [Stop: Waiting] = [:]
        for place in rows.indices { for stop in stops[place] { holders[stop, default: Waiting()].places.append(place) } }
        var all = Waiting(places: Array(rows.indices))
        var isTaken = rows.map { $0 == subject }
        var order = rows.filter { $0 == subject }
        var path: [Stop] = []
        if let subject, let place = rows.firstIndex(of: subject), let start = stops[place].first { path.append(start) }
        while order.count < rows.count {
            guard let stop = path.last else {
                // Starts at any row, in the order of entry.
                guard let next = all.next(isTaken) else { break }
                isTaken[next] = true
                order.append(rows[next])
                path = stops[next]
                continue
            }
            if let next = holders[stop]?.next(isTaken) {
                isTaken[next] = true
                order.append(rows[next])
                path += stops[next].filter { $0 != stop }
            } else {
                path.removeLast()
            }
        }
        return order
    }

    /// A list of rows' indices, ascending, with a cursor to the first one that is not in the order yet.
    private struct Waiting {
        var places: [Int] = []
        private var passed = 0

        init(places: [Int] = []) {
            self.places = places
        }

        mutating func next(_ isTaken: [Bool]) -> Int? {
            while passed < places.count, isTaken[places[passed]] { passed += 1 }
            return passed < places.count ? places[passed] : nil
        }
    }

    /// Returns the stops that a row connects. A size connects the two edges of its view.
    private static func stops(of row: Int, in system: LoweredSystem) -> [Stop] {
        func edges(_ view: Int) -> [Stop] { [Stop(view: view, part: .start), Stop(view: view, part: .end)] }
        let anchors = system.anchors(of: row)
        if !anchors.isEmpty {
            let isMirrored = system.document.direction == .rtl
            return anchors.flatMap { anchor -> [Stop] in
                switch anchor.attribute {
                case .width, .height: edges(anchor.item)
                case .left, .top, .leftMargin, .topMargin: [Stop(view: anchor.item, part: .start)]
                case .right, .bottom, .rightMargin, .bottomMargin: [Stop(view: anchor.item, part: .end)]
                case .leading, .leadingMargin: [Stop(view: anchor.item, part: isMirrored ? .end : .start)]
                case .trailing, .trailingMargin: [Stop(view: anchor.item, part: isMirrored ? .start : .end)]
                default: [Stop(view: anchor.item, part: .between)] + edges(anchor.item)
                }
            }
        }
        if case .implicit(.insets(let view, let side)) = system.rows[row].kind, let parent = system.document.views[view].parent {
            let part: Stop.Part = side == .left || side == .top ? .start : .end
            return [Stop(view: view, part: part), Stop(view: parent, part: part)]
        }
        return Set(system.terms(of: row).map { $0.variable / 4 }.filter { $0 < system.document.views.count }).sorted().flatMap(edges)
    }
}
