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
  type Findings,
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
}

const readsArguments = /\bargv\b|\benv::args|\bclap\b|::parse\(\)|\bargh\b|\bpico_args\b|\blexopt\b/

/**
 * Makes a finding of a built program; `missing` is set if its arguments are unknown and its `main` reads some or is
 * unknown.
 */
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

/** What a build system has: benchmarks of a known tool, programs, and sources that no evidence names. */
export type BuiltFindings = Pick<Findings, 'benchmarks' | 'programs'> & { readonly sources?: readonly string[] }

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
      const tool = { adapter, command, files: [jsonFile], usesGpu: usesGpu || library.usesGpu }
      return [{ ...plainBenchmark, name, setup, ...tool, evidence: `${file} (${title} links ${library.title})` }]
    }),
    programs: programs
      .toSorted((a, b) => Number(/bench|perf/.test(b.name)) - Number(/bench|perf/.test(a.name)))
      .map(({ title, library: _library, ...target }) =>
        buildProgram(project, { ...target, evidence: `${target.file} (add_executable ${title})` }),
      ),
    sources: targets.flatMap(({ sources }) => sources),
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
