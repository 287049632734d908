#!/bin/sh
# Runs integrations/spark on local[2] and on a cluster of a master and two workers, one of which is
# killed. The rows must equal those of `scrolltrace triage` on one machine.
#
# usage: Scripts/check-spark.sh TOOL [CAPTURES]
set -eu
. "$(dirname "$0")/checking.sh"
tool="$(cd "$(dirname "$1")" && pwd)/$(basename "$1")"
need java python3
# PySpark is half a gigabyte, so it is installed once, next to the packages of the other checks.
venv="$root/.build/spark-venv"
python="$venv/bin/python"
"$python" -c "import pyspark" >/dev/null 2>&1 \
  || { python3 -m venv "$venv" && "$python" -m pip install -q pyspark; } >/dev/null 2>&1 || true
"$python" -c "import pyspark" >/dev/null 2>&1 || { skip "PySpark cannot be installed from PyPI"; exit 0; }
cp -R "$root/integrations/spark" "$work/package"
"$python" -m pip install -q --no-deps --target "$work/site" "$work/package" \
  || { skip "the build tools of Python cannot be installed from PyPI"; exit 0; }
cd "$work"
# The programs of a short run end before the optimizing compiler would have paid for itself.
[ "${2:-80}" -gt 100 ] || export JAVA_TOOL_OPTIONS="-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
SPARK_LOCAL_IP=127.0.0.1 PYSPARK_PYTHON="$python" PYTHONPATH="$work/site" \
  "$python" "$root/Scripts/check-spark.py" "$root" "$tool" "${2:-80}"
