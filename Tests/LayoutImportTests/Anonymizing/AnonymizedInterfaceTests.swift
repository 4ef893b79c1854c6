import ExactArithmetic
import Foundation
import LayoutAnalysis
import LayoutModel
import Testing
import XML

@testable import LayoutImport

/// Interface Builder files that are anonymized say nothing of an app, and have the same layouts.
@Suite struct AnonymizedInterfaceTests {
    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let corpus = tests.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("shared/corpus")
    private static let isExpected =
        FileManager.default.fileExists(atPath: corpus.path) || ProcessInfo.processInfo.environment["CI"] == "true"

    /// Words of the format, each looked at by a person.
    private static let harmless: Set<String> = {
        let file = tests.appendingPathComponent("Fixtures/Anonymizing/interface-words.txt")
        let content = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return Set(content.split(separator: "\n").filter { !$0.hasPrefix("#") }.flatMap { $0.split(separator: " ") }.map(String.init))
    }()

    private static func words(_ text: String) -> Set<String> { Set(text.split { !$0.isLetter && !$0.isNumber }.map(String.init)) }

    /// Returns the words of a file that are still in its anonymized form, without those of the format and the system's classes.
    private static func left(_ bytes: [UInt8], in output: [UInt8]) -> [String] {
        words(String(decoding: bytes, as: UTF8.self)).intersection(words(String(decoding: output, as: UTF8.self))).filter { word in
            word.count > 1 && !harmless.contains(word) && word.wholeMatch(of: /[0-9]+[eE]?[0-9]*|(UI|NS)[A-Z][A-Za-z0-9]*/) == nil
        }.sorted()
    }

    /// What an analysis says of each layout besides names.
    private static func outcomes(_ bytes: [UInt8]) throws -> [String] {
        try InterfaceBuilderImporter().read(bytes).map { layout in
            var analysis = Analyzer().analyze(layout.document)
            layout.complete(&analysis)
            let places = Dictionary(layout.document.constraints.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
            let conflicts = analysis.conflicts.map { "\($0.members.compactMap { places[$0] }.sorted()) of \($0.members.count)" }
            let frames = analysis.frames.map { frame in
                [frame.x, frame.y, frame.width, frame.height].map { ($0.double * 100).rounded() / 100 }
            }
            return "\(analysis.verdict.rawValue) \(layout.document.constraints.count) \(conflicts.sorted()) open "
                + "\(analysis.ambiguities.map(\.view).sorted()) found \((analysis.source?.findings ?? []).map(\.kind.rawValue)) \(frames)"
        }
    }

    private func check(_ bytes: [UInt8], _ name: String) throws {
        let output = try Anonymizer().interfaceBuilder(bytes).bytes
        #expect(Self.left(bytes, in: output) == [], "\(name)")
        #expect(try Self.outcomes(bytes) == Self.outcomes(output), "\(name)")
        #expect(try Anonymizer().interfaceBuilder(bytes).bytes == output, "\(name)")
    }

    // MARK: Files

    @Test func `files of every kind`() throws {
        let folder = Self.tests.appendingPathComponent("Fixtures/InterfaceBuilder")
        var count = 0
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
            let bytes = Array(try Data(contentsOf: folder.appendingPathComponent(name)))
            guard (try? InterfaceBuilderImporter().read(bytes)) != nil else {
                #expect(throws: ImportError.self, "\(name)") { try Anonymizer().interfaceBuilder(bytes) }
                continue
            }
            try check(bytes, name)
            count += 1
        }
        #expect(count >= 11)
    }

    @Test(.enabled(if: isExpected, "../shared/corpus is absent")) func `a part of the public files`() throws {
        var count = 0
        for part in ["ib", "ib-recent"] {
            let folder = Self.corpus.appendingPathComponent(part)
            let files = (FileManager.default.enumerator(atPath: folder.path)?.allObjects ?? []).compactMap { $0 as? String }
            for file in files.sorted().filter({ $0.hasSuffix(".xib") || $0.hasSuffix(".storyboard") }).enumerated().filter({ $0.offset % 25 == 4 }) {
                try check(Array(try Data(contentsOf: folder.appendingPathComponent(file.element))), file.element)
                count += 1
            }
        }
        #expect(count > 17)
    }

