// The files of the web page.
#include "embed.h"

static const unsigned char advice_js[] = {
#embed "../WebPage/Resources/advice.js"
};
static const unsigned char ambiguities_js[] = {
#embed "../WebPage/Resources/ambiguities.js"
};
static const unsigned char answer_js[] = {
#embed "../WebPage/Resources/answer.js"
};
static const unsigned char api_js[] = {
#embed "../WebPage/Resources/api.js"
};
static const unsigned char app_js[] = {
#embed "../WebPage/Resources/app.js"
};
static const unsigned char archive_js[] = {
#embed "../WebPage/Resources/archive.js"
};
static const unsigned char arithmetic_js[] = {
#embed "../WebPage/Resources/arithmetic.js"
};
static const unsigned char base_css[] = {
#embed "../WebPage/Resources/base.css"
};
static const unsigned char blame_js[] = {
#embed "../WebPage/Resources/blame.js"
};
static const unsigned char camera_js[] = {
#embed "../WebPage/Resources/camera.js"
};
static const unsigned char card_js[] = {
#embed "../WebPage/Resources/card.js"
};
static const unsigned char conflicts_js[] = {
#embed "../WebPage/Resources/conflicts.js"
};
static const unsigned char diagnoses_js[] = {
#embed "../WebPage/Resources/diagnoses.js"
};
static const unsigned char dom_js[] = {
#embed "../WebPage/Resources/dom.js"
};
static const unsigned char download_js[] = {
#embed "../WebPage/Resources/download.js"
};
static const unsigned char drawing_js[] = {
#embed "../WebPage/Resources/drawing.js"
};
static const unsigned char exercise_js[] = {
#embed "../WebPage/Resources/exercise.js"
};
static const unsigned char findings_js[] = {
#embed "../WebPage/Resources/findings.js"
};
static const unsigned char format_js[] = {
#embed "../WebPage/Resources/format.js"
};
static const unsigned char frame_js[] = {
#embed "../WebPage/Resources/frame.js"
};
static const unsigned char help_css[] = {
#embed "../WebPage/Resources/help.css"
};
static const unsigned char help_html[] = {
#embed "../WebPage/Resources/help.html"
};
static const unsigned char help_js[] = {
#embed "../WebPage/Resources/help.js"
};
static const unsigned char icon_svg[] = {
#embed "../WebPage/Resources/icon.svg"
};
static const unsigned char index_html[] = {
#embed "../WebPage/Resources/index.html"
};
static const unsigned char inspector_js[] = {
#embed "../WebPage/Resources/inspector.js"
};
static const unsigned char keylist_js[] = {
#embed "../WebPage/Resources/keylist.js"
};
static const unsigned char keys_js[] = {
#embed "../WebPage/Resources/keys.js"
};
static const unsigned char layout_js[] = {
#embed "../WebPage/Resources/layout.js"
};
static const unsigned char list_js[] = {
#embed "../WebPage/Resources/list.js"
};
static const unsigned char live_js[] = {
#embed "../WebPage/Resources/live.js"
};
static const unsigned char markdown_js[] = {
#embed "../WebPage/Resources/markdown.js"
};
static const unsigned char marks_js[] = {
#embed "../WebPage/Resources/marks.js"
};
static const unsigned char observed_js[] = {
#embed "../WebPage/Resources/observed.js"
};
static const unsigned char parts_js[] = {
#embed "../WebPage/Resources/parts.js"
};
static const unsigned char pointer_js[] = {
#embed "../WebPage/Resources/pointer.js"
};
static const unsigned char preview_js[] = {
#embed "../WebPage/Resources/preview.js"
};
static const unsigned char recurring_js[] = {
#embed "../WebPage/Resources/recurring.js"
};
static const unsigned char regions_js[] = {
#embed "../WebPage/Resources/regions.js"
};
static const unsigned char remarks_js[] = {
#embed "../WebPage/Resources/remarks.js"
};
static const unsigned char remedies_js[] = {
#embed "../WebPage/Resources/remedies.js"
};
static const unsigned char samples_js[] = {
#embed "../WebPage/Resources/samples.js"
};
static const unsigned char session_css[] = {
#embed "../WebPage/Resources/session.css"
};
static const unsigned char session_js[] = {
#embed "../WebPage/Resources/session.js"
};
static const unsigned char sessions_js[] = {
#embed "../WebPage/Resources/sessions.js"
};
static const unsigned char shapes_js[] = {
#embed "../WebPage/Resources/shapes.js"
};
static const unsigned char sizemap_js[] = {
#embed "../WebPage/Resources/sizemap.js"
};
static const unsigned char sizes_css[] = {
#embed "../WebPage/Resources/sizes.css"
};
static const unsigned char sizes_js[] = {
#embed "../WebPage/Resources/sizes.js"
};
static const unsigned char source_js[] = {
#embed "../WebPage/Resources/source.js"
};
static const unsigned char start_css[] = {
#embed "../WebPage/Resources/start.css"
};
static const unsigned char start_js[] = {
#embed "../WebPage/Resources/start.js"
};
static const unsigned char store_js[] = {
#embed "../WebPage/Resources/store.js"
};
static const unsigned char strip_js[] = {
#embed "../WebPage/Resources/strip.js"
};
static const unsigned char table_js[] = {
#embed "../WebPage/Resources/table.js"
};
static const unsigned char timeline_js[] = {
#embed "../WebPage/Resources/timeline.js"
};
static const unsigned char token_js[] = {
#embed "../WebPage/Resources/token.js"
};
static const unsigned char tree_js[] = {
#embed "../WebPage/Resources/tree.js"
};

