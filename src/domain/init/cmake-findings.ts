import { isNamedTest, needsArguments } from './c-program.ts'
import {
  getBaseName,
  getFolder,
  joinPath,
  isBelow,
  toConfigName,
  type BenchmarkFinding,
  isTest,
  plainProgram,
  type ProgramFinding,
  type Project,
} from './project.ts'

/** A program that a CMakeLists.txt builds. */
type CmakeTarget = {
  readonly name: string
  readonly list: string
  readonly isBenchmark: 'google-benchmark' | 'nvbench' | null
  readonly sources: readonly string[]
}

/** Finds programs built with CMake: benchmarks if they link Google Benchmark or nvbench, else programs. */
export function findCmakePrograms(project: Project): { benchmarks: BenchmarkFinding[]; programs: ProgramFinding[] } {
  const targets = listTargets(project)
  return {
    benchmarks: targets.flatMap((target) => (target.isBenchmark ? [buildBenchmark(project, target)] : [])),
    programs: targets
      .filter(({ isBenchmark, list, name }) => !isBenchmark && !isTest(list) && !isNamedTest(name))
      .map((target) => buildProgram(project, target))
      .toSorted((a, b) => Number(isNamedBenchmark(b)) - Number(isNamedBenchmark(a))),
  }
}

function isNamedBenchmark({ name }: ProgramFinding): boolean {
  return /bench|perf/.test(name)
}

/** Whether CMake builds code for GPUs below a directory. */
export function hasCmakeGpuCode({ paths, texts }: Project, folder: string): boolean {
  if (paths.some((path) => isBelow(path, folder) && /\.(?:cu|cuh|hip)$/.test(path))) return true
  return listCmakeFiles(texts).some(
    ([path, text]) =>
      isBelow(path, folder) && /\b(?:CUDA|CUDAToolkit|HIP|OpenACC|OpenCL|SYCL|IntelSYCL|AdaptiveCpp)\b/.test(text),
  )
}

function listCmakeFiles(texts: Project['texts']): (readonly [string, string])[] {
  return [...texts]
    .filter(([path]) => getBaseName(path) === 'CMakeLists.txt')
    .map(([path, text]) => [path, text.replaceAll(/#.*$/gm, '')] as const)
}

function listTargets({ texts }: Project): CmakeTarget[] {
  return listCmakeFiles(texts).flatMap(([list, text]) => {
    const executables = [
      ...text.matchAll(/\b(?:cuda_)?add_executable\s*\(\s*([\w.+-]+)(?!\s+(?:IMPORTED|ALIAS))([^)]*)\)/gi),
    ]
    const links = [...text.matchAll(/\btarget_link_libraries\s*\(\s*([\w.+-]+)([^)]*)\)/gi)]
    return executables.map(([, name = '', rest = '']): CmakeTarget => {
      const linked = links
        .filter((match) => match[1] === name)
        .map((match) => match[2])
        .join(' ')
      const sources = rest.split(/\s+/).filter((word) => /^[\w./+-]+\.\w+$/.test(word))
      return { name, list, isBenchmark: detectTool(linked), sources }
    })
  })
}

function detectTool(linked: string): CmakeTarget['isBenchmark'] {
  if (/\bnvbench::/.test(linked)) return 'nvbench'
  return /\bbenchmark(?:::benchmark(?:_main)?|_main)?\b/.test(linked) ? 'google-benchmark' : null
}

function buildBenchmark(project: Project, target: CmakeTarget): BenchmarkFinding {
  const { name, list, isBenchmark } = target
  const { top, program, ...preparation } = planBuild(project, target)
  const file = '{output}/benchmark.json'
  const options =
    isBenchmark === 'nvbench' ? ['--json', file] : [`--benchmark_out=${file}`, '--benchmark_out_format=json']
  return {
    ...preparation,
    name: toConfigName(joinPath(top, name).replaceAll('/', '-')),
    tool: isBenchmark ?? 'google-benchmark',
    adapter: isBenchmark ?? 'google-benchmark',
    command: [program, ...options],
    files: [file],
    usesGpu: isBenchmark === 'nvbench' || hasCmakeGpuCode(project, top),
    evidence: `${list} (${name} links ${isBenchmark === 'nvbench' ? 'nvbench' : 'Google Benchmark'})`,
  }
}

function buildProgram(project: Project, target: CmakeTarget): ProgramFinding {
  const { name, list, sources } = target
  const { top, program, ...preparation } = planBuild(project, target)
  const texts = sources.flatMap((source) => project.texts.get(joinPath(getFolder(list), source)) ?? [])
  return {
    ...plainProgram,
    ...preparation,
    name: toConfigName(joinPath(top, name).replaceAll('/', '-')),
    command: [program],
    usesGpu: hasCmakeGpuCode(project, top),
    missing: needsArguments(texts) ? 'its arguments are not known' : null,
    evidence: `${list} (add_executable ${name})`,
    file: list,
  }
}

function planBuild(project: Project, { name, list }: CmakeTarget) {
  const top = findTopFolder(project, getFolder(list))
  const build = joinPath(top, 'build')
  return {
    top,
    program: locateProgram(project, { name, list, top, build }),
    setup: [
      ['cmake', '-S', top || '.', '-B', build, '-DCMAKE_BUILD_TYPE=Release'],
      ['cmake', '--build', build, '--parallel'],
    ],
    env: {},
    passEnv: [],
  }
}

type BuildLayout = { readonly name: string; readonly list: string; readonly top: string; readonly build: string }

/** CMake writes a program next to its CMakeLists.txt in the build tree, or to CMAKE_RUNTIME_OUTPUT_DIRECTORY. */
function locateProgram({ texts }: Project, { name, list, top, build }: BuildLayout): string {
  const text = texts.get(joinPath(top, 'CMakeLists.txt')) ?? ''
  const common = /CMAKE_RUNTIME_OUTPUT_DIRECTORY\s+"?\$\{(?:CMAKE|PROJECT)_BINARY_DIR\}\/?([\w/-]*)"?\s*\)/.exec(text)
  if (common) return joinPath(joinPath(build, common[1] ?? '').replace(/\/$/, ''), name)
  const inside = getFolder(list).slice(top.length).replace(/^\//, '')
  return joinPath(joinPath(build, inside).replace(/\/$/, ''), name)
}

/** Finds the outermost ancestor with a CMakeLists.txt that calls project(). */
function findTopFolder({ texts }: Project, from: string): string {
  const above = listAncestors(from).filter((folder) => texts.has(joinPath(folder, 'CMakeLists.txt')))
  const projects = above.filter((folder) => /\bproject\s*\(/i.test(texts.get(joinPath(folder, 'CMakeLists.txt')) ?? ''))
  return projects.at(-1) ?? above.at(-1) ?? from
}

/** Lists the directory and its ancestors, the root last. */
function listAncestors(folder: string): string[] {
  return folder === '' ? [''] : [folder, ...listAncestors(getFolder(folder))]
}
