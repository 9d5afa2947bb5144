import {
  baseOf,
  folderOf,
  inFolder,
  isBelow,
  nameFrom,
  part,
  type FoundBenchmark,
  type FoundOther,
  type Project,
} from './project.ts'

const gpuCrates = ['cudarc', 'cust', 'candle-core', 'tch', 'burn', 'wgpu', 'opencl3', 'ash', 'rust-gpu-tools']

/**
 * No adapter reads criterion; what it keeps of each benchmark is turned into the plain form. $0 is the file to write, $1
 * the benchmark, $2 the manifest. rustup is told where it lies, because a trial starts with an empty home.
 */
const criterionScript = String.raw`${rustupHome()}
export CRITERION_HOME="$0.d"
cargo bench --manifest-path "$2" --bench "$1" || exit 1
find "$CRITERION_HOME" -path '*/new/estimates.json' | sort | {
  comma=
  echo '['
  while read -r file; do
    name=$(sed 's/.*"full_id":"\([^"]*\)".*/\1/' "$(dirname "$file")/benchmark.json")
    value=$(sed 's/.*"median":{"confidence_interval":{[^}]*},"point_estimate":\([^,]*\),.*/\1/' "$file")
    printf '%s{ "name": "%s", "metric": "time", "unit": "ns", "value": %s }\n' "$comma" "$name" "$value"
    comma=,
  done
  echo ']'
} > "$0"
`

function rustupHome(): string {
  return '[ -n "$RUSTUP_HOME" ] || export RUSTUP_HOME="$(dirname "$(command -v cargo)")/../../.rustup"'
}

/** Benchmarks of Rust crates that use criterion; programs and other benchmarks by name. */
export function rustFindings(project: Project): { benchmarks: FoundBenchmark[]; others: FoundOther[] } {
  const crates = [...project.manifests].filter(([path]) => baseOf(path) === 'Cargo.toml')
  const benches = crates.flatMap(([path, manifest]) => benchesOf(project, path, manifest))
  const programs = crates.flatMap(([path, manifest]) => binariesOf(project, path, manifest))
  return {
    benchmarks: benches.flatMap(({ name, path, usesCriterion }) =>
      usesCriterion ? [criterionBenchmark(project, name, path)] : [],
    ),
    others: [
      ...benches
        .filter(({ usesCriterion }) => !usesCriterion)
        .map(({ name, path }) => ({ what: `the benchmark ${name} (not criterion)`, where: `${path} (cargo bench)` })),
      ...programs,
    ],
  }
}

type Bench = { readonly name: string; readonly path: string; readonly usesCriterion: boolean }

/** What [[bench]] names and what lies in benches/, which cargo finds by itself. */
function benchesOf({ paths, texts }: Project, path: string, manifest: unknown): Bench[] {
  const folder = folderOf(path)
  const listed = part(manifest, 'bench')
  const named = Array.isArray(listed) ? listed.flatMap((item) => textOf(part(item, 'name'))) : []
  const found = paths
    .filter((file) => folderOf(file) === inFolder(folder, 'benches') && file.endsWith('.rs'))
    .map((file) => baseOf(file).replace(/\.rs$/, ''))
  return [...new Set([...named, ...found])].map((name) => {
    const text = texts.get(inFolder(folder, `benches/${name}.rs`)) ?? ''
    return { name, path, usesCriterion: /\bcriterion_main!|\bcriterion::/.test(text) }
  })
}

function binariesOf({ paths }: Project, path: string, manifest: unknown): FoundOther[] {
  const folder = folderOf(path)
  const listed = part(manifest, 'bin')
  const named = Array.isArray(listed) ? listed.flatMap((item) => textOf(part(item, 'name'))) : []
  const main = paths.includes(inFolder(folder, 'src/main.rs')) ? textOf(part(manifest, 'package', 'name')) : []
  return [...new Set([...named, ...main])].map((name) => ({ what: `the program ${name}`, where: `${path} (binary)` }))
}

function textOf(value: unknown): string[] {
  return typeof value === 'string' ? [value] : []
}

function criterionBenchmark(project: Project, bench: string, path: string): FoundBenchmark {
  const folder = folderOf(path)
  const file = '{output}/criterion.json'
  return {
    setup: [['sh', '-c', buildScript, path, bench]],
    // A trial starts with an empty home: the crates must lie in the checkout to be found again.
    env: { CARGO_HOME: cargoHome },
    passEnv: ['RUSTUP_HOME'],
    name: nameFrom(inFolder(folder, bench).replaceAll('/', '-')),
    tool: 'criterion',
    adapter: 'plain',
    command: ['sh', '-c', criterionScript, file, bench, path],
    files: [file],
    usesGpu: rustUsesGpu(project, folder),
    evidence: `${inFolder(folder, `benches/${bench}.rs`)} (criterion)`,
  }
}

const cargoHome = '.cargo-home'
const buildScript = `${rustupHome()}
cargo bench --no-run --manifest-path "$0" --bench "$1"
`

function rustUsesGpu({ manifests }: Project, folder: string): boolean {
  return [...manifests].some(([path, manifest]) => {
    if (baseOf(path) !== 'Cargo.toml' || !isBelow(path, folder)) return false
    const names = Object.keys(part(manifest, 'dependencies') ?? {})
    return names.some((name) => gpuCrates.includes(name))
  })
}
