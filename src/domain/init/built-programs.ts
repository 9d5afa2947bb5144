import { quoteShellWord } from '../core/command.ts'
import { getNested } from '../core/json.ts'
import {
  getBaseName,
  getFolder,
  isBelow,
  isTest,
  joinPath,
  listFiles,
  listFolders,
  listManifests,
  plainBenchmark,
  plainProgram,
  toConfigName,
  type BenchmarkFinding,
  type ProgramFinding,
  type Project,
} from './project.ts'

/** A program that a build of the repository creates. */
type BuiltProgram = Pick<ProgramFinding, 'name' | 'setup' | 'usesGpu' | 'evidence' | 'file'> & {
  readonly program: string
  /** Absent: not known. */
  readonly args?: readonly string[] | undefined
  /** Paths of its sources, as far as they are known. */
  readonly sources: readonly string[]
  readonly passEnv?: readonly string[]
}

const readsArguments =
  /\bargv\b|\benv::args|\bclap\b|::parse\(\)|\bargh\b|\bpico_args\b|\blexopt\b|\bos\.Args\b|"flag"|cobra|pflag|kingpin|urfave|kong|go-flags|\.Execute\(/

/** A program whose `main` reads arguments is incomplete, as is one whose `main` is not known. */
export function buildProgram(project: Project, built: BuiltProgram): ProgramFinding {
  const { program, args, sources, ...rest } = built
  const main = /\bmain\s*\([^)]*\)/g
  const source = sources.map((path) => project.texts.get(path) ?? '').find((text) => text.search(main) >= 0)
  const needsThem = source === undefined || readsArguments.test(source.replaceAll(main, ''))
  const missing = args === undefined && needsThem ? 'its arguments are not known' : null
  return { ...plainProgram, ...rest, name: toConfigName(built.name), command: [program, ...(args ?? [])], missing }
}

const jsonFile = '{output}/benchmark.json'

/** Libraries for benchmarks, by what a program links. */
const libraries = [
  { adapter: 'nvbench', title: 'nvbench', form: /\bnvbench::/, options: ['--json', jsonFile], usesGpu: true },
  {
    adapter: 'google-benchmark',
    title: 'Google Benchmark',
    form: /\bbenchmark(?:::benchmark(?:_main)?|_main)?\b/,
    options: [`--benchmark_out=${jsonFile}`, '--benchmark_out_format=json'],
    usesGpu: false,
  },
]

/** What a build system has: benchmarks of a known tool, and programs. */
export type BuiltFindings = {
  readonly benchmarks: readonly BenchmarkFinding[]
  readonly programs: readonly ProgramFinding[]
}

/** Finds programs built with CMake: benchmarks if they link Google Benchmark or nvbench, else programs. */
export function findCmakePrograms(project: Project): BuiltFindings {
  const targets = listCmakeFiles(project).flatMap((list) => listTargets(project, list))
  const programs = targets.filter(({ library, file, title }) => {
    return !library && !isTest(file) && !/(?:^|[_-])tests?(?:[_-]|$)/i.test(title)
  })
  return {
    benchmarks: targets.flatMap(({ title, library, file, name, setup, usesGpu, program }): BenchmarkFinding[] => {
      if (!library) return []
      const { adapter, options } = library
      const command = [program, ...options]
      const tool = { tool: adapter, adapter, command, files: [jsonFile], usesGpu: usesGpu || library.usesGpu }
      return [{ ...plainBenchmark, name, setup, ...tool, evidence: `${file} (${title} links ${library.title})` }]
    }),
    programs: programs
      .toSorted((a, b) => Number(/bench|perf/.test(b.name)) - Number(/bench|perf/.test(a.name)))
      .map(({ title, library: _library, ...target }) =>
        buildProgram(project, { ...target, evidence: `${target.file} (add_executable ${title})` }),
      ),
  }
}

