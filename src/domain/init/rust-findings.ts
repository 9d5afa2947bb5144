import {
  getBaseName,
  getFolder,
  joinPath,
  isBelow,
  toConfigName,
  getNested,
  type BenchmarkFinding,
  type OtherFinding,
  type Project,
} from './project.ts'

const gpuCrates = ['cudarc', 'cust', 'candle-core', 'tch', 'burn', 'wgpu', 'opencl3', 'ash', 'rust-gpu-tools']

/**
 * No adapter reads criterion, so a script converts its estimates to the plain format. $0: output file, $1: benchmark,
 * $2: manifest. A trial starts with an empty home, so RUSTUP_HOME must be set.
 */
const criterionScript = String.raw`${formatRustupExport()}
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

function formatRustupExport(): string {
  return '[ -n "$RUSTUP_HOME" ] || export RUSTUP_HOME="$(dirname "$(command -v cargo)")/../../.rustup"'
}

/** Finds criterion benchmarks of Rust crates; lists programs and other benchmarks by name. */
export function findRustPrograms(project: Project): { benchmarks: BenchmarkFinding[]; others: OtherFinding[] } {
  const crates = [...project.manifests].filter(([path]) => getBaseName(path) === 'Cargo.toml')
  const benches = crates.flatMap(([path, manifest]) => listBenches(project, path, manifest))
  const programs = crates.flatMap(([path, manifest]) => listBinaries(project, path, manifest))
  return {
    benchmarks: benches.flatMap(({ name, path, usesCriterion }) =>
      usesCriterion ? [buildCriterionBenchmark(project, name, path)] : [],
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

/** Lists the [[bench]] entries and the files in benches/, which cargo discovers. */
function listBenches({ paths, texts }: Project, path: string, manifest: unknown): Bench[] {
  const folder = getFolder(path)
  const listed = getNested(manifest, 'bench')
  const named = Array.isArray(listed) ? listed.flatMap((item) => toTexts(getNested(item, 'name'))) : []
  const found = paths
    .filter((file) => getFolder(file) === joinPath(folder, 'benches') && file.endsWith('.rs'))
    .map((file) => getBaseName(file).replace(/\.rs$/, ''))
  return [...new Set([...named, ...found])].map((name) => {
    const text = texts.get(joinPath(folder, `benches/${name}.rs`)) ?? ''
    return { name, path, usesCriterion: /\bcriterion_main!|\bcriterion::/.test(text) }
  })
}

function listBinaries({ paths }: Project, path: string, manifest: unknown): OtherFinding[] {
  const folder = getFolder(path)
  const listed = getNested(manifest, 'bin')
  const named = Array.isArray(listed) ? listed.flatMap((item) => toTexts(getNested(item, 'name'))) : []
  const main = paths.includes(joinPath(folder, 'src/main.rs')) ? toTexts(getNested(manifest, 'package', 'name')) : []
  return [...new Set([...named, ...main])].map((name) => ({ what: `the program ${name}`, where: `${path} (binary)` }))
}

function toTexts(value: unknown): string[] {
  return typeof value === 'string' ? [value] : []
}

function buildCriterionBenchmark(project: Project, bench: string, path: string): BenchmarkFinding {
  const folder = getFolder(path)
  const file = '{output}/criterion.json'
  return {
    setup: [['sh', '-c', buildScript, path, bench]],
    // A trial starts with an empty home, so the crates must be stored in the checkout.
    env: { CARGO_HOME: cargoHome },
    passEnv: ['RUSTUP_HOME'],
    name: toConfigName(joinPath(folder, bench).replaceAll('/', '-')),
    tool: 'criterion',
    adapter: 'plain',
    command: ['sh', '-c', criterionScript, file, bench, path],
    files: [file],
    usesGpu: hasRustGpuCode(project, folder),
    evidence: `${joinPath(folder, `benches/${bench}.rs`)} (criterion)`,
  }
}

const cargoHome = '.cargo-home'
const buildScript = `${formatRustupExport()}
cargo bench --no-run --manifest-path "$0" --bench "$1"
`

function hasRustGpuCode({ manifests }: Project, folder: string): boolean {
  return [...manifests].some(([path, manifest]) => {
    if (getBaseName(path) !== 'Cargo.toml' || !isBelow(path, folder)) return false
    const names = Object.keys(getNested(manifest, 'dependencies') ?? {})
    return names.some((name) => gpuCrates.includes(name))
  })
}
