#!/usr/bin/env bash
# Checks every workflow of the repository and of examples/ with actionlint and zizmor, in fixed versions that are installed
# from their registries into a cache. A tool that this machine has no way to install is named, and the other one still runs:
# test/unit/workflows.test.ts holds the rules that must never go unchecked. Fails on a finding. Takes no arguments.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2

actionlint_version=v1.7.12
zizmor_version=1.32.0
tools=${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/warpgauge-workflow-tools
workflows=(.github/workflows/*.yml examples/workflows/*.yml)
status=0

missing() {
  echo "not checked by $1: $2"
}

install_actionlint() {
  [ -x "$tools/actionlint-$actionlint_version/actionlint" ] ||
    GOBIN="$tools/actionlint-$actionlint_version" go install "github.com/rhysd/actionlint/cmd/actionlint@$actionlint_version"
}

install_zizmor() {
  [ -x "$tools/zizmor-$zizmor_version/bin/zizmor" ] || {
    python3 -m venv "$tools/zizmor-$zizmor_version" &&
      "$tools/zizmor-$zizmor_version/bin/pip" install --quiet --disable-pip-version-check "zizmor==$zizmor_version"
  }
}

if ! command -v go >/dev/null; then
  missing actionlint 'there is no go'
elif ! install_actionlint >/dev/null 2>&1; then
  missing actionlint 'it could not be installed from the Go module proxy'
elif "$tools/actionlint-$actionlint_version/actionlint" -config-file .github/actionlint.yaml -shellcheck= -pyflakes= "${workflows[@]}"; then
  echo "actionlint $actionlint_version: ${#workflows[@]} workflows, nothing found"
else
  status=1
fi

if ! command -v python3 >/dev/null; then
  missing zizmor 'there is no python3'
elif ! install_zizmor >/dev/null 2>&1; then
  missing zizmor 'it could not be installed from PyPI (python3-venv is needed)'
else
  "$tools/zizmor-$zizmor_version/bin/zizmor" --offline --no-progress --persona=pedantic --config .github/zizmor.yml "${workflows[@]}" || status=1
fi

exit "$status"
