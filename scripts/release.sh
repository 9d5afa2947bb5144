#!/usr/bin/env bash
# Steps of a release (.github/workflows/release.yml), in the root of a clone:
#   release.sh check TAG   the tag, package.json, CHANGELOG.md and main agree
#   release.sh notes TAG   prints the section of the version in CHANGELOG.md
#   release.sh move TAG    points the tag of the major version (v0) at the release, and pushes it
set -euo pipefail

fail() {
  echo "release: $1" >&2
  exit 1
}

[ "$#" = 2 ] || fail 'usage: release.sh check|notes|move TAG'
command=$1
tag=$2
[[ $tag =~ ^v([0-9]+)\.[0-9]+\.[0-9]+$ ]] || fail "tag $tag is not vMAJOR.MINOR.PATCH"
major=v${BASH_REMATCH[1]}
version=${tag#v}

read_package() {
  node -p "JSON.parse(require('fs').readFileSync('package.json', 'utf8')).$1"
}

print_notes() {
  awk -v heading="## [$version]" '
    index($0, "## ") == 1 { inside = (index($0, heading) == 1); next }
    inside { print }
  ' CHANGELOG.md
}

check() {
  local named repository
  named=$(read_package version)
  [ "$named" = "$version" ] || fail "package.json has version $named, the tag is $tag"
  repository=$(read_package repository.url)
  [[ $repository == "git+https://github.com/${GITHUB_REPOSITORY:?}.git" ]] ||
    fail "package.json names $repository, this is $GITHUB_REPOSITORY (npm run repository writes it everywhere)"
  print_notes | grep -q '[^[:space:]]' || fail "CHANGELOG.md has no section ## [$version] with text"
  git merge-base --is-ancestor "$tag^{commit}" origin/main || fail "$tag is not on main"
}

# A release of an older version, such as a fix of v0.1, must not move the tag back.
move() {
  local newest
  newest=$(git tag --list "$major.*" | grep -E '^v[0-9]+\.[0-9]+\.[0-9]+$' | sort --version-sort | tail -n 1)
  if [ "$newest" != "$tag" ]; then
    echo "$major stays: $newest is newer than $tag"
    return
  fi
  git tag --force "$major" "$tag^{commit}"
  git push --force origin "refs/tags/$major"
}

case $command in
  check) check ;;
  notes) print_notes ;;
  move) move ;;
  *) fail "unknown command $command" ;;
esac
