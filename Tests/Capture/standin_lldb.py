"""A stand-in for the module lldb, and for an app that runs under it: what plumbline_lldb.py asks of both. The app's views are Python's, and they
answer the one expression as its Objective-C says: the keys that it names, as the text that key-value coding gives."""
import json
import re
import sys
import types


class View:
    """A view, guide or constraint of the app: `values` are what key-value coding answers."""

    addresses = iter(range(0x600000000, 0x700000000, 16))

    def __init__(self, name, parent=None, kinds=(), **values):
        self.pointer = next(View.addresses)
        self.name, self.parent, self.kinds, self.values = name, parent, kinds, values
        self.subviews, self.constraints, self.is_ambiguous = [], [], False
        if parent is not None:
            parent.subviews.append(self)

    def topmost(self):
        return self if self.parent is None else self.parent.topmost()

    def preorder(self):
        waiting = [self]
        while waiting:
            view = waiting.pop()
            yield view
            waiting += reversed(view.subviews)


class Guide:
    def __init__(self, owner, name="UILayoutGuide", **values):
        self.pointer, self.owner, self.name, self.values = next(View.addresses), owner, name, values


def uiview(name, parent, frame, kinds=(), **values):
    x, y, width, height = frame
    standard = {
        "frame": f"NSRect: {{{{{x}, {y}}}, {{{width}, {height}}}}}", "bounds": f"NSRect: {{{{0, 0}}, {{{width}, {height}}}}}",
        "center": f"NSPoint: {{{x + width / 2}, {y + height / 2}}}", "transform": "CGAffineTransform: {{1, 0, 0, 1}, {0, 0}}",
        "translatesAutoresizingMaskIntoConstraints": "0", "autoresizingMask": "0", "alignmentRectInsets": "UIEdgeInsets: {0, 0, 0, 0}",
        "layoutMargins": "UIEdgeInsets: {8, 8, 8, 8}", "intrinsicContentSize": "NSSize: {-1, -1}", "effectiveUserInterfaceLayoutDirection": "0",
    }
    return View(name, parent, kinds, **{**standard, **values})


def nsview(name, parent, frame, kinds=(), **values):
    standard = uiview(name, None, frame).values
    standard = {key: standard[key] for key in ("frame", "bounds", "translatesAutoresizingMaskIntoConstraints", "intrinsicContentSize", "autoresizingMask")}
    more = {"isFlipped": "0", "userInterfaceLayoutDirection": "0", "firstBaselineOffsetFromTop": "13", "lastBaselineOffsetFromBottom": "3",
            "alignmentRectInsets": "{length = 32, bytes = 0x00000000 00000000 00000000 00000000 ... 00000000 00000000 }", "accessibilityIdentifier": ""}
    return View(name, parent, kinds, **{**standard, **more, **values})


def pin(holder, first, attribute, second=None, other=0, constant="0", relation="0", multiplier="1", priority="1000", name="NSLayoutConstraint", **values):
    values = {
        "firstAttribute": str(attribute), "secondAttribute": str(other), "relation": relation, "constant": str(constant), "multiplier": multiplier,
        "priority": priority, "isActive": "1", **values}
    holder.constraints.append((first, second, name, values))