function listCmakeFiles(project: Project) {
  const lists = listFiles(project, /(?:^|\/)CMakeLists\.txt$/)
  return lists.map((list) => ({ ...list, text: list.text.replaceAll(/#.*$/gm, '') }))
}

/** Whether CMake builds code for GPUs below a directory. */
export function hasCmakeGpuCode(project: Project, folder: string): boolean {
  if (project.paths.some((path) => isBelow(path, folder) && /\.(?:cu|cuh|hip)$/.test(path))) return true
  const packages = /\b(?:CUDA|CUDAToolkit|HIP|OpenACC|OpenCL|SYCL|IntelSYCL|AdaptiveCpp)\b/
  return listCmakeFiles(project).some(({ path, text }) => isBelow(path, folder) && packages.test(text))
}

/** The programs that a CMakeLists.txt builds. */
function listTargets(project: Project, { path: file, folder, text }: ReturnType<typeof listCmakeFiles>[number]) {
  const executables = text.matchAll(/\b(?:cuda_)?add_executable\s*\(\s*([\w.+-]+)(?!\s+(?:IMPORTED|ALIAS))([^)]*)\)/gi)
  const links = [...text.matchAll(/\btarget_link_libraries\s*\(\s*([\w.+-]+)([^)]*)\)/gi)]
  // The outermost ancestor with a CMakeLists.txt that calls project().
  const readList = (one: string): string => project.texts.get(joinPath(one, 'CMakeLists.txt')) ?? ''
  const above = listFolders(folder).filter((one) => readList(one) !== '')
  const top = above.findLast((one) => /\bproject\s*\(/i.test(readList(one))) ?? above.at(-1) ?? folder
  const build = joinPath(top, 'build')
  // CMake writes a program next to its CMakeLists.txt in the build tree, or to CMAKE_RUNTIME_OUTPUT_DIRECTORY.
  const common = /CMAKE_RUNTIME_OUTPUT_DIRECTORY\s+"?\$\{(?:CMAKE|PROJECT)_BINARY_DIR\}\/?([\w/-]*)"?\s*\)/.exec(
    readList(top),
  )
  const inside = common?.[1] ?? (common ? '' : folder.slice(top.length).replace(/^\//, ''))
  return [...executables].map(([, title = '', words = '']) => {
    const linked = links.flatMap(([, target, others]) => (target === title ? others : [])).join(' ')
    return {
      name: toConfigName(joinPath(top, title)),
      title,
      file,
      library: libraries.find(({ form }) => form.test(linked)),
      sources: words.split(/\s+/).map((source) => joinPath(folder, source)),
      program: joinPath(joinPath(build, inside).replace(/\/$/, ''), title),
      setup: [
        ['cmake', '-S', top || '.', '-B', build, '-DCMAKE_BUILD_TYPE=Release'],
        ['cmake', '--build', build, '--parallel'],
      ],
      usesGpu: hasCmakeGpuCode(project, top),
    }
  })
}

const gpuCrates = ['cudarc', 'cust', 'candle-core', 'tch', 'burn', 'wgpu', 'opencl3', 'ash', 'rust-gpu-tools']

/** $0: output directory, $1: benchmark, $2: manifest. */
const criterionScript = 'CRITERION_HOME="$0" cargo bench --manifest-path "$2" --bench "$1"'

/** Finds criterion benchmarks and programs of Rust crates. */
export function findRustPrograms(project: Project): BuiltFindings {
  const crates = listManifests(project, 'Cargo.toml')
  const hasGpuCrate = (folder: string): boolean =>
    crates.some(
      ({ path, manifest }) =>
        isBelow(path, folder) && gpuCrates.some((name) => getNested(manifest, 'dependencies', name) !== undefined),
    )
  const benchmarks = crates.flatMap(({ path, folder }) =>
    listFiles(project, /\.rs$/)
      .filter((one) => one.folder === joinPath(folder, 'benches') && /\bcriterion(?:_main!|::)/.test(one.text))
      .map((source): BenchmarkFinding => {
        const name = getBaseName(source.path).replace(/\.rs$/, '')
        return {
          ...plainBenchmark,
          setup: [['cargo', 'bench', '--no-run', '--manifest-path', path, '--bench', name]],
          // Trials call cargo in the home of a later run, so the crates must be stored in the checkout.
          env: { CARGO_HOME: '.cargo-home' },
          name: toConfigName(joinPath(folder, name)),
          tool: 'criterion',
          adapter: 'criterion',
          command: ['sh', '-c', criterionScript, '{output}', name, path],
          files: [['{output}', '**', 'new', '*.json'].join('/')],
          usesGpu: hasGpuCrate(folder),
          evidence: `${source.path} (criterion)`,
        }
      }),
  )
  const programs = crates.flatMap(({ path, folder, manifest }) => {
    // The outermost directory of the workspace that a crate belongs to has the build directory.
    const isAbove = (one: (typeof crates)[number]): boolean =>
      isBelow(path, one.folder) && getNested(one.manifest, 'workspace') !== undefined
    const top = crates.filter(isAbove).toSorted((a, b) => a.path.length - b.path.length)[0]?.folder ?? folder
    const locked = project.paths.includes(joinPath(top, 'Cargo.lock')) ? ['--locked'] : []
    return listBinaries(project, folder, manifest).map(([name, file]) =>
      buildProgram(project, {
        name,
        program: joinPath(top, `target/release/${name}`),
        setup: [['cargo', 'build', '--release', '--manifest-path', path, '--bin', name, ...locked]],
        usesGpu: hasGpuCrate(folder),
        sources: [file],
        evidence: `${path} (binary)`,
        file,
      }),
    )
  })
  return { benchmarks, programs: programs.filter(({ evidence }) => !isTest(evidence)) }
}

/** The names and sources of binaries: [[bin]] entries, and src/main.rs and src/bin, which cargo discovers. */
function listBinaries({ paths }: Project, folder: string, manifest: unknown): [string, string][] {
  const bin = getNested(manifest, 'bin')
  const named = (Array.isArray(bin) ? bin : []).map((table): [unknown, string] => {
    const path = getNested(table, 'path')
    return [getNested(table, 'name'), joinPath(folder, typeof path === 'string' ? path : 'src/main.rs')]
  })
  const others = paths.flatMap((path): [unknown, string][] => {
    if (named.some(([, file]) => file === path)) return []
    if (path === joinPath(folder, 'src/main.rs')) return [[getNested(manifest, 'package', 'name'), path]]
    const isBinary = getFolder(path) === joinPath(folder, 'src/bin') && path.endsWith('.rs')
    return isBinary ? [[getBaseName(path).replace(/\.rs$/, ''), path]] : []
  })
  return [...new Map([...others, ...named])].filter((pair): pair is [string, string] => typeof pair[0] === 'string')
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
export function findGoPrograms(project: Project): BuiltFindings {
  const modules = project.paths.filter((path) => getBaseName(path) === 'go.mod').map(getFolder)
  const found = modules.map((module): BuiltFindings => {
    const inner = modules.filter((other) => other !== module && isBelow(other, module))
    // The sources of a module without those of the modules in it.
    const sources = listFiles(project, /\.go$/)
      .filter(({ path }) => isBelow(path, module) && !inner.some((other) => isBelow(path, other)))
      .filter(({ path }) => !/(?:^|\/)(?:vendor|testdata)\//.test(path))
      .map((source) => ({ ...source, inModule: toRelative(source.folder, module) }))
    // cgo that links CUDA, or a binding of it.
    const usesGpu = sources.some(({ text }) => /#cgo\s.*-lcuda|"gorgonia\.org\/cu"|\/go-nvml\//.test(text))
    const tests = sources.filter(
      ({ path, text }) => path.endsWith('_test.go') && /^func Benchmark\w*\(\w+ \*testing\.B\)/m.test(text),
    )
    const packages = [...new Set(tests.map(({ inModule }) => inModule))].toSorted()
    const mains = sources.filter(
      ({ path, text }) =>
        !path.endsWith('_test.go') && !isTest(path) && /^package main$/m.test(text) && /^func main\(\)/m.test(text),
    )
    const programs = mains.slice(0, shownPrograms).map(({ path, folder, inModule }) => {
      const name = getBaseName(folder) || 'program'
      const program = joinPath(buildFolder, name)
      return buildProgram(project, {
        name,
        program: joinPath(module, program),
        setup: [['go', 'build', ...(module === '' ? [] : ['-C', module]), '-o', program, `./${inModule}`]],
        passEnv,
        usesGpu,
        sources: [path],
        evidence: `${path} (package main)`,
        file: path,
      })
    })
    return { benchmarks: packages.length > 0 ? [buildGoBenchmark(module, packages, usesGpu)] : [], programs }
  })
  return { benchmarks: found.flatMap((one) => one.benchmarks), programs: found.flatMap((one) => one.programs) }
}

function buildGoBenchmark(module: string, packages: readonly string[], usesGpu: boolean): BenchmarkFinding {
  const more = packages.length > shownPackages ? ` and ${packages.length - shownPackages} more` : ''
  const enter = module === '' ? '' : `cd ${quoteShellWord(module)} || exit 1\n`
  const output = '{output}/go.txt'
  return {
    ...plainBenchmark,
    setup: [['sh', '-c', `${enter}${buildScript}`, buildFolder, ...packages]],
    passEnv,
    name: toConfigName(joinPath(module, 'go-bench')),
    tool: 'go test',
    adapter: 'go-benchmark',
    command: ['sh', '-c', `${enter}${runScript}`, output, buildFolder, ...packages],
    files: [output],
    usesGpu,
    evidence: `${packages.slice(0, shownPackages).join(', ')}${more} (go test -bench in ${joinPath(module, 'go.mod')})`,
  }
}

function toRelative(folder: string, module: string): string {
  return folder === module ? '.' : module === '' ? folder : folder.slice(module.length + 1)
}
