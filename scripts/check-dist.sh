#!/usr/bin/env bash
# Fails when dist/ is not what the source builds to. `git status` and not `git diff`: a diff does not show a new file.
set -euo pipefail
cd "$(dirname "$0")/.."

npm run --silent build
changes=$(git status --porcelain --untracked-files=all -- dist)
if [ -z "$changes" ]; then
  echo 'dist/ is what the source builds to'
  exit 0
fi

{
  echo 'dist/ is not what the source builds to:'
  echo "$changes"
  git diff --text --stat -- dist
  git diff --text -- dist | sed -n 1,60p
  echo 'Run "npm run build" and commit dist/ together with the source.'
} >&2
exit 1
