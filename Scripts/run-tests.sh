#!/usr/bin/env bash
# Runs the tests with the given command. The output of thousands of tests hides a failure, so every
# failure is printed once more at the end, before the closing line.
set -uo pipefail
output="$(mktemp)"
trap 'rm -f "$output"' EXIT
"$@" 2>&1 | tee "$output"
code="${PIPESTATUS[0]}"
if [ "$code" -ne 0 ]; then
  echo "Failures:"
  # An issue, and the lines that explain it.
  awk '/^✘ .* recorded an issue/ { left = 12; print; next }
    /^(◇|✔|✘|➜)/ { left = 0 }
    left > 0 { left--; print }' "$output" | head -n 200
  grep -E '^(✘|✔) Test run with|: error:|fatal|Fatal' "$output" | tail -n 5
fi
exit "$code"
