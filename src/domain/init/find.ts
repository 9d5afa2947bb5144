import { getNested } from '../core/json.ts'
import { findCmakePrograms, findRustPrograms, hasCmakeGpuCode } from './built-programs.ts'
import { findMakePrograms, makefile } from './make-programs.ts'
import {
  getFolder,
  listFiles,
  listManifests,
  type Findings,
  type BenchmarkFinding,
  type ProgramFinding,
  type Project,
  workflowFile,
} from './project.ts'
import { findPytestBenchmarks, findPythonPrograms } from './python-programs.ts'
import { hasPythonGpuCode } from './python-tools.ts'

/** Finds what a repository can measure, and what needs more information. Pure; runs nothing. */
export function findWhatToMeasure(project: Project): Findings {
  const built = [findCmakePrograms, findMakePrograms, findRustPrograms].map((find) => find(project))
  const builtPrograms = built.flatMap((found) => found.programs)
  const programs = [
    ...findPythonPrograms(project),
    ...builtPrograms.toSorted((a, b) => a.file.split('/').length - b.file.split('/').length),
  ]
  const benchmarks = [...findPytestBenchmarks(project), ...built.flatMap((found) => found.benchmarks)]
  const all = [...programs, ...benchmarks]
  const usesGpu =
    all.some((one) => one.usesGpu) ||
    hasPythonGpuCode(project, '') ||
    hasCmakeGpuCode(project, '') ||
    listManifests(project, 'Project.toml').some(({ manifest }) =>
      juliaGpuPackages.some((name) => getNested(manifest, 'deps', name) ?? getNested(manifest, 'name') === name),
    )
  return {
    usesGpu,
    programs: programs.toSorted((a, b) => rankProgram(a) - rankProgram(b)),
    benchmarks: withUniqueNames(benchmarks),
    others: listOthers(project, [
      ...all.map(({ evidence }) => evidence),
      ...built.flatMap(({ sources = [] }) => sources),
    ]),
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

/** Selects `v1.0` if it exists, because documents compare with it; else the newest version tag. Null: there is none. */
export function chooseTag(tags: readonly string[]): string | null {
  const versions = tags.filter((tag) => /^v?\d+(?:\.\d+){0,3}$/.test(tag))
  const first = ['v1.0', 'v1.0.0', '1.0', '1.0.0'].find((tag) => versions.includes(tag))
  const [byNumber, numbers] = [new Intl.Collator('en', { numeric: true }), (tag: string) => tag.replace(/^v/, '')]
  return first ?? versions.toSorted((a, b) => byNumber.compare(numbers(a), numbers(b))).at(-1) ?? null
}

const script = /(?:bench|perf|train|infer|predict|pipeline|(?:^|\/)run)[^/]*\.(?:sh|bash)$/i
const hyperfineFile = /(?:akefile|ustfile|\.(?:sh|bash|mk))$/

/** What only a person can explain: benchmarks of which GPU programs have few, targets and scripts, by path and text. */
const others: readonly (readonly [what: string, files: RegExp, form: RegExp])[] = [
  [
    'benchmarks, for suites.command with adapter go-benchmark',
    /_test\.go$/,
    /^func Benchmark\w*\(\w+ \*testing\.B\)/gm,
  ],
  ['benchmarks, for suites.command with adapter asv', /(?:^|\/)asv\.conf(?:\.\w+)?\.json$/, /benchmark_dir/g],
  ['benchmarks, for suites.command with adapter hyperfine', hyperfineFile, /^\s*[@-]*hyperfine\s/gm],
  ['make $1', makefile, /^([\w-]*(?:bench|perf)[\w-]*)\s*:(?!=)/gim],
  ['a shell script', script, /^/g],
]

/** Lists benchmark directories that no finding is from, and what else outside of them suggests benchmarks. */
function listOthers(project: Project, known: readonly string[]): Findings['others'] {
  const benchmarks = /^(?:.*\/)?(?:bench|benches|benchmarks?|benchmarking)\//
  const all = project.paths.flatMap((path) => benchmarks.exec(`${getFolder(path)}/`)?.[0] ?? [])
  const folders = [...new Set(all)].filter((folder) => !known.some((one) => one.startsWith(folder)))
  const found = others.flatMap(([what, files, form]) =>
    listFiles(project, files).flatMap(({ path, text }) =>
      [...text.matchAll(form)].flatMap(([, name = '']) =>
        known.includes(`${path} (target ${name})`) ? [] : [{ what: what.replace('$1', name), where: path }],
      ),
    ),
  )
  const named = project.paths.flatMap((path) =>
    workflowFile.test(path)
      ? [{ what: 'a workflow of Snakemake or Nextflow', where: path }]
      : path.endsWith('.ipynb')
        ? [{ what: 'a notebook', where: path }]
        : [],
  )
  const unique = new Map(found.map((one) => [`${one.what} ${one.where}`, one]))
  return [
    ...folders.map((where) => ({ what: 'a directory of benchmarks', where })),
    ...named,
    ...[...unique.values()].filter(({ where }) => !folders.some((folder) => where.startsWith(folder))),
  ]
}

/** Adds a number to repeated names, because case names must be unique. */
function withUniqueNames(benchmarks: readonly BenchmarkFinding[]): BenchmarkFinding[] {
  return benchmarks.map((benchmark, index) => {
    const count = benchmarks.slice(0, index + 1).filter(({ name }) => name === benchmark.name).length
    return count === 1 ? benchmark : { ...benchmark, name: `${benchmark.name.slice(0, 60)}-${count}` }
  })
}
