import { getNested } from '../core/json.ts'
import { findAsvSuites, findPytestBenchmarks } from './python-benchmarks.ts'
import { findCmakePrograms, findGoPrograms, findRustPrograms, hasCmakeGpuCode } from './built-programs.ts'
import { findMakePrograms, makefile } from './make-programs.ts'
import { splitShellWords } from '../core/command.ts'
import {
  getBaseName,
  getFolder,
  listFiles,
  listManifests,
  plainBenchmark,
  toConfigName,
  type Findings,
  type BenchmarkFinding,
  type OtherFinding,
  type ProgramFinding,
  type Project,
} from './project.ts'
import { findPythonPrograms } from './python-programs.ts'
import { hasPythonGpuCode } from './python-tools.ts'

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
  const programs = [
    ...findPythonPrograms(project),
    ...cmake.programs,
    ...findMakePrograms(project),
    ...rust.programs,
    ...go.programs,
  ].toSorted((a, b) => rankProgram(a) - rankProgram(b))
  const usesGpu =
    [...programs, ...benchmarks].some((one) => one.usesGpu) ||
    hasPythonGpuCode(project, '') ||
    hasCmakeGpuCode(project, '') ||
    listManifests(project, 'Project.toml').some(({ manifest }) =>
      Object.keys(getNested(manifest, 'deps') ?? {}).some((name) => juliaGpuPackages.includes(name)),
    )
  const known = [...benchmarks, ...programs].map(({ evidence }) => evidence)
  return {
    languages: listLanguages(project),
    usesGpu,
    programs,
    benchmarks: withUniqueNames(benchmarks),
    others: [...listScripts(project), ...listOthers(project, known, benchmarks)],
    tag: chooseTag(project.tags),
  }
}

const juliaGpuPackages = ['CUDA', 'AMDGPU', 'oneAPI', 'Metal', 'KernelAbstractions']

/**
 * Main programs first, those with GPU code before others. An entry of a package that is incomplete comes before scripts
 * that only happen to be complete: completing it is less work than finding out that another program was measured.
 */
function rankProgram({ missing, isMain, isEntry, usesGpu, file }: ProgramFinding): number {
  const isKnown = isEntry && file !== ''
  const rank = missing === null && isMain ? 0 : isKnown ? 2 : missing === null ? 4 : 6
  return rank + (usesGpu ? 0 : 1)
}

/** Selects `v1.0` if it exists, because documents compare with it; else the newest version tag. */
export function chooseTag(tags: readonly string[]): string | null {
  const versions = tags.filter((tag) => /^v?\d+(?:\.\d+){0,3}$/.test(tag))
  const first = ['v1.0', 'v1.0.0', '1.0', '1.0.0'].find((tag) => versions.includes(tag))
  const [byNumber, numbers] = [new Intl.Collator('en', { numeric: true }), (tag: string) => tag.replace(/^v/, '')]
  return first ?? versions.toSorted((a, b) => byNumber.compare(numbers(a), numbers(b))).at(-1) ?? null
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

function isBenchmark({ name }: { readonly name: string }): boolean {
  return /bench|perf/i.test(name)
}

/** Lists package.json scripts, Makefile targets and npm programs that look like benchmarks. */
function listScripts(project: Project): OtherFinding[] {
  const packages = listManifests(project, 'package.json')
  const listKeys = (key: string) =>
    packages.flatMap(({ path, manifest }) =>
      Object.keys(getNested(manifest, key) ?? {}).map((name) => ({ name, where: `${path} (${key})` })),
    )
  const targets = listFiles(project, makefile).flatMap(({ path, text }) =>
    [...text.matchAll(/^([\w-]+)\s*:(?!=)/gm)].map(([, name = '']) => ({ name, where: path })),
  )
  const scripts = listKeys('scripts').filter(isBenchmark)
  return [
    ...scripts.map(({ name, where }) => ({ what: `npm run ${name}`, where })),
    ...targets.filter(isBenchmark).map(({ name, where }) => ({ what: `make ${name}`, where })),
    ...listKeys('bin').map(({ name, where }) => ({ what: `the program ${name}`, where })),
  ]
}

const benchmarkScript = /(?:bench|perf|train|infer|predict|pipeline|(?:^|\/)run)[^/]*\.(?:sh|bash)$/i

/**
 * Lists benchmark directories that belong to no known tool, and shell scripts outside of them whose names suggest
 * benchmarks.
 */
function listOthers(
  { paths }: Project,
  known: readonly string[],
  benchmarks: readonly Pick<BenchmarkFinding, 'evidence'>[],
): OtherFinding[] {
  const all = paths.flatMap(
    (path) => /^(?:.*\/)?(?:bench|benches|benchmarks?)(?=\/)/.exec(getFolder(path) + '/')?.[0] ?? [],
  )
  const folders = [...new Set(all)].filter((folder) => !known.some((evidence) => evidence.startsWith(`${folder}/`)))
  const scripts = paths
    .filter((path) => benchmarkScript.test(path))
    .filter((path) => !benchmarks.some(({ evidence }) => evidence.startsWith(`${path} `)))
    .filter((path) => !folders.some((folder) => path.startsWith(`${folder}/`)))
  return [
    ...folders.map((folder) => ({ what: 'a directory of benchmarks', where: `${folder}/` })),
    ...scripts.map((path) => ({ what: 'a shell script', where: path })),
  ]
}

/** Adds a number to repeated names, because case names must be unique. */
function withUniqueNames(benchmarks: readonly BenchmarkFinding[]): BenchmarkFinding[] {
  return benchmarks.map((benchmark, index) => {
    const count = benchmarks.slice(0, index + 1).filter(({ name }) => name === benchmark.name).length
    return count === 1 ? benchmark : { ...benchmark, name: `${benchmark.name.slice(0, 60)}-${count}` }
  })
}

/** Finds hyperfine calls in Makefiles, justfiles and shell scripts that need no shell expansion. */
function findHyperfineCalls(project: Project): BenchmarkFinding[] {
  const files = listFiles(project, /(?:^|\/)(?:Makefile|GNUmakefile|[Jj]ustfile|[^/]+\.(?:sh|bash|mk))$/)
  const found = files.flatMap(({ path, text }) => parseHyperfineCalls(text).map((words) => ({ path, words })))
  return found.map(({ path, words }, index) => ({
    ...plainBenchmark,
    name: toConfigName(found.length === 1 ? 'hyperfine' : `hyperfine-${index + 1}`),
    tool: 'hyperfine',
    adapter: 'hyperfine',
    command: ['hyperfine', '--export-json', '{output}/hyperfine.json', ...words],
    files: ['{output}/hyperfine.json'],
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
