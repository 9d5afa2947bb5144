import { getNested } from '../core/json.ts'
import { findCmakePrograms, findRustPrograms, hasCmakeGpuCode } from './built-programs.ts'
import { findMakePrograms, makefile } from './make-programs.ts'
import {
  getFolder,
  listFiles,
  listManifests,
  type Findings,
  type BenchmarkFinding,
  type OtherFinding,
  type ProgramFinding,
  type Project,
} from './project.ts'
import { findPytestBenchmarks, findPythonPrograms } from './python-programs.ts'
import { hasPythonGpuCode } from './python-tools.ts'

/** Finds what a repository can measure, and what needs more information. Pure; runs nothing. */
export function findWhatToMeasure(project: Project): Findings {
  const built = [findCmakePrograms, findMakePrograms, findRustPrograms].map((find) => find(project))
  const programs = [...findPythonPrograms(project), ...built.flatMap((found) => found.programs)]
  const benchmarks = [...findPytestBenchmarks(project), ...built.flatMap((found) => found.benchmarks)]
  const usesGpu =
    [...programs, ...benchmarks].some((one) => one.usesGpu) ||
    hasPythonGpuCode(project, '') ||
    hasCmakeGpuCode(project, '') ||
    listManifests(project, 'Project.toml').some(({ manifest }) =>
      juliaGpuPackages.some((name) => getNested(manifest, 'deps', name) !== undefined),
    )
  return {
    languages: listLanguages(project),
    usesGpu,
    programs: programs.toSorted((a, b) => rankProgram(a) - rankProgram(b)),
    benchmarks: withUniqueNames(benchmarks),
    others: [...listScripts(project), ...listOthers(project, programs, benchmarks)],
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

const languages: Readonly<Record<string, RegExp>> = {
  Python: /\.py$/,
  CUDA: /\.cuh?$/,
  'C++': /\.(?:cc|cpp|cxx|hpp)$/,
  C: /\.c$/,
  Rust: /\.rs$/,
  JavaScript: /\.[cm]?[jt]sx?$/,
  Go: /\.go$/,
  Julia: /\.jl$/,
  Fortran: /\.f90$/i,
  Shell: /\.(?:sh|bash)$/,
}

/** The languages of the files, the most frequent first. */
function listLanguages({ paths }: Project): string[] {
  const counted = Object.entries(languages).map(
    ([name, form]) => [name, paths.filter((path) => form.test(path)).length] as const,
  )
  const found = counted.filter(([, count]) => count > 0).toSorted((a, b) => b[1] - a[1])
  return found.map(([name]) => name)
}

/** Tools whose benchmarks need a person: few GPU programs have them, and their command lines are free. */
const namedTools = [
  { adapter: 'go-benchmark', files: /_test\.go$/, form: /^func Benchmark\w*\(\w+ \*testing\.B\)/m },
  { adapter: 'asv', files: /(?:^|\/)asv\.conf(?:\.\w+)?\.json$/, form: /benchmark_dir/ },
  { adapter: 'hyperfine', files: /(?:akefile|ustfile|\.(?:sh|bash|mk))$/, form: /^\s*[@-]*hyperfine\s/m },
]

/** Lists benchmarks of named tools, package.json scripts and Makefile targets that look like benchmarks, and npm programs. */
function listScripts(project: Project): OtherFinding[] {
  const listKeys = (key: string, what: string) =>
    listManifests(project, 'package.json').flatMap(({ path, manifest }) =>
      Object.keys(getNested(manifest, key) ?? {}).map((name) => ({
        what: `${what} ${name}`,
        where: `${path} (${key})`,
      })),
    )
  const targets = listFiles(project, makefile).flatMap(({ path, text }) =>
    [...text.matchAll(/^([\w-]+)\s*:(?!=)/gm)].map(([, name = '']) => ({ what: `make ${name}`, where: path })),
  )
  const named = namedTools.flatMap(({ adapter, files, form }) => {
    const found = listFiles(project, files).filter(({ text }) => form.test(text))
    const what = `benchmarks (suite command, adapter ${adapter})`
    return [...new Set(found.map(({ folder }) => folder || '.'))].map((where) => ({ what, where }))
  })
  const scripts = [...listKeys('scripts', 'npm run'), ...targets].filter(({ what }) => /bench|perf/i.test(what))
  return [...named, ...scripts, ...listKeys('bin', 'the program')]
}

const benchmarkScript = /(?:bench|perf|train|infer|predict|pipeline|(?:^|\/)run)[^/]*\.(?:sh|bash)$/i

/** Lists benchmark directories of no known tool, and shell scripts outside of them whose names suggest benchmarks. */
function listOthers(
  { paths }: Project,
  programs: readonly ProgramFinding[],
  benchmarks: readonly BenchmarkFinding[],
): OtherFinding[] {
  const known = [...programs, ...benchmarks].map(({ evidence }) => evidence)
  const all = paths.flatMap(
    (path) => /^(?:.*\/)?(?:bench|benches|benchmarks?)\//.exec(`${getFolder(path)}/`)?.[0] ?? [],
  )
  const folders = [...new Set(all)].filter((folder) => !known.some((evidence) => evidence.startsWith(folder)))
  const scripts = paths
    .filter((path) => benchmarkScript.test(path) && !known.some((evidence) => evidence.startsWith(`${path} `)))
    .filter((path) => !folders.some((folder) => path.startsWith(folder)))
  return [
    ...folders.map((where) => ({ what: 'a directory of benchmarks', where })),
    ...scripts.map((where) => ({ what: 'a shell script', where })),
  ]
}

/** Adds a number to repeated names, because case names must be unique. */
function withUniqueNames(benchmarks: readonly BenchmarkFinding[]): BenchmarkFinding[] {
  return benchmarks.map((benchmark, index) => {
    const count = benchmarks.slice(0, index + 1).filter(({ name }) => name === benchmark.name).length
    return count === 1 ? benchmark : { ...benchmark, name: `${benchmark.name.slice(0, 60)}-${count}` }
  })
}
