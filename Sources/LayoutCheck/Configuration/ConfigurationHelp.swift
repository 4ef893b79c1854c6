/// The output of `plumbline help configuration`.
public enum ConfigurationHelp {
    public static let text = """
        For each file, 'plumbline check' uses the nearest .plumbline.json: in the file's folder or in a folder above it, up to the root of the git
        repository. Outside of a repository, it searches only folders that belong to you and that others cannot write to. It rejects a
        configuration that is a symbolic link or belongs to another user (neither you nor root nor, under sudo, the caller); '--config FILE'
        uses it anyway.

        Options of the command line take precedence. Paths and patterns are relative to the configuration's folder. Unknown keys are errors.
        Reporters and the baseline apply to a whole run: if the files have several configurations, those of the first FILE are used. An
        "output" or "baseline" must be below the configuration's folder, outside of .git, and not behind a symbolic link; an "output" must be
        a new file or an earlier report of plumbline. The command line accepts any path: --format FORMAT=FILE, --baseline FILE.

        All keys are optional:

        {
          "rules": {"recommended": "on", "overlapping-views": "error", "fixed-direction": "off"},
                                                error, warning, note, off, or on for the rule's own severity; also for the groups
                                                recommended, all and interface-builder. A rule's own name overrides its groups, also
                                                those in --rules
          "include": ["Layouts/**/*.json", "*.storyboard"],
                                                the files of a folder to check; without FILE, 'plumbline check' checks these
          "exclude": ["Pods"],                  the files and folders to skip
          "sizes": ["320x568", {"width": 1024}],
          "width": "280...1400",                check every width in this range, exactly; likewise "height"
          "textScale": "1...3",                 check every factor in this range by which the intrinsic sizes of views with text are multiplied
          "directions": ["ltr", "rtl"],
          "textScales": [1, 1.5],               factors by which the intrinsic sizes of views with text are multiplied
          "intrinsicSizes": [{"name": "german", "views": {"title": {"width": 180, "height": 20}}}],
                                                check all combinations of sizes, directions, textScales and intrinsicSizes; beside "width" and
                                                "height" a view may have "textSizes": [{"scale": 2, "width": 300, "height": 44}], as in documents
          "minimumSizes": {"UIButton": {"width": 44, "height": 44}, "*Cell": {"height": 44}, "#close": {"width": 48}},
          "tolerance": 0.5,                     the error in points that rules about frames ignore; by default 0, and half a point for
                                                Interface Builder files, whose sizes are rounded
          "assert": ["price.width >= price.intrinsic.width", "a.trailing <= b.leading"],
                                                checked in every layout that has these views; if none has them, that is a finding
          "failOn": ["conflict", "ambiguity", "error"],
          "reporters": ["text", {"format": "sarif", "output": "plumbline.sarif"}],
          "baseline": "plumbline-baseline.jsonl",
          "strictBaseline": true,
          "budget": {"seconds": 30, "views": 100000, "constraints": 500000, "conflicts": 64},
          "policy": "uikit",                    uikit, last or fewest
          "interfaceBuilder": "design",         design or run
          "compose": {"CardView": "CardView.xib"},
                                                the xib with the content of each reusable view, see 'plumbline help manual inputs'
          "allowIncomplete": false
        }

        A document can have assertions of its own, and suppress findings that are intended, each with a reason:

        {
          "assert": ["title.height >= 20"],
          "suppress": [{"rule": "overlapping-views", "view": "badge", "reason": "sits on the picture's corner"}]
        }

        In a list of equations, a comment does the same: # plumbline:suppress overlapping-views badge: sits on the picture's corner

        """
}
