import { findAsvSuites, findPytestBenchmarks } from './python-benchmarks.ts'
import { findCmakePrograms, findMakePrograms, hasCmakeGpuCode, makefile } from './c-programs.ts'
import { splitShellWords } from '../core/shell-words.ts'
import {
  getBaseName,
  getFolder,
  getNested,
  listFiles,
  listManifests,
  toConfigName,
  type Findings,
  type BenchmarkFinding,
  type OtherFinding,
  type ProgramFinding,
  type Project,
} from './project.ts'
import { findPythonPrograms, findPythonScripts } from './python-programs.ts'
import { hasPythonGpuCode } from './python-tools.ts'
import { findGoPrograms, findRustPrograms } from './rust-go-programs.ts'

/** Finds what a repository can measure, and what needs more information. Pure; runs nothing. */
export function findWhatToMeasure(project: Project): Findings {
  const cmake = findCmakePrograms(project)
  const rust = findRustPrograms(project)
  const go = findGoPrograms(project)
  const benchmarks = [
    ...findPytestBenchmarks(project),
    ...findAsvSuites(project),
    ...cmake.benchmarks,
    ...rust.benchmarks,
    ...go.benchmarks,
    ...findHyperfineCalls(project),
  ]
  const entries = findPythonPrograms(project)
  const programs = orderPrograms([
    ...entries,
    ...findPythonScripts(project, entries),
    ...cmake.programs,
    ...findMakePrograms(project),
    ...rust.programs,
    ...go.programs,
  ])
  const folders = listBenchmarkFolders(project, [...benchmarks, ...programs])
  return {
    languages: listLanguages(project),
    usesGpu:
      [...programs, ...benchmarks].some(({ usesGpu }) => usesGpu) ||
      hasPythonGpuCode(project, '') ||
      hasCmakeGpuCode(project, '') ||
      hasJuliaGpuCode(project),
    programs,
    benchmarks: withUniqueNames(benchmarks),
    others: [...rust.others, ...listScripts(project), ...folders, ...listShellScripts(project, benchmarks, folders)],
    tag: chooseTag(project.tags),
  }
}

const juliaGpuPackages = ['CUDA', 'AMDGPU', 'oneAPI', 'Metal', 'KernelAbstractions']

/** Whether a Julia project depends on a package for GPUs. */
function hasJuliaGpuCode(project: Project): boolean {
  return listManifests(project, 'Project.toml').some(({ manifest }) =>
    Object.keys(getNested(manifest, 'deps') ?? {}).some((name) => juliaGpuPackages.includes(name)),
  )
}

/**
 * Main programs first, those with GPU code before others. An entry of a package that is incomplete comes before scripts
 * that only happen to be complete: completing it is less work than finding out that another program was measured.
 */
function orderPrograms(programs: readonly ProgramFinding[]): ProgramFinding[] {
  return programs.toSorted((a, b) => rankProgram(a) - rankProgram(b))
}

function rankProgram({ missing, isMain, isEntry, usesGpu, file }: ProgramFinding): number {
  const isKnown = isEntry && file !== ''
  const rank = missing === null && isMain ? 0 : isKnown ? 2 : missing === null ? 4 : 6
  return rank + (usesGpu ? 0 : 1)
}

/** Selects `v1.0` if it exists, because documents compare with it; else the newest version tag. */
export function chooseTag(tags: readonly string[]): string | null {
  const versions = tags.filter((tag) => /^v?\d+(?:\.\d+){0,3}$/.test(tag))
  const first = ['v1.0', 'v1.0.0', '1.0', '1.0.0'].find((tag) => versions.includes(tag))
  return first ?? versions.toSorted(compareVersions).at(-1) ?? null
}

function compareVersions(a: string, b: string): number {
  const [one, other] = [a, b].map((tag) => tag.replace(/^v/, '').split('.').map(Number))
  const position = [0, 1, 2, 3].find((index) => (one?.[index] ?? 0) !== (other?.[index] ?? 0))
  return position === undefined ? 0 : (one?.[position] ?? 0) - (other?.[position] ?? 0)
}

const languages = [
  { name: 'Python', of: /\.py$/ },
  { name: 'CUDA', of: /\.cuh?$/ },
  { name: 'C++', of: /\.(?:cc|cpp|cxx|hpp)$/ },
  { name: 'C', of: /\.c$/ },
  { name: 'Rust', of: /\.rs$/ },
  { name: 'JavaScript', of: /\.[cm]?[jt]sx?$/ },
  { name: 'Go', of: /\.go$/ },
  { name: 'Julia', of: /\.jl$/ },
  { name: 'Fortran', of: /\.f90$/i },
  { name: 'Shell', of: /\.(?:sh|bash)$/ },
] as const

function listLanguages({ paths }: Project): string[] {
  const counted = languages.map(({ name, of }) => ({ name, count: paths.filter((path) => of.test(path)).length }))
  return counted
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
    .map(({ name }) => name)
}