    /// A file with words of an app in every place that one may be in.
    private static let zephyr = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- Walrus -->
        <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" toolsVersion="21507" targetRuntime="iOS.CocoaTouch" \
        useSafeAreas="YES" initialViewController="pelicanMain" propertyAccessControl="none" quokka="Quokka">
          <device id="retina6_1" orientation="portrait" appearance="light"/>
          <dependencies><deployment identifier="iOS"/><plugIn identifier="com.apple.InterfaceBuilder.IBCocoaTouchPlugin" version="21505"/></dependencies>
          <customFonts key="customFonts"><array key="Heron.ttf"><string>Heron-Bold</string></array></customFonts>
          <scenes><scene sceneID="ibisScene"><objects>
            <viewController storyboardIdentifier="emuScreen" title="Emu" id="pelicanMain" customClass="PuffinViewController" customModule="Zephyr" sceneMemberID="viewController">
              <view key="view" contentMode="scaleToFill" id="8bC-Xf-vdC"><rect key="frame" x="0.0" y="0.0" width="414" height="896"/>
                <subviews>
                  <label opaque="NO" text="Dear Ostrich, call +1 555 0199" tooltip="Toucan" translatesAutoresizingMaskIntoConstraints="NO" id="narwhal-label" userLabel="Narwhal" customClass="GannetLabel">
                    <rect key="frame" x="20" y="44" width="300" height="21"/><fontDescription key="fontDescription" name="Heron-Bold" family="Heron" pointSize="17"/>
                    <color key="textColor" name="KiwiGreen"/><accessibility key="accessibilityConfiguration" identifier="jackdaw" label="Rook"/>
                    <userDefinedRuntimeAttributes><userDefinedRuntimeAttribute type="string" keyPath="crow" value="lapwing"/></userDefinedRuntimeAttributes>
                    <connections><outletCollection property="storks" destination="narwhal-label" id="a"/></connections>
                  </label>
                  <condorView translatesAutoresizingMaskIntoConstraints="NO" id="condor"><rect key="frame" x="0.0" y="80" width="70" height="40"/>
                    <string key="plover">Plover</string><attributedString key="attributedText"><fragment content="Bittern" /></attributedString></condorView>
                  <textView scrollEnabled="NO" translatesAutoresizingMaskIntoConstraints="NO" id="tv-00-001" contentMode="scaleToFill"><rect key="frame" x="0.0" y="200" width="300" height="80"/>
                    <string key="text" base64-UTF8="YES">U3BhcnJvdyDwn5CmIGFuZA1XcmVu</string></textView>
                  <imageView image="magpie" translatesAutoresizingMaskIntoConstraints="NO" id="img-00-001" contentMode="weird"><rect key="frame" x="0.0" y="130" width="30" height="30"/></imageView>
                </subviews>
                <viewLayoutGuide key="safeArea" id="safe-guide"/><viewLayoutGuide key="sandpiper" id="g-00-001"/>
                <constraints>
                  <constraint firstItem="narwhal-label" firstAttribute="leading" secondItem="safe-guide" secondAttribute="leading" constant="20" id="c-00-001" identifier="curlew"/>
                  <constraint firstItem="narwhal-label" firstAttribute="width" constant="60" id="c-00-002" identifier="UIView-Encapsulated-Layout-Width"/>
                  <constraint firstItem="narwhal-label" firstAttribute="width" constant="70" id="c-00-003"/>
                  <constraint firstItem="condor" firstAttribute="teal" secondItem="g-00-001" secondAttribute="top" priority="merlin" id="c.dot"/>
                </constraints>
              </view>
              <connections><outlet property="owlLabel" destination="narwhal-label" id="o-00-001"/><segue destination="pelicanMain" kind="kestrel" identifier="toSwift" customClass="Linnet" id="s"/></connections>
            </viewController>
            <falconController id="falcon" customClass="UIViewController"/>
          </objects><point key="canvasLocation" x="1" y="2"/></scene></scenes>
          <resources><image name="magpie" width="30" height="31"/><namedColor name="KiwiGreen"><color red="0.1"/></namedColor></resources>
        </document>
        """

    @Test func `nothing of an app is left`() throws {
        let bytes = Array(Self.zephyr.utf8)
        let output = try Anonymizer().interfaceBuilder(bytes)
        let text = String(decoding: output.bytes, as: UTF8.self)
        let lower = text.lowercased()
        for word in [
            "walrus", "quokka", "heron", "ibis", "emu", "pelican", "puffin", "zephyr", "dear", "ostrich", "555", "toucan", "narwhal", "gannet",
            "kiwi",
            "jackdaw", "rook", "crow", "lapwing", "stork", "condor", "plover", "bittern", "sparrow", "wren", "u3bh", "magpie", "sandpiper", "curlew",
            "teal", "merlin", "owl", "kestrel", "swift", "linnet", "falcon", "weird", "none", "safe-guide", "8bc-xf-vdc",
        ] {
            #expect(!lower.contains(word), "\(word) in \(text)")
        }
        // The system's identifier stays.
        #expect(Self.left(bytes, in: output.bytes) == ["Encapsulated", "Layout", "Width"])
        #expect(try Self.outcomes(bytes) == Self.outcomes(output.bytes))
        #expect(text.contains("customClass=\"UIViewController\"") && text.contains("UIView-Encapsulated-Layout-Width"))
        #expect(text.contains("<otherView ") && text.contains("<otherController ") && text.contains("-Bold\"") && !text.contains("<color"))
        #expect(output.leftOut > 15 && output.texts == 4 && output.retainedClasses == ["UIViewController"], "\(output)")
        let ids = text.matches(of: /id="([^"]*)"/).map { String($0.1) }.filter { $0 != "retina6_1" }
        #expect(ids.allSatisfy { $0.wholeMatch(of: /i[0-9]{2}-[0-9]{2}-[0-9]{3}(\.a)?/) != nil }, "\(ids)")
        #expect(Set(ids).count == ids.count && output.ids == Set(ids).count)
    }

    @Test func `a new id or name is none of the input's`() throws {
        let file = Self.zephyr.replacing("narwhal-label", with: "i00-00-002").replacing("Narwhal", with: "name3")
        let output = String(decoding: try Anonymizer().interfaceBuilder(Array(file.utf8)).bytes, as: UTF8.self)
        #expect(!output.contains("\"i00-00-002\"") && !output.contains("\"name3\""))
        #expect(try Self.outcomes(Array(file.utf8)) == Self.outcomes(Array(output.utf8)))
    }

    @Test func `ids that mean elements without an id still do`() throws {
        let file = """
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" toolsVersion="21507"><objects><view id="top"><rect key="frame" width="320" height="480"/>
            <subviews><view translatesAutoresizingMaskIntoConstraints="NO"><rect key="frame" width="9" height="9"/></view></subviews>
            <constraints><constraint firstItem="view~1" firstAttribute="width" constant="9" id="a"/><constraint firstItem="view~1" firstAttribute="width" constant="8"/>
            </constraints></view></objects></document>
            """
        let output = try Anonymizer().interfaceBuilder(Array(file.utf8)).bytes
        let outcomes = try Self.outcomes(output)
        #expect(try outcomes == Self.outcomes(Array(file.utf8)) && outcomes[0].contains("conflicting"), "\(outcomes)")
    }

    @Test func `what is no number, word or class stays none`() {
        #expect(["", "infinite", "1:3", "-0.5", "1e5", "12.0.1"].allSatisfy { InterfaceVocabulary.number($0) == $0 })
        #expect(
            ["cafe", "nan", "e", "---", "widthTeal", "١٢"].map(InterfaceVocabulary.number) == ["other", "nan", "other", "other", "other", "other"])
        #expect(InterfaceVocabulary.number("0x1p+3") == "8.0")
        let words = [
            ("key", "heightClass=compact-widthClass=regular"), ("key", "heightClass=teal"), ("key", "default"), ("type", "retina4_7.teal"),
            ("type", "TealBoldOne"), ("metaFont", "smallTeal"), ("metaFont", "miniTealBold"), ("targetRuntime", "MacOSX.Teal"),
            ("type", "com.apple.InterfaceBuilder3.Cocoa.Teal"), ("axis", "vertical"), ("axis", "teal"),
        ].map { InterfaceVocabulary.word($1, of: $0) }
        let expected = [
            "heightClass=compact-widthClass=regular", "other", "default", "retina4_7", "bold", "small", "miniBold", "MacOSX.Cocoa",
            "com.apple.InterfaceBuilder3.Cocoa.XIB", "vertical", "other",
        ]
        #expect(words == expected)
    }

    // MARK: Texts

    @Test func `a text becomes one of the same width`() {
        let font = IBFont.system(17)
        for text in [
            "Sign in", "Forgot your password?", "WWW illi", "Größe ändern …", "你好，世界 ok", "one\r\ntwo\nthree", "e\u{301}te", "a  b", "Ω ≈ 12", "",
            "The quick brown fox jumps over the lazy dog, and no word of it stays.", "Donaudampfschifffahrtsgesellschaftskapitän",
        ] {
            var fillers = FillerText(taken: Self.words(text.lowercased()).filter { $0.count > 1 })
            let (filler, isNew) = fillers.filler(for: text)
            let (one, other) = (IBText(text, font: font), IBText(filler, font: font))
            #expect(isNew && (one.width - other.width).magnitude < 0.05, "\(text): \(filler)")
            #expect((one.uncertainty - other.uncertainty).magnitude < 0.05 && one.isEmpty == other.isEmpty, "\(text): \(filler)")
            for width in [40.0, 80, 160] { #expect(one.lines(in: width, limit: 0) == other.lines(in: width, limit: 0), "\(text): \(filler)") }
            #expect(fillers.filler(for: text) == (filler, false))
            let words = Self.words(text.lowercased()).filter { $0.count > 1 && $0.allSatisfy(\.isASCII) }
            #expect(words.isDisjoint(with: Self.words(filler.lowercased())), "\(text): \(filler)")
        }
    }
}
