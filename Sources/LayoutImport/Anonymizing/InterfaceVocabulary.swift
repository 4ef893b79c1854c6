internal import LayoutModel

/// The names and words of Interface Builder files that say nothing of an app: those that the readers know.
enum InterfaceVocabulary {
    /// The ways in which the value of an attribute becomes harmless.
    enum Form {
        /// A number, or several with signs between them.
        case number
        /// One of the words of Interface Builder.
        case word
        case id
        case text
        case className
        /// A name in code.
        case name
        case image
        case font
    }

    // MARK: Elements

    /// Elements that the readers find by their names.
    static let structure: Set<String> = [
        "document", "dependencies", "plugIn", "device", "scenes", "scene", "objects", "placeholder", "subviews", "beginningViews", "middleViews",
        "endViews", "constraints", "constraint", "layoutGuides", "viewControllerLayoutGuide", "viewLayoutGuide", "keyboardLayoutGuide", "variation",
        "mask", "exclude", "include", "segue", "fontDescription", "buttonConfiguration", "attributedString", "fragment",
        "attributes", "imageReference", "customSpacing", "visibilityPriorities", "simulatedMetricsContainer", "resources", "image", "designables",
        "designable",
        "composedSize",
        "window", "windowController",
    ]

    /// Elements that contain others, and those that the readers find by their keys.
    private static let others: Set<String> = [
        "connections", "outlet", "rect", "frame", "autoresizingMask", "inset", "directionalEdgeInsets", "edgeInsets", "font", "state", "string",
        "mutableString", "size", "real",
        "integer", "nil", "navigationItem", "simulatedNavigationBarMetrics", "simulatedTabBarMetrics", "simulatedToolbarMetrics",
        "simulatedStatusBarMetrics", "freeformSimulatedSizeMetrics", "simulatedScreenMetrics", "prototypes", "sections", "tableViewSection", "cells",
        "tabViewItems", "tabViewItem", "tableColumns", "tableColumn", "prototypeCellViews", "gridCells", "gridCell", "userGuides", "userLayoutGuide",
        "textFieldCell", "secureTextFieldCell", "tokenFieldCell", "searchFieldCell", "comboBoxCell", "buttonCell", "popUpButtonCell", "imageCell",
        "sliderCell", "stepperCell", "segmentedCell", "datePickerCell", "pathCell", "levelIndicatorCell", "customCell", "viewController",
        "tableViewController", "collectionViewController", "navigationController", "tabBarController", "pageViewController", "splitViewController",
        "glkViewController", "avPlayerViewController", "tabViewController", "pageController",
    ]

    /// Returns the name of an element in the output: its own if it is known, else one that is read as the same kind.
    static func element(_ name: String, isView: Bool) -> String {
        if structure.contains(name) || others.contains(name) || IBKinds.known.contains(name) || IBKinds.appKit.contains(name) { return name }
        if name.hasSuffix("ontroller") { return "otherController" }
        if name.hasSuffix("Guide") { return "otherGuide" }
        return isView ? "otherView" : "other"
    }

    // MARK: Keys

    /// The keys by which the readers find elements.
    static let keys: Set<String> = [
        "frame", "frameInset", "autoresizingMask", "edgeInsets", "contentInsets", "contentEdgeInsets", "layoutMargins", "directionalLayoutMargins",
        "cell", "normal", "intrinsicContentSize", "navigationBar", "destination", "freeformSize", "simulatedStatusBarMetrics",
        "simulatedTopBarMetrics", "simulatedBottomBarMetrics", "simulatedDestinationMetrics", "navigationItem", "contentView", "view", "text",
        "title",
        "subtitle", "placeholder", "content", "NSFont", "font", "titleFontDescription", "subtitleFontDescription",
    ]

    // MARK: Attributes

    private static let numbers: Set<String> = [
        "x", "y", "width", "height", "minX", "minY", "maxX", "maxY", "top", "left", "bottom", "right", "leading", "trailing", "constant",
        "multiplier",
        "priority", "numberOfLines", "numberOfPages", "preferredMaxLayoutWidth", "imagePadding", "titlePadding", "pointSize", "size", "spacing",
        "value", "placeholderIntrinsicWidth", "placeholderIntrinsicHeight", "horizontalHuggingPriority", "verticalHuggingPriority",
        "horizontalCompressionResistancePriority", "verticalCompressionResistancePriority", "horizontalStackHuggingPriority",
        "verticalStackHuggingPriority", "horizontalClippingResistancePriority", "verticalClippingResistancePriority", "version", "toolsVersion",
    ]