class App:
    """A process that is stopped, with a key window and what expressions of its own language mean."""

    def __init__(self, triple, window, meanings=()):
        self.triple, self.window, self.meanings = triple, window, dict(meanings)
        self.expressions, self.asked = [], []
        self.arguments = {}
        self.controller = None

    def find(self, pointer):
        return next((view for view in (self.window.topmost().preorder() if self.window else []) if view.pointer == pointer), None)

    def answer(self, text):
        """The text that the expression's value has, or None if it ends in an exception."""
        self.expressions.append(text)
        root = re.search(r"id pl_root = \(id\)\((.*)\);", text)[1]
        climbs = re.search(r"while \((\w+) && pl_root", text)[1] == "true"
        seconds = float(re.search(r"timeIntervalSinceReferenceDate\] \+ (\S+);", text)[1])
        most = int(re.search(r"\[pl_views count\] < (\d+)\)", text)[1])
        keys = re.search(r'id pl_viewKeys = \(id\)\[@"([^"]*)"', text)[1].split(" ")
        view = self.window
        if root == "(id)$arg1":
            if "arg1" not in self.arguments:
                return None
            view = self.arguments["arg1"]
        elif root != "nil":
            view = self.find(int(re.fullmatch(r"\(id\)(0x[0-9a-f]+)", root)[1], 16))
            if view is None:
                return None
        if view is not None and climbs:
            view = view.topmost()
        return json.dumps(self.raw(view, seconds, most, keys))

    def raw(self, root, seconds, most, keys):
        about = {"os": "iOS 18.0", "device": "iPhone", "scale": "3"} if "macos" not in self.triple else {"os": "macOS Version 15.0", "device": "Mac", "scale": "2"}
        if self.controller:
            about["controller"] = self.controller
        views, rows, guides = [], [], {}
        holders = []
        above = root.parent if root else None
        while above:
            holders.append(above)
            above = above.parent
        for view in root.preorder() if root else []:
            if len(views) == most:
                about["truncated"] = "1"
                break
            holders.append(view)
            record = {"pointer": str(view.pointer), "class": view.name, "hugging0": "250", "hugging1": "250", "resistance0": "750", "resistance1": "750"}
            if view.parent:
                record["superview"] = str(view.parent.pointer)
            record.update({key: view.values[key] for key in keys if view.values.get(key) is not None})
            record.update({key: "1" for key in view.kinds})
            # What no key names, the expression asks for by kind: the text of labels, and their fonts.
            record.update({key: view.values[key] for key in ("text", "ascender", "descender", "lineHeight") if key in view.values})
            record.update({key: value for key, value in view.values.items() if key.startswith(("hugging", "resistance"))})
            if seconds > 0:
                self.asked.append(view)
                record["ambiguous"] = "1" if view.is_ambiguous else "0"
            views.append(record)
        for holder in holders:
            for first, second, name, values in holder.constraints:
                row = {"class": name, **values}
                for key, item in (("firstItem", first), ("secondItem", second)):
                    if item is None:
                        continue
                    row[key] = str(item.pointer)
                    if isinstance(item, Guide):
                        guides[str(item.pointer)] = {"class": item.name, "owner": str(item.owner.pointer), **item.values}
                rows.append(row)
        return {"views": views, "constraints": rows, "guides": guides, "about": about}


class Error:
    def __init__(self, text=None):
        self.text = text

    def Success(self):
        return self.text is None

    def GetCString(self):
        return self.text


class Value:
    def __init__(self, text=None, number=0, error=None, some=None):
        self.text, self.number, self.error, self.some = text, number, error, some

    def GetError(self):
        return Error(self.error)

    def GetObjectDescription(self):
        return self.text

    def GetValueAsUnsigned(self, standard=0):
        return self.number or standard

    def GetChildMemberWithName(self, name):
        return self.some or Value()

    def IsValid(self):
        return True


class Options:
    def __init__(self):
        self.language = None

    def SetLanguage(self, language):
        self.language = language

    def SetIgnoreBreakpoints(self, flag):
        self.ignores = flag

    SetUnwindOnError = SetTrapExceptions = SetIgnoreBreakpoints

    def SetTimeoutInMicroSeconds(self, time):
        assert 0 < time <= 60_000_000


class Frame:
    def __init__(self, app):
        self.app = app

    def IsValid(self):
        return self.app is not None

    def GetThread(self):
        return Object(GetProcess=lambda: Object(GetTarget=lambda: Object(GetTriple=lambda: self.app.triple)))

    def EvaluateExpression(self, text, options):
        assert options.ignores is True or options.ignores is False
        if options.language == "objc++":
            answer = self.app.answer(text)
            return Value(error="EXC_BAD_ACCESS") if answer is None else Value(answer)
        meaning = self.app.meanings.get(text)
        if meaning is None:
            return Value(error=f"cannot find '{text}' in scope")
        if meaning == "optional":
            return Value(some=Value(number=self.app.window.pointer))
        return Value(number=meaning.pointer if isinstance(meaning, View) else meaning)


class Object:
    def __init__(self, **members):
        self.__dict__.update(members)


class Breakpoint:
    def __init__(self, name):
        self.name, self.callback, self.continues = name, None, False

    def GetID(self):
        return 7

    def SetScriptCallbackFunction(self, name):
        self.callback = name

    def SetAutoContinue(self, flag):
        self.continues = flag


class Debugger:
    def __init__(self, app):
        self.app, self.commands, self.breakpoints = app, [], []

    def HandleCommand(self, text):
        self.commands.append(text)

    def GetSelectedTarget(self):
        def create(name):
            self.breakpoints.append(Breakpoint(name))
            return self.breakpoints[-1]

        frame = Frame(self.app)
        thread = Object(GetSelectedFrame=lambda: frame)
        process = Object(GetSelectedThread=lambda: thread)
        return Object(IsValid=lambda: self.app is not None, GetProcess=lambda: process, BreakpointCreateByName=create, GetTriple=lambda: self.app.triple)


def install():
    module = types.ModuleType("lldb")
    module.SBExpressionOptions = Options
    module.eLanguageTypeObjC_plus_plus = "objc++"
    sys.modules["lldb"] = module
