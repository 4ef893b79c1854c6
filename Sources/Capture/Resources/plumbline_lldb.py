"""plumbline_lldb.py: the layout of a running app, from Xcode's console.

    (lldb) command script import ~/plumbline_lldb.py
    (lldb) plumbline                          the key window
    (lldb) plumbline self.view                a view, a controller, or an address
    (lldb) plumbline --url http://127.0.0.1:8080 self.view
    (lldb) plumbline watch                    captures whenever UIKit or AppKit logs a conflict, and continues
    (lldb) plumbline record self.view         makes each layout pass that changes something a step of one session, and continues

Without --url (or PLUMBLINE_URL) a document for `plumbline check` is written: to --output FILE, or into the temporary folder. With it the layout
is sent to that service, and the link of its page is printed; PLUMBLINE_TOKEN is sent along. Nothing in the app is changed, and what
people typed into a field is not captured. `plumbline help manual capture` says more."""
import datetime
import json
import os
import re
import shlex
import tempfile
import urllib.error
import urllib.request

import lldb

MOST_VIEWS = 5000
MOST_WATCHED = 50
MOST_RECORDED = 1000
MOST_EVENTS = 1000
SECONDS = 30

# One expression of Objective-C++, whose value is JSON. It says everything as text, by key-value coding, so that the debugger needs to know no
# structure of the app's SDK. PL_ROOT is an object or nil, PL_CLIMB whether its topmost superview is meant, PL_SECONDS how long views are
# asked whether they are ambiguous.
EXPRESSION = r"""
id pl_root = (id)(PL_ROOT);
if (!pl_root) {
    pl_root = (id)[(id)[PL_APPLICATION sharedApplication] keyWindow];
    if (!pl_root) pl_root = (id)[(id)[(id)[PL_APPLICATION sharedApplication] windows] firstObject];
}
if (pl_root && (bool)[pl_root respondsToSelector:@selector(firstItem)]) pl_root = (id)[pl_root firstItem];
if (pl_root && (bool)[pl_root respondsToSelector:@selector(owningView)]) pl_root = (id)[pl_root owningView];
if (pl_root && (bool)[pl_root respondsToSelector:@selector(loadView)]) pl_root = (id)[pl_root view];
if (pl_root && (bool)[pl_root respondsToSelector:@selector(contentView)] && !(bool)[pl_root respondsToSelector:@selector(subviews)])
    pl_root = (id)[pl_root contentView];
while (PL_CLIMB && pl_root && (id)[pl_root superview]) pl_root = (id)[pl_root superview];
id pl_result = (id)[NSMutableDictionary dictionary];
id pl_views = (id)[NSMutableArray array];
id pl_rows = (id)[NSMutableArray array];
id pl_guides = (id)[NSMutableDictionary dictionary];
id pl_about = (id)[NSMutableDictionary dictionary];
id pl_stack = (id)[NSMutableArray array];
id pl_holders = (id)[NSMutableArray array];
id pl_viewKeys = (id)[@"PL_VIEW_KEYS" componentsSeparatedByString:@" "];
id pl_rowKeys = (id)[@"firstAttribute relation secondAttribute multiplier constant priority identifier isActive" componentsSeparatedByString:@" "];
id pl_guideKeys = (id)[@"identifier layoutFrame frame" componentsSeparatedByString:@" "];
double pl_end = (double)[NSDate timeIntervalSinceReferenceDate] + PL_SECONDS;
if (pl_root && (bool)[pl_root respondsToSelector:@selector(subviews)]) {
    [pl_stack addObject:pl_root];
    id pl_above = (id)[pl_root superview];
    while (pl_above) {
        [pl_holders addObject:pl_above];
        pl_above = (id)[pl_above superview];
    }
}
while ((unsigned long)[pl_stack count] > 0 && (unsigned long)[pl_views count] < PL_MOST) {
    id pl_view = (id)[pl_stack lastObject];
    [pl_stack removeLastObject];
    [pl_holders addObject:pl_view];
    id pl_record = (id)[NSMutableDictionary dictionary];
    [pl_record setObject:(id)[(id)[NSNumber numberWithUnsignedLong:(unsigned long)pl_view] description] forKey:@"pointer"];
    [pl_record setObject:(id)[(id)[pl_view class] description] forKey:@"class"];
    if ((id)[pl_view superview])
        [pl_record setObject:(id)[(id)[NSNumber numberWithUnsignedLong:(unsigned long)(id)[pl_view superview]] description] forKey:@"superview"];
    for (unsigned long pl_i = 0; pl_i < (unsigned long)[pl_viewKeys count]; pl_i++) {
        id pl_key = (id)[pl_viewKeys objectAtIndex:pl_i];
        if (!(bool)[pl_view respondsToSelector:(SEL)NSSelectorFromString(pl_key)]) continue;
        id pl_value = (id)[pl_view valueForKey:pl_key];
        if (pl_value) [pl_record setObject:(id)[pl_value description] forKey:pl_key];
    }
    PL_KINDS
    [pl_record setObject:(id)[(id)[NSNumber numberWithFloat:(float)[pl_view PL_HUGGING:0]] description] forKey:@"hugging0"];
    [pl_record setObject:(id)[(id)[NSNumber numberWithFloat:(float)[pl_view PL_HUGGING:1]] description] forKey:@"hugging1"];
    [pl_record setObject:(id)[(id)[NSNumber numberWithFloat:(float)[pl_view PL_RESISTANCE:0]] description] forKey:@"resistance0"];
    [pl_record setObject:(id)[(id)[NSNumber numberWithFloat:(float)[pl_view PL_RESISTANCE:1]] description] forKey:@"resistance1"];
    if (PL_SECONDS > 0 && (double)[NSDate timeIntervalSinceReferenceDate] < pl_end)
        [pl_record setObject:((bool)[pl_view hasAmbiguousLayout] ? @"1" : @"0") forKey:@"ambiguous"];
    [pl_views addObject:pl_record];
    id pl_subviews = (id)[pl_view subviews];
    for (unsigned long pl_i = (unsigned long)[pl_subviews count]; pl_i > 0; pl_i--) [pl_stack addObject:(id)[pl_subviews objectAtIndex:pl_i - 1]];
}
for (unsigned long pl_h = 0; pl_h < (unsigned long)[pl_holders count]; pl_h++) {
    id pl_constraints = (id)[(id)[pl_holders objectAtIndex:pl_h] constraints];
    for (unsigned long pl_c = 0; pl_c < (unsigned long)[pl_constraints count]; pl_c++) {
        id pl_constraint = (id)[pl_constraints objectAtIndex:pl_c];
        id pl_record = (id)[NSMutableDictionary dictionary];
        [pl_record setObject:(id)[(id)[pl_constraint class] description] forKey:@"class"];
        for (unsigned long pl_i = 0; pl_i < (unsigned long)[pl_rowKeys count]; pl_i++) {
            id pl_key = (id)[pl_rowKeys objectAtIndex:pl_i];
            id pl_value = (id)[pl_constraint valueForKey:pl_key];
            if (pl_value) [pl_record setObject:(id)[pl_value description] forKey:pl_key];
        }
        for (int pl_i = 0; pl_i < 2; pl_i++) {
            id pl_item = pl_i == 0 ? (id)[pl_constraint firstItem] : (id)[pl_constraint secondItem];
            if (!pl_item) continue;
            id pl_pointer = (id)[(id)[NSNumber numberWithUnsignedLong:(unsigned long)pl_item] description];
            [pl_record setObject:pl_pointer forKey:(pl_i == 0 ? @"firstItem" : @"secondItem")];
            if (!(bool)[pl_item respondsToSelector:@selector(owningView)] || (id)[pl_guides objectForKey:pl_pointer]) continue;
            id pl_guide = (id)[NSMutableDictionary dictionary];
            id pl_owner = (id)[pl_item owningView];
            [pl_guide setObject:(id)[(id)[pl_item class] description] forKey:@"class"];
            if (pl_owner) [pl_guide setObject:(id)[(id)[NSNumber numberWithUnsignedLong:(unsigned long)pl_owner] description] forKey:@"owner"];
            for (unsigned long pl_k = 0; pl_k < (unsigned long)[pl_guideKeys count]; pl_k++) {
                id pl_key = (id)[pl_guideKeys objectAtIndex:pl_k];
                if (!(bool)[pl_item respondsToSelector:(SEL)NSSelectorFromString(pl_key)]) continue;
                id pl_value = (id)[pl_item valueForKey:pl_key];
                if (pl_value) [pl_guide setObject:(id)[pl_value description] forKey:pl_key];
            }
            if (pl_owner && (bool)[pl_owner respondsToSelector:@selector(contentLayoutGuide)]) {
                if ((id)[pl_owner contentLayoutGuide] == pl_item) [pl_guide setObject:@"1" forKey:@"isContent"];
                if ((id)[pl_owner frameLayoutGuide] == pl_item) [pl_guide setObject:@"1" forKey:@"isFrame"];
            }
            [pl_guides setObject:pl_guide forKey:pl_pointer];
        }
        [pl_rows addObject:pl_record];
    }
}
PL_ABOUT
if (pl_root && (id)[pl_root nextResponder] && (bool)[(id)[pl_root nextResponder] respondsToSelector:@selector(loadView)])
    [pl_about setObject:(id)[(id)[(id)[pl_root nextResponder] class] description] forKey:@"controller"];
if ((unsigned long)[pl_stack count] > 0) [pl_about setObject:@"1" forKey:@"truncated"];
[pl_result setObject:pl_views forKey:@"views"];
[pl_result setObject:pl_rows forKey:@"constraints"];
[pl_result setObject:pl_guides forKey:@"guides"];
[pl_result setObject:pl_about forKey:@"about"];
(id)[(id)[NSString alloc] initWithData:(id)[NSJSONSerialization dataWithJSONObject:pl_result options:0 error:0] encoding:4];
"""

