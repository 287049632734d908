#ifndef CREPORTASSETS_H
#define CREPORTASSETS_H

/// The style of a report, ended by a zero byte.
const char *scrolltrace_report_css(void);
/// The script of a report, ended by a zero byte.
const char *scrolltrace_report_js(void);
/// The script of the page of a triage, ended by a zero byte.
const char *scrolltrace_problems_js(void);
/// The script of the page of a folder of reports, ended by a zero byte.
const char *scrolltrace_index_js(void);
/// The engine of the workbench as a gzip stream of a WebAssembly module; null without one.
const unsigned char *scrolltrace_report_engine(void);
/// How many bytes the stream of the engine has; 0 without one.
long scrolltrace_report_engine_count(void);

#endif
