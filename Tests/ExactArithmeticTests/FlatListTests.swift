internal import ExactArithmetic
internal import Testing

/// Lists and rows in flat storage against arrays of arrays.
@Suite struct FlatListTests {
    /// A row as a list of columns and coefficients with a constant.
    private struct Row: Equatable {
        var entries: [Int: Rational]
        var constant: Rational
    }

    private func row(_ random: inout SeededNumbers, columns: Int) -> Row {
        var entries: [Int: Rational] = [:]
        for _ in 0..<random.below(5) {
            let value = random.below(4) == 0 ? random.rational() : Rational(random.below(9) - 4)
            if !value.isZero { entries[random.below(columns)] = value }
        }
        return Row(entries: entries, constant: random.below(3) == 0 ? random.rational() : Rational(random.below(9) - 4))
    }

    private func flat(_ rows: [Row]) -> SparseRows {
        var flat = SparseRows()
        for row in rows {
            for (column, value) in row.entries.sorted(by: { $0.key < $1.key }) { flat.add(column: column, flat.pack(value)) }
            flat.endRow(constant: flat.pack(row.constant))
        }
        return flat
    }

    private func rows(_ flat: SparseRows) -> [Row] {
        (0..<flat.count).map { row in
            let entries = flat.range(of: row).map { (Int(flat.columns[$0]), flat.coefficient(at: $0)) }
            return Row(entries: Dictionary(uniqueKeysWithValues: entries), constant: flat.constant(of: row))
        }
    }

    @Test(arguments: 0..<30) func `rows are evaluated, copied and replaced as lists are`(seed: Int) {
        var random = SeededNumbers(UInt64(seed))
        let columns = 6
        let list = (0..<(1 + random.below(9))).map { _ in row(&random, columns: columns) }
        let flat = flat(list)
        #expect(rows(flat) == list)
        let point = (0..<columns).map { _ in random.below(3) == 0 ? Rational.zero : random.rational() }
        for (place, row) in list.enumerated() {
            let slope = row.entries.reduce(Rational.zero) { $0 + $1.value * point[$1.key] }
            #expect(flat.slope(of: place, along: point) == slope && flat.value(of: place, at: point) == slope + row.constant)
        }
        let others = (0..<8).map { _ in self.row(&random, columns: columns) }
        var edits: [(rows: Range<Int>, others: Range<Int>)] = []
        var expected = list
        var (at, from) = (0, 0)
        while at < list.count, from < others.count, edits.count < 3 {
            let start = at + random.below(list.count - at + 1)
            let end = start + random.below(list.count - start + 1)
            let count = random.below(min(3, others.count - from) + 1)
            edits.append((start..<end, from..<from + count))
            (at, from) = (end, from + count)
        }
        for edit in edits.reversed() { expected.replaceSubrange(edit.rows, with: others[edit.others]) }
        #expect(rows(flat.replacing(edits, by: self.flat(others))) == expected, "\(edits)")
        #expect(rows(flat) == list)
    }

    /// Only constants differ, so entries are shared.
    @Test(arguments: 0..<10) func `constants are replaced`(seed: Int) {
        var random = SeededNumbers(UInt64(100 + seed))
        let list = (0..<6).map { _ in row(&random, columns: 5) }
        var others = Array(list[2..<5])
        others[1].constant = random.rational()
        others[2].constant = 17
        let result = flat(list).replacing([(2..<5, 0..<3)], by: flat(others))
        #expect(rows(result) == Array(list[..<2]) + others + Array(list[5...]))
        #expect(result.columns == flat(list).columns)
        var own = flat(list)
        own.setConstant(of: 3, 40)
        #expect(own.constant(of: 3) == 40 && own.constant(of: 2) == list[2].constant)
    }

    @Test func `numbers of different rows are the same if their values are`() {
        let long = Rational(1 << 40)
        var (one, two) = (SparseRows(), SparseRows())
        let unused = two.pack(long + 1)
        let (a, b) = (one.pack(long), two.pack(long))
        #expect(one.isSame(a, as: b, of: two) && !one.isSame(a, as: unused, of: two) && !one.isSame(.one, as: b, of: two))
        #expect(one.isSame(.half, as: .half, of: two) && !one.isSame(.half, as: .one, of: two))
        let (negative, square) = (one.negated(a), one.pack(long * long))
        #expect(one.unpacked(negative) == -long && one.negated(.half) == PackedRational(-.half))
        #expect(one.small(a).rational == long && one.small(square).isTooLong)
    }

    @Test(arguments: 0..<10) func `lists of numbers are arrays of arrays`(seed: Int) {
        var random = SeededNumbers(UInt64(200 + seed))
        let lists = (0..<8).map { _ in (0..<random.below(5)).map { _ in Int32(random.below(10)) } }
        var flat = IndexLists(lists)
        #expect(flat.count == lists.count && flat.indices.map { Array(flat[$0]) } == lists && flat.numbers == lists.flatMap(\.self))
        #expect(flat.indices.map { flat.range(of: $0).count } == lists.map(\.count))
        flat.append([3, 4])
        #expect(flat.count == 9 && Array(flat[8]) == [3, 4] && flat != IndexLists(lists) && flat == IndexLists(lists + [[3, 4]]))
        #expect(IndexLists().count == 0)
    }

    @Test(arguments: 0..<10) func `a sum is what was added, until it is reset`(seed: Int) {
        var random = SeededNumbers(UInt64(300 + seed))
        var sum = SparseSum(count: 4)
        sum.grow(to: 12)
        sum.grow(to: 3)
        for _ in 0..<3 {
            var expected: [Int: Rational] = [:]
            for _ in 0..<20 {
                let (place, value) = (random.below(12), random.rational())
                sum.add(value, at: place)
                expected[place, default: .zero] += value
                if random.below(6) == 0 {
                    let taken = sum.take(at: place)
                    #expect(taken == expected[place])
                    expected[place] = .zero
                }
            }
            #expect((0..<12).allSatisfy { sum[$0] == expected[$0] ?? .zero && sum.holds($0) == (expected[$0] != nil) })
            #expect(sum.touched.sorted() == expected.keys.sorted())
            sum.reset()
            #expect((0..<12).allSatisfy { sum[$0].isZero && !sum.holds($0) } && sum.touched.isEmpty)
        }
    }

    @Test func `a sorted list is searched as from one end to the other`() {
        for count in 0..<20 {
            let list = (0..<count).map { $0 / 2 * 3 }
            for number in -1...31 {
                #expect(list.partitioningIndex { $0 >= number } == list.firstIndex { $0 >= number } ?? count)
                #expect(list.sortedPlace(of: number) == list.firstIndex(of: number))
            }
        }
    }
}
