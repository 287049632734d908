#ifndef CSCHEMAS_H
#define CSCHEMAS_H

/// The JSON Schema of what a verb prints, ended by a zero byte; NULL for an unknown name.
///
/// Names are those of the files in docs/json; `report` is docs/report.schema.json.
const char *scrolltrace_schema(const char *name);

#endif
