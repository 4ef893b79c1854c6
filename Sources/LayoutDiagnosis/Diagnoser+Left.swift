public import LayoutModel
internal import StandardAdditions

extension Diagnoser {
    /// The maximum number of views that a phrase names.
    private static let mostNamed = 3

    /// Returns dimensions of views in words: `the width of UILabel “Name” and UIButton “Buy”`.
    public func words(for open: [(view: Int, dimensions: [FrameDimension])]) -> String {
        let words = open.map { entry in entry.dimensions.map(word).listed() }
        let isOne = Set(words).count == 1
        let named = open.prefix(Diagnoser.mostNamed).map { name(of: $0.view) }
        let more = open.count - named.count
        let views = (named + (more > 0 ? ["\(more) more"] : [])).listed()
        return "the \(isOne ? words[0] : "position or size") of \(views)"
    }

    private func word(_ dimension: FrameDimension) -> String {
        switch dimension {
        case .x: "horizontal position"
        case .y: "vertical position"
        case .width, .height: dimension.name
        }
    }
}
