internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel

/// The parts of a range of sizes in which all texts that wrap have the same heights in the second pass.
///
/// Along a piece of the first pass's sweep every width is a linear function of the place, so the places at which a text gets another
/// line are exact.
struct HeightRuns {
    struct Run {
        var span: SizeSpan
        /// The heights of the wrapping views, in their order.
        var heights: [Rational]
    }

    private(set) var runs: [Run] = []
    private let document: LayoutDocument
    private let views: [Int]
    private let dimension: SizeDimension
    private let sections: [SizeSection]

    /// - Parameters:
    ///   - sweep: the sweep of the first pass.
    ///   - document: the document of the first pass.
    init(_ sweep: SizeSweep, _ document: LayoutDocument, _ dimension: SizeDimension) {
        self.document = document
        self.dimension = dimension
        views = document.wrappingViews
        sections = (sweep.pieces.map(SizeSection.init) + sweep.points.compactMap(SizeSection.init)).sorted { ($0.min, $0.max) < ($1.min, $1.max) }
        let marks = self.marks(from: sweep.min, to: sweep.max)
        var next = 0
        for (place, mark) in marks.enumerated() {
            while next < sections.count, sections[next].max < mark { next += 1 }
            append(SizeSpan(min: mark, max: mark), at: mark, from: next)
            guard place + 1 < marks.count else { break }
            let end = marks[place + 1]
            append(SizeSpan(min: mark, max: end, includesMin: false, includesMax: false), at: (mark + end) * .half, from: next)
        }
    }

    /// Returns the document of the second pass in a run.
    func document(of run: Run) -> LayoutDocument {
        var second = document
        for (view, height) in zip(views, run.heights) { second.views[view].intrinsicContentSize.height = height }
        return second
    }

    /// Returns the ends of the sections and the places at which some text gets another line, in ascending order.
    private func marks(from min: Rational, to max: Rational) -> [Rational] {
        var marks: Set<Rational> = [min, max]
        for section in sections {
            marks.formUnion([section.min, section.max])
            guard section.min < section.max else { continue }
            for view in views {
                let (low, high) = (width(view, section.layouts[0]), width(view, section.layouts[1]))
                for entry in document.views[view].heightsByWidth {
                    // Texts and their widths grow with the text scale.
                    let (start, end) = (low - limit(entry, section.min), high - limit(entry, section.max))
                    guard start.isNegative != end.isNegative, let share = start.divided(by: start - end) else { continue }
                    marks.insert(section.min + (section.max - section.min) * share)
                }
            }
        }
        return marks.sorted()
    }

    private func limit(_ entry: HeightAtWidth, _ place: Rational) -> Rational {
        dimension == .textScale ? entry.width * place : entry.width
    }

    private func width(_ view: Int, _ values: [Rational]) -> Rational {
        document.views[view].contentWidth(ofFrame: values[LoweredSystem.variable(view, .width)])
    }

    /// Appends places with the heights at one of them. If the first pass conflicts, the texts have their natural heights.
    private mutating func append(_ span: SizeSpan, at place: Rational, from first: Int) {
        let values = sections[first...].lazy.prefix { $0.min <= place }.compactMap { $0.values(at: place) }.first
        let heights = views.map { view -> Rational in
            let own = document.views[view]
            guard let values else { return own.naturalHeight ?? .zero }
            let entry = own.heightsByWidth.first { limit($0, place) <= width(view, values) } ?? own.heightsByWidth.last
            return entry?.height ?? .zero
        }
        if let last = runs.last, last.heights == heights {
            runs[runs.count - 1].span.max = span.max
            runs[runs.count - 1].span.includesMax = span.includesMax
        } else {
            runs.append(Run(span: span, heights: heights))
        }
    }
}
