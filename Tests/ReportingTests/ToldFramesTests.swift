import ExactArithmetic
import LayoutModel
import Reporting
import Testing

@Suite struct ToldFramesTests {
    private func document(_ ids: [String]) -> LayoutDocument {
        LayoutDocument(root: 0, views: ids.enumerated().map { LayoutView(id: $1, parent: $0 == 0 ? nil : 0) }, constraints: [])
    }

    private func frames(_ places: [Int]) -> [LayoutFrame] {
        places.map { LayoutFrame(x: Rational($0), y: Rational($0, over: 7) ?? 0, width: 10, height: -1) }
    }

    private func report(_ document: LayoutDocument, _ frames: [LayoutFrame], told: RenderedFrames?) -> String {
        let analysis = Analysis(
            verdict: .clean, isConflicting: false, isAmbiguous: false, width: 10, height: 10, frames: frames,
            counts: Analysis.Counts(views: frames.count, constraints: 0, implicit: 0))
        return String(decoding: ReportWriter(document, digest: "sha256:0").json(analysis, frames: told), as: UTF8.self)
    }

    @Test func `frames told from those before are told as if they were the first`() {
        let steps: [([String], [Int])] = [
            (["root", "a", "b", "c"], [0, 1, 2, 3]), (["root", "a", "b", "c"], [0, 1, 20000, 3]), (["root", "a", "b", "c"], [9, 1, 20000, 4]),
            (["root", "a", "\"q\"", "c"], [9, 1, 20000, 4]), (["root", "a", "\"q\"", "c", "d"], [9, 1, 20000, 4, 5]),
            (["root", "a"], [9, 1]), ([], []), (["root"], [1]), (["root", "z", "y"], [1, 7, 8]),
        ]
        var told: RenderedFrames?
        for (ids, places) in steps {
            let (document, frames) = (document(ids), frames(places))
            let next = RenderedFrames(document, frames, after: told)
            #expect(report(document, frames, told: next) == report(document, frames, told: nil))
            #expect(next.views == ids)
            #expect(next.lengths == frames.map(RenderedFrames.rounded))
            told = next
        }
    }

    @Test func `any steps one after the other, back and forth`() {
        var told: RenderedFrames?
        var state: UInt64 = 1
        func choice(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        for _ in 0..<300 {
            let count = choice(7)
            let ids = (0..<count).map { _ in ["a", "b", "é", ""][choice(4)] }
            let places = (0..<count).map { _ in choice(3) * 100_000 }
            let (document, frames) = (document(ids), frames(places))
            let next = RenderedFrames(document, frames, after: told)
            #expect(report(document, frames, told: next) == report(document, frames, told: nil), "\(ids) \(places)")
            told = next
        }
    }

    @Test func `frames that follow those of the same views are told as if they were the first`() {
        var state: UInt64 = 2
        func choice(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        var (followed, refused) = (0, 0)
        for _ in 0..<20 {
            let document = document((0..<choice(60)).map { "v\($0)\"" })
            var places = document.views.map { _ in choice(5) }
            var told = RenderedFrames(document, frames(places))
            for _ in 0..<20 {
                for _ in 0..<choice(9) where !places.isEmpty { places[choice(places.count)] = choice(4) * 33_333 }
                if choice(8) == 0 { places = places.map { _ in choice(900) } }
                if told.follow(frames(places)) {
                    followed += 1
                } else {
                    refused += 1
                    told = RenderedFrames(document, frames(places), after: told)
                }
                #expect(report(document, frames(places), told: told) == report(document, frames(places), told: nil))
                #expect(told.lengths == frames(places).map(RenderedFrames.rounded))
            }
            let isOfFewer = told.follow(frames(places + [1]))
            #expect(!isOfFewer)
        }
        #expect(followed > 200 && refused > 20, "\(followed), \(refused)")
    }
}
