#!/bin/sh
# Checks two properties of the engine that no test can see: every rule has a test, and the object
# files of the engine and the model call no libm function whose last bit depends on the processor
# (the model has its own exp and ln).
set -eu
. "$(dirname "$0")/checking.sh"
cd "$root"

if command -v python3 >/dev/null 2>&1; then
  python3 Scripts/semantics.py --check
else
  skip "python3 is not installed"
fi

swift build -c release --target ScrollEngine >/dev/null
bin="$(swift build -c release --show-bin-path)"
objects="$(find "$bin/ScrollEngine.build" "$bin/ScrollModel.build" -name '*.o')"
# shellcheck disable=SC2086
nm -u $objects >"$work/called" || fail "nm cannot say what the objects of the engine call"
grep -q swift_retain "$work/called" || fail "nm lists nothing that the engine calls"
found="$(awk '{ print $NF }' "$work/called" \
  | grep -E '^_?(exp|exp2|exp10|expm1|log|log2|log10|log1p|pow|sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|cbrt|hypot|fma)f?$' || true)"
if [ -n "$found" ]; then
  fail "the engine calls $found; the last bit of these depends on the processor"
fi
echo "check-engine: no transcendental function of libm"