UIKIT = {
    "alert": "UIViewAlertForUnsatisfiableConstraints",
    "pass": "-[UIViewController viewDidLayoutSubviews]",
    "PL_APPLICATION": "UIApplication",
    "PL_VIEW_KEYS": "frame bounds center transform translatesAutoresizingMaskIntoConstraints autoresizingMask accessibilityIdentifier "
    "alignmentRectInsets layoutMargins intrinsicContentSize effectiveUserInterfaceLayoutDirection placeholder currentTitle",
    "PL_HUGGING": "contentHuggingPriorityForAxis",
    "PL_RESISTANCE": "contentCompressionResistancePriorityForAxis",
    "PL_KINDS": r"""
    if ((bool)[pl_view isKindOfClass:(Class)[UIScrollView class]]) [pl_record setObject:@"1" forKey:@"isScroll"];
    if ((bool)[pl_view isKindOfClass:(Class)[UIControl class]]) [pl_record setObject:@"1" forKey:@"isControl"];
    bool pl_isLabel = (bool)[pl_view isKindOfClass:(Class)[UILabel class]];
    if (pl_isLabel && (id)[pl_view text]) [pl_record setObject:(id)[(id)[pl_view text] description] forKey:@"text"];
    id pl_font = pl_isLabel || (bool)[pl_view isKindOfClass:(Class)[UITextField class]] ? (id)[pl_view font] : nil;
    if (pl_font) {
        [pl_record setObject:(id)[(id)[pl_font valueForKey:@"ascender"] description] forKey:@"ascender"];
        [pl_record setObject:(id)[(id)[pl_font valueForKey:@"descender"] description] forKey:@"descender"];
        [pl_record setObject:(id)[(id)[pl_font valueForKey:@"lineHeight"] description] forKey:@"lineHeight"];
    }""",
    "PL_ABOUT": r"""
id pl_device = (id)[UIDevice currentDevice];
id pl_system = (id)[(id)[pl_device valueForKey:@"systemName"] stringByAppendingString:@" "];
[pl_about setObject:(id)[pl_system stringByAppendingString:(id)[pl_device valueForKey:@"systemVersion"]] forKey:@"os"];
[pl_about setObject:(id)[pl_device valueForKey:@"model"] forKey:@"device"];
id pl_scale = pl_root ? (id)[pl_root valueForKeyPath:@"traitCollection.displayScale"] : nil;
if (pl_scale) [pl_about setObject:(id)[pl_scale description] forKey:@"scale"];""",
}

