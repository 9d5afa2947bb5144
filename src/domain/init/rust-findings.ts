import {
  getBaseName,
  getFolder,
  joinPath,
  isBelow,
  toConfigName,
  getNested,
  isTest,
  plainProgram,
  type BenchmarkFinding,
  type OtherFinding,
  type ProgramFinding,
  type Project,
} from './project.ts'

const gpuCrates = ['cudarc', 'cust', 'candle-core', 'tch', 'burn', 'wgpu', 'opencl3', 'ash', 'rust-gpu-tools']

/**
 * No adapter reads criterion, so a script converts its estimates to the plain format. $0: output file, $1: benchmark,
 * $2: manifest.
 */
const criterionScript = String.raw`export CRITERION_HOME="$0.d"
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

type RustFindings = {
  readonly benchmarks: BenchmarkFinding[]
  readonly programs: ProgramFinding[]
  readonly others: OtherFinding[]
}

/** Finds criterion benchmarks and programs of Rust crates; lists other benchmarks by name. */
export function findRustPrograms(project: Project): RustFindings {
  const crates = [...project.manifests].filter(([path]) => getBaseName(path) === 'Cargo.toml')
  const benches = crates.flatMap(([path, manifest]) => listBenches(project, path, manifest))
  return {
    benchmarks: benches.flatMap(({ name, path, usesCriterion }) =>
      usesCriterion ? [buildCriterionBenchmark(project, name, path)] : [],
    ),
    programs: crates.flatMap(([path, manifest]) => listBinaries(project, path, manifest)),
    others: benches
      .filter(({ usesCriterion }) => !usesCriterion)
      .map(({ name, path }) => ({ what: `the benchmark ${name} (not criterion)`, where: `${path} (cargo bench)` })),
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

/** Lists the [[bin]] entries, src/main.rs and src/bin, which cargo discovers. */
function listBinaries(project: Project, path: string, manifest: unknown): ProgramFinding[] {
  const { paths } = project
  const folder = getFolder(path)
  if (isTest(path)) return []
  const source = joinPath(folder, 'src/main.rs')
  const listed = getNested(manifest, 'bin')
  const named = Array.isArray(listed)
    ? listed.flatMap((item) =>
        toTexts(getNested(item, 'name')).map((name) => {
          const [file] = toTexts(getNested(item, 'path'))
          return { name, file: file === undefined ? source : joinPath(folder, file) }
        }),
      )
    : []
  const main = paths.includes(source)
    ? toTexts(getNested(manifest, 'package', 'name')).map((name) => ({ name, file: source }))
    : []
  const more = paths
    .filter((file) => getFolder(file) === joinPath(folder, 'src/bin') && file.endsWith('.rs'))
    .map((file) => ({ name: getBaseName(file).replace(/\.rs$/, ''), file }))
  const binaries = [...new Map([...main, ...more, ...named].map((binary) => [binary.name, binary])).values()]
  const sources = new Set(named.map(({ file }) => file))
  return binaries
    .filter((binary) => named.includes(binary) || !sources.has(binary.file))
    .map((binary) => buildBinary(project, path, binary))
}

type Binary = { readonly name: string; readonly file: string }

function buildBinary(project: Project, path: string, { name, file }: Binary): ProgramFinding {
  const folder = getFolder(path)
  const top = findWorkspace(project, folder)
  const locked = project.paths.includes(joinPath(top, 'Cargo.lock')) ? ['--locked'] : []
  const text = project.texts.get(file)
  const takesArguments =
    text === undefined || /\benv::args|\bclap\b|::parse\(\)|\bargh\b|\bpico_args\b|\blexopt\b/.test(text)
  return {
    ...plainProgram,
    setup: [['cargo', 'build', '--release', '--manifest-path', path, '--bin', name, ...locked]],
    name: toConfigName(name),
    command: [joinPath(top, `target/release/${name}`)],
    usesGpu: hasRustGpuCode(project, folder),
    missing: takesArguments ? 'its arguments are not known' : null,
    evidence: `${path} (binary)`,
    file,
  }
}

/** Finds the directory of the workspace that a crate belongs to, which has the build directory. */
function findWorkspace({ manifests }: Project, folder: string): string {
  const above = [...manifests.keys()]
    .filter((path) => getBaseName(path) === 'Cargo.toml' && isBelow(joinPath(folder, 'x'), getFolder(path)))
    .filter((path) => getNested(manifests.get(path), 'workspace') !== undefined)
  return above.length > 0 ? getFolder(above.toSorted((a, b) => a.length - b.length)[0] ?? '') : folder
}

function toTexts(value: unknown): string[] {
  return typeof value === 'string' ? [value] : []
}

function buildCriterionBenchmark(project: Project, bench: string, path: string): BenchmarkFinding {
  const folder = getFolder(path)
  const file = '{output}/criterion.json'
  return {
    setup: [['cargo', 'bench', '--no-run', '--manifest-path', path, '--bench', bench]],
    // Trials call cargo in the home of a later run, so the crates must be stored in the checkout.
    env: { CARGO_HOME: '.cargo-home' },
    passEnv: [],
    name: toConfigName(joinPath(folder, bench).replaceAll('/', '-')),
    tool: 'criterion',
    adapter: 'plain',
    command: ['sh', '-c', criterionScript, file, bench, path],
    files: [file],
    usesGpu: hasRustGpuCode(project, folder),
    evidence: `${joinPath(folder, `benches/${bench}.rs`)} (criterion)`,
  }
}

function hasRustGpuCode({ manifests }: Project, folder: string): boolean {
  return [...manifests].some(([path, manifest]) => {
    if (getBaseName(path) !== 'Cargo.toml' || !isBelow(path, folder)) return false
    const names = Object.keys(getNested(manifest, 'dependencies') ?? {})
    return names.some((name) => gpuCrates.includes(name))
  })
}
