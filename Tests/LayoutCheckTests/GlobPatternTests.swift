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
    ])
    func `patterns mean what they do elsewhere`(pattern: String, path: String, isMatch: Bool) {
        #expect(GlobPattern(pattern).matches(path) == isMatch)
    }

    @Test func `each name of a tree is compared once`() {
        let pattern = "*" + String(repeating: "a", count: 100) + "b"
        let patterns = (0..<50).map { GlobPattern("\(pattern)\($0)") } + [GlobPattern("deep/**/x1.json"), GlobPattern("other")]
        let folder = Array(repeating: String(repeating: "a", count: 200), count: 10).joined(separator: "/")
        // Without the folders of the path before, 100 files would take 20 million comparisons or more.
        var matcher = PathMatcher(mostSteps: 20_000_000)
        for number in 0..<100 { #expect(!matcher.matches("deep/\(folder)/y\(number).json", patterns).contains(true)) }
        #expect(!matcher.isSpent)
        #expect(matcher.matches("deep/\(folder)/x1.json", patterns).firstIndex(of: true) == 50)
        // Another path, and other patterns, have nothing of it.
        #expect(!matcher.matches("deeper/a/x1.json", patterns).contains(true))
        #expect(matcher.matches("deeper/other/x1.json", patterns).firstIndex(of: true) == 51)
        #expect(matcher.matches("deeper/other/x1.json", [GlobPattern("//"), GlobPattern("x?.json")]) == [false, true])
        #expect(!matcher.isSpent)
        // Characters take more time than bytes.
        let name = String(repeating: "a", count: 200) + "\u{e9}"
        for number in 0..<30 { _ = matcher.matches("\(name)\(number)", patterns) }
        #expect(matcher.isSpent && matcher.matches("other/a", patterns).allSatisfy { !$0 })
    }
}
