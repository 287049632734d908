"""Triage of captures on a cluster: the entry point for spark-submit.

    spark-submit integrations/spark/submit.py PATH… --binary scrolltrace -o OUTPUT

Ends with 1 if there is a problem, or with --baseline only if one is new or more frequent beyond chance.
"""
import argparse
import sys

from pyspark.sql import SparkSession

import scrolltrace_spark
from scrolltrace_spark.rows import captures, judged


def main():
    parser = argparse.ArgumentParser(prog="scrolltrace-spark", description=__doc__.split("\n")[0])
    parser.add_argument("paths", nargs="+", metavar="PATH", help="folders or files that Spark can read")
    parser.add_argument("-o", "--output", required=True, help="the folder for the rows, as Parquet")
    parser.add_argument("--binary", default="scrolltrace", help="the scrolltrace to ship with the job")
    parser.add_argument("--facet", default="system", help="the facet by which the rows are in folders")
    parser.add_argument("--baseline", help="the output of an earlier run to compare with")
    parser.add_argument("--rows", metavar="FILE", help="also write rows.jsonl, for triage --baseline")
    parser.add_argument("--timeout", type=int, default=60, help="seconds for each capture")
    parser.add_argument("--memory", type=int, default=2 << 30, help="bytes for each worker")
    options = parser.parse_args()
    spark = SparkSession.builder.appName("scrolltrace triage").getOrCreate()
    inputs = captures(spark, options.paths)
    made = judged(spark, inputs, options.binary, options.timeout, options.memory)
    rows = scrolltrace_spark.save(made, options.output, options.facet)
    given, count = inputs.select("path").count(), rows.select("file").distinct().count()
    if given != count:
        sys.exit(f"scrolltrace-spark: {given} captures went in, rows of {count} came out")
    if options.rows:
        with open(options.rows, "w", encoding="utf-8", newline="\n") as file:
            for row in rows.orderBy("file", "trace").select("row").toLocalIterator():
                file.write(row.row + "\n")
    if options.baseline:
        found = scrolltrace_spark.compare(rows, spark.read.parquet(options.baseline)).collect()
        for entry in found:
            print(f"{entry.change}: {entry.traces} traces, {entry.traces_before} before: {entry.title}")
        is_bad = any(entry.is_regression for entry in found)
    else:
        found = scrolltrace_spark.problems(rows).collect()
        for entry in found:
            print(f"{entry.traces} traces: {entry.title}")
        is_bad = any(entry.severity != "notice" for entry in found)
    print(f"{len(found)} problems; {count} captures")
    spark.stop()
    sys.exit(1 if is_bad else 0)


if __name__ == "__main__":
    main()