APPKIT = {
    "alert": "LAYOUT_CONSTRAINTS_NOT_SATISFIABLE",
    "pass": "-[NSViewController viewDidLayout]",
    "PL_APPLICATION": "NSApplication",
    "PL_VIEW_KEYS": "frame bounds isFlipped translatesAutoresizingMaskIntoConstraints autoresizingMask accessibilityIdentifier identifier "
    "alignmentRectInsets intrinsicContentSize userInterfaceLayoutDirection placeholderString title firstBaselineOffsetFromTop "
    "lastBaselineOffsetFromBottom",
    "PL_HUGGING": "contentHuggingPriorityForOrientation",
    "PL_RESISTANCE": "contentCompressionResistancePriorityForOrientation",
    "PL_KINDS": r"""
    if ((bool)[pl_view isKindOfClass:(Class)[NSControl class]]) [pl_record setObject:@"1" forKey:@"isControl"];
    if ((bool)[pl_view isKindOfClass:(Class)[NSTextField class]] && !(bool)[pl_view isEditable])
        [pl_record setObject:(id)[(id)[pl_view stringValue] description] forKey:@"text"];""",
    "PL_ABOUT": r"""
[pl_about setObject:(id)[@"macOS " stringByAppendingString:(id)[(id)[NSProcessInfo processInfo] operatingSystemVersionString]] forKey:@"os"];
[pl_about setObject:@"Mac" forKey:@"device"];
id pl_scale = pl_root ? (id)[pl_root valueForKeyPath:@"window.backingScaleFactor"] : nil;
if (pl_scale) [pl_about setObject:(id)[pl_scale description] forKey:@"scale"];""",
}

ATTRIBUTES = [
    None, "left", "right", "top", "bottom", "leading", "trailing", "width", "height", "centerX", "centerY", "lastBaseline", "firstBaseline",
    "leftMargin", "rightMargin", "topMargin", "bottomMargin", "leadingMargin", "trailingMargin", "centerXWithinMargins", "centerYWithinMargins",
]
MASKS = ["flexibleLeftMargin", "flexibleWidth", "flexibleRightMargin", "flexibleTopMargin", "flexibleHeight", "flexibleBottomMargin"]
DERIVED = ("NSAutoresizingMaskLayoutConstraint", "NSContentSizeLayoutConstraint")


class Failure(Exception):
    """An error with a message for the console."""


