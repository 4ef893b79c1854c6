internal import LayoutModel

/// The owner of a view, determined only by its class.
enum ViewClass {
    /// A class of the app.
    case app
    /// A class of a known third-party library.
    case library
    /// A public class of the framework, which apps instantiate, or a view without a class.
    case common
    /// A class of the framework that contains an app's views, such as a cell's content view.
    case host
    /// A private class of the framework, which apps do not instantiate.
    case system

    init(of view: LayoutView) {
        guard let className = view.className.map(ViewClass.plain) else {
            self = .common
            return
        }
        if view.kind == .guide {
            self = ViewClass.isPrivateGuide(className) ? .system : .common
        } else if ViewClass.hostClasses.contains(className) || className.hasPrefix("_UIHosting") || className.hasPrefix("NSHosting") {
            self = .host
        } else if ViewClass.commonClasses.contains(className) {
            self = .common
        } else if ViewClass.isSystem(className) {
            self = .system
        } else {
            self = ViewClass.library(of: className) != nil ? .library : .app
        }
    }

    /// Returns the class without the prefix of key-value observing.
    static func plain(_ className: String) -> String {
        let observed = "NSKVONotifying_"
        return className.hasPrefix(observed) ? String(className.dropFirst(observed.count)) : className
    }

    private static func isPrivateGuide(_ className: String) -> Bool {
        className.hasPrefix("_UI") && className != "_UILayoutGuide" && className != "_UILayoutSpacer"
    }

    /// Returns whether the framework has a class with this name. The name of a class in an app's module contains a dot.
    private static func isSystem(_ className: String) -> Bool {
        if let mangled = className.firstRange(of: "TtC"), className[..<mangled.lowerBound].allSatisfy({ $0 == "_" || $0 == "*" }) {
            return ["5UIKit", "9UIKitCore", "7SwiftUI", "6AppKit"].contains { className[mangled.upperBound...].drop { $0 == "C" }.hasPrefix($0) }
        }
        if className.contains(".") { return systemModules.contains(where: className.hasPrefix) }
        // Apps use UIKit's prefix too, so its private classes without an underscore are recognized by their second word.
        if className.hasPrefix("UI") { return privateWords.contains { className.dropFirst(2).hasPrefix($0) } }
        return systemPrefixes.contains { prefix in
            guard className.hasPrefix(prefix) else { return false }
            // A prefix ends at the next capital: `UIKit` has one, `UIntView` does not.
            let next = className.dropFirst(prefix.count).first
            return next?.isUppercase == true || next == "_" || prefix.last == "_"
        }
    }

    private static let systemModules = ["UIKit.", "UIKitCore.", "SwiftUI.", "AppKit.", "MapKit.", "WebKit.", "PhotosUI.", "SafariServices."]

    private static let privateWords = [
        "KB", "Keyboard", "Input", "RemoteKeyboard", "Compatibility", "ContinuousPath", "Dictation", "Toolbar", "Navigation", "Alert",
        "InterfaceAction",
        "TabBar", "ActionSheet", "Activity", "Picker", "DatePicker", "TableView", "Callout", "StatusBar", "SearchBar", "Segment", "TextField",
        "TextView",
        "TextEffects", "Editing", "Print", "PageView", "Popover", "Peripheral", "Prediction", "Candidate", "Autocorrect", "Emoji", "Magnifier",
        "WebBrowser", "DocumentPicker", "ButtonLabel", "ImageHosting", "SystemInput", "ViewController", "LayoutContainer", "Transition",
    ]

    private static let systemPrefixes = [
        "_UI", "_NS", "NS", "_SF", "SF", "FI_T", "SPUI", "SB", "SBUI", "_MK", "MK", "_WK", "WK", "TUI", "TI", "SystemInput", "_AV", "AV", "CN",
        "_CN", "PU", "PX", "_PX", "MF", "QL", "_QL", "CAM", "PK", "SK", "_SK", "SCN", "DOC", "CK", "GK", "_GK", "HU", "_TV", "TV", "SiriUI", "SL",
        "EK",
        "HK", "MP", "PH", "PL", "RP", "UAL", "ICS", "NCNotification", "SPUISearch", "_MF", "_EK",
    ]

    private static let hostClasses: Set<String> = [
        "UITableViewCellContentView", "_UITableViewHeaderFooterContentView", "_UITableViewCellContentView", "_UICollectionViewListCellContentView",
        "UIInputSetHostView", "UIInputSetContainerView", "_UILayoutSpacer", "UIViewControllerWrapperView", "UILayoutContainerView",
        "UITransitionView",
        "UIDropShadowView", "UINavigationTransitionView", "UICollectionViewTableCellContentView",
        // The views around the content view of a window or popover.
        "NSThemeFrame", "NSNextStepFrame", "NSPopoverFrame", "_NSPopoverFrame",
    ]

