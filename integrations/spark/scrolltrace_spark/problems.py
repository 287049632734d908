"""Problems, facets and changes since a baseline, by Spark SQL over rows."""
from pyspark.sql import Window
from pyspark.sql import functions as F

from . import chance

CHANGES = """
    problem string, change string, severity string, traces bigint, traces_before bigint,
    share double, share_low double, share_high double, share_before double, probability double,
    is_regression boolean, title string
"""


def traces(rows):
    """The rows of judged traces; copies of a capture count once."""
    copies = Window.partitionBy(F.coalesce("hash", "file"), "trace").orderBy("file")
    first = rows.withColumn("_place", F.row_number().over(copies)).where("_place = 1")
    return first.drop("_place").where("verdict != 'skipped'")


def problems(rows):
    """The problems, ordered by traces times severity, each with its clearest trace: the most certain one, then the shortest."""
    is_cause = F.expr("verdict = 'cause' AND size(causes) > 0")
    rank = F.when(is_cause, F.expr(
        "CASE causes[0].certainty WHEN 'certain' THEN 2 WHEN 'likely' THEN 1 ELSE 0 END")).otherwise(0)
    worst = F.expr(
        "coalesce(get(filter(findings, f -> f.severity = 'error'), 0),"
        " get(filter(findings, f -> f.severity = 'warning'), 0)).message")
    title = F.when(is_cause, F.expr("causes[0].sentences[0]")).otherwise(F.coalesce("error", worst))
    severity = F.expr(
        "CASE WHEN exists(findings, f -> f.severity = 'error') THEN 3"
        " WHEN verdict = 'failed' THEN 1 ELSE 2 END")
    shown = F.struct(
        F.col("file").alias("representative"), F.col("trace").alias("representative_trace"),
        title.alias("title"), F.expr("get(causes, 0).fix").alias("fix"))
    order = F.struct(-rank, F.col("events"), F.col("file"), F.col("trace"))
    found = (
        traces(rows).where("problem IS NOT NULL")
        .withColumn("_severity", severity).withColumn("_order", order).withColumn("_shown", shown)
        .groupBy("problem")
        .agg(F.count("*").alias("traces"), F.max("_severity").alias("weight"),
             F.min_by("_shown", "_order").alias("shown")))
    words = F.expr("CASE weight WHEN 3 THEN 'error' WHEN 2 THEN 'warning' ELSE 'notice' END")
    return found.orderBy(F.desc(F.col("traces") * F.col("weight")), "problem").select(
        "problem", words.alias("severity"), "traces", "shown.*")


def facets(rows):
    """The number of traces of each problem for each value of each facet."""
    return (
        traces(rows).where("problem IS NOT NULL")
        .select("problem", F.explode("facets").alias("facet", "value"))
        .groupBy("problem", "facet", "value").agg(F.count("*").alias("traces")))


def compare(rows, baseline):
    """The changes since a baseline, with the same test as `scrolltrace triage --baseline`."""
    now, before = ({row.problem: row for row in problems(each).collect()} for each in (rows, baseline))
    total, total_before = traces(rows).count(), traces(baseline).count()
    names = list(now) + [name for name in before if name not in now]
    counts = [
        (now[name].traces if name in now else 0, before[name].traces if name in before else 0)
        for name in names]
    corrected = chance.corrected(
        [chance.fisher(new, total, old, total_before) for new, old in counts])
    entries = []
    for name, (new, old), probability in zip(names, counts, corrected):
        problem = now.get(name) or before[name]
        share, share_before = chance.share(new, total), chance.share(old, total_before)
        change = chance.change(new, old, share, share_before, probability)
        is_regression = (
            change in ("new", "more") and probability < chance.LEVEL and problem.severity != "notice")
        entries.append((
            name, change, problem.severity, new, old, share, *chance.wilson(new, total), share_before,
            probability, is_regression, problem.title))
    entries.sort(key=lambda entry: not entry[10])
    return rows.sparkSession.createDataFrame(entries, CHANGES)
