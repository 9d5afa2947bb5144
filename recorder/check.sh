#!/usr/bin/env bash
# Builds the recorder again and compares it with the committed files. Needs Python 3 and PyPI.
set -euo pipefail
cd "$(dirname "$0")"
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
venv=${WARPGAUGE_ZIG:-$fresh/zig}
if ! [ -x "$venv/bin/python" ] && ! { python3 -m venv "$venv" && "$venv/bin/pip" install --quiet ziglang==0.17.1; }; then
  echo 'skipped: the toolchain (wheel ziglang 0.17.1) cannot be installed here'
  exit 0
fi
WARPGAUGE_ZIG=$venv ./build.sh "$fresh"
for file in built/*.so; do
  cmp "$file" "$fresh/$(basename "$file")" || { echo "$file is not what recorder/build.sh builds; run it and commit the result"; exit 1; }
done
echo "the recorder is what recorder/build.sh builds"
