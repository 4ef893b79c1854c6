// The chapters of the manual, in reading order.
#include "embed.h"

static const unsigned char installing[] = {
#embed "../Manual/installing.md"
};
static const unsigned char documents[] = {
#embed "../Manual/documents.md"
};
static const unsigned char inputs[] = {
#embed "../Manual/inputs.md"
};
static const unsigned char capture[] = {
#embed "../Manual/capture.md"
};
static const unsigned char reports[] = {
#embed "../Manual/reports.md"
};
static const unsigned char causes[] = {
#embed "../Manual/causes.md"
};
static const unsigned char rules[] = {
#embed "../Manual/rules.md"
};
static const unsigned char configuration[] = {
#embed "../Manual/configuration.md"
};
static const unsigned char ci[] = {
#embed "../Manual/ci.md"
};
static const unsigned char commands[] = {
#embed "../Manual/commands.md"
};
static const unsigned char http[] = {
#embed "../Manual/http.md"
};
static const unsigned char sessions[] = {
#embed "../Manual/sessions.md"
};
static const unsigned char page[] = {
#embed "../Manual/page.md"
};
static const unsigned char operation[] = {
#embed "../Manual/operation.md"
};
static const unsigned char trust[] = {
#embed "../Manual/trust.md"
};
static const unsigned char storage[] = {
#embed "../Manual/storage.md"
};
static const unsigned char limits[] = {
#embed "../Manual/limits.md"
};
static const unsigned char figures[] = {
#embed "../Manual/figures.md"
};
static const unsigned char changes[] = {
#embed "../Manual/changes.md"
};
static const unsigned char words[] = {
#embed "../Manual/words.md"
};

static const struct embedded_file list[] = {
    FILE_ENTRY("installing.md", installing),
    FILE_ENTRY("documents.md", documents),
    FILE_ENTRY("inputs.md", inputs),
    FILE_ENTRY("capture.md", capture),
    FILE_ENTRY("reports.md", reports),
    FILE_ENTRY("causes.md", causes),
    FILE_ENTRY("rules.md", rules),
    FILE_ENTRY("configuration.md", configuration),
    FILE_ENTRY("ci.md", ci),
    FILE_ENTRY("commands.md", commands),
    FILE_ENTRY("http.md", http),
    FILE_ENTRY("sessions.md", sessions),
    FILE_ENTRY("page.md", page),
    FILE_ENTRY("operation.md", operation),
    FILE_ENTRY("trust.md", trust),
    FILE_ENTRY("storage.md", storage),
    FILE_ENTRY("limits.md", limits),
    FILE_ENTRY("figures.md", figures),
    FILE_ENTRY("changes.md", changes),
    FILE_ENTRY("words.md", words),
    {NULL, NULL, 0},
};

const struct embedded_file *embedded_chapters(void) { return list; }
