import { getNested } from '../core/json.ts'
import { quoteShellWord } from '../core/command.ts'
import {
  getBaseName,
  getFolder,
  isBelow,
  isTest,
  joinPath,
  listFiles,
  listManifests,
  listTexts,
  plainBenchmark,
  plainProgram,
  toConfigName,
  unknownArguments,
  type BenchmarkFinding,
  type OtherFinding,
  type ProgramFinding,
  type Project,
} from './project.ts'

const gpuCrates = ['cudarc', 'cust', 'candle-core', 'tch', 'burn', 'wgpu', 'opencl3', 'ash', 'rust-gpu-tools']

/** A pattern for any number of folders. */
const anyFolders = '**'

/** $0: output directory, $1: benchmark, $2: manifest. */
const criterionScript = 'CRITERION_HOME="$0" cargo bench --manifest-path "$2" --bench "$1"'

/** Finds criterion benchmarks and programs of Rust crates; lists other benchmarks by name. */
export function findRustPrograms(project: Project) {
  const crates = listManifests(project, 'Cargo.toml')
  const benches = crates.flatMap(({ path, folder, manifest }) => {
    // The [[bench]] entries and the files in benches/, which cargo discovers.
    const files = listRustFiles(project, joinPath(folder, 'benches'))
    const names = [...listEntries(manifest, 'bench'), ...files].map(({ name }) => name)
    return [...new Set(names)].map((name) => ({ name, path, source: joinPath(folder, `benches/${name}.rs`) }))
  })
  const { criterion = [], others = [] } = Object.groupBy(benches, ({ source }) =>
    /\bcriterion_main!|\bcriterion::/.test(project.texts.get(source) ?? '') ? 'criterion' : 'others',
  )
  return {
    benchmarks: criterion.map(({ name, path, source }): BenchmarkFinding => {
      const folder = getFolder(path)
      return {
        ...plainBenchmark,
        setup: [['cargo', 'bench', '--no-run', '--manifest-path', path, '--bench', name]],
        // Trials call cargo in the home of a later run, so the crates must be stored in the checkout.
        env: { CARGO_HOME: '.cargo-home' },
        name: toConfigName(joinPath(folder, name)),
        tool: 'criterion',
        adapter: 'criterion',
        command: ['sh', '-c', criterionScript, '{output}', name, path],
        files: [`{output}/${anyFolders}/new/*.json`],
        usesGpu: hasRustGpuCode(project, folder),
        evidence: `${source} (criterion)`,
      }
    }),
    others: others.map(({ name, path }): OtherFinding => {
      return { what: `the benchmark ${name} (not criterion)`, where: `${path} (cargo bench)` }
    }),
    programs: crates.flatMap((crate) => (isTest(crate.path) ? [] : findBinaries(project, crate))),
  }
}

type Binary = { readonly name: string; readonly file: string }

/** The entries of a table such as [[bin]] that have a name; an empty file: its place is not said. */
function listEntries(manifest: unknown, key: string): Binary[] {
  const tables = getNested(manifest, key)
  return (Array.isArray(tables) ? tables : []).flatMap((table) => {
    const [[file = ''], names] = [listTexts([getNested(table, 'path')]), listTexts([getNested(table, 'name')])]
    return names.map((name) => ({ name, file }))
  })
}

function listRustFiles({ paths }: Project, folder: string): Binary[] {
  const files = paths.filter((file) => getFolder(file) === folder && file.endsWith('.rs'))
  return files.map((file) => ({ name: getBaseName(file).replace(/\.rs$/, ''), file }))
}

/** Finds the [[bin]] entries, src/main.rs and src/bin, which cargo discovers. */
function findBinaries(
  project: Project,
  { path, folder, manifest }: ReturnType<typeof listManifests>[number],
): ProgramFinding[] {
  const source = joinPath(folder, 'src/main.rs')
  const named = listEntries(manifest, 'bin').map(({ name, file }) => {
    return { name, file: file === '' ? source : joinPath(folder, file) }
  })
  const mains = project.paths.includes(source) ? listTexts([getNested(manifest, 'package', 'name')]) : []
  const all = [
    ...mains.map((name) => ({ name, file: source })),
    ...listRustFiles(project, joinPath(folder, 'src/bin')),
    ...named,
  ]
  const places = new Set(named.map(({ file }) => file))
  // The directory of the workspace that a crate belongs to has the build directory.
  const workspaces = listManifests(project, 'Cargo.toml').filter(
    (one) => isBelow(joinPath(folder, 'x'), one.folder) && getNested(one.manifest, 'workspace') !== undefined,
  )
  const top = workspaces.toSorted((a, b) => a.path.length - b.path.length)[0]?.folder ?? folder
  const locked = project.paths.includes(joinPath(top, 'Cargo.lock')) ? ['--locked'] : []
  return [...new Map(all.map((binary) => [binary.name, binary])).values()]
    .filter((binary) => named.includes(binary) || !places.has(binary.file))
    .map(({ name, file }) => {
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
    })
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
  const found = modules.map((module) => {
    const inner = modules.filter((other) => other !== module && isBelow(other, module))
    // The sources of a module without those of the modules in it.
    const sources = listFiles(project, /\.go$/).filter(
      ({ path }) =>
        isBelow(path, module) &&
        !inner.some((other) => isBelow(path, other)) &&
        !/(?:^|\/)(?:vendor|testdata)\//.test(path),
    )
    return { module, sources }
  })
  return {
    benchmarks: found.flatMap(({ module, sources }) => findGoBenchmarks(module, sources)),
    programs: found.flatMap(({ module, sources }) => findGoMains(module, sources)),
  }
}

type GoSource = ReturnType<typeof listFiles>[number]

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
      ...plainBenchmark,
      setup: [['sh', '-c', `${enter}${buildScript}`, buildFolder, ...packages]],
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
