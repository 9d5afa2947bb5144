import { quoteShellWord } from '../core/shell-words.ts'
import {
  getBaseName,
  getFolder,
  getNested,
  isBelow,
  isTest,
  joinPath,
  listFiles,
  listManifests,
  plainProgram,
  toConfigName,
  unknownArguments,
  type BenchmarkFinding,
  type OtherFinding,
  type ProgramFinding,
  type Project,
} from './project.ts'

const gpuCrates = ['cudarc', 'cust', 'candle-core', 'tch', 'burn', 'wgpu', 'opencl3', 'ash', 'rust-gpu-tools']

/** $0: output directory, $1: benchmark, $2: manifest. */
/** A pattern for any number of folders. */
const anyFolders = '**'

const criterionScript = 'CRITERION_HOME="$0" cargo bench --manifest-path "$2" --bench "$1"'

/** Finds criterion benchmarks and programs of Rust crates; lists other benchmarks by name. */
export function findRustPrograms(project: Project) {
  const benchmarks: BenchmarkFinding[] = []
  const others: OtherFinding[] = []
  const crates = listManifests(project, 'Cargo.toml')
  for (const { path, folder, manifest } of crates)
    for (const name of listBenches(project, folder, manifest)) {
      const text = project.texts.get(joinPath(folder, `benches/${name}.rs`)) ?? ''
      if (/\bcriterion_main!|\bcriterion::/.test(text)) benchmarks.push(buildCriterionBenchmark(project, name, path))
      else others.push({ what: `the benchmark ${name} (not criterion)`, where: `${path} (cargo bench)` })
    }
  return { benchmarks, others, programs: crates.flatMap((crate) => findBinaries(project, crate)) }
}

/** Lists the [[bench]] entries and the files in benches/, which cargo discovers. */
function listBenches({ paths }: Project, folder: string, manifest: unknown): string[] {
  const named = listTables(manifest, 'bench').flatMap((item) => toTexts(getNested(item, 'name')))
  return [...new Set([...named, ...listRustFiles(paths, joinPath(folder, 'benches')).map(({ name }) => name)])]
}

function listRustFiles(paths: readonly string[], folder: string): Binary[] {
  const files = paths.filter((file) => getFolder(file) === folder && file.endsWith('.rs'))
  return files.map((file) => ({ name: getBaseName(file).replace(/\.rs$/, ''), file }))
}

function listTables(manifest: unknown, key: string): unknown[] {
  const tables = getNested(manifest, key)
  return Array.isArray(tables) ? tables : []
}

function toTexts(value: unknown): string[] {
  return typeof value === 'string' ? [value] : []
}

type Binary = { readonly name: string; readonly file: string }
type Crate = ReturnType<typeof listManifests>[number]

/** Finds the [[bin]] entries, src/main.rs and src/bin, which cargo discovers. */
function findBinaries(project: Project, { path, folder, manifest }: Crate): ProgramFinding[] {
  if (isTest(path)) return []
  const source = joinPath(folder, 'src/main.rs')
  const named = listTables(manifest, 'bin').flatMap((item) => {
    const [file] = toTexts(getNested(item, 'path'))
    const place = file === undefined ? source : joinPath(folder, file)
    return toTexts(getNested(item, 'name')).map((name) => ({ name, file: place }))
  })
  const mains = project.paths.includes(source) ? toTexts(getNested(manifest, 'package', 'name')) : []
  const all = [
    ...mains.map((name) => ({ name, file: source })),
    ...listRustFiles(project.paths, joinPath(folder, 'src/bin')),
    ...named,
  ]
  const sources = new Set(named.map(({ file }) => file))
  return [...new Map(all.map((binary) => [binary.name, binary])).values()]
    .filter((binary) => named.includes(binary) || !sources.has(binary.file))
    .map((binary) => buildBinary(project, path, binary))
}

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
    missing: takesArguments ? unknownArguments : null,
    evidence: `${path} (binary)`,
    file,
  }
}

/** Finds the directory of the workspace that a crate belongs to, which has the build directory. */
function findWorkspace(project: Project, inside: string): string {
  const above = listManifests(project, 'Cargo.toml').filter(
    ({ folder, manifest }) => isBelow(joinPath(inside, 'x'), folder) && getNested(manifest, 'workspace') !== undefined,
  )
  return above.toSorted((a, b) => a.path.length - b.path.length)[0]?.folder ?? inside
}

function buildCriterionBenchmark(project: Project, bench: string, path: string): BenchmarkFinding {
  const folder = getFolder(path)
  return {
    setup: [['cargo', 'bench', '--no-run', '--manifest-path', path, '--bench', bench]],
    // Trials call cargo in the home of a later run, so the crates must be stored in the checkout.
    env: { CARGO_HOME: '.cargo-home' },
    passEnv: [],
    name: toConfigName(joinPath(folder, bench)),
    tool: 'criterion',
    adapter: 'criterion',
    command: ['sh', '-c', criterionScript, '{output}', bench, path],
    files: [`{output}/${anyFolders}/new/*.json`],
    usesGpu: hasRustGpuCode(project, folder),
    evidence: `${joinPath(folder, `benches/${bench}.rs`)} (criterion)`,
  }
}