static const struct embedded_file list[] = {
    FILE_ENTRY("advice.js", advice_js),
    FILE_ENTRY("ambiguities.js", ambiguities_js),
    FILE_ENTRY("answer.js", answer_js),
    FILE_ENTRY("api.js", api_js),
    FILE_ENTRY("app.js", app_js),
    FILE_ENTRY("archive.js", archive_js),
    FILE_ENTRY("arithmetic.js", arithmetic_js),
    FILE_ENTRY("base.css", base_css),
    FILE_ENTRY("blame.js", blame_js),
    FILE_ENTRY("camera.js", camera_js),
    FILE_ENTRY("card.js", card_js),
    FILE_ENTRY("conflicts.js", conflicts_js),
    FILE_ENTRY("diagnoses.js", diagnoses_js),
    FILE_ENTRY("dom.js", dom_js),
    FILE_ENTRY("download.js", download_js),
    FILE_ENTRY("drawing.js", drawing_js),
    FILE_ENTRY("exercise.js", exercise_js),
    FILE_ENTRY("findings.js", findings_js),
    FILE_ENTRY("format.js", format_js),
    FILE_ENTRY("frame.js", frame_js),
    FILE_ENTRY("help.css", help_css),
    FILE_ENTRY("help.html", help_html),
    FILE_ENTRY("help.js", help_js),
    FILE_ENTRY("icon.svg", icon_svg),
    FILE_ENTRY("index.html", index_html),
    FILE_ENTRY("inspector.js", inspector_js),
    FILE_ENTRY("keylist.js", keylist_js),
    FILE_ENTRY("keys.js", keys_js),
    FILE_ENTRY("layout.js", layout_js),
    FILE_ENTRY("list.js", list_js),
    FILE_ENTRY("live.js", live_js),
    FILE_ENTRY("markdown.js", markdown_js),
    FILE_ENTRY("marks.js", marks_js),
    FILE_ENTRY("observed.js", observed_js),
    FILE_ENTRY("parts.js", parts_js),
    FILE_ENTRY("pointer.js", pointer_js),
    FILE_ENTRY("preview.js", preview_js),
    FILE_ENTRY("recurring.js", recurring_js),
    FILE_ENTRY("regions.js", regions_js),
    FILE_ENTRY("remarks.js", remarks_js),
    FILE_ENTRY("remedies.js", remedies_js),
    FILE_ENTRY("samples.js", samples_js),
    FILE_ENTRY("session.css", session_css),
    FILE_ENTRY("session.js", session_js),
    FILE_ENTRY("sessions.js", sessions_js),
    FILE_ENTRY("shapes.js", shapes_js),
    FILE_ENTRY("sizemap.js", sizemap_js),
    FILE_ENTRY("sizes.css", sizes_css),
    FILE_ENTRY("sizes.js", sizes_js),
    FILE_ENTRY("source.js", source_js),
    FILE_ENTRY("start.css", start_css),
    FILE_ENTRY("start.js", start_js),
    FILE_ENTRY("store.js", store_js),
    FILE_ENTRY("strip.js", strip_js),
    FILE_ENTRY("table.js", table_js),
    FILE_ENTRY("timeline.js", timeline_js),
    FILE_ENTRY("token.js", token_js),
    FILE_ENTRY("tree.js", tree_js),
    {NULL, NULL, 0},
};

const struct embedded_file *embedded_page_files(void) { return list; }