const benchmarkName = /bench|perf/i

/** Lists package.json scripts, Makefile targets and npm programs that look like benchmarks. */
function listScripts(project: Project): OtherFinding[] {
  const packages = listManifests(project, 'package.json').map(({ path, manifest }) => ({
    path,
    scripts: Object.keys(getNested(manifest, 'scripts') ?? {}).filter((name) => benchmarkName.test(name)),
    programs: Object.keys(getNested(manifest, 'bin') ?? {}),
  }))
  const targets = listFiles(project, makefile).flatMap(({ path, text }) =>
    [...text.matchAll(/^([\w-]+)\s*:(?!=)/gm)].flatMap(([, name = '']) =>
      benchmarkName.test(name) ? [{ what: `make ${name}`, where: path }] : [],
    ),
  )
  return [
    ...packages.flatMap(({ path, scripts }) =>
      scripts.map((name) => ({ what: `npm run ${name}`, where: `${path} (scripts)` })),
    ),
    ...targets,
    ...packages.flatMap(({ path, programs }) =>
      programs.map((name) => ({ what: `the program ${name}`, where: `${path} (bin)` })),
    ),
  ]
}

const benchmarkScript = /(?:bench|perf|train|infer|predict|pipeline|(?:^|\/)run)[^/]*\.(?:sh|bash)$/i

/** Lists shell scripts whose names suggest benchmarks, outside the benchmark directories. */
function listShellScripts(
  { paths }: Project,
  known: readonly Pick<BenchmarkFinding, 'evidence'>[],
  folders: readonly OtherFinding[],
): OtherFinding[] {
  return paths
    .filter((path) => benchmarkScript.test(path))
    .filter((path) => !known.some(({ evidence }) => evidence.startsWith(`${path} `)))
    .filter((path) => !folders.some(({ where }) => path.startsWith(where)))
    .map((path) => ({ what: 'a shell script', where: path }))
}

/** Lists benchmark directories that belong to no known tool. */
function listBenchmarkFolders(
  { paths }: Project,
  known: readonly Pick<BenchmarkFinding, 'evidence'>[],
): OtherFinding[] {
  const folders = new Set(
    paths.flatMap((path) => /^(?:.*\/)?(?:bench|benches|benchmarks?)(?=\/)/.exec(getFolder(path) + '/')?.[0] ?? []),
  )
  return [...folders]
    .filter((folder) => !known.some(({ evidence }) => evidence.startsWith(`${folder}/`)))
    .map((folder) => ({ what: 'a directory of benchmarks', where: `${folder}/` }))
}

/** Adds a number to repeated names, because case names must be unique. */
function withUniqueNames(benchmarks: readonly BenchmarkFinding[]): BenchmarkFinding[] {
  const counts = new Map<string, number>()
  return benchmarks.map((benchmark) => {
    const count = (counts.get(benchmark.name) ?? 0) + 1
    counts.set(benchmark.name, count)
    return count === 1 ? benchmark : { ...benchmark, name: `${benchmark.name.slice(0, 60)}-${count}` }
  })
}

/** Finds hyperfine calls in Makefiles, justfiles and shell scripts that need no shell expansion. */
function findHyperfineCalls(project: Project): BenchmarkFinding[] {
  const files = listFiles(project, /(?:^|\/)(?:Makefile|GNUmakefile|[Jj]ustfile|[^/]+\.(?:sh|bash|mk))$/)
  const found = files.flatMap(({ path, text }) => parseHyperfineCalls(text).map((words) => ({ path, words })))
  return found.map(({ path, words }, index) => ({
    setup: [],
    env: {},
    passEnv: [],
    name: toConfigName(found.length === 1 ? 'hyperfine' : `hyperfine-${index + 1}`),
    tool: 'hyperfine',
    adapter: 'hyperfine',
    command: ['hyperfine', '--export-json', '{output}/hyperfine.json', ...words],
    files: ['{output}/hyperfine.json'],
    usesGpu: false,
    evidence: `${path} (${getBaseName(path)} calls hyperfine)`,
  }))
}

function parseHyperfineCalls(text: string): string[][] {
  const lines = text.replaceAll(/\\\n\s*/g, ' ').split('\n')
  return lines.flatMap((line) => {
    const words = splitShellWords(/^\s*[@-]*hyperfine\s+(.*)$/.exec(line)?.[1] ?? '') ?? []
    // hyperfine replaces `{name}` by each value of a parameter.
    if (words.some((word) => /\{[\w-]+\}/.test(word))) return []
    // Exports would write into the checkout.
    const kept = words.filter(
      (word, index) => !word.startsWith('--export-') && !/^--export-[a-z-]+$/.test(words[index - 1] ?? ''),
    )
    return kept.some((word) => !word.startsWith('-')) ? [kept] : []
  })
}
