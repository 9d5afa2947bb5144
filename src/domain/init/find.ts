import { cmakeFindings, cmakeUsesGpu } from './cmake-findings.ts'
import { hyperfineFindings } from './hyperfine-findings.ts'
import { baseOf, folderOf, part, type Findings, type FoundBenchmark, type FoundOther, type Project } from './project.ts'
import { pytestBenchmarks, pythonPrograms, pythonUsesGpu } from './python-findings.ts'
import { rustFindings } from './rust-findings.ts'

/** What a repository has that can be measured, and what only a person can say more about. Pure: nothing of it is run. */
export function findWhatToMeasure(project: Project): Findings {
  const python = pythonPrograms(project)
  const cmake = cmakeFindings(project)
  const rust = rustFindings(project)
  const benchmarks = [
    ...pytestBenchmarks(project),
    ...cmake.benchmarks,
    ...rust.benchmarks,
    ...hyperfineFindings(project),
  ]
  const folders = benchmarkFolders(project, benchmarks)
  const candidates = [...python.programs, ...benchmarks]
  return {
    languages: languagesOf(project),
    usesGpu: candidates.some(({ usesGpu }) => usesGpu) || pythonUsesGpu(project, '') || cmakeUsesGpu(project, ''),
    programs: python.programs,
    benchmarks: withOwnNames(benchmarks),
    others: [
      ...python.others,
      ...cmake.others,
      ...rust.others,
      ...scriptsOf(project),
      ...folders,
      ...shellScripts(project, benchmarks, folders),
    ],
    tag: chooseTag(project.tags),
  }
}

/** `v1.0` where there is one, because documents compare with it; else the newest version. */
export function chooseTag(tags: readonly string[]): string | null {
  const versions = tags.filter((tag) => /^v?\d+(?:\.\d+){0,3}$/.test(tag))
  const first = ['v1.0', 'v1.0.0', '1.0', '1.0.0'].find((tag) => versions.includes(tag))
  return first ?? versions.toSorted(byVersion).at(-1) ?? null
}

function byVersion(a: string, b: string): number {
  const [one, other] = [a, b].map((tag) => tag.replace(/^v/, '').split('.').map(Number))
  const place = [0, 1, 2, 3].find((index) => (one?.[index] ?? 0) !== (other?.[index] ?? 0))
  return place === undefined ? 0 : (one?.[place] ?? 0) - (other?.[place] ?? 0)
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

function languagesOf({ paths }: Project): string[] {
  const counted = languages.map(({ name, of }) => ({ name, count: paths.filter((path) => of.test(path)).length }))
  return counted
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
    .map(({ name }) => name)
}

const telling = /bench|perf/i

/** Scripts of package.json, targets of a Makefile and programs of npm packages: named, never guessed at. */
function scriptsOf({ manifests, texts }: Project): FoundOther[] {
  const packages = [...manifests].filter(([path]) => baseOf(path) === 'package.json')
  const scripts = packages.flatMap(([path, manifest]) =>
    Object.keys(part(manifest, 'scripts') ?? {})
      .filter((name) => telling.test(name))
      .map((name) => ({ what: `npm run ${name}`, where: `${path} (scripts)` })),
  )
  const programs = packages.flatMap(([path, manifest]) =>
    Object.keys(part(manifest, 'bin') ?? {}).map((name) => ({ what: `the program ${name}`, where: `${path} (bin)` })),
  )
  const makefiles = [...texts].filter(([path]) => /^(?:GNUm|M)akefile$/.test(baseOf(path)))
  const targets = makefiles.flatMap(([path, text]) =>
    [...text.matchAll(/^([\w-]+)\s*:(?!=)/gm)]
      .map((match) => match[1] ?? '')
      .filter((name) => telling.test(name))
      .map((name) => ({ what: `make ${name}`, where: path })),
  )
  return [...scripts, ...targets, ...programs]
}

const tellingScript = /(?:bench|perf|train|infer|predict|pipeline|(?:^|\/)run)[^/]*\.(?:sh|bash)$/i

/** Scripts of a shell whose names speak of work, outside of directories that are named as a whole. */
function shellScripts(
  { paths }: Project,
  known: readonly FoundBenchmark[],
  folders: readonly FoundOther[],
): FoundOther[] {
  return paths
    .filter((path) => tellingScript.test(path))
    .filter((path) => !known.some(({ evidence }) => evidence.startsWith(`${path} `)))
    .filter((path) => !folders.some(({ where }) => path.startsWith(where)))
    .map((path) => ({ what: 'a shell script', where: path }))
}

/** Directories of benchmarks that none of the tools above explains. */
function benchmarkFolders({ paths }: Project, known: readonly FoundBenchmark[]): FoundOther[] {
  const folders = new Set(
    paths.flatMap((path) => /^(?:.*\/)?(?:bench|benches|benchmarks?)(?=\/)/.exec(folderOf(path) + '/')?.[0] ?? []),
  )
  return [...folders]
    .filter((folder) => !known.some(({ evidence }) => evidence.startsWith(`${folder}/`)))
    .map((folder) => ({ what: 'a directory of benchmarks', where: `${folder}/` }))
}

/** Two cases of one name could not be told apart. */
function withOwnNames(benchmarks: readonly FoundBenchmark[]): FoundBenchmark[] {
  const counts = new Map<string, number>()
  return benchmarks.map((benchmark) => {
    const count = (counts.get(benchmark.name) ?? 0) + 1
    counts.set(benchmark.name, count)
    return count === 1 ? benchmark : { ...benchmark, name: `${benchmark.name.slice(0, 60)}-${count}` }
  })
}