def expression(framework, root="nil", climbs=False, seconds=2):
    """Returns the expression for a framework, UIKIT or APPKIT."""
    text = EXPRESSION
    for name, value in framework.items():
        text = text.replace(name, value) if name.startswith("PL_") else text
    values = {"PL_ROOT": root, "PL_CLIMB": "true" if climbs else "false", "PL_SECONDS": str(seconds), "PL_MOST": str(MOST_VIEWS)}
    for name, value in values.items():
        text = text.replace(name, value)
    return text


# What the expression says, as a document.


def number(value):
    """Returns a number that a document can contain, from text."""
    try:
        found = float(value)
    except (TypeError, ValueError):
        return None
    if found != found or found in (float("inf"), float("-inf")):
        return 0
    found = max(-1e6, min(found, 1e6))
    return int(found) if found == int(found) else found


def numbers(text, count):
    """Returns the numbers of a structure, such as "NSRect: {{0, 0}, {390, 844}}", or None if their count is unexpected."""
    found = re.findall(r"(?<=[\s{,\[])-?(?:\d[\d.]*(?:e[-+]?\d+)?|inf|nan)", text or "")
    return [number(each) for each in found] if len(found) == count and "bytes" not in text else None


def priority(value):
    found = number(value)
    return 1000 if found is None or value in ("nan", "inf", "-inf") else max(1, min(found, 1000))


def rectangle(frame):
    x, y, width, height = frame
    return {"x": x, "y": y, "width": max(width, 0), "height": max(height, 0)}


class Names:
    """Unique names: if several are equal, the later ones get a number."""

    def __init__(self):
        self.counts, self.taken = {}, set()

    def unique(self, text):
        base = re.sub(r"[^A-Za-z0-9_]", "_", text[:80])
        base = base if re.match("[A-Za-z_]", base) else "_" + base
        count, name = self.counts.get(base, 0), None
        while name is None or name in self.taken:
            count += 1
            name = base if count == 1 else f"{base}_{count}"
        self.counts[base] = count
        self.taken.add(name)
        return name


def short(name):
    return name.split("<")[0].rsplit(".", 1)[-1] or "view"


