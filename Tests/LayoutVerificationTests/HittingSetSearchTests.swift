import Testing

@testable import LayoutVerification

@Suite struct HittingSetSearchTests {
    /// Sets of `size` of `count` elements: any `size - 1` of them may be left out.
    private func sets(of size: Int, among count: Int) -> [Set<Int>] {
        (0..<1 << count).filter { $0.nonzeroBitCount == size }.map { bits in Set((0..<count).filter { bits >> $0 & 1 == 1 }.map { 7 * $0 }) }
    }

    /// nil if the search was given up.
    private func least(_ sets: [Set<Int>]) -> Int? {
        var search = HittingSetSearch(sets: sets)
        for size in 0... {
            guard let isEnough = search.exists(size: size) else { return nil }
            if isEnough { return size }
        }
        return nil
    }

    @Test func `sets that overlap in every way need as many as they do`() {
        for (size, count) in [(1, 3), (2, 9), (3, 9), (5, 12)] {
            #expect(least(sets(of: size, among: count)) == count - size + 1)
        }
    }

    @Test func `sets without a common element need one each`() {
        #expect(least([]) == 0)
        #expect(least((0..<50).map { [3 * $0, 3 * $0 + 1, 3 * $0 + 2] }) == 50)
        #expect(least((0..<50).map { [$0, $0 + 1] }) == 25)
        var search = HittingSetSearch(sets: [[1], []])
        #expect(search.exists(size: 9) == false)
    }
}
