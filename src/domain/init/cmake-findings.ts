import {
  baseOf,
  folderOf,
  inFolder,
  isBelow,
  nameFrom,
  type FoundBenchmark,
  type FoundOther,
  type Project,
} from './project.ts'

/** A program that a CMakeLists.txt builds. */
type Target = {
  readonly name: string
  readonly list: string
  readonly isBenchmark: 'google-benchmark' | 'nvbench' | null
}

/** Programs built with CMake: those that link Google Benchmark or nvbench as benchmarks, the others by name. */
export function cmakeFindings(project: Project): { benchmarks: FoundBenchmark[]; others: FoundOther[] } {
  const targets = targetsOf(project)
  return {
    benchmarks: targets.flatMap((target) => (target.isBenchmark ? [benchmarkOf(project, target)] : [])),
    others: targets
      .filter(({ isBenchmark }) => !isBenchmark)
      .map(({ name, list }) => ({ what: `the program ${name}`, where: `${list} (add_executable)` })),
  }
}

/** Whether CUDA or HIP code is built below a directory. */
export function cmakeUsesGpu({ paths, texts }: Project, folder: string): boolean {
  if (paths.some((path) => isBelow(path, folder) && /\.(?:cu|cuh|hip)$/.test(path))) return true
  return lists(texts).some(([path, text]) => isBelow(path, folder) && /\b(?:CUDA|CUDAToolkit|HIP)\b/.test(text))
}

function lists(texts: Project['texts']): (readonly [string, string])[] {
  return [...texts]
    .filter(([path]) => baseOf(path) === 'CMakeLists.txt')
    .map(([path, text]) => [path, text.replaceAll(/#.*$/gm, '')] as const)
}

function targetsOf({ texts }: Project): Target[] {
  return lists(texts).flatMap(([list, text]) => {
    const names = [...text.matchAll(/\badd_executable\s*\(\s*([\w.+-]+)(?!\s+(?:IMPORTED|ALIAS))/gi)].map(
      (match) => match[1] ?? '',
    )
    const links = [...text.matchAll(/\btarget_link_libraries\s*\(\s*([\w.+-]+)([^)]*)\)/gi)]
    return names.map((name): Target => {
      const linked = links
        .filter((match) => match[1] === name)
        .map((match) => match[2])
        .join(' ')
      return { name, list, isBenchmark: toolOf(linked) }
    })
  })
}

function toolOf(linked: string): Target['isBenchmark'] {
  if (/\bnvbench::/.test(linked)) return 'nvbench'
  return /\bbenchmark(?:::benchmark(?:_main)?|_main)?\b/.test(linked) ? 'google-benchmark' : null
}

function benchmarkOf(project: Project, { name, list, isBenchmark }: Target): FoundBenchmark {
  const top = topFolder(project, folderOf(list))
  const build = inFolder(top, 'build')
  const file = '{output}/benchmark.json'
  const program = programPath(project, { name, list, top, build })
  const options =
    isBenchmark === 'nvbench' ? ['--json', file] : [`--benchmark_out=${file}`, '--benchmark_out_format=json']
  return {
    setup: [
      ['cmake', '-S', top || '.', '-B', build, '-DCMAKE_BUILD_TYPE=Release'],
      ['cmake', '--build', build, '--parallel'],
    ],
    env: {},
    passEnv: [],
    name: nameFrom(inFolder(top, name).replaceAll('/', '-')),
    tool: isBenchmark ?? 'google-benchmark',
    adapter: isBenchmark ?? 'google-benchmark',
    command: [program, ...options],
    files: [file],
    usesGpu: isBenchmark === 'nvbench' || cmakeUsesGpu(project, top),
    evidence: `${list} (${name} links ${isBenchmark === 'nvbench' ? 'nvbench' : 'Google Benchmark'})`,
  }
}

type Place = { readonly name: string; readonly list: string; readonly top: string; readonly build: string }

/** CMake puts a program where its CMakeLists.txt lies, or all of them where the topmost one says. */
function programPath({ texts }: Project, { name, list, top, build }: Place): string {
  const text = texts.get(inFolder(top, 'CMakeLists.txt')) ?? ''
  const common = /CMAKE_RUNTIME_OUTPUT_DIRECTORY\s+"?\$\{(?:CMAKE|PROJECT)_BINARY_DIR\}\/?([\w/-]*)"?\s*\)/.exec(text)
  if (common) return inFolder(inFolder(build, common[1] ?? '').replace(/\/$/, ''), name)
  const inside = folderOf(list).slice(top.length).replace(/^\//, '')
  return inFolder(inFolder(build, inside).replace(/\/$/, ''), name)
}

/** The outermost directory from here up that has a CMakeLists.txt with project(), without a gap. */
function topFolder({ texts }: Project, from: string): string {
  const above = ancestors(from).filter((folder) => texts.has(inFolder(folder, 'CMakeLists.txt')))
  const projects = above.filter((folder) => /\bproject\s*\(/i.test(texts.get(inFolder(folder, 'CMakeLists.txt')) ?? ''))
  return projects.at(-1) ?? above.at(-1) ?? from
}

/** The directory itself, then those around it, the root last. */
function ancestors(folder: string): string[] {
  return folder === '' ? [''] : [folder, ...ancestors(folderOf(folder))]
}
