#include "CSQLite.h"

// The SQL files in the root of the repository are embedded unchanged. Another file needs three
// more lines of this pattern and one more function in CSQLite.h. The bytes are unsigned, so that
// bytes outside ASCII need no narrowing.

static const unsigned char schema_sql[] = {
#embed "../../schema.sql" suffix(, 0)
};

const char *scrolltrace_schema_sql(void) { return (const char *)schema_sql; }
