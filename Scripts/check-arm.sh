#!/bin/sh
# Runs the ARM half of CSHA256 under qemu against NIST's vectors. Needs these Debian packages:
# qemu-user, libc6-dev-arm64-cross, libgcc-12-dev-arm64-cross.
set -eu
. "$(dirname "$0")/checking.sh"
need clang qemu-aarch64
system=/usr/aarch64-linux-gnu
[ -d "$system/include" ] || { skip "libc6-dev-arm64-cross is not installed"; exit 0; }
libraries="$(dirname "$(ls /usr/lib/gcc-cross/aarch64-linux-gnu/*/libgcc.a | tail -1)")"
# The compiler options of the package. No -march: the functions enable the instructions they need.
for file in "$root/Sources/CSHA256/CSHA256.c" "$root/Scripts/check-arm.c"; do
  clang --target=aarch64-linux-gnu -std=c2x -O2 -Wall -Werror -isystem "$system/include" \
    -I "$root/Sources/CSHA256/include" -c "$file" -o "$work/$(basename "$file" .c).o"
done
clang --target=aarch64-linux-gnu -fuse-ld=lld -static -nostdlib "$system/lib/crt1.o" "$system/lib/crti.o" "$work"/*.o \
  -L "$system/lib" -L "$libraries" -Wl,--start-group -lc -lgcc -lgcc_eh -Wl,--end-group "$system/lib/crtn.o" -o "$work/vectors"
said="$(qemu-aarch64 -cpu max "$work/vectors")" || fail "the hash differs on ARM"
echo "check-arm: $said"