class Document:
    """The document for an expression's output. Views that are parts of a control are included only if a constraint names them."""

    def __init__(self, raw):
        self.raw = raw
        self.records = {view["pointer"]: view for view in raw["views"]}
        self.guides = raw["guides"]
        self.names, self.ids, self.views, self.observed, self.content = Names(), {}, [], {}, {}
        self.rows, self.baselines, self.owned = [], set(), {}
        for row in raw["constraints"]:
            if row["class"] == "NSContentSizeLayoutConstraint":
                self.content[row.get("firstItem"), row.get("firstAttribute")] = row.get("constant")
            elif row["class"] not in DERIVED:
                self.rows.append(row)
                sides = (("firstItem", "firstAttribute"), ("secondItem", "secondAttribute"))
                self.baselines.update(row.get(item) for item, attribute in sides if row.get(attribute) in ("11", "12"))
        for pointer, guide in self.guides.items():
            self.owned.setdefault(guide.get("owner"), []).append((pointer, guide))
        named = self.named()
        parts = set()
        for view in raw["views"]:
            parent = self.parent(view)
            if parent and (parent["pointer"] in parts or "isControl" in parent):
                parts.add(view["pointer"])
            if view["pointer"] not in parts or view["pointer"] in named:
                self.add_view(view)
        names = Names()
        self.constraints = [row for row in (self.constraint(row, names) for row in self.rows) if row]

    def parent(self, view):
        return self.records.get(view.get("superview")) if view is not self.raw["views"][0] else None

    def named(self):
        found = set()
        for row in self.rows:
            for item in (row.get("firstItem"), row.get("secondItem")):
                pointer = self.guides.get(item, {}).get("owner", item)
                while pointer in self.records and pointer not in found:
                    found.add(pointer)
                    pointer = self.records[pointer].get("superview")
        return found

    def text(self):
        """Returns the document, with each view and constraint on a line of its own."""
        first = self.raw["views"][0]
        about = self.raw["about"]
        bounds = numbers(first.get("bounds"), 4) or [0, 0, 0, 0]
        direction = first.get("effectiveUserInterfaceLayoutDirection", first.get("userInterfaceLayoutDirection"))
        capture = {"tool": "plumbline_lldb.py", "os": about.get("os"), "device": about.get("device"), "scale": number(about.get("scale"))}
        capture["date"] = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        capture = {key: value for key, value in capture.items() if value is not None}
        if "truncated" in about:
            capture["truncated"] = True
        head = {
            "format": "plumbline/1", "name": short(about.get("controller", first["class"])),
            "size": {"width": max(bounds[2], 0), "height": max(bounds[3], 0)}, "direction": "rtl" if direction == "1" else "ltr", "capture": capture,
        }
        lines = [",\n  ".join(json.dumps(each, ensure_ascii=False) for each in each_list) for each_list in (self.views, self.constraints)]
        return (f"{json.dumps(head, ensure_ascii=False)[:-1]},\n \"views\": [\n  {lines[0]}],\n \"constraints\": [\n  {lines[1]}],\n"
                f" \"observed\": {json.dumps(self.observed, ensure_ascii=False)}}}\n")

    def frame(self, view):
        """Returns the frame in the superview, with y downwards, also for a view that is rotated or scaled."""
        frame = numbers(view.get("frame"), 4) or [0, 0, 0, 0]
        transform, center, bounds = numbers(view.get("transform"), 6), numbers(view.get("center"), 2), numbers(view.get("bounds"), 4)
        if transform not in (None, [1, 0, 0, 1, 0, 0]) and center and bounds:
            frame = [center[0] - bounds[2] / 2, center[1] - bounds[3] / 2, bounds[2], bounds[3]]
        return self.downwards(frame, self.parent(view))

    def downwards(self, frame, owner):
        if owner is None or owner.get("isFlipped", "1") == "1":
            return frame
        height = (numbers(owner.get("bounds"), 4) or [0, 0, 0, 0])[3]
        return [frame[0], height - frame[1] - frame[3], frame[2], frame[3]]

    def identifier(self, view):
        found = [view.get("accessibilityIdentifier"), view.get("identifier")]
        return next((each for each in found if each and not each.startswith("_NS:")), None)

    def add_view(self, view):
        identifier, parent = self.identifier(view), self.parent(view)
        name = self.ids[view["pointer"]] = self.names.unique(identifier or short(view["class"]))
        entry = {"id": name, "class": view["class"]}
        frame = self.frame(view)
        if parent:
            entry["parent"] = self.ids[parent["pointer"]]
        else:
            frame = [0, 0] + (numbers(view.get("bounds"), 4) or frame)[2:]
        if "isScroll" in view:
            entry["kind"] = "scroll"
        if identifier:
            entry["outlet"] = identifier
        text = next((view[key] for key in ("text", "currentTitle", "title", "placeholder", "placeholderString") if view.get(key)), None)
        if text:
            entry["text"] = text[:200]
        for key, standard in (("alignmentRectInsets", [0, 0, 0, 0]), ("layoutMargins", [8, 8, 8, 8])):
            sides = numbers(view.get(key), 4)
            if sides and sides != standard:
                entry[key] = dict(zip(("top", "left", "bottom", "right"), sides))
        baseline = self.baseline(view)
        if baseline:
            entry["baseline"] = baseline
        if parent and view.get("translatesAutoresizingMaskIntoConstraints") == "1":
            bounds = numbers(parent.get("bounds"), 4) or [0, 0, 0, 0]
            entry["autoresizing"] = {
                "frame": rectangle(frame), "superview": {"width": max(bounds[2], 0), "height": max(bounds[3], 0)}, "mask": self.mask(view, parent)}
        else:
            entry.update(self.content_size(view))
        self.views.append(entry)
        self.observed[name] = {"frame": rectangle(frame)}
        if "ambiguous" in view:
            self.observed[name]["ambiguous"] = view["ambiguous"] == "1"
        for pointer, guide in self.owned.get(view["pointer"], []):
            self.add_guide(pointer, guide, view, name)

    def mask(self, view, parent):
        mask = int(number(view.get("autoresizingMask")) or 0)
        if parent.get("isFlipped", "1") != "1":
            below, above = mask >> 3 & 1, mask >> 5 & 1
            mask = mask & 0b010111 | above << 3 | below << 5
            mask |= 0 if mask >> 3 else 1 << 3
        return [name for bit, name in enumerate(MASKS) if mask >> bit & 1]

    def content_size(self, view):
        size = numbers(view.get("intrinsicContentSize"), 2) or [-1, -1]
        used = [number(self.content.get((view["pointer"], attribute))) for attribute in ("7", "8")]
        lengths = {axis: used[index] if used[index] is not None else size[index] for index, axis in enumerate(("width", "height"))}
        lengths = {axis: length for axis, length in lengths.items() if length >= 0}
        if not lengths:
            return {}
        return {
            "intrinsicContentSize": lengths,
            "hugging": {"horizontal": priority(view.get("hugging0")), "vertical": priority(view.get("hugging1"))},
            "compressionResistance": {"horizontal": priority(view.get("resistance0")), "vertical": priority(view.get("resistance1"))},
        }

    def baseline(self, view):
        """Returns the baselines if a constraint refers to them; in UIKit by the font, since UIKit does not report them."""
        if view["pointer"] not in self.baselines:
            return None
        first, last = number(view.get("firstBaselineOffsetFromTop")), number(view.get("lastBaselineOffsetFromBottom"))
        ascender, descender, line = (number(view.get(key)) for key in ("ascender", "descender", "lineHeight"))
        if first is None and None not in (ascender, descender, line):
            scale = number(self.raw["about"].get("scale")) or 1
            height = (numbers(view.get("bounds"), 4) or [0, 0, 0, line])[3]
            space = max(0, (height - line) / 2) if "placeholder" in view else 0
            first, last = (number(round(length * scale) / scale) for length in (space + ascender, space - descender))
        return None if first is None else {"firstFromTop": first, "lastFromBottom": last or 0}

    def is_system(self, guide):
        label = guide.get("identifier", "")
        return "isFrame" in guide or label.startswith(("UIView", "NSView")) or guide["class"] == "UIKeyboardLayoutGuide"

    def add_guide(self, pointer, guide, view, owner):
        if "isContent" in guide:
            self.ids[pointer] = owner + ".content"
            return
        label = guide.get("identifier")
        name = self.ids[pointer] = self.names.unique(owner + "_" + (label or "guide").split("-")[-1].replace("UIView", ""))
        entry = {"id": name, "parent": owner, "kind": "guide", "class": guide["class"]}
        if label:
            entry["outlet"] = label
        width, height = (numbers(view.get("bounds"), 4) or [0, 0, 0, 0])[2:]
        frame = numbers(guide.get("layoutFrame", guide.get("frame")), 4) or [0, 0, 0, 0]
        frame = [0, 0, width, height] if "isFrame" in guide else self.downwards(frame, view)
        if self.is_system(guide):
            left, top = frame[:2]
            entry["insets"] = {"top": top, "left": left, "bottom": height - top - frame[3], "right": width - left - frame[2]}
        self.views.append(entry)
        self.observed[name] = {"frame": rectangle(frame)}

    def places_guide(self, row):
        """Returns whether the constraint places a guide of the system within its owner, so that the guide's insets express it already."""
        items = [item for item in (row.get("firstItem"), row.get("secondItem")) if item]
        owners = {self.guides.get(item, {}).get("owner", item) for item in items}
        is_guide = any(item in self.guides and self.is_system(self.guides[item]) for item in items)
        return is_guide and len(owners) == 1 and row.get("identifier", "").startswith(("UIView", "NSView"))

    def constraint(self, row, names):
        def side(item, attribute):
            index = int(number(row.get(attribute)) or 0)
            if row.get(item) not in self.ids or not 0 < index < len(ATTRIBUTES):
                return None
            return {"item": self.ids[row[item]], "attribute": ATTRIBUTES[index]}

        first, second = side("firstItem", "firstAttribute"), side("secondItem", "secondAttribute")
        relation = {"-1": "<=", "0": "==", "1": ">="}.get(row.get("relation"))
        multiplier = number(row.get("multiplier"))
        # Views outside of the captured one are unknown. A position needs another one.
        is_open = second is None and row.get("secondItem") and row.get("secondAttribute") != "0"
        is_position = first and first["attribute"] not in ("width", "height")
        if not first or not relation or is_open or self.places_guide(row) or (is_position and (not second or multiplier == 0)):
            return None
        entry = {
            "id": names.unique(f"{first['item']}_{first['attribute']}"), "first": first, "relation": relation,
            "constant": number(row.get("constant")) or 0, "priority": priority(row.get("priority"))}
        if second:
            entry["second"] = second
            if multiplier not in (None, 1):
                entry["multiplier"] = multiplier
        if row.get("identifier"):
            entry["identifier"] = row["identifier"]
        if row.get("isActive") == "0":
            entry["active"] = False
        return entry


