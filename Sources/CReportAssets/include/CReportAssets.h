#ifndef CREPORTASSETS_H
#define CREPORTASSETS_H

/// Returns the style sheet of a report, NUL-terminated.
const char *scrolltrace_report_css(void);
/// Returns the script of a report, NUL-terminated.
const char *scrolltrace_report_js(void);
/// Returns the script that runs when the workbench of a report is opened, NUL-terminated.
const char *scrolltrace_workbench_js(void);
/// Returns the script of a triage page, NUL-terminated.
const char *scrolltrace_problems_js(void);
/// Returns the script of the index page for a folder of reports, NUL-terminated.
const char *scrolltrace_index_js(void);
/// Returns the workbench's engine, a WebAssembly module that Scripts/engine/pack.c compressed; null without one.
const unsigned char *scrolltrace_report_engine(void);
/// Returns the number of bytes of the compressed engine; 0 without one.
long scrolltrace_report_engine_count(void);

#endif
