#!/usr/bin/env bash
# Gives public repositories the shapes that git allows, and runs init, doctor, run and ab of warpgauge in each:
#   measure-shapes.sh SOURCES WORK [SHAPE...]
# SOURCES has a bare clone of each repository at OWNER+NAME/repo. WORK gets one folder per shape with the output of each
# command, and results.tsv: shape, repository, then exit code, seconds and first line of each command.
# NEW_GIT: the bin directory of git 2.45 or newer, for reftable.
set -euo pipefail
sources=$(realpath "$1") && mkdir -p "$2" && work=$(realpath "$2") && shift 2
warpgauge=(node "$(realpath "$(dirname "$0")/../../dist/cli.js")")
export GIT_CONFIG_GLOBAL=$work/gitconfig GIT_CONFIG_NOSYSTEM=1 HOME=${HOME:-/root} NO_COLOR=1
git config --global user.name Tester
git config --global user.email tester@example.org
git config --global protocol.file.allow always
git config --global uploadpack.allowFilter true
git config --global uploadpack.allowAnySHA1InWant true
git config --global init.defaultBranch main
git config --global advice.detachedHead false
git config --global safe.directory '*'

# clone OWNER/NAME: a complete clone at $here whose origin is a bare repository beside it, at $origin.
copy() {
  repository=$1 origin=$folder/origin.git here=$folder/clone
  git clone -q --bare "$sources/${1/\//+}/repo" "$origin"
  # A source without some large files: only the last commits, with other parents and without these files.
  if git -C "$origin" rev-list --objects --missing=print --all | grep '^?' > /dev/null; then
    local step tree id='' branch && branch=$(git -C "$origin" symbolic-ref HEAD)
    for step in 2 1 0; do
      export GIT_INDEX_FILE=$folder/index
      git -C "$origin" read-tree "HEAD~$step"
      git -C "$origin" ls-files -s | sed 's/^[0-9]* \([0-9a-f]*\) .*/\1/' | git -C "$origin" cat-file --batch-check |
        sed -n 's/ missing$//p' | sort -u > "$folder/missing"
      git -C "$origin" ls-files -s | { grep -Ff "$folder/missing" || true; } | sed 's/^[0-9]*/0/' |
        git -C "$origin" update-index --index-info
      tree=$(git -C "$origin" write-tree) && unset GIT_INDEX_FILE
      id=$(git -C "$origin" log -1 --format=%B "HEAD~$step" | git -C "$origin" commit-tree "$tree" ${id:+-p "$id"})
    done
    git -C "$origin" update-ref "$branch" "$id"
    git -C "$origin" for-each-ref --format='%(refname)' | grep -vxF "$branch" | xargs -r -n1 git -C "$origin" update-ref -d || true
  fi
}
clone() {
  copy "$1"; shift
  git clone -q "$@" "file://$origin" "$here"
}
commit() { git -C "$1" add -A && git -C "$1" commit -q -m "$2"; }

