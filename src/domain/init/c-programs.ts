import { splitShellWords } from '../core/command.ts'
import { parseMakefile, type MakeRule } from './makefile.ts'
import {
  getBaseName,
  getFolder,
  isBelow,
  isTest,
  joinPath,
  listFiles,
  listFolders,
  normalizePath,
  plainBenchmark,
  plainProgram,
  toConfigName,
  unknownArguments,
  withoutDot,
  type BenchmarkFinding,
  type ProgramFinding,
  type Project,
} from './project.ts'

/** Whether `main` of a C or C++ program uses its arguments; true where no source with `main` is known. */
function needsArguments(sources: readonly string[]): boolean {
  const main = sources.map((text) => /\bmain\s*\(([^)]*)\)\s*\{([^]*)/.exec(text)).find((match) => match !== null)
  return !main || /\bargv\b/.test(main[2] ?? '')
}

function isNamedTest(name: string): boolean {
  return /(?:^|[_-])tests?(?:[_-]|$)/i.test(name)
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

/** Finds programs built with CMake: benchmarks if they link Google Benchmark or nvbench, else programs. */
export function findCmakePrograms(project: Project): { benchmarks: BenchmarkFinding[]; programs: ProgramFinding[] } {
  const targets = listCmakeFiles(project).flatMap((list) => listTargets(project, list))
  const programs = targets.filter(({ library, list, name }) => !library && !isTest(list) && !isNamedTest(name))
  return {
    benchmarks: targets.flatMap(({ name, list, library, program, preparation }): BenchmarkFinding[] => {
      if (!library) return []
      const { adapter, title, options } = library
      const usesGpu = library.usesGpu || preparation.usesGpu
      const evidence = `${list} (${name} links ${title})`
      const command = [program, ...options]
      return [
        { ...plainBenchmark, ...preparation, tool: adapter, adapter, command, files: [jsonFile], usesGpu, evidence },
      ]
    }),
    programs: programs
      .map(({ name, list, texts, program, preparation }) => ({
        ...plainProgram,
        ...preparation,
        command: [program],
        missing: needsArguments(texts) ? unknownArguments : null,
        evidence: `${list} (add_executable ${name})`,
        file: list,
      }))
      .toSorted((a, b) => Number(/bench|perf/.test(b.name)) - Number(/bench|perf/.test(a.name))),
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
function listTargets(project: Project, { path: list, folder, text }: ReturnType<typeof listCmakeFiles>[number]) {
  const executables = text.matchAll(/\b(?:cuda_)?add_executable\s*\(\s*([\w.+-]+)(?!\s+(?:IMPORTED|ALIAS))([^)]*)\)/gi)
  const links = [...text.matchAll(/\btarget_link_libraries\s*\(\s*([\w.+-]+)([^)]*)\)/gi)]
  // The outermost ancestor with a CMakeLists.txt that calls project().
  const above = listFolders(folder).filter((one) => project.texts.has(joinPath(one, 'CMakeLists.txt')))
  const readList = (one: string): string => project.texts.get(joinPath(one, 'CMakeLists.txt')) ?? ''
  const top = above.findLast((one) => /\bproject\s*\(/i.test(readList(one))) ?? above.at(-1) ?? folder
  const build = joinPath(top, 'build')
  // CMake writes a program next to its CMakeLists.txt in the build tree, or to CMAKE_RUNTIME_OUTPUT_DIRECTORY.
  const common = /CMAKE_RUNTIME_OUTPUT_DIRECTORY\s+"?\$\{(?:CMAKE|PROJECT)_BINARY_DIR\}\/?([\w/-]*)"?\s*\)/.exec(
    readList(top),
  )
  const inside = common ? (common[1] ?? '') : folder.slice(top.length).replace(/^\//, '')
  return [...executables].map(([, name = '', words = '']) => {
    const linked = links.flatMap(([, target, others]) => (target === name ? others : [])).join(' ')
    const sources = words.split(/\s+/).filter((word) => /^[\w./+-]+\.\w+$/.test(word))
    return {
      name,
      list,
      library: libraries.find(({ form }) => form.test(linked)),
      texts: sources.flatMap((source) => project.texts.get(joinPath(folder, source)) ?? []),
      program: joinPath(joinPath(build, inside).replace(/\/$/, ''), name),
      preparation: {
        name: toConfigName(joinPath(top, name)),
        setup: [
          ['cmake', '-S', top || '.', '-B', build, '-DCMAKE_BUILD_TYPE=Release'],
          ['cmake', '--build', build, '--parallel'],
        ],
        usesGpu: hasCmakeGpuCode(project, top),
      },
    }
  })
}

/** Files that make reads without being told their names. */
export const makefile = /(?:^|\/)(?:GNUm|[Mm])akefile$/
const sourceEnding = /\.(?:cu|hip|cpp|cxx|cc|c|f90|F90)$/

/** A path without the ending, which a source and its object share. */
function toStem(path: string): string {
  return path.replace(/\.o$/, '').replace(sourceEnding, '')
}

/** Finds programs that are linked by makefiles. A target `run` or `bench` that starts one tells its arguments. */
export function findMakePrograms(project: Project): ProgramFinding[] {
  const sources = project.paths.filter((path) => sourceEnding.test(path))
  const index = new Map(sources.map((path) => [toStem(path), path] as const))
  return listFiles(project, makefile)
    .filter(({ path }) => !isTest(path))
    .flatMap(({ path, text }) => findPrograms(project, path, parseMakefile(text), index))
}

function findPrograms(
  project: Project,
  file: string,
  rules: readonly MakeRule[],
  index: ReadonlyMap<string, string>,
): ProgramFinding[] {
  const folder = getFolder(file)
  return rules
    .filter(({ target }) => !target.endsWith('.o'))
    .flatMap((rule) => (rule.target.includes('%') ? instantiatePattern(rule, index, folder) : [rule]))
    .flatMap((rule) => findLinks(rule).map((found) => ({ ...found, rule })))
    .filter(({ output }, at, all) => all.findIndex((one) => one.output === output) === at)
    .flatMap(({ rule, output, link }) => {
      const path = normalizePath(joinPath(folder, output))
      const words = [...rule.prerequisites, ...link]
      const sources = words.flatMap((word) => index.get(toStem(joinPath(folder, word))) ?? [])
      if (path === null || (sources.length === 0 && !link.some((word) => compiler.test(word)))) return []
      const { words: args, target } = findCall(rules, output, folder) ?? { words: null, target: rule.target }
      const texts = sources.flatMap((source) => project.texts.get(source) ?? [])
      // Without known sources it is what the directory contains.
      const relevant = sources.length > 0 ? sources : project.paths.filter((one) => isBelow(one, folder))
      return {
        ...plainProgram,
        name: toConfigName(path),
        command: [path.includes('/') ? path : `./${path}`, ...(args ?? [])],
        setup: [['make', ...(folder === '' ? [] : ['-C', folder]), rule.target]],
        usesGpu: link.some((word) => gpuBuild.test(word)) || relevant.some((one) => /\.(?:cu|hip)$/.test(one)),
        missing: args === null && needsArguments(texts) ? unknownArguments : null,
        evidence: `${file} (target ${target})`,
        file,
      }
    })
}

/** Rules of a pattern for the sources in the tree: `%: %.cu` builds a program of each CUDA file. */
function instantiatePattern(rule: MakeRule, index: ReadonlyMap<string, string>, folder: string): MakeRule[] {
  const source = rule.prerequisites.find((word) => word.includes('%') && sourceEnding.test(word))
  const [start, end] = source?.split('%') ?? []
  if (start === undefined || end === undefined) return []
  const before = joinPath(folder, start)
  const stems = [...index.values()]
    .filter((path) => path.startsWith(before) && path.endsWith(end))
    .map((path) => path.slice(before.length, path.length - end.length))
    .filter((stem) => stem !== '' && !stem.includes('/'))
  return stems.map((stem) => {
    const fill = (text: string): string => text.replaceAll('%', stem)
    return { target: fill(rule.target), prerequisites: rule.prerequisites.map(fill), recipe: rule.recipe.map(fill) }
  })
}

/** Other programs have an option `-o` too, such as pandoc. */
const compiler =
  /^(?:.*\/)?(?:nvcc|hipcc|g?cc|[gc]\+\+|clang(?:\+\+)?|icpx?|icx|nvc(?:\+\+)?|gfortran|nvfortran|ifx|ftn|mpi(?:cc|cxx|c\+\+|fort|f90))(?:-\d+)?$|^\$[({](?:CC|CXX|NVCC|HIPCC|FC|LD|LINK)[)}]$/

const gpuBuild =
  /\b(?:nvcc|hipcc)$|^-(?:fsycl|fopenmp-targets|-?offload|acc)|^-l(?:cuda|cudart|cublas|OpenCL|amdhip64)$/

const noProgram = /\.(?:o|obj|a|so|ptx|cubin|fatbin|d)$/

/** The lines that link a program with `-o` at a path relative to the makefile. */
function findLinks({ target, recipe }: MakeRule): { readonly link: readonly string[]; readonly output: string }[] {
  return recipe.flatMap((line) => {
    const link = line.split(/\s+/)
    // Without a space only for the target: `-openmp` is another option.
    const glued = link.includes(`-o${target}`) ? target : ''
    const output = /(?:^|\s)-o\s+([\w.+-][\w./+-]*)(?=\s|$)/.exec(line)?.[1] ?? glued
    if (output === '' || noProgram.test(output) || link.some((word) => /^-(?:c|dc|shared)$/.test(word))) return []
    return isNamedTest(getBaseName(output)) ? [] : [{ link, output: withoutDot(output) }]
  })
}

/** The target that starts a program, and its arguments, unless they need a shell or name files of the folder. */
function findCall(rules: readonly MakeRule[], program: string, folder: string) {
  for (const { target, recipe } of rules.filter((one) => /^(?:run|bench|benchmark|perf)$/.test(one.target)))
    for (const line of recipe) {
      const [first = '', ...words] = splitShellWords(line) ?? []
      const hasPaths = words.some((word) => /[/.]/.test(word) && !/^-?[\d.]+$/.test(word))
      if (withoutDot(first) === program && (folder === '' || !hasPaths)) return { target, words }
    }
  return null
}
