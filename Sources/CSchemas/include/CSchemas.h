#ifndef CSCHEMAS_H
#define CSCHEMAS_H

/// Returns the JSON Schema of a command's output, NUL-terminated; NULL for an unknown name.
///
/// The names are those of the files in docs/json; `report` is docs/report.schema.json.
const char *scrolltrace_schema(const char *name);

#endif
