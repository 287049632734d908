#ifndef CREPORTASSETS_H
#define CREPORTASSETS_H

/// The style of a report, ended by a zero byte.
const char *scrolltrace_report_css(void);
/// The script of a report, ended by a zero byte.
const char *scrolltrace_report_js(void);
/// The script of the page of a triage, ended by a zero byte.
const char *scrolltrace_problems_js(void);

#endif
