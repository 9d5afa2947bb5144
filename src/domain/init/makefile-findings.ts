import { splitShellWords } from '../core/shell-words.ts'
import { isNamedTest, needsArguments } from './c-program.ts'
import { parseMakefile, type MakeRule } from './makefile.ts'
import {
  getBaseName,
  getFolder,
  isBelow,
  isTest,
  joinPath,
  normalizePath,
  plainProgram,
  toConfigName,
} from './project.ts'
import type { ProgramFinding, Project } from './project.ts'

/** A program that a makefile links. */
type MakeProgram = {
  readonly makefile: string
  /** The rule that links it, and the words of the line that does. */
  readonly rule: MakeRule
  readonly link: readonly string[]
  /** Paths from the root. */
  readonly path: string
  readonly sources: readonly string[]
  /** Its command line in a target such as `run`; null: there is none. */
  readonly call: { readonly target: string; readonly words: readonly string[] } | null
}

/** Finds programs that are linked by makefiles. A target `run` or `bench` that starts one tells its arguments. */
export function findMakePrograms(project: Project): ProgramFinding[] {
  const sources = indexSources(project)
  return [...project.texts]
    .filter(([path]) => isMakefile(path) && !isTest(path))
    .flatMap(([path, text]) => listPrograms(path, parseMakefile(text), sources))
    .map((program) => buildProgram(project, program))
}

/** Whether make reads the file without being told its name. */
export function isMakefile(path: string): boolean {
  return /^(?:GNUm|[Mm])akefile$/.test(getBaseName(path))
}

function listPrograms(makefile: string, rules: readonly MakeRule[], index: ReadonlyMap<string, string>): MakeProgram[] {
  const folder = getFolder(makefile)
  return rules
    .filter(({ target }) => !target.endsWith('.o'))
    .flatMap((rule) => (rule.target.includes('%') ? instantiatePattern(rule, index, folder) : [rule]))
    .flatMap((rule) => findLinks(rule).map((found) => ({ ...found, rule })))
    .filter(({ output }, at, all) => all.findIndex((one) => one.output === output) === at)
    .flatMap(({ rule, output, link }) => {
      const path = normalizePath(joinPath(folder, output))
      if (path === null) return []
      const sources = [...rule.prerequisites, ...link].flatMap(
        (word) => index.get(toStem(joinPath(folder, word))) ?? [],
      )
      return [{ makefile, rule, link, path, sources, call: findCall(rules, output, folder) }]
    })
    .filter(({ link, sources }) => sources.length > 0 || link.some((word) => compiler.test(word)))
}

const sourceEnding = /\.(?:cu|hip|cpp|cxx|cc|c|f90|F90)$/

function toStem(path: string): string {
  return path.replace(/\.o$/, '').replace(sourceEnding, '')
}

/** Sources by their paths without the ending, which those of their objects have too. */
function indexSources({ paths }: Project): ReadonlyMap<string, string> {
  return new Map(paths.filter((path) => sourceEnding.test(path)).map((path) => [toStem(path), path]))
}

/** Rules of a pattern for the sources in the tree: `%: %.cu` builds a program of each CUDA file. */
function instantiatePattern(rule: MakeRule, index: ReadonlyMap<string, string>, folder: string): MakeRule[] {
  const [start, end] =
    rule.prerequisites.find((word) => word.includes('%') && sourceEnding.test(word))?.split('%') ?? []
  if (start === undefined || end === undefined) return []
  const before = joinPath(folder, start)
  const stems = [...index.values()]
    .filter((path) => path.startsWith(before) && path.endsWith(end))
    .map((path) => path.slice(before.length, path.length - end.length))
    .filter((stem) => stem !== '' && !stem.includes('/'))
  return stems.map((stem) => ({
    target: fillPattern(rule.target, stem),
    prerequisites: rule.prerequisites.map((word) => fillPattern(word, stem)),
    recipe: rule.recipe.map((line) => fillPattern(line, stem)),
  }))
}

function fillPattern(text: string, stem: string): string {
  return text.replaceAll('%', stem)
}

/** Other programs have an option `-o` too, such as pandoc. */
const compiler =
  /^(?:.*\/)?(?:nvcc|hipcc|g?cc|[gc]\+\+|clang(?:\+\+)?|icpx?|icx|nvc(?:\+\+)?|gfortran|nvfortran|ifx|ftn|mpi(?:cc|cxx|c\+\+|fort|f90))(?:-\d+)?$|^\$[({](?:CC|CXX|NVCC|HIPCC|FC|LD|LINK)[)}]$/

const noProgram = /\.(?:o|obj|a|so|ptx|cubin|fatbin|d)$/

/** The lines that link a program with `-o` at a path relative to the makefile. */
function findLinks({ target, recipe }: MakeRule): { readonly link: readonly string[]; readonly output: string }[] {
  return recipe.flatMap((line) => {
    const link = line.split(/\s+/)
    // Without a space only for the target: `-openmp` is another option.
    const glued = link.includes(`-o${target}`) ? target : ''
    const output = /(?:^|\s)-o\s+([\w.+-][\w./+-]*)(?=\s|$)/.exec(line)?.[1] ?? glued
    if (output === '' || noProgram.test(output) || link.some((word) => /^-(?:c|dc|shared)$/.test(word))) return []
    return isNamedTest(getBaseName(output)) ? [] : [{ link, output: toPath(output) }]
  })
}

const callTarget = /^(?:run|bench|benchmark|perf)$/

function findCall(rules: readonly MakeRule[], program: string, folder: string): MakeProgram['call'] {
  for (const rule of rules.filter((one) => callTarget.test(one.target)))
    for (const line of rule.recipe) {
      const words = readCall(line, program, folder)
      if (words) return { target: rule.target, words }
    }
  return null
}

/** The arguments of a line that starts the program; null: it is another line, needs a shell, or names files of the folder. */
function readCall(line: string, program: string, folder: string): readonly string[] | null {
  const [first = '', ...rest] = splitShellWords(line) ?? []
  if (toPath(first) !== program) return null
  return folder !== '' && rest.some((word) => /[/.]/.test(word) && !/^-?[\d.]+$/.test(word)) ? null : rest
}

function toPath(word: string): string {
  return word.replace(/^\.\//, '')
}

function buildProgram(project: Project, program: MakeProgram): ProgramFinding {
  const { makefile, rule, path, sources, call } = program
  const folder = getFolder(makefile)
  const texts = sources.flatMap((source) => project.texts.get(source) ?? [])
  return {
    ...plainProgram,
    name: toConfigName(path.replaceAll('/', '-')),
    command: [path.includes('/') ? path : `./${path}`, ...(call?.words ?? [])],
    setup: [['make', ...(folder === '' ? [] : ['-C', folder]), rule.target]],
    usesGpu: needsGpu(program, project),
    missing: call === null && needsArguments(texts) ? 'its arguments are not known' : null,
    evidence: `${makefile} (target ${call?.target ?? rule.target})`,
    file: makefile,
  }
}

const gpuBuild =
  /\b(?:nvcc|hipcc)$|^-(?:fsycl|fopenmp-targets|-?offload|acc)|^-l(?:cuda|cudart|cublas|OpenCL|amdhip64)$/

/** Without known sources it is what the directory contains. */
function needsGpu({ makefile, sources, link }: MakeProgram, { paths }: Project): boolean {
  const relevant = sources.length > 0 ? sources : paths.filter((path) => isBelow(path, getFolder(makefile)))
  return relevant.some((path) => /\.(?:cu|hip)$/.test(path)) || link.some((word) => gpuBuild.test(word))
}