# What changed between two layout passes, as PlumblineCapture.swift says it.

# The keys of a view that events change, and its text, which no event changes: the session calls a view by its first one.
SIZING = ("intrinsicContentSize", "hugging", "compressionResistance", "text")


def without(entry, keys):
    return {key: value for key, value in entry.items() if key not in keys}


def events_between(old, new):
    """The events that make one document of another, or None if that takes a new session."""
    before, after = ({view["id"]: view for view in document["views"]} for document in (old, new))
    replaced, removed, events = set(), set(), []
    for name, view in after.items():
        if name not in before or without(before[name], SIZING) != without(view, SIZING) or view.get("parent") in replaced:
            replaced.add(name)
    if new["views"][0]["id"] in replaced:
        return None
    for name, view in before.items():
        if name in replaced or name not in after:
            removed.add(name)
            if view.get("parent") not in removed:
                events.append({"op": "removeView", "view": name})
    if new["size"] != old["size"]:
        events.append({"op": "resize", **new["size"]})
    if new["direction"] != old["direction"]:
        events.append({"op": "setDirection", "direction": new["direction"]})
    for name, view in after.items():
        events += [{"op": "addView", "view": view}] if name in replaced else size_events(name, before[name], view)
    gone, added = constraint_events(old, new, removed)
    events = gone + events + added
    return events if len(events) <= MOST_EVENTS else None


def size_events(name, was, view):
    events = []
    if view.get("intrinsicContentSize") != was.get("intrinsicContentSize"):
        events.append({"op": "setIntrinsicContentSize", "view": name, **view.get("intrinsicContentSize", {})})
    for key, operation in (("hugging", "setHugging"), ("compressionResistance", "setCompressionResistance")):
        for axis, value in sorted(view.get(key, {}).items()):
            if was.get(key, {}).get(axis) != value:
                events.append({"op": operation, "view": name, "axis": axis, "priority": value})
    return events


