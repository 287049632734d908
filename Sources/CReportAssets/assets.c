#include "CReportAssets.h"

// The files lie beside this one; the preprocessor reads them, so that they cost no build time.
static const char css[] = {
#embed "report.css" suffix(, 0)
};

static const char js[] = {
#embed "report.js" suffix(, 0)
};

static const char problems_js[] = {
#embed "problems.js" suffix(, 0)
};

const char *scrolltrace_report_css(void) { return css; }
const char *scrolltrace_report_js(void) { return js; }
const char *scrolltrace_problems_js(void) { return problems_js; }
