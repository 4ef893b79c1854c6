internal import LayoutImport
internal import LayoutModel
internal import Testing

struct BrokenConstraintTests {
    private func recorded(_ broken: String) throws -> Int? {
        try fragment(
            """
            (
                "<NSLayoutConstraint:0xc1 'low' Panel.height >= 10   (active, names: Panel:0xb1 )>",
                "<NSLayoutConstraint:0xc2 'high' Panel.height <= 4   (active, names: Panel:0xb1 )>",
                "<NSLayoutConstraint:0xc3 V:|-(0)-[UILabel:0xb2'a\\nb']   (active, names: '|':UIView:0xa1 )>"
            )
            Will attempt to recover by breaking constraint
            \(broken)
            """
        ).recordedBroken
    }

    @Test("The broken constraint is found by its address, whatever else differs")
    func byAddress() throws {
        #expect(try recorded("<NSLayoutConstraint:0xc3 V:|-(0)-[UILabel:0xb2'a\nb']   (active, names: '|':UIView:0xa1 )>") == 2)
        #expect(try recorded("<NSLayoutConstraint:0xC2 Panel.height <= 9   (active, names: Panel:0xb1 )>") == 1)
    }

    @Test("With another address it is found by what it says")
    func byMeaning() throws {
        #expect(try recorded("<NSLayoutConstraint:0xd1 UIView:0xb1.height <= 4   (active)>") == 1)
        #expect(try recorded("<NSLayoutConstraint:0xd1 Panel.height <= 4   (active, names: Panel:0xee )>") == 1)
        #expect(try recorded("<NSLayoutConstraint:0xd1 V:|-(0)-[UILabel:0xe2]   (active, names: '|':UIView:0xe1 )>") == 2)
    }

    @Test("One that isn't in the list is none of it")
    func absent() throws {
        #expect(try recorded("<NSLayoutConstraint:0xd1 UIView:0xa1.height <= 4   (active)>") == nil)
        #expect(try recorded("<NSLayoutConstraint:0xd1 Panel.height == 4   (active, names: Panel:0xee )>") == nil)
    }

    @Test("Without a list the broken constraint is the message")
    func alone() throws {
        let document = try fragment("Will attempt to recover by breaking constraint <NSLayoutConstraint:0xc1 A:0xb1.width == 4>")
        #expect(document.constraints.count == 1)
        #expect(document.recordedBroken == 0)
    }
}
