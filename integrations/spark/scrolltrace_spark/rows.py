"""Makes rows of captures: each partition is piped through a worker of scrolltrace."""
import os
import pathlib
import shutil
import stat
import tempfile
from urllib.parse import quote, unquote

from pyspark import SparkFiles
from pyspark.sql import functions as F

from . import worker

# The fields of docs/json/triage-row.schema.json in Spark's notation.
FIELDS = """
    file string, hash string, trace bigint, name string, tool string, verdict string, declared string,
    facets map<string, string>, decisions bigint, explained bigint, declared_explained bigint,
    causes array<struct<class: string, variant: string, symbolic: string, certainty: string,
      sentences: array<string>, fix: string, is_comparison: boolean>>,
    findings array<struct<detector: string, severity: string, count: bigint, fingerprint: string,
      message: string, is_effect: boolean>>,
    fragile bigint, smallest_margin_pt double, hitch_ms_per_s double, impressions bigint,
    events bigint, seconds double, losses bigint, error string, error_kind string, problem string
"""


def triage(spark, paths, binary="scrolltrace", timeout=60, memory=2 << 30):
    """A DataFrame with the rows of all captures in the paths: the columns of FIELDS, and `row`, the line
    of rows.jsonl itself.

    `binary` is the path of scrolltrace on the driver's machine, preferably the static build; it is shipped
    with the job. `timeout` is in seconds per capture, `memory` in bytes per worker. Spark computes the
    DataFrame again for each action: `save` it, and use the saved rows.
    """
    return judged(spark, captures(spark, paths), binary, timeout, memory)


def judged(spark, captures, binary="scrolltrace", timeout=60, memory=2 << 30):
    """The same for a DataFrame of captures: `path` and `content`."""
    found = shutil.which(binary)
    if not found:
        raise FileNotFoundError(f"'{binary}' is not a program; name the binary of scrolltrace")
    context = spark.sparkContext
    context.addFile(str(pathlib.Path(found).resolve()))
    context.addPyFile(_package())
    judge = _judge(pathlib.Path(found).resolve().name, timeout, memory)
    # Spark counts 4 MB for opening a file, so small captures would be in partitions of 32, each with a
    # worker to start and Parquet files of its own.
    parts = captures.rdd.coalesce(8 * context.defaultParallelism)
    texts = parts.mapPartitions(judge).map(lambda text: (text,))
    rows = spark.createDataFrame(texts, "row string")
    return rows.select(F.from_json("row", FIELDS).alias("fields"), "row").select("fields.*", "row")


def captures(spark, paths):
    """The captures in the paths: `path` and `content`."""
    paths = [paths] if isinstance(paths, str) else list(paths)
    reader = spark.read.format("binaryFile").option("recursiveFileLookup", "true")
    found = reader.load(paths).select("path", "content")
    # Spark omits empty files; an empty capture still gets a row.
    empty = [(path, b"") for path in _empty_files(spark, paths)]
    return found.union(spark.createDataFrame(empty, found.schema)) if empty else found


def _empty_files(spark, paths):
    hadoop = spark.sparkContext._jvm.org.apache.hadoop.fs
    configuration = spark.sparkContext._jsc.hadoopConfiguration()
    for path in paths:
        pattern = hadoop.Path(path)
        system = pattern.getFileSystem(configuration)
        for root in system.globStatus(pattern) or []:
            above = root.getPath().toUri().toString().rstrip("/")
            if system.getScheme() == "file":
                yield from _empty_local_files(root.getPath().toUri().getPath())
                continue
            # This needs several calls from Python to Java for each file, so it is done once.
            files = system.listFiles(root.getPath(), True)
            while files.hasNext():
                file = files.next()
                address = file.getPath().toUri().toString()
                below = address[len(above):].split("/")
                if file.getLen() == 0 and not any(part.startswith((".", "_")) for part in below):
                    yield address


def _empty_local_files(root):
    """Does the same without Java, which needs several calls per file: 20,000 files take a minute less."""
    if os.path.isfile(root):
        return [_address(root)] if os.path.getsize(root) == 0 else []
    found = []
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith((".", "_"))]
        found += [_address(os.path.join(folder, name)) for name in names
                  if not name.startswith((".", "_")) and os.path.getsize(os.path.join(folder, name)) == 0]
    return found


def _address(path):
    return "file:" + quote(path)


def save(rows, path, facet="system"):
    """Writes rows as Parquet, in a folder for each value of a facet; returns the saved rows."""
    column = f"by_{facet.replace(' ', '_')}"
    rows.withColumn(column, F.col("facets")[facet]).write.partitionBy(column).parquet(path)
    return rows.sparkSession.read.parquet(path)


def name_of(path):
    """The name of a capture as the tool prints it: a path, or a URL of another file system."""
    if path.startswith("file:"):
        return unquote("/" + path[5:].lstrip("/"))
    return path


def _judge(binary, timeout, memory):
    def judge(captures):
        path = SparkFiles.get(binary)
        os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)
        pairs = ((name_of(capture.path), bytes(capture.content)) for capture in captures)
        return worker.rows(pairs, path, timeout, memory)
    return judge


def _package():
    """This package as an archive, for executors that do not have it."""
    folder = pathlib.Path(__file__).resolve().parent
    archive = pathlib.Path(tempfile.mkdtemp(prefix="scrolltrace-spark-")) / "scrolltrace_spark"
    return shutil.make_archive(str(archive), "zip", folder.parent, folder.name)
