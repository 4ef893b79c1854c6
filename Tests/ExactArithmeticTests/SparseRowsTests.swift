internal import ExactArithmetic
internal import Testing

@Suite struct SparseRowsTests {
    /// 2 to the power of 40 does not fit.
    private static let long = Rational(1 << 40)

    private func write(rows: Int, entries: Int) -> SparseRows {
        SparseRows(rows: rows, entries: entries) { writer in
            for row in 0..<5 {
                for column in 0..<row { writer.add(column: column, writer.pack(column == 2 ? SparseRowsTests.long : Rational(column + 1))) }
                writer.endRow(constant: writer.pack(row == 4 ? -SparseRowsTests.long : Rational(-row)))
            }
        }
    }

    private func text(_ rows: SparseRows) -> [String] {
        (0..<rows.count).map { row in
            let entries = rows.range(of: row).map { "\(rows.columns[$0]):\(rows.coefficient(at: $0).decimalText())" }
            return (entries + [rows.constant(of: row).decimalText()]).joined(separator: " ")
        }
    }

    @Test func `rows are the same whatever room they were given`() {
        let expected = ["0", "0:1 -1", "0:1 1:2 -2", "0:1 1:2 2:1099511627776 -3", "0:1 1:2 2:1099511627776 3:4 -1099511627776"]
        for (rows, entries) in [(5, 10), (0, 0), (2, 4), (5, 3), (9, 99)] { #expect(text(write(rows: rows, entries: entries)) == expected) }
    }

    @Test func `rows are taken over from others, negated and moved`() {
        let rows = write(rows: 5, entries: 10)
        var other = SparseRows()
        other.append(4, of: rows)
        other.append(3, of: rows, sign: -1, offset: .half)
        #expect(text(other) == ["0:1 1:2 2:1099511627776 3:4 -1099511627776", "0:-1 1:-2 2:-1099511627776 3.5"])
    }

    @Test func `packed numbers are halved exactly or not at all`() {
        for (value, half) in [(Rational(6), Rational(3)), (Rational(-5), Rational(-5, over: 2)), (.zero, .zero)] {
            #expect(PackedRational(value)?.halved.map { Rational($0) } == half)
        }
        #expect(Rational(1, over: 1 << 30).flatMap { PackedRational($0) }?.halved == nil)
        #expect(PackedRational(Rational(1 << 31)) == nil && PackedRational(Rational(-(1 << 31))) == nil)
    }
}
