/// The places of labels in a drawing, so that none covers another.
struct LabelPlaces {
    /// A box around a label's text, in points.
    struct Box: Hashable {
        var left: Double
        var top: Double
        var width: Double
        var height: Double

        func overlaps(_ other: Box) -> Bool {
            left < other.left + other.width && other.left < left + width && top < other.top + other.height && other.top < top + height
        }
    }

    private struct Cell: Hashable {
        var column: Int
        var row: Int
    }

    /// The labels by the cells of a grid that they touch, since a drawing may have very many.
    private var taken: [Cell: [Box]] = [:]

    private static let cellWidth = 96.0
    private static let cellHeight = 24.0

    /// Returns the first of some boxes that is free, and takes it; nil if none is.
    mutating func place(_ boxes: [Box]) -> Int? {
        for (number, box) in boxes.enumerated() {
            let cells = LabelPlaces.cells(of: box)
            guard !cells.isEmpty else { continue }
            if cells.contains(where: { taken[$0]?.contains(where: box.overlaps) ?? false }) { continue }
            for cell in cells { taken[cell, default: []].append(box) }
            return number
        }
        return nil
    }

    /// Returns the cells of the grid that a box touches, or none if it lies too far away to be seen.
    private static func cells(of box: Box) -> [Cell] {
        let most = 1e6
        guard box.left.magnitude < most, box.top.magnitude < most, box.width < 4000, box.height < 4000 else { return [] }
        let columns = Int((box.left / cellWidth).rounded(.down))...Int(((box.left + box.width) / cellWidth).rounded(.down))
        let rows = Int((box.top / cellHeight).rounded(.down))...Int(((box.top + box.height) / cellHeight).rounded(.down))
        return columns.flatMap { column in rows.map { Cell(column: column, row: $0) } }
    }
}
