#include "CSQLite.h"

// The SQL files at the top of the repository are compiled in as they are. A further file is three
// more lines of this pattern and one more function in CSQLite.h. The bytes are unsigned, so text
// beyond ASCII needs no narrowing.

static const unsigned char schema_sql[] = {
#embed "../../schema.sql" suffix(, 0)
};

const char *scrolltrace_schema_sql(void) { return (const char *)schema_sql; }
