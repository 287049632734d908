#include "CReportAssets.h"

// The preprocessor embeds the files of this directory, which is fast to build.
static const char css[] = {
#embed "report.css" suffix(, 0)
};

// One script of several parts; until the page is shown, each uses only names of earlier parts.
static const char js[] = {
#embed "page/data.js" suffix(, )
#embed "page/lookup.js" suffix(, )
#embed "page/idle.js" suffix(, )
#embed "page/timeline.js" suffix(, )
#embed "page/curves.js" suffix(, )
#embed "page/lanes.js" suffix(, )
#embed "page/targets.js" suffix(, )
#embed "page/view.js" suffix(, )
#embed "page/moving.js" suffix(, )
#embed "page/controls.js" suffix(, )
#embed "page/reading.js" suffix(, )
#embed "page/opening.js" suffix(, )
#embed "page/start.js" suffix(, )
    0};

// What runs when the workbench is opened; it uses all names of the page.
static const char workbench_js[] = {
#embed "page/engine.js" suffix(, )
#embed "page/configuration.js" suffix(, )
#embed "page/whatif-state.js" suffix(, )
#embed "page/whatif-run.js" suffix(, )
#embed "page/whatif-panel.js" suffix(, )
#embed "page/whatif-gestures.js" suffix(, )
#embed "page/whatif-handles.js" suffix(, )
#embed "page/playground.js" suffix(, )
#embed "page/whatif.js" suffix(, )
    0};

static const char problems_js[] = {
#embed "problems.js" suffix(, 0)
};

static const char index_js[] = {
#embed "index.js" suffix(, 0)
};

// Built by Scripts/build-engine.sh; without it reports have no workbench.
#if __has_embed("engine.packed") == __STDC_EMBED_FOUND__
static const unsigned char engine[] = {
#embed "engine.packed"
};
const unsigned char *scrolltrace_report_engine(void) { return engine; }
long scrolltrace_report_engine_count(void) { return sizeof engine; }
#else
const unsigned char *scrolltrace_report_engine(void) { return 0; }
long scrolltrace_report_engine_count(void) { return 0; }
#endif

const char *scrolltrace_report_css(void) { return css; }
const char *scrolltrace_report_js(void) { return js; }
const char *scrolltrace_workbench_js(void) { return workbench_js; }
const char *scrolltrace_problems_js(void) { return problems_js; }
const char *scrolltrace_index_js(void) { return index_js; }