    private static let commonClasses: Set<String> = [
        "UIView", "UILabel", "UIButton", "UIImageView", "UITextField", "UITextView", "UIScrollView", "UITableView", "UICollectionView",
        "UITableViewCell",
        "UICollectionViewCell", "UICollectionReusableView", "UITableViewHeaderFooterView", "UIStackView", "UISwitch", "UISlider", "UIStepper",
        "UISegmentedControl", "UIPageControl", "UIProgressView", "UIActivityIndicatorView", "UIPickerView", "UIDatePicker", "UISearchBar",
        "UIToolbar",
        "UINavigationBar", "UITabBar", "UIVisualEffectView", "UIControl", "UIWindow", "UIWebView", "UIInputView", "UIRefreshControl", "UIColorWell",
        "UICollectionViewListCell", "UIContentUnavailableView", "UICalendarView", "UISearchTextField", "UILayoutGuide", "_UILayoutGuide", "MKMapView",
        "WKWebView", "MTKView", "SCNView", "SKView", "ARView", "ARSCNView", "GLKView", "PDFView", "AVPlayerView", "MKAnnotationView", "NSView",
        "NSTextField", "NSTextView", "NSButton", "NSImageView", "NSScrollView", "NSClipView", "NSTableView", "NSTableCellView", "NSTableRowView",
        "NSOutlineView", "NSCollectionView", "NSStackView", "NSBox", "NSSplitView", "NSTabView", "NSVisualEffectView", "NSPopUpButton", "NSSlider",
        "NSSegmentedControl", "NSProgressIndicator", "NSSearchField", "NSComboBox", "NSDatePicker", "NSStepper", "NSSwitch", "NSColorWell",
        "NSLevelIndicator", "NSPathControl", "NSTokenField", "NSGridView", "NSControl", "NSWindow", "NSSecureTextField", "NSBrowser", "NSLayoutGuide",
    ]

    /// Returns whether the view is a control that apps create. The framework uses private classes for such controls in its own
    /// views.
    static func isControlOfApps(_ view: LayoutView) -> Bool {
        view.className.map { controls.contains(plain($0)) } ?? false
    }

    private static let controls: Set<String> = [
        "UITextField", "UITextView", "UIDatePicker", "UISwitch", "UISlider", "UIStepper", "MKMapView", "WKWebView",
    ]

    /// Returns the name of a class' library, or nil for other classes.
    static func library(of className: String) -> String? {
        let className = plain(className)
        return libraries.first { className.hasPrefix($0.prefix) }?.name
    }

    /// Prefixes of classes and modules of libraries whose views appear in messages, with the libraries' names.
    private static let libraries: [(prefix: String, name: String)] = [
        ("MBProgressHUD", "MBProgressHUD"), ("MBBanner", "the Mapbox SDK"), ("Mapbox", "the Mapbox SDK"), ("GMS", "the Google Maps SDK"),
        ("GAD", "the Google Mobile Ads SDK"), ("FBSDK", "the Facebook SDK"), ("FSCalendar", "FSCalendar"),
        ("IQKeyboard", "IQKeyboardManager"), ("IQToolbar", "IQKeyboardManager"), ("SVProgressHUD", "SVProgressHUD"),
        ("JSQ", "JSQMessagesViewController"), ("RCT", "React Native"), ("RNS", "react-native-screens"), ("Flutter", "Flutter"),
        ("BTUI", "the Braintree SDK"), ("Carbon", "CarbonKit"), ("TVOSToast", "TVOSToast"), ("XLForm", "XLForm"),
        ("DZN", "DZNEmptyDataSet"), ("MDC", "Material Components"), ("STP", "the Stripe SDK"), ("Stripe", "the Stripe SDK"),
        ("SDAnimated", "SDWebImage"), ("Lottie", "Lottie"), ("LOT", "Lottie"), ("YTPlayer", "the YouTube player helper"),
        ("ASDisplay", "Texture"), ("_ASDisplay", "Texture"), ("MJRefresh", "MJRefresh"), ("TZImage", "TZImagePickerController"),
        ("FUI", "FirebaseUI"), ("GID", "Google Sign-In"), ("Intercom", "the Intercom SDK"), ("ITB", "the Intercom SDK"),
        ("Zendesk", "the Zendesk SDK"), ("ZDK", "the Zendesk SDK"), ("BITFeedback", "HockeySDK"), ("MGSwipe", "MGSwipeTableCell"),
        ("DTAttributed", "DTCoreText"), ("KIF", "KIF"), ("Eureka.", "Eureka"), ("Charts.", "Charts"), ("SkyFloating", "SkyFloatingLabelTextField"),
        ("SwiftMessages.", "SwiftMessages"), ("Toast.", "Toast"), ("Kingfisher.", "Kingfisher"), ("Hero.", "Hero"), ("Cosmos.", "Cosmos"),
        ("Tabman.", "Tabman"), ("Pageboy.", "Pageboy"), ("IGListKit", "IGListKit"), ("Texture.", "Texture"), ("Former.", "Former"),
    ]
}
