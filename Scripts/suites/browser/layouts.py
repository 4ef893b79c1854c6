"""The layouts of the stories."""

CELL = {
    "name": "ProfileCell", "size": {"width": 70, "height": 44},
    "views": [{"id": "root"}, {"id": "title", "parent": "root", "class": "UILabel", "text": "Hello"}],
    "constraints": [
        {"id": "c1", "equation": "title.leading == root.leading + 8", "source": {"file": "ProfileCell.swift", "line": 42}},
        {"id": "c2", "equation": "title.trailing == root.trailing - 8"}, {"id": "c3", "equation": "title.width == 60"},
        {"id": "c4", "equation": "title.height == 20"}, {"id": "c5", "equation": "title.top >= root.top"}],
}

LOOSE = {
    "size": {"width": 100, "height": 100}, "views": [{"id": "root"}, {"id": "pill", "parent": "root", "class": "Pill"}],
    "constraints": ["pill.width >= 31", "pill.width <= 20", "pill.height == 10"],
}

FORM = {
    "name": "SignIn", "size": {"width": 320, "height": 200},
    "views": [
        {"id": "root"}, {"id": "card", "parent": "root"},
        {"id": "name", "parent": "card", "class": "UITextField", "text": "Name", "intrinsicContentSize": {"width": 90, "height": 30}},
        {"id": "send", "parent": "card", "class": "UIButton", "text": "Send", "intrinsicContentSize": {"width": 60, "height": 30},
         "hugging": {"horizontal": 750, "vertical": 750}}],
    "constraints": [
        {"id": "left", "equation": "card.leading == root.leading + 16"}, {"id": "right", "equation": "card.trailing == root.trailing - 16"},
        {"id": "top", "equation": "card.top == root.top + 20"}, {"id": "bottom", "equation": "card.bottom == root.bottom - 20"},
        {"id": "nameLeft", "equation": "name.leading == card.leading + 12"}, {"id": "gap", "equation": "send.leading == name.trailing + 8"},
        {"id": "sendRight", "equation": "send.trailing == card.trailing - 12"}, {"id": "nameTop", "equation": "name.top == card.top + 10"},
        {"id": "sendTop", "equation": "send.top == name.top"}, {"id": "least", "equation": "name.width >= 100"}],
}

LOG = """2026-11-21 09:30:00.123 App[1:2] [LayoutConstraints] Unable to simultaneously satisfy constraints.
\tProbably at least one of the constraints in the following list is one you don't want.
(
    "<NSLayoutConstraint:0x600001 H:|-(16)-[UILabel:0x7f8'Hello']   (active, names: '|':UITableViewCellContentView:0x7f9 )>",
    "<NSLayoutConstraint:0x600002 UILabel:0x7f8'Hello'.width == 120   (active)>",
    "<NSLayoutConstraint:0x600003 UILabel:0x7f8'Hello'.trailing == UITableViewCellContentView:0x7f9.trailing - 16   (active)>",
    "<NSLayoutConstraint:0x600004 'UIView-Encapsulated-Layout-Width' UITableViewCellContentView:0x7f9.width == 128   (active)>"
)

Will attempt to recover by breaking constraint
<NSLayoutConstraint:0x600002 UILabel:0x7f8'Hello'.width == 120   (active)>
"""

STORYBOARD = """<?xml version="1.0" encoding="UTF-8"?>
<document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" targetRuntime="iOS.CocoaTouch" useAutolayout="YES">
<objects><view contentMode="scaleToFill" id="v-1"><rect key="frame" x="0.0" y="0.0" width="320" height="100"/>
<subviews><label text="Hi" userLabel="Greeting" misplaced="YES" translatesAutoresizingMaskIntoConstraints="NO" id="l-1"><rect key="frame" x="50" y="10" width="100" height="20"/>
<constraints><constraint firstAttribute="width" constant="100" id="w-1"/></constraints></label></subviews>
<constraints><constraint firstItem="l-1" firstAttribute="leading" secondItem="v-1" secondAttribute="leading" constant="20" id="c-1"/>
<constraint firstItem="l-1" firstAttribute="top" secondItem="v-1" secondAttribute="top" constant="10" id="c-2"/></constraints></view></objects></document>"""


def grid(columns, rows):
    """Equal cells in rows and columns: four constraints each."""
    views, constraints = [{"id": "root"}], []
    for row in range(rows):
        for column in range(columns):
            cell = f"cell{row * columns + column}"
            views.append({"id": cell, "parent": "root"})
            left = f"cell{row * columns + column - 1}.right + 8" if column else "root.left + 8"
            above = f"cell{(row - 1) * columns + column}.bottom + 8" if row else "root.top + 8"
            constraints += [f"{cell}.left == {left}", f"{cell}.top == {above}"]
            constraints += [f"{cell}.width == cell0.width", f"{cell}.height == cell0.height"] if row or column else []
    last = f"cell{columns * rows - 1}"
    constraints += [f"{last}.right == root.right - 8", f"{last}.bottom == root.bottom - 8", "cell0.width >= 10"]
    return {"name": f"Grid of {columns * rows}", "size": {"width": columns * 40, "height": rows * 40}, "views": views, "constraints": constraints}