    private static let chosen: Set<String> = [
        "misplaced", "ambiguous", "fixedFrame", "hidden", "hidesWhenStopped", "detachesHiddenViews", "baselineRelativeArrangement",
        "preservesSuperviewLayoutMargins", "insetsLayoutMarginsFromSafeArea", "translatesAutoresizingMaskIntoConstraints", "symbolic",
        "scrollEnabled", "editable", "drawsBackground", "useSafeAreas", "navigationBarHidden", "largeTitles", "widthSizable", "heightSizable",
        "flexibleMinX", "flexibleMaxX", "flexibleMinY", "flexibleMaxY", "axis", "orientation", "distribution", "alignment", "spacingType",
        "contentMode", "key", "kind", "type", "style", "textStyle", "metaFont", "weight", "buttonType", "buttonSize", "imagePlacement",
        "imagePosition", "borderStyle", "bezelStyle", "controlSize", "progressViewStyle", "datePickerStyle", "boxType", "titlePosition",
        "sliderType", "lineBreakMode", "relation", "verifyAmbiguity", "firstAttribute", "secondAttribute", "targetRuntime",
        "placeholderIdentifier", "largeTitleDisplayMode", "sceneMemberID", "catalog",
    ]

    private static let forms: [String: Form] = {
        var forms: [String: Form] = [
            "id": .id, "firstItem": .id, "secondItem": .id, "destination": .id, "reference": .id, "initialViewController": .id, "text": .text,
            "title": .text, "subtitle": .text, "content": .text, "placeholder": .text, "customClass": .className, "userLabel": .name,
            "storyboardIdentifier": .name, "property": .name, "image": .image, "highlightedImage": .image, "backgroundImage": .image, "family": .font,
        ]
        for name in numbers { forms[name] = .number }
        for name in chosen { forms[name] = .word }
        return forms
    }()

    /// Returns how an attribute is written, or nil for one that bears on no layout.
    static func form(of attribute: String, in element: String) -> Form? {
        switch (element, attribute) {
        case ("constraint", "placeholder"): .word
        case ("constraint", "identifier"): .name
        case ("plugIn", "identifier"): .word
        case ("device", "id"): .word
        case ("image", "name"): .image
        case ("designable", "name"): .id
        case ("font", "name"), ("fontDescription", "name"): .font
        default: forms[attribute]
        }
    }

    // MARK: Words

    /// Returns a number as it is written, or a word that is no number either.
    static func number(_ text: String) -> String {
        if text == "infinite" || text.isEmpty { return text }
        let signs: Set<Character> = ["+", "-", ".", "/", ":", "e", "E"]
        if text.contains(where: \.isASCIIDigit), text.allSatisfy({ $0.isASCIIDigit || signs.contains($0) }) { return text }
        return Double(text).map { "\($0)" } ?? "other"
    }

    /// Returns a word that Interface Builder has for an attribute, or `other`.
    static func word(_ text: String, of attribute: String) -> String {
        if words.contains(text) || LayoutAttribute(name: text) != nil || IBDevice(id: text, orientation: nil) != nil { return text }
        switch attribute {
        case "key" where isVariation(text), "key" where keys.contains(text): return text
        case "type":
            if text.hasPrefix("com.apple.InterfaceBuilder") {
                return "com.apple.InterfaceBuilder3.\(text.contains(".Cocoa.") ? "Cocoa" : "CocoaTouch").XIB"
            }
            let device = String(text.prefix { $0 != "." })
            if IBDevice(id: device, orientation: nil) != nil { return device }
            return text.lowercased().contains("bold") ? "bold" : "other"
        case "identifier" where text.hasPrefix("com.apple.InterfaceBuilder."): return "com.apple.InterfaceBuilder.IBPlugin"
        case "targetRuntime" where text.hasPrefix("MacOSX"): return "MacOSX.Cocoa"
        case "metaFont":
            let sized = ["small", "toolTip", "mini", "label"].first { text.hasPrefix($0) }
            return (sized ?? "other") + (text.lowercased().contains("bold") ? "Bold" : "")
        default: return "other"
        }
    }

