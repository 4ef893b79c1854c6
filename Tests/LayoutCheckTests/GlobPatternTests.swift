import Testing

@testable import LayoutCheck

@Suite struct GlobPatternTests {
    @Test(arguments: [
        ("*.json", "a.json", true), ("*.json", "deep/er/a.json", true), ("*.json", "a.jsonx", false), ("Layouts/*.json", "Layouts/a.json", true),
        ("Layouts/*.json", "Layouts/deep/a.json", false), ("Layouts/*.json", "x/Layouts/a.json", false),
        ("Layouts/**/*.json", "Layouts/a.json", true),
        ("Layouts/**/*.json", "Layouts/b/c/a.json", true), ("Layouts/**", "Layouts/b/c/a.json", true), ("Layouts/**", "Layout/a.json", false),
        ("Layouts/", "Layouts/a.json", true), ("Pods", "Pods/x/a.json", true), ("Pods", "app/Pods/a.json", true), ("Pods", "Podsy/a.json", false),
        ("a?c.txt", "abc.txt", true), ("a?c.txt", "ac.txt", false), ("**/Base.lproj/*", "App/Base.lproj/Main.storyboard", true),
        ("./a.json", "./a.json", true), ("**", "a.json", true), ("a**c", "abbc", true), ("*a*b*c*", "xxaxxbxxcxx", true),
        ("*a*b*c*", "xxbxxaxxcxx", false), ("Caf?.xib", "Caf\u{e9}.xib", true), ("Caf\u{e9}*", "Cafe\u{301}.xib", true), ("?", "👨‍👩‍👧", true),
        ("*\u{e9}", "e", false), ("*.xib", "App/Bad.XIB", true), ("*.XIB", "ok.xib", true), ("App/Main.Storyboard", "App/Main.storyboard", true),
        ("*.X?B", "a.XIB", true), ("main.xib", "Main.xib", false), ("App.Kit/*", "App.kit/a.json", false), ("a.b", "A.b", false),
        ("*.X\u{301}", "a.x\u{301}", true), ("*.X\u{301}", "a.q\u{302}", false), ("\u{e9}/\u{fc}", "\u{fc}/\u{fc}", false),
    ])
    func `patterns mean what they do elsewhere`(pattern: String, path: String, isMatch: Bool) {
        var matcher = PathMatcher()
        #expect(matcher.matches(path, PathPatterns(include: [pattern])) == (isMatch, false))
        #expect(matcher.matches(path, PathPatterns(include: ["none"], exclude: ["none", pattern])) == (false, isMatch))
    }

    @Test func `a path without names matches nothing, and neither does a pattern of slashes`() {
        var matcher = PathMatcher()
        #expect(matcher.matches(".", PathPatterns(include: ["**"], exclude: ["*"])) == (false, false))
        #expect(matcher.matches("a/b", PathPatterns(include: ["//", "///"], exclude: ["a/**/**/b"])) == (false, true))
    }

    private static let hardPatterns = (0..<50).map { "*" + String(repeating: "a", count: 100) + "b\($0)" }
    private static let longFolder = Array(repeating: String(repeating: "a", count: 200), count: 10).joined(separator: "/")

    @Test func `each name of a tree is compared once`() {
        let patterns = PathPatterns(include: GlobPatternTests.hardPatterns, exclude: ["deep/**/x1.json", "other"])
        // Without the folders of the path before, 100 files would take 20 million comparisons or more.
        var matcher = PathMatcher(mostSteps: 20_000_000)
        for number in 0..<100 { #expect(matcher.matches("deep/\(GlobPatternTests.longFolder)/y\(number).json", patterns) == (false, false)) }
        #expect(!matcher.isSpent)
        #expect(matcher.matches("deep/\(GlobPatternTests.longFolder)/x1.json", patterns) == (false, true))
        // Another path, and other patterns, have nothing of it.
        #expect(matcher.matches("deeper/a/x1.json", patterns) == (false, false))
        #expect(matcher.matches("deeper/other/x1.json", patterns) == (false, true))
        #expect(matcher.matches("deeper/other/x1.json", PathPatterns(include: ["x?.json"], exclude: ["//"])) == (true, false))
        #expect(!matcher.isSpent)
        for number in 0..<100 { _ = matcher.matches("\(number)/\(GlobPatternTests.longFolder)/x", patterns) }
        #expect(matcher.isSpent && matcher.matches("other/a", patterns) == (false, false))
    }

    @Test func `configurations that take turns are compared once, too`() {
        let lists = (0..<3).map { PathPatterns(include: GlobPatternTests.hardPatterns, exclude: ["\($0)"]) }
        var matcher = PathMatcher(mostSteps: 40_000_000)
        for number in 0..<40 {
            for list in lists { #expect(matcher.matches("\(GlobPatternTests.longFolder)/y\(number).json", list) == (false, false)) }
        }
        #expect(!matcher.isSpent)
    }

    @Test func `a place of a pattern takes steps, also if nothing is compared`() {
        let patterns = PathPatterns(include: (0..<500).map { "pattern\($0)" })
        var matcher = PathMatcher(mostSteps: 20_000_000)
        for number in 0..<20 { _ = matcher.matches("x\(number)" + String(repeating: "/a", count: 500), patterns) }
        #expect(matcher.isSpent)
    }

    @Test func `states have the reached places only, and equal ones share their memory`() {
        let patterns = PathPatterns(include: (0..<20).map { "**/b/b/b/b/b/b/b\($0)" }, exclude: ["rooted/a"])
        var steps = 0
        let first = patterns.next(after: patterns.start, "a", isFile: false, &steps)
        let second = patterns.next(after: first, "a", isFile: false, &steps)
        #expect(first.places.count == 40)
        let addresses = [first, second].map { $0.places.withUnsafeBufferPointer { $0.baseAddress } }
        #expect(addresses[0] == addresses[1])
        #expect(patterns.next(after: second, "b", isFile: false, &steps).places.count == 60)
    }

    @Test func `states beyond the memory for them are found again`() {
        // Each folder of this path has another state with many places.
        let path = (0..<400).map { "\($0 % 2 == 0 ? "b" : "a")" }.joined(separator: "/")
        let patterns = PathPatterns(include: (0..<300).map { "**/b/?/?/?/?/?/?/?/?/?/?z\($0)" }, exclude: ["b/**/x"])
        var matcher = PathMatcher()
        for number in 0..<2 { #expect(matcher.matches("\(path)/y\(number)", patterns) == (false, false)) }
        #expect(matcher.matches("\(path)/x", patterns) == (false, true))
    }
}
