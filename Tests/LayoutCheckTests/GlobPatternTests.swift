import LayoutCheck
import Testing

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
}
