import Testing

@testable import Manual

@Suite struct MarkdownTests {
    @Test(arguments: [
        ("a & <b>", "<p>a &amp; &lt;b&gt;</p>\n"),
        ("one\ntwo", "<p>one two</p>\n"),
        ("# A `b` & c", "<h1 id=\"a-b--c\">A <code>b</code> &amp; c</h1>\n"),
        ("## A\n## A", "<h2 id=\"a\">A</h2>\n<h2 id=\"a-1\">A</h2>\n"),
        ("- one\n  more\n- *two*", "<ul>\n<li>one more</li>\n<li><em>two</em></li>\n</ul>\n"),
        ("1. one\n2. **two**", "<ol>\n<li>one</li>\n<li><strong>two</strong></li>\n</ol>\n"),
        ("```sh x\na < b\n\n# c\n```\nd", "<pre><code>a &lt; b\n\n# c</code></pre>\n<p>d</p>\n"),
        ("[a *b*](limits.md#x) [c](#y)", "<p><a href=\"/help/limits#x\">a <em>b</em></a> <a href=\"#y\">c</a></p>\n"),
        ("[code](../GLOSSARY.md) [site](https://a.example/)", "<p>code <a href=\"https://a.example/\">site</a></p>\n"),
        ("![picture](../x.png)", ""),
        ("a * b ` c [d] (e)", "<p>a * b ` c [d] (e)</p>\n"),
        ("`a <b> **c**`", "<p><code>a &lt;b&gt; **c**</code></p>\n"),
        ("2.5 points", "<p>2.5 points</p>\n"),
        ("```\nnever closed", "<pre><code>never closed</code></pre>\n"),
        ("", ""),
    ])
    func `a block becomes HTML, and text never becomes markup`(_ text: String, _ html: String) {
        #expect(MarkdownRenderer(text).html == html)
    }

    @Test func `tables have titles, numbers and bars in cells`() {
        let text = "| a | b |\n| --- | ---: |\n| `x\\|y` | 1 |\n\nend"
        let html = """
            <div class="wide"><table>
            <tr><th>a</th><th class="number">b</th></tr>
            <tr><td><code>x|y</code></td><td class="number">1</td></tr>
            </table></div>
            <p>end</p>

            """
        #expect(MarkdownRenderer(text).html == html)
        #expect(!MarkdownRenderer("| | |\n| --- | --- |\n| a | b |").html.contains("<th>"))
    }

    @Test func `sections have the text below their headings without marks`() {
        let sections = MarkdownRenderer("# A\nsome `code`\n\n## B\n- [link](x.md)\n\n```\n1\n```").sections
        #expect(
            sections == [
                ManualChapter.Section(anchor: "a", heading: "A", text: "some code"),
                ManualChapter.Section(anchor: "b", heading: "B", text: "link 1"),
            ])
    }
}
