/// The output of `plumbline help configuration`.
public enum ConfigurationHelp {
    public static let text = """
        .plumbline.json is looked for in the folder of each file that is checked, then in the folders above it, up to the repository (the folder
        with .git), or without one as long as they are your own and not everybody may write there; the nearest one holds. A link is refused, and so
        is a file of another user (not yours, root's, or under sudo the caller's): '--config FILE' uses it all the same.
        Paths and patterns in it are relative to its own folder. Unknown keys are errors. The command line wins. Reporters and the baseline are of a
        whole run: where files have several configurations, those of the first FILE's hold. An "output" or "baseline" lies below the configuration's
        folder, outside of .git, and is reached without links; an "output" is a new file or replaces a former report of plumbline, never another
        file. The command line takes any path: --format FORMAT=FILE, --baseline FILE. All keys may be left out:

        {
          "rules": {"recommended": "on", "overlapping-views": "error", "fixed-direction": "off"},
                                                error, warning, note, on (as bad as the rule is by itself) or off; also for the groups
                                                recommended, all and interface-builder, over which a rule of its own name wins, also
                                                over those of --rules
          "include": ["Layouts/**/*.json", "*.storyboard"],
                                                what is checked of a folder; without FILE, 'plumbline check' checks these
          "exclude": ["Pods"],                  what is not
          "sizes": ["320x568", {"width": 1024}],
          "width": "280...1400",                judged at every size between, exactly; likewise "height"
          "textScale": "1...3",                 and at every size of texts: intrinsic sizes of views with texts grow by it
          "directions": ["ltr", "rtl"],
          "textScales": [1, 1.5],               intrinsic sizes of views with texts grow by it
          "intrinsicSizes": [{"name": "german", "views": {"title": {"width": 180, "height": 20}}}],
                                                every layout is checked in all combinations of these four; beside "width" and "height" a view
                                                may have "textSizes": [{"scale": 2, "width": 300, "height": 44}], as in documents
          "minimumSizes": {"UIButton": {"width": 44, "height": 44}, "*Cell": {"height": 44}, "#close": {"width": 48}},
          "tolerance": 0.5,                     points that a frame may be off before rules about frames speak; 0 where nothing is said, half
                                                a point in Interface Builder files, whose sizes are rounded
          "assert": ["price.width >= price.intrinsic.width", "a.trailing <= b.leading"],
                                                asked of every layout that has these views; where none has, that is a finding
          "failOn": ["conflict", "ambiguity", "error"],
          "reporters": ["text", {"format": "sarif", "output": "plumbline.sarif"}],
          "baseline": "plumbline-baseline.jsonl",
          "strictBaseline": true,
          "budget": {"seconds": 30, "views": 100000, "constraints": 500000, "conflicts": 64},
          "policy": "uikit",                    uikit, last or fewest
          "interfaceBuilder": "design",         design or run
          "allowIncomplete": false
        }

        A document may say itself what it has to satisfy and which findings are meant, each with the reason:

        {
          "assert": ["title.height >= 20"],
          "suppress": [{"rule": "overlapping-views", "view": "badge", "reason": "sits on the picture's corner"}]
        }

        A text of equations says so in a comment: # plumbline:suppress overlapping-views badge: sits on the picture's corner

        """
}
