#include "CSchemas.h"

#include <string.h>

// The preprocessor embeds the files of docs, which is fast to build.

static const char import_schema[] = {
#embed "../../docs/json/import.schema.json" suffix(, 0)
};
static const char formats_schema[] = {
#embed "../../docs/json/formats.schema.json" suffix(, 0)
};
static const char formats_files_schema[] = {
#embed "../../docs/json/formats-files.schema.json" suffix(, 0)
};
static const char list_schema[] = {
#embed "../../docs/json/list.schema.json" suffix(, 0)
};
static const char show_schema[] = {
#embed "../../docs/json/show.schema.json" suffix(, 0)
};
static const char show_at_schema[] = {
#embed "../../docs/json/show-at.schema.json" suffix(, 0)
};
static const char replay_schema[] = {
#embed "../../docs/json/replay.schema.json" suffix(, 0)
};
static const char compare_schema[] = {
#embed "../../docs/json/compare.schema.json" suffix(, 0)
};
static const char diagnose_schema[] = {
#embed "../../docs/json/diagnose.schema.json" suffix(, 0)
};
static const char analyze_settles_schema[] = {
#embed "../../docs/json/analyze-settles.schema.json" suffix(, 0)
};
static const char analyze_impressions_schema[] = {
#embed "../../docs/json/analyze-impressions.schema.json" suffix(, 0)
};
static const char analyze_probe_schema[] = {
#embed "../../docs/json/analyze-probe.schema.json" suffix(, 0)
};
static const char analyze_transitions_schema[] = {
#embed "../../docs/json/analyze-transitions.schema.json" suffix(, 0)
};
static const char analyze_smoothness_schema[] = {
#embed "../../docs/json/analyze-smoothness.schema.json" suffix(, 0)
};
static const char analyze_findings_schema[] = {
#embed "../../docs/json/analyze-findings.schema.json" suffix(, 0)
};
static const char explain_schema[] = {
#embed "../../docs/json/explain.schema.json" suffix(, 0)
};
static const char lint_schema[] = {
#embed "../../docs/json/lint.schema.json" suffix(, 0)
};
static const char lint_list_schema[] = {
#embed "../../docs/json/lint-list.schema.json" suffix(, 0)
};
static const char lint_explain_schema[] = {
#embed "../../docs/json/lint-explain.schema.json" suffix(, 0)
};
static const char query_schema[] = {
#embed "../../docs/json/query.schema.json" suffix(, 0)
};
static const char verify_schema[] = {
#embed "../../docs/json/verify.schema.json" suffix(, 0)
};
static const char report_schema[] = {
#embed "../../docs/report.schema.json" suffix(, 0)
};

static const struct {
  const char *name;
  const char *text;
} schemas[] = {
    {"import", import_schema},
    {"formats", formats_schema},
    {"formats-files", formats_files_schema},
    {"list", list_schema},
    {"show", show_schema},
    {"show-at", show_at_schema},
    {"replay", replay_schema},
    {"compare", compare_schema},
    {"diagnose", diagnose_schema},
    {"analyze-settles", analyze_settles_schema},
    {"analyze-impressions", analyze_impressions_schema},
    {"analyze-probe", analyze_probe_schema},
    {"analyze-transitions", analyze_transitions_schema},
    {"analyze-smoothness", analyze_smoothness_schema},
    {"analyze-findings", analyze_findings_schema},
    {"explain", explain_schema},
    {"lint", lint_schema},
    {"lint-list", lint_list_schema},
    {"lint-explain", lint_explain_schema},
    {"query", query_schema},
    {"verify", verify_schema},
    {"report", report_schema},
};

const char *scrolltrace_schema(const char *name) {
  for (size_t index = 0; index < sizeof schemas / sizeof *schemas; index++) {
    if (strcmp(schemas[index].name, name) == 0) return schemas[index].text;
  }
  return NULL;
}
