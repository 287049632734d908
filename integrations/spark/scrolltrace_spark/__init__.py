"""Triage of scroll captures on Apache Spark, by the workers of `scrolltrace triage`.

    rows = scrolltrace_spark.triage(spark, ["hdfs:///captures"], binary="scrolltrace")
    scrolltrace_spark.save(rows, "hdfs:///triage", facet="system")
    saved = spark.read.parquet("hdfs:///triage")
    scrolltrace_spark.problems(saved).show()
"""
from .rows import FIELDS, save, triage
from .problems import compare, facets, problems

__all__ = ["FIELDS", "compare", "facets", "problems", "save", "triage"]
