internal import ExactArithmetic
internal import LayoutModel

extension DocumentReader {
    /// Parses a visual format and adds its constraints.
    mutating func add(
        visualFormat text: UnsafeBufferPointer<UInt8>, _ entry: VisualFormatEntry, grammar: VisualFormatGrammar, metrics own: Metrics? = nil
    ) throws(ImportError) {
        try takeEntryName(entry)
        // Its parts would take hundreds of times its length until the first view or constraint too many is found.
        let parts = text.reduce(0) { $0 + ($1 == UInt8(ascii: "[") || $1 == UInt8(ascii: ",") ? 1 : 0) }
        if parts > limits.views + limits.constraints { try limits.checkConstraints(parts, at: entry.place) }
        let parsed: VisualFormatParser.Parsed
        do throws(VisualFormatError) {
            let result = try VisualFormatParser.parse(text, grammar: grammar, metrics: own.map { [$0, metrics] } ?? [metrics], limits: limits)
            parsed = result.parsed
            for name in result.shadowedMetrics.sorted() {
                let meaning = (LayoutPriority.named(name) ?? LayoutPriority.required).decimalText()
                warnings.add(
                    "the metric \"\(name)\" is not used in \(entry.source.place): there @\(name) is the priority \(meaning), while UIKit would use "
                        + "the metric; rename the metric")
            }
        } catch {
            throw entry.source.error(error)
        }
        var expansion = VisualFormatExpansion(entry: entry, spacing: spacing)
        switch parsed {
        case .format(let format):
            do throws(VisualFormatOptions.IndexedFailure) {
                try entry.options.check(against: format.axes)
            } catch {
                throw ImportError(.invalid, code: error.code, error.message, pointer: entry.place.pointer + "/options/\(error.index)")
            }
            try expand(format, &expansion)
        case .constraints(let line): try expand(line, &expansion)
        }
    }

    // MARK: The chain

    private mutating func expand(_ format: VisualFormat, _ expansion: inout VisualFormatExpansion) throws(ImportError) {
        var stops: [VisualFormatExpansion.Stop] = []
        var views: [[VisualFormat.View]] = []
        for element in format.elements {
            switch element {
            case .superview(let offset):
                stops.append(.init(items: [.init(number: -1, offset: offset)], isSuperview: true))
                views.append([])
            case .views(let group):
                var items: [VisualFormatExpansion.Item] = []
                var each: [VisualFormat.View] = []
                for view in group {
                    let found = try self.items(view, expansion)
                    items += found
                    each += Array(repeating: view, count: found.count)
                }
                stops.append(.init(items: items, isSuperview: false))
                views.append(each)
            }
        }
        for (index, stop) in stops.enumerated() where stop.isSuperview {
            stops[index].items[0].number = try commonSuperview(stops, &expansion, for: "'|'", at: stop.items[0].offset)
        }
        for axis in format.axes {
            expansion.axis = axis
            expansion.firstSpacer = nil
            for (index, stop) in stops.enumerated() {
                if index > 0 { try connect(stops[index - 1], format.connections[index - 1], stop, stops, &expansion) }
                for (item, view) in zip(stop.items, views[index]) {
                    for predicate in view.predicates { try add(predicate, to: item, expansion.length, &expansion) }
                }
            }
            try align(stops, &expansion)
        }
    }

    /// Aligns each view with the next.
    private mutating func align(_ stops: [VisualFormatExpansion.Stop], _ expansion: inout VisualFormatExpansion) throws(ImportError) {
        let items = stops.filter { !$0.isSuperview }.flatMap(\.items)
        for alignment in expansion.entry.options.alignments {
            for (one, next) in zip(items, items.dropFirst()) where one.number != next.number {
                var row = VisualFormatRow(
                    LayoutAnchor(one.number, alignment.attribute), .equal, LayoutAnchor(next.number, alignment.attribute), at: next.offset)
                row.priority = expansion.entry.priority
                try append(row, &expansion)
            }
        }
    }
}