function hasRustGpuCode(project: Project, folder: string): boolean {
  return listManifests(project, 'Cargo.toml').some(({ path, manifest }) => {
    const names = Object.keys(getNested(manifest, 'dependencies') ?? {})
    return isBelow(path, folder) && names.some((name) => gpuCrates.includes(name))
  })
}

const buildFolder = '.warpgauge-build'
const passEnv = ['GOPROXY', 'GOFLAGS', 'GOTOOLCHAIN']
const shownPrograms = 5
const shownPackages = 3

/** Builds the tests of each package once. $0: directory for the programs, others: packages. */
const buildScript = String.raw`for package in "$@"; do
  mkdir -p "$0/$package" && go test -c -o "$0/$package/go.test" "./$package" || exit 1
done
`
/** Runs the benchmarks of each package in its directory, where tests expect their data. $0: output, $1: programs. */
const runScript = String.raw`programs="$PWD/$1"; shift
for package in "$@"; do
  (cd "$package" && "$programs/$package/go.test" -test.run='^$' -test.bench=. -test.benchtime=200ms -test.benchmem) || exit 1
done > "$0"
`

/** Finds the benchmarks of Go modules, one finding for each module, and their programs. */
export function findGoPrograms(project: Project): { benchmarks: BenchmarkFinding[]; programs: ProgramFinding[] } {
  const modules = project.paths.filter((path) => getBaseName(path) === 'go.mod').map(getFolder)
  const found = modules.map((module) => ({ module, sources: listGoSources(project, module, modules) }))
  return {
    benchmarks: found.flatMap(({ module, sources }) => findGoBenchmarks(module, sources)),
    programs: found.flatMap(({ module, sources }) => findGoMains(module, sources)),
  }
}

type GoSource = ReturnType<typeof listFiles>[number]

/** The sources of a module without those of the modules in it. */
function listGoSources(project: Project, module: string, modules: readonly string[]): GoSource[] {
  const inner = modules.filter((other) => other !== module && isBelow(other, module))
  return listFiles(project, /\.go$/).filter(
    ({ path }) =>
      isBelow(path, module) &&
      !inner.some((other) => isBelow(path, other)) &&
      !/(?:^|\/)(?:vendor|testdata)\//.test(path),
  )
}

function findGoBenchmarks(module: string, sources: readonly GoSource[]): BenchmarkFinding[] {
  const files = sources.filter(
    ({ path, text }) => path.endsWith('_test.go') && /^func Benchmark\w*\(\w+ \*testing\.B\)/m.test(text),
  )
  const packages = [...new Set(files.map(({ folder }) => toRelative(folder, module)))].toSorted()
  if (packages.length === 0) return []
  const more = packages.length > shownPackages ? ` and ${packages.length - shownPackages} more` : ''
  const enter = module === '' ? '' : `cd ${quoteShellWord(module)} || exit 1\n`
  const output = '{output}/go.txt'
  return [
    {
      setup: [['sh', '-c', `${enter}${buildScript}`, buildFolder, ...packages]],
      env: {},
      passEnv,
      name: toConfigName(joinPath(module, 'go-bench')),
      tool: 'go test',
      adapter: 'go-benchmark',
      command: ['sh', '-c', `${enter}${runScript}`, output, buildFolder, ...packages],
      files: [output],
      usesGpu: hasGoGpuCode(files),
      evidence: `${packages.slice(0, shownPackages).join(', ')}${more} (go test -bench in ${joinPath(module, 'go.mod')})`,
    },
  ]
}

function findGoMains(module: string, sources: readonly GoSource[]): ProgramFinding[] {
  const mains = sources.filter(
    ({ path, text }) =>
      !path.endsWith('_test.go') && !isTest(path) && /^package main$/m.test(text) && /^func main\(\)/m.test(text),
  )
  return mains.slice(0, shownPrograms).map(({ path, folder: place, text }) => {
    const folder = toRelative(place, module)
    const name = getBaseName(place) || 'main'
    const program = joinPath(buildFolder, name)
    const readsArguments = /\bos\.Args\b|"flag"|cobra|pflag|kingpin|urfave|kong|go-flags/.test(text) || folder === '.'
    return {
      ...plainProgram,
      setup: [['go', 'build', ...(module === '' ? [] : ['-C', module]), '-o', program, `./${folder}`]],
      passEnv,
      name: toConfigName(name === 'main' ? 'program' : name),
      command: [joinPath(module, program)],
      usesGpu: hasGoGpuCode(sources),
      missing: readsArguments ? unknownArguments : null,
      evidence: `${path} (package main)`,
      file: path,
    }
  })
}

function toRelative(folder: string, module: string): string {
  return folder === module ? '.' : module === '' ? folder : folder.slice(module.length + 1)
}

/** cgo that links CUDA, or a binding of it. */
function hasGoGpuCode(sources: readonly GoSource[]): boolean {
  return sources.some(({ text }) => /#cgo\s.*-lcuda|"gorgonia\.org\/cu"|\/go-nvml\//.test(text))
}