    /// Returns whether a key is that of a variation: size classes and nothing else.
    private static func isVariation(_ key: String) -> Bool {
        let parts: Set<Substring> = [
            "widthClass=compact", "widthClass=regular", "heightClass=compact", "heightClass=regular",
        ]
        return key == "default" || key.split(separator: "-", omittingEmptySubsequences: false).allSatisfy(parts.contains)
    }

    /// The outlets that every object of a kind has, which stay.
    static func isCommonOutlet(_ name: String) -> Bool { IBOutlets.common.contains(name) }

    private static let words: Set<String> = Set(
        """
        YES NO com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB com.apple.InterfaceBuilder3.CocoaTouch.XIB com.apple.InterfaceBuilder3.Cocoa.XIB
        com.apple.InterfaceBuilder3.Cocoa.Storyboard.XIB com.apple.InterfaceBuilder.AppleTV.Storyboard com.apple.InterfaceBuilder.AppleTV.XIB
        com.apple.InterfaceBuilder.IBCocoaTouchPlugin com.apple.InterfaceBuilder.CocoaPlugin iOS.CocoaTouch iOS.CocoaTouch.iPad MacOSX.Cocoa AppleTV
        IBFilesOwner IBFirstResponder viewController firstResponder exit horizontal vertical portrait landscape
        fill fillEqually fillProportionally equalSpacing equalCentering gravityAreas leading trailing top bottom left right center centerX centerY
        firstBaseline lastBaseline width height natural justified standard scaleToFill scaleAspectFit scaleAspectFill redraw
        topLeft topRight bottomLeft bottomRight contentView view cell normal safeArea contentLayoutGuide frameLayoutGuide layoutMargins
        layoutMarginsGuide readableContent readableContentGuide keyboard keyboardLayoutGuide attributedText attributedTitle attributedSubtitle image
        backgroundImage highlightedImage fontDescription subviews constraints
        relationship show push showDetail presentation modal embed unwind custom popover
        system boldSystem italicSystem check radio smallSquare help roundTextured bevel recessed disclosureTriangle roundRect square inline
        noTabsNoBorder noTabsLineBorder noTabsBezelBorder bottomTabsBezelBorder leftTabsBezelBorder rightTabsBezelBorder topTabsBezelBorder
        plain grouped insetGrouped white whiteLarge gray large medium dark light extraLight done filled tinted spinning bar compact inline wheels
        IBUITableViewCellStyleDefault IBUITableViewCellStyleValue1 IBUITableViewCellStyleValue2 IBUITableViewCellStyleSubtitle
        UICTFontTextStyleTitle0 UICTFontTextStyleTitle1 UICTFontTextStyleTitle2 UICTFontTextStyleTitle3 UICTFontTextStyleHeadline
        UICTFontTextStyleSubhead UICTFontTextStyleCallout UICTFontTextStyleBody UICTFontTextStyleFootnote UICTFontTextStyleCaption1
        UICTFontTextStyleCaption2 largeTitle title0 title1 title2 title3 headline body callout subheadline footnote caption1 caption2
        smallSystem message toolTip menu systemBold label smallSystemBold miniSystem controlContent cellTitle titleBar systemSemibold miniSystemBold
        thin ultraLight regular semibold bold heavy black roundedRect contactAdd infoLight infoDark detailDisclosure close small mini extraLarge
        above below overlaps only border bezel borderAndBezel line none regularSquare rounded round helpButton texturedRounded disclosure
        shadowlessSquare textFieldAndStepper textField clockAndCalendar separator primary noTitle aboveTop atTop belowTop aboveBottom
        atBottom belowBottom linear circular tailTruncation middleTruncation headTruncation clipping truncatingTail wordWrapping charWrapping clip
        wordWrap characterWrap truncatingHead truncatingMiddle equal greaterThanOrEqual lessThanOrEqual off ignoreSizes always never automatic
        default
        """.split { $0 == " " || $0 == "\n" }.map(String.init))
}

extension Character {
    fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