def constraint_events(old, new, removed):
    def names_removed(row):
        return any(row[side]["item"].removesuffix(".content") in removed for side in ("first", "second") if side in row)

    # A view takes its constraints along.
    known = {row["id"]: row for row in old["constraints"] if not names_removed(row)}
    gone, added = dict(known), []
    for row in new["constraints"]:
        was = known.get(row["id"])
        if was is None or without(was, ("constant", "priority")) != without(row, ("constant", "priority")):
            added.append({"op": "addConstraint", "constraint": row})
            continue
        del gone[row["id"]]
        for key, operation in (("constant", "setConstant"), ("priority", "setPriority")):
            if row[key] != was[key]:
                added.append({"op": operation, "id": row["id"], key: row[key]})
    return [{"op": "removeConstraint", "id": name} for name in sorted(gone)], added


# The debugger.

settings = {"url": os.environ.get("PLUMBLINE_URL") or None}
watched = set()
recording = None


def framework_of(target):
    triple = target.GetTriple() or ""
    return APPKIT if "macos" in triple and "macabi" not in triple else UIKIT


def evaluate(frame, text, language):
    options = lldb.SBExpressionOptions()
    if language is not None:
        options.SetLanguage(language)
    options.SetIgnoreBreakpoints(True)
    options.SetUnwindOnError(True)
    options.SetTrapExceptions(False)
    options.SetTimeoutInMicroSeconds(SECONDS * 1000000)
    return frame.EvaluateExpression(text, options)


def address(frame, text):
    """Returns the address of the object to which an expression in the app's own language evaluates."""
    if re.fullmatch(r"0x[0-9a-fA-F]+", text):
        return text
    value = evaluate(frame, text, None)
    if not value.GetError().Success():
        raise Failure(f"'{text}' cannot be evaluated here: {value.GetError().GetCString()}")
    # An optional of Swift has its object in "some".
    for candidate in (value, value.GetChildMemberWithName("some")):
        found = candidate.GetValueAsUnsigned(0) if candidate and candidate.IsValid() else 0
        if found > 4096:
            return hex(found)
    raise Failure(f"'{text}' is no object")


def capture(frame, root="nil", climbs=False, seconds=2):
    """Returns the document of a view as text."""
    if not frame or not frame.IsValid():
        raise Failure("the app has to be paused: press the pause button, or stop at a breakpoint")
    framework = framework_of(frame.GetThread().GetProcess().GetTarget())
    value = evaluate(frame, expression(framework, root, climbs, seconds), lldb.eLanguageTypeObjC_plus_plus)
    if not value.GetError().Success():
        raise Failure(f"the app did not answer: {value.GetError().GetCString()}")
    try:
        raw = json.loads(value.GetObjectDescription() or "")
    except ValueError:
        raise Failure("the app did not answer with a layout") from None
    if not raw.get("views"):
        raise Failure("there is no view: is a window on the screen?")
    return Document(raw).text()


def deliver(text, output):
    """Sends or writes the document, and returns a message with its place."""
    if settings["url"] and not output:
        return send(settings["url"].rstrip("/"), text)
    if not output:
        name = re.sub(r"\W", "_", json.loads(text)["name"])
        number = 1
        while os.path.exists(output := os.path.join(tempfile.gettempdir(), f"plumbline-{name}-{number}.json")):
            number += 1
    output = os.path.abspath(os.path.expanduser(output))
    try:
        with open(output, "w", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise Failure(f"{output} cannot be written: {error.strerror}") from None
    return f"written: plumbline check {shlex.quote(output)}"


def post(address, text):
    """Sends JSON and returns the answer's."""
    request = urllib.request.Request(address, text.encode(), {"Content-Type": "application/json"})
    if os.environ.get("PLUMBLINE_TOKEN"):
        request.add_header("Authorization", "Bearer " + os.environ["PLUMBLINE_TOKEN"])
    try:
        # A proxy has no business with a service on this machine.
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=SECONDS) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        try:
            detail = ": " + json.load(error)["detail"]
        except (OSError, ValueError, KeyError, TypeError):
            detail = ""
        raise Failure(f"{settings['url']} answered {error.code}{detail}") from None
    except (OSError, ValueError) as error:
        raise Failure(f"{settings['url']} cannot be reached: {error}") from None


def send(url, text):
    said = post(url + "/v1/sessions?tag=lldb", text)
    sentences = [diagnosis["sentence"] for diagnosis in said.get("report", {}).get("diagnoses", [])]
    return "\n".join([f"{said['report']['verdict']}: {url}{said.get('page', said['url'])}"] + sentences[:3])


