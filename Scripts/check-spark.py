"""Compares the rows of integrations/spark with those of a single-machine triage, byte for byte.

usage: check-spark.py ROOT TOOL CAPTURES    in an empty folder
"""
import json
import os
import pathlib
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time

import pyspark
from pyspark.sql import SparkSession

import scrolltrace_spark
from scrolltrace_spark import worker

root, tool, count = pathlib.Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
here = pathlib.Path.cwd()
spark_home = pathlib.Path(pyspark.__file__).parent
submit = [str(spark_home / "bin/spark-submit"), "--conf", "spark.ui.enabled=false"]
environment = {**os.environ, "SPARK_HOME": str(spark_home), "SPARK_LOG_DIR": str(here)}


def check(holds, message):
    if not holds:
        sys.exit(f"check-spark: {message}")


def run(words, codes, **options):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, env=environment, **options)
    check(done.returncode in codes, f"{words[0]} ends with {done.returncode}\n{done.stderr[-3000:]}")
    return done.stdout


def rows_of(name):
    return (here / name).read_bytes()


def job(master, output, *words):
    return [*submit, "--master", master, root / "integrations/spark/submit.py", here / "captures",
            "--binary", tool, "-o", here / output, "--rows", here / f"{output}.jsonl", *words]


def same_rows(output):
    check(rows_of(f"{output}.jsonl") == rows_of("one/rows.jsonl"), f"{output}: other rows than one machine")


# A corpus with damaged files and copies, and a file name that Spark percent-encodes in its path.
run([sys.executable, root / "Scripts/corpus/make.py", tool, here, "--captures", count, "--bases", 1,
     "--causes", 14], {0})
first = sorted((here / "captures/000").glob("*.jsonl"))[3]
shutil.copy(first, here / "captures/a name, with 100 % é.jsonl")
began = time.monotonic()
run([tool, "triage", here / "captures", "-o", here / "one", "--no-reports", "-j", "2"], {0, 1, 3})
alone = time.monotonic() - began

# First local[2], and SQL queries over its rows.
began = time.monotonic()
text = run(job("local[2]", "local"), {1})
same_rows("local")
check("captures" in text, "the job prints no summary")
check(list((here / "local").glob("by_system=*")), "the rows are not in folders by system")
took = time.monotonic() - began
print(f"check-spark: local[2], {count} captures: the same bytes, {took:.0f} s; triage with two workers takes "
      f"{alone:.0f} s, so Spark has {alone / took:.2f} times its throughput")


def port():
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return server.getsockname()[1]


class Cluster:
    """A master and two workers on loopback, each with its executors in a process group of its own."""

    def __init__(self):
        self.address = f"spark://127.0.0.1:{port()}"
        self.processes = [self.start("master.Master", "--host", "127.0.0.1", "--port",
                                     self.address.rpartition(":")[2], "--webui-port", port())]
        for number in (1, 2):
            self.processes.append(self.start(
                "worker.Worker", "--host", "127.0.0.1", "--webui-port", port(), "-c", 1, "-m", "1g",
                "-d", here / f"worker-{number}", self.address))
        deadline = time.monotonic() + 180
        while (here / "cluster.log").read_text().count("Successfully registered with master") < 2:
            check(time.monotonic() < deadline, "the cluster does not start; see cluster.log")
            time.sleep(0.2)

    def start(self, name, *words):
        with open(here / "cluster.log", "ab") as log:
            # The job ships the package to the executors.
            bare = {key: value for key, value in environment.items() if key != "PYTHONPATH"}
            return subprocess.Popen(
                [str(spark_home / "bin/spark-class"), f"org.apache.spark.deploy.{name}", *map(str, words)],
                env=bare, stdout=log, stderr=log, start_new_session=True)

    def kill(self, number):
        os.killpg(self.processes[number].pid, signal.SIGKILL)
        self.processes[number].wait()

    def is_judging(self, number):
        """Whether a scrolltrace worker runs in the process group of this Spark worker."""
        group = str(self.processes[number].pid)
        found = subprocess.run(["ps", "-e", "-o", "sid=,args="], capture_output=True, text=True).stdout
        return any(line.split()[0] == group and "triage --rows" in line for line in found.splitlines())

    def stop(self):
        for number, process in enumerate(self.processes):
            if process.poll() is None:
                self.kill(number)