shape_python() { clone datastax-labs/hunter; command=(python3 -m compileall -q -f hunter); }
shape_cargo() { clone BartMassey/charvec; command=(cargo metadata --offline --no-deps --format-version 1); }
shape_go() { clone 0xsimulacra/int256; command=(go list ./...); }
shape_cmake() { clone Adventurer-E/CRoaring; command=(cmake -S . -B '{output}/build' -DROARING_USE_CPM=OFF -DENABLE_ROARING_TESTS=OFF); }
shape_node() { clone evanwashere/mitata; command=(node --check src/lib.mjs); }
shape_readme_only() {
  clone archembaud/nvidia-smi-log; command=(wc -l README.md)
  git -C "$here" checkout -q --orphan only
  git -C "$here" rm -q -r --cached .
  git -C "$here" add README.md
  git -C "$here" commit -q -m 'Only a README'
  git -C "$here" clean -qfdx
  echo 'One more line' >> "$here/README.md"
  commit "$here" 'Extend the README'
}
shape_lfs_missing() { clone develar/kv-store-benchmark; command=(wc -c lib/util.jar lib/app.jar); }
shape_lfs_present() {
  clone develar/kv-store-benchmark; command=(wc -c lib/util.jar lib/app.jar)
  local file id
  for file in "$here"/lib/*.jar; do
    head -c 300000 /dev/urandom > "$folder/content"
    id=$(sha256sum < "$folder/content" | cut -c1-64)
    mkdir -p "$here/.git/lfs/objects/${id:0:2}/${id:2:2}"
    mv "$folder/content" "$here/.git/lfs/objects/${id:0:2}/${id:2:2}/$id"
    printf 'version https://git-lfs.github.com/spec/v1\noid sha256:%s\nsize 300000\n' "$id" > "$file"
  done
  commit "$here" 'Other jars'
}
nested_submodules() {
  copy gotestyourself/gotestsum
  git clone -q --bare "$sources/evanwashere+mitata/repo" "$folder/mitata.git"
  git clone -q --bare "$sources/psf+pyperf/repo" "$folder/pyperf.git"
  git clone -q "file://$folder/pyperf.git" "$folder/edit"
  git -C "$folder/edit" submodule --quiet add "file://$folder/mitata.git" 'third party/mitata'
  commit "$folder/edit" 'Add a submodule' && git -C "$folder/edit" push -q && rm -rf "$folder/edit"
  git clone -q "file://$origin" "$folder/edit"
  git -C "$folder/edit" submodule --quiet add "file://$folder/pyperf.git" extern/pyperf
  commit "$folder/edit" 'Add a submodule' && git -C "$folder/edit" push -q && rm -rf "$folder/edit"
  command=(sh -c 'wc -l extern/pyperf/tox.ini extern/pyperf/pyproject.toml "extern/pyperf/third party/mitata/src/main.mjs"')
}
shape_submodules() {
  nested_submodules; git clone -q --recurse-submodules "file://$origin" "$here"
  git -C "$here" commit -q --allow-empty -m 'Next'
}
shape_submodules_not_initialized() {
  nested_submodules; git clone -q "file://$origin" "$here"
  git -C "$here" commit -q --allow-empty -m 'Next'
}
shape_monorepo() {
  clone cleverbrush/framework
  init=(--dir libs --config .github/warpgauge-libs.yml) other_config=.github/warpgauge-libs.yml
  command=(node -p "require('./package.json').name")
}
shape_shallow() { clone psf/pyperf --depth 1; command=(python3 -c 'import pyperf; print(pyperf.VERSION)'); }
shape_shallow_two_commits() { clone psf/pyperf --depth 2; command=(python3 -c 'import pyperf; print(pyperf.VERSION)'); }
shape_blobless() { clone chemprop/chemprop --filter=blob:none; command=(python3 -m compileall -q -f chemprop); }
shape_treeless() { clone chemprop/chemprop --filter=tree:0; command=(python3 -m compileall -q -f chemprop); }
shape_linked_worktree() {
  clone apache/otava; command=(python3 -m compileall -q -f otava)
  git -C "$here" worktree add -q -b side "$folder/linked" HEAD~3 && here=$folder/linked
}
shape_sha256() {
  repository=mlcommons/logging origin=$folder/origin.git here=$folder/clone
  git init -q --bare --object-format=sha256 "$origin"
  git -C "$sources/mlcommons+logging/repo" fast-export --all --signed-tags=strip 2> /dev/null |
    git -C "$origin" fast-import --quiet
  git -C "$origin" symbolic-ref HEAD "$(git -C "$sources/mlcommons+logging/repo" symbolic-ref HEAD)"
  git clone -q "file://$origin" "$here"
  command=(python3 -m compileall -q -f mlperf_logging)
}
reftable() {
  copy gotestyourself/gotestsum
  PATH=$NEW_GIT:$PATH git clone -q --ref-format=reftable "file://$origin" "$here"
  command=(wc -l go.mod go.sum)
}
shape_reftable() { reftable; PATH=$NEW_GIT:$PATH; }
shape_reftable_old_git() { reftable; }
shape_many_files() {
  clone Noah-Kennedy/rust-sorts; command=(sh -c 'find . -type f | wc -l')
  local number
  for number in 1 2 3 4 5 6; do git -C "$here" read-tree --prefix="copy-$number/" HEAD; done
  git -C "$here" checkout -q-index -a 2> /dev/null || git -C "$here" checkout-index -q -a
  git -C "$here" commit -q -m 'Seven copies'
}
shape_renamed_default_branch() {
  copy danielparks/htmlize; command=(wc -l src/lib.rs)
  git -C "$origin" branch -m main master
  git clone -q "file://$origin" "$here"
  git -C "$origin" branch -m master main
  git -C "$here" checkout -q -b topic
  base=()
}
shape_crlf() {
  clone sningwal/rate-limiter-service -c core.autocrlf=true; command=(sh -c 'wc -c mvnw.cmd mvnw pom.xml')
}
shape_crlf_committed() {
  clone FeldrinH/Densiotropic-Universe; command=(sh -c 'cat .gitattributes | wc -c')
  printf 'one\r\ntwo\r\n' > "$here/committed.txt"
  local id && id=$(git -C "$here" hash-object -w --no-filters committed.txt)
  git -C "$here" update-index --add --cacheinfo "100644,$id,committed.txt"
  git -C "$here" commit -q -m 'CRLF in the object, although .gitattributes says text'
}
shape_names() {
  folder="$folder/Größe und Maß 实验" && mkdir "$folder"
  clone andreesteve/voronoi-benchmark-rs
  mkdir "$here/naïve data" && echo 1 > "$here/naïve data/größe \"1\".txt" && echo 2 > "$here/naïve data/zwei $(printf 'a\tb').txt"
  commit "$here" 'Names'
  command=(wc -l 'naïve data/größe "1".txt' 'target/criterion/Build Voronoi Cells/100/report/index.html')
}
shape_no_commit() {
  clone yramirezcard/genai-perf-sample; command=(wc -l README.md)
  git -C "$here" branch -m pages
  git -C "$here" symbolic-ref HEAD refs/heads/trunk && git -C "$here" rm -q -r --cached .
  keeps_uncommitted=1
}
shape_detached_tags() {
  clone dchud/mrrc; command=(wc -l Cargo.toml)
  git -C "$here" checkout -q --detach "$(git -C "$here" tag --sort=-creatordate | head -1)"
  git -C "$here" remote remove origin
  git -C "$here" for-each-ref --format='%(refname)' refs/heads refs/remotes | xargs -n1 git -C "$here" update-ref -d
  base=()
}
shape_bare() { copy archembaud/nvidia-smi-log; here=$origin command=(wc -l README.md) keeps_uncommitted=1; }

# step NAME COMMAND...: one line of the result: exit code, seconds, and the line that says most.
step() {
  local name=$1 code=0 start said && shift && start=$(date +%s%N)
  (cd "$here" && "$@") > "$folder/$name.out" 2> "$folder/$name.err" < /dev/null || code=$?
  said=$(grep -aim1 -E '^(error|warpgauge:)' "$folder/$name.err" || cat "$folder/$name".{out,err} | grep -am1 . || true)
  printf '\t%s %s %.1f s: %s' "$name" "$code" "$((($(date +%s%N) - start) / 100000000))e-1" "${said//$'\t'/ }"
}

measure() {
  local folder=$work/$1 repository='' origin='' here='' command=() init=() base=(--base HEAD~1) other_config='' keeps_uncommitted=''
  rm -rf "$folder" && mkdir "$folder"
  trap 'tail -2 "$folder/shape.log" >&2' ERR
  "shape_$1" > "$folder/shape.log" 2>&1
  printf '%s\t%s' "$1" "$repository"
  step init "${warpgauge[@]}" init --yes --devices cpu -- "${command[@]}"
  local configs=(.github/warpgauge.yml)
  if [ -n "$other_config" ]; then
    step init-2 "${warpgauge[@]}" init --yes --devices cpu "${init[@]}" -- "${command[@]}"
    configs+=("$other_config")
  fi
  [ -n "$keeps_uncommitted" ] || commit "$here" 'Measure with warpgauge' >> "$folder/shape.log" 2>&1 || true
  local config name
  for config in "${configs[@]}"; do
    name=$(basename "$config" .yml) && name=${name#warpgauge}
    step "doctor$name" "${warpgauge[@]}" doctor --config "$config"
    step "run$name" "${warpgauge[@]}" run --config "$config" --out "$folder/run$name"
  done
  step ab "${warpgauge[@]}" ab --gpus 0 --runs 3 --warmup 0 "${base[@]}" -- "${command[@]}"
  printf '\n'
}

if [ $# -eq 0 ]; then mapfile -t all < <(declare -F | sed -n 's/^declare -f shape_//p') && set -- "${all[@]}"; fi
set +e
for shape in "$@"; do (set -e; measure "$shape") | tee -a "$work/results.tsv"; done
exit