def plumbline(debugger, command, result, internal_dict):
    """plumbline [--url URL] [--output FILE] [VIEW | watch | record [VIEW]]: captures a layout for Plumbline."""
    try:
        output, rest = None, command.strip()
        # A path with spaces is in quotes.
        while match := re.match(r"""--(url|output)[= ]\s*("[^"]*"|'[^']*'|\S+)\s*""", rest):
            value = match[2].strip("\"'")
            if match[1] == "url":
                settings["url"] = value if "://" in value else "http://" + value
            else:
                output = value
            rest = rest[match.end():]
        if rest in ("help", "-h", "--help"):
            print("usage: " + plumbline.__doc__)
            return
        if rest.startswith("-"):
            raise Failure("usage: " + plumbline.__doc__)
        target = debugger.GetSelectedTarget()
        if rest == "watch":
            print(watch(target))
            return
        frame = target.GetProcess().GetSelectedThread().GetSelectedFrame()
        if rest.split(" ")[0] == "record":
            print(record(target, frame, rest[len("record"):].strip()))
            return
        root = f"(id){address(frame, rest)}" if rest else "nil"
        print(deliver(capture(frame, root), output))
    except (Failure, OSError) as error:
        result.SetError(f"plumbline: {error}")


def watch(target):
    breakpoint = target.BreakpointCreateByName(framework_of(target)["alert"]) if target and target.IsValid() else None
    if not breakpoint:
        raise Failure("no app is being debugged")
    breakpoint.SetScriptCallbackFunction(__name__ + ".on_conflict")
    breakpoint.SetAutoContinue(True)
    return f"breakpoint {breakpoint.GetID()} captures the layout at each conflict, and continues; 'breakpoint delete {breakpoint.GetID()}' ends that"


def on_conflict(frame, location, internal_dict):
    """Captures the window of the constraint that is about to break, or else the key window. The layout engine is at work, so no view is asked
    whether it is ambiguous. Returns that the app shall not stop."""
    try:
        if len(watched) >= MOST_WATCHED:
            return False
        try:
            text = capture(frame, "(id)$arg1", climbs=True, seconds=0)
        except Failure:
            text = capture(frame, seconds=0)
        content = re.sub(r'"date": "[^"]*"', "", text)
        if content not in watched:
            watched.add(content)
            print(f"plumbline: {deliver(text, None)}")
    except (Failure, OSError) as error:
        print(f"plumbline: {error}")
    return False


class Recording:
    """The layout passes of one view: the first begins a session, and each later one that changed something becomes a step of it."""

    def __init__(self, root):
        self.root, self.session, self.last, self.steps, self.is_over = root, None, None, 0, False

    def add(self, text):
        """Sends or writes what changed. Returns what to say, or None."""
        new = json.loads(text)
        content = without(new, ("capture", "observed"))
        if self.last == content:
            return None
        url = settings["url"].rstrip("/") if settings["url"] else None
        events = events_between(self.last, content) if self.last and self.session and url else None
        self.last, said = content, None
        if not url:
            name = re.sub(r"\W", "_", new["name"])
            said = deliver(text, os.path.join(tempfile.gettempdir(), f"plumbline-{name}-step{self.steps}.json"))
        elif events:
            answer = self.step(url, events)
            said = f"step {answer['step']}: {answer['report']['verdict']}" if answer else None
        # What the view says of itself besides, such as a text, is no event.
        if url and not said and events != []:
            answer = post(url + "/v1/sessions?tag=recorded", text)
            self.session = answer["url"]
            said = f"{answer['report']['verdict']}: {url}{answer.get('page', answer['url'])}"
        self.steps += 1
        return said

    def step(self, url, events):
        """The answer to events, or None if the service refuses them, so that another session has to begin."""
        try:
            return post(f"{url}{self.session}/events", json.dumps({"events": events}))
        except Failure:
            return None


def record(target, frame, view):
    global recording
    if not target or not target.IsValid():
        raise Failure("no app is being debugged")
    root = f"(id){address(frame, view)}" if view else "nil"
    began = Recording(root)
    said = began.add(capture(frame, root, seconds=0))
    recording = began
    breakpoint = target.BreakpointCreateByName(framework_of(target)["pass"])
    breakpoint.SetScriptCallbackFunction(__name__ + ".on_pass")
    breakpoint.SetAutoContinue(True)
    return f"{said}\nbreakpoint {breakpoint.GetID()} records each layout pass, and continues; 'breakpoint delete {breakpoint.GetID()}' ends that"


def on_pass(frame, location, internal_dict):
    """Records a layout pass, after a controller has laid out its view. Returns that the app shall not stop."""
    if recording is None or recording.is_over:
        return False
    try:
        said = recording.add(capture(frame, recording.root, seconds=0))
        if said:
            print(f"plumbline: {said}")
        recording.is_over = recording.steps >= MOST_RECORDED
    except (Failure, OSError) as error:
        # The view is gone, or the service is.
        recording.is_over = True
        print(f"plumbline: the recording ends: {error}")
    return False


def __lldb_init_module(debugger, internal_dict):
    debugger.HandleCommand(f"command script add -f {__name__}.plumbline plumbline")
