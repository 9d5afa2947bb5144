#!/usr/bin/env bash
# Builds the recorder for x64 and arm64 into recorder/built. The toolchain is pinned, so the result is the same on every
# machine: the wheel ziglang 0.17.1 of PyPI. `recorder/build.sh FOLDER` writes to another folder, to compare.
set -euo pipefail
cd "$(dirname "$0")"
target=${1:-built}
venv=${WARPGAUGE_ZIG:-$(mktemp -d)/zig}
[ -x "$venv/bin/python" ] || { python3 -m venv "$venv" && "$venv/bin/pip" install --quiet ziglang==0.17.1; }
mkdir -p "$target"
for pair in x64=x86_64-linux-gnu.2.17 arm64=aarch64-linux-gnu.2.17; do
  "$venv/bin/python" -m ziglang c++ -target "${pair#*=}" -std=c++17 -O2 -fPIC -shared -s -fvisibility=hidden \
    -fno-exceptions -ffile-prefix-map="$PWD"=. -Wall -Wextra -Wno-unused-parameter \
    -Wl,--version-script=exports.map recorder.cpp -o "$target/recorder-${pair%%=*}.so"
done
# A test compares this with the sources, so that a change without a build is noticed.
[ "$target" != built ] || sha256sum recorder.cpp exports.map >"$target/sources.sha256"