# A cluster. One of its workers is killed while it judges captures.
began = time.monotonic()
cluster = Cluster()
try:
    words = job(cluster.address, "cluster")
    words[1:1] = ["--conf", "spark.executor.memory=512m", "--conf", "spark.executor.cores=1",
                  # Wait for both workers, or the first could judge all captures.
                  "--conf", "spark.cores.max=2", "--conf", "spark.scheduler.minRegisteredResourcesRatio=1.0",
                  "--conf", "spark.scheduler.maxRegisteredResourcesWaitingTime=180s",
                  "--conf", "spark.sql.files.maxPartitionBytes=1m",
                  "--conf", "spark.sql.files.openCostInBytes=128k"]
    with open(here / "submit.log", "wb") as log:
        driver = subprocess.Popen([str(word) for word in words], env=environment, stdout=log, stderr=log)
        while driver.poll() is None and not cluster.is_judging(2):
            time.sleep(0.02)
        check(driver.poll() is None, "the second worker was never at work")
        cluster.kill(2)
        check(driver.wait() == 1, f"the job ends with {driver.returncode}\n"
              + (here / "submit.log").read_text()[-3000:])
finally:
    cluster.stop()
same_rows("cluster")
print(f"check-spark: two workers, one killed: the same bytes, {time.monotonic() - began:.0f} s")

# A child that dies or hangs becomes a row with the reason; one that never answers fails the job.
stub = here / "stub"
stub.write_text(f"""#!{sys.executable}
import json, os, subprocess, sys, time
child = subprocess.Popen([{tool!r}, *sys.argv[1:]], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
for line in sys.stdin.buffer:
    request = json.loads(line)
    data = sys.stdin.buffer.read(request.get("bytes", 0))
    if "error" not in request and "crash" in request["file"]:
        child.kill()
        os.kill(os.getpid(), 9)
    if "error" not in request and "hang" in request["file"]:
        time.sleep(60)
    child.stdin.write(line + data)
    child.stdin.flush()
    sys.stdout.buffer.write(child.stdout.readline())
    sys.stdout.flush()
""")
stub.chmod(0o755)
data = first.read_bytes()
made = [json.loads(text) for text in worker.rows(
    [("good", data), ("crash", data), ("hang", data), ("last", data)], str(stub), 5, 1 << 31)]
check([row["file"] for row in made] == ["good", "crash", "hang", "last"], "a capture has no row")
check([row["error_kind"] for row in made] == [None, "crash", "timeout", None], "a failure has no row")
check(made[1]["error"] == "the worker was ended by signal 9", f"another reason: {made[1]['error']}")
try:
    list(worker.rows([("crash", data)], "/bin/false", 5, 1 << 31))
    check(False, "a program that is no worker is not noticed")
except worker.Failed:
    pass

# Problems, facets and a comparison by SQL equal those of the tool.
spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false") \
    .config("spark.ui.showConsoleProgress", "false").getOrCreate()
spark.sparkContext.setLogLevel("OFF")
rows = spark.read.parquet(str(here / "local"))
database = sqlite3.connect(here / "one/triage.sqlite")
wanted = database.execute(
    "SELECT name, severity, traces, representative FROM problem ORDER BY name").fetchall()
found = sorted(tuple(row)[:4] for row in scrolltrace_spark.problems(rows).collect())
check(found == wanted, f"other problems than triage.sqlite:\n{found}\n{wanted}")
wanted = database.execute("SELECT problem, facet, value, traces FROM problem_by_facet").fetchall()
found = [tuple(row) for row in scrolltrace_spark.facets(rows).collect()]
check(sorted(found) == sorted(wanted), "other facets than triage.sqlite")
(here / "before").mkdir()
half = rows_of("one/rows.jsonl").decode().splitlines()[::2]
(here / "before/rows.jsonl").write_text("\n".join(half) + "\n")
text = run([tool, "triage", here / "captures", "-o", here / "one", "--no-reports", "--baseline",
            here / "before", "--json"], {0, 1, 3})
wanted = {entry["name"]: entry for entry in json.loads(text)["problems"]}
baseline = rows.where(rows.row.isin(half))
for entry in scrolltrace_spark.compare(rows, baseline).collect():
    other = wanted.pop(entry.problem)
    check((entry.change, entry.traces_before, entry.is_regression)
          == (other["change"], other["traces_before"], other["is_regression"]), f"another change: {entry}")
    check(abs(entry.probability - other["probability"]) < 1e-9, f"another probability: {entry}")
check(not wanted, f"problems without a comparison: {list(wanted)}")
spark.stop()
print("check-spark: problems, facets and changes by SQL are those of the tool")
