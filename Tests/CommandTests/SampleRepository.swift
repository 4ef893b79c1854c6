import Foundation

/// A git repository like that of an app: about 2,000 files, of which few are layouts.
struct SampleRepository {
    let folder: TemporaryFolder
    /// How many layouts a check of the whole repository reads.
    let layoutCount = 7

    /// The repository as an archive, since to write it file by file for each test takes long.
    private static let archive = Result { try SampleRepository(written: ()).archived() }

    init() throws {
        folder = try TemporaryFolder()
        let archive = try folder.file("repository.tar", SampleRepository.archive.get())
        guard try shell("tar -xf repository.tar && rm repository.tar").status == 0 else { throw Failure(description: "tar -x of \(archive.path)") }
    }

    private init(written: Void) throws {
        folder = try TemporaryFolder()
        try assets()
        try dependencies()
        try sources()
        try layouts()
        try oddities()
        try folder.file(".gitignore", "/logs/\n*.generated.json\n!keep.generated.json\nBuildArtifacts\n")
        try git("init", "-q", "-b", "main")
        try git("config", "user.email", "a@example.com")
        try git("config", "user.name", "A")
        try git("add", "-A")
        try git("commit", "-q", "-m", "Begin")
    }

    private func archived() throws -> Data {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["tar", "-cf", "-", "."]
        process.currentDirectoryURL = folder.url
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(description: "tar -c") }
        return data
    }

    func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

    @discardableResult
    func git(_ words: String...) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["git"] + words
        process.currentDirectoryURL = folder.url
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(description: "git \(words.joined(separator: " "))") }
        return String(decoding: data, as: UTF8.self)
    }

    /// Runs the program in the repository.
    func run(_ words: String..., input: String = "") throws -> Program.Outcome {
        try Program.run(words, input: Data(input.utf8), folder: folder.url)
    }

    /// Runs a shell script in the repository, with the program on its path.
    func shell(_ script: String) throws -> Program.Outcome {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", script]
        process.currentDirectoryURL = folder.url
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        process.environment = Program.environment(adding: ["PATH": Program.url.deletingLastPathComponent().path + ":" + path])
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        let messages = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Program.Outcome(
            status: process.terminationStatus, output: String(decoding: text, as: UTF8.self), errors: String(decoding: messages, as: UTF8.self))
    }

    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    // MARK: Files

    private func assets() throws {
        for number in 0..<900 {
            let kind = ["imageset", "colorset", "appiconset"][number % 3]
            try folder.file(
                "App/Assets.xcassets/Icon\(number).\(kind)/Contents.json",
                #"{"images":[{"idiom":"universal","filename":"icon\#(number).pdf"}],"info":{"author":"xcode","version":1}}"#)
        }
        for number in 0..<40 {
            try folder.file(
                "App/Animations/wave\(number).json",
                #"{"v":"5.5.7","fr":60,"op":180,"w":750,"h":1334,"nm":"wave","assets":[],"layers":[{"ty":4,"nm":"a","ks":{"o":{"k":100}}}]}"#)
        }
        for number in 0..<120 { try folder.file("App/Strings/s\(number).strings", "\"a\" = \"b\";\n") }
        for number in 0..<60 { try folder.file("App/Plists/p\(number).plist", "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict/></plist>\n") }
    }

    private func dependencies() throws {
        try folder.file("Package.resolved", #"{"pins":[{"identity":"snapkit","state":{"version":"5.6.0"}}],"version":2}"#)
        try folder.file("package.json", #"{"name":"app","dependencies":{"left-pad":"^1.0.0"}}"#)
        try folder.file("package-lock.json", #"{"name":"app","lockfileVersion":3,"packages":{}}"#)
        try folder.file("requirements.txt", "zope.interface==5.4.0\nnumpy>=1.20\n")
        try folder.file("composer.json", #"{"constraints":["php >= 8.0","ext-json"]}"#)
        try folder.file("scheduler.json", #"{"constraints":[{"field":"age","min":3}],"views":{"a":1}}"#)
        try folder.file("README.txt", "The app.\n\n[x] ship it\n| a | b |\n")
        try folder.file("Podfile.lock", "PODS:\n  - SnapKit (5.6.0)\n")
        for number in 0..<60 {
            try folder.file("Pods/Library/Cell\(number).xib", SampleRepository.storyboard(of: "Pods"))
            try folder.file("Carthage/Checkouts/Kit/k\(number).json", Layouts.conflicting)
            try folder.file("node_modules/pad/p\(number).json", Layouts.conflicting)
        }
        for folderName in ["DerivedData/App/Build", "build/reports", ".build/debug", "Modules/Kit/build"] {
            try folder.file("\(folderName)/layout.json", Layouts.conflicting)
        }
    }

    private func sources() throws {
        for number in 0..<600 { try folder.file("App/Sources/View\(number).swift", "import UIKit\n\nfinal class View\(number): UIView {}\n") }
        for number in 0..<40 { try folder.file("Tests/__Snapshots__/s\(number).txt", "<UIViewController>\n  title: none\n") }
        try folder.file("Tests/fixtures/empty.json", "")
        try folder.file("Tests/fixtures/broken.json", "{\"a\": ")
        try folder.file("Tests/fixtures/list.json", "[1, 2, 3]")
        try folder.file("Tests/fixtures/deep.json", String(repeating: "[", count: 5000))
        try folder.file("ci/build.log", "Compiling View1.swift\nwarning: unused variable\n** BUILD SUCCEEDED **\n")
        try folder.file("logs/last.log", Layouts.log)
        try folder.file("App/Model.generated.json", Layouts.conflicting)
    }

    private func layouts() throws {
        try folder.file("App/Base.lproj/Main.storyboard", SampleRepository.storyboard(of: "Main"))
        try folder.file("App/Cells/Profile Cell.xib", SampleRepository.storyboard(of: "Profile"))
        try folder.file("Layouts/clean.json", Layouts.clean)
        try folder.file("Layouts/header.vfl", "H:|-8-[title(60)]-8-|\nV:|[title(20)]|\n")
        try folder.file("Layouts/keep.generated.json", Layouts.clean)
        try folder.file("Tests/output.log", "Test Case '-[A b]' started.\n" + Layouts.log + "\n")
        try folder.file("App/Ümläut/größe.json", Layouts.clean)
    }

    private func oddities() throws {
        let manager = FileManager.default
        try manager.createSymbolicLink(atPath: path("App/outside"), withDestinationPath: "/etc")
        try manager.createSymbolicLink(atPath: path("secret.json"), withDestinationPath: "/etc/passwd")
        try manager.createSymbolicLink(atPath: path("gone.json"), withDestinationPath: "nowhere.json")
        try manager.createSymbolicLink(atPath: path("App/again"), withDestinationPath: "..")
        try folder.file("App/new\nline.json", "{}")
        try folder.file("App/-dash.json", "{}")
        try folder.file("App/a b'c\"d.json", "{}")
        try folder.file("App/.hidden.json", Layouts.conflicting)
    }

    /// A storyboard of one scene whose label has all it needs.
    static func storyboard(of name: String, width: Int? = nil) -> String {
        let fixed = width.map { #"<constraints><constraint firstAttribute="width" constant="\#($0)" id="\#(name)-fw"/></constraints>"# } ?? ""
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" toolsVersion="21507" targetRuntime="iOS.CocoaTouch" \
            useAutolayout="YES" initialViewController="\(name)-vc">
                <device id="retina6_1" orientation="portrait"/>
                <scenes>
                    <scene sceneID="\(name)-s">
                        <objects>
                            <viewController id="\(name)-vc" sceneMemberID="viewController">
                                <view key="view" contentMode="scaleToFill" id="\(name)-v">
                                    <rect key="frame" x="0.0" y="0.0" width="414" height="896"/>
                                    <subviews>
                                        <view contentMode="scaleToFill" translatesAutoresizingMaskIntoConstraints="NO" id="\(name)-a">
                                            <rect key="frame" x="20" y="100" width="374" height="40"/>
                                            \(fixed)
                                        </view>
                                    </subviews>
                                    <constraints>
                                        <constraint firstItem="\(name)-a" firstAttribute="leading" secondItem="\(name)-v" secondAttribute="leading" \
            constant="20" id="\(name)-1"/>
                                        <constraint firstAttribute="trailing" secondItem="\(name)-a" secondAttribute="trailing" constant="20" id="\(name)-2"/>
                                        <constraint firstItem="\(name)-a" firstAttribute="top" secondItem="\(name)-v" secondAttribute="top" \
            constant="100" id="\(name)-3"/>
                                        <constraint firstItem="\(name)-a" firstAttribute="bottom" secondItem="\(name)-v" secondAttribute="top" \
            constant="140" id="\(name)-4"/>
                                    </constraints>
                                </view>
                            </viewController>
                        </objects>
                    </scene>
                </scenes>
            </document>
            """
    }

    static let emptyStoryboard = """
        <?xml version="1.0" encoding="UTF-8"?>
        <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" targetRuntime="iOS.CocoaTouch" useAutolayout="YES">
            <scenes/>
        </document>
        """
}
