import { splitShellWords } from '../core/command.ts'
import { buildProgram, type BuiltFindings } from './built-programs.ts'
import {
  getFolder,
  isBelow,
  isTest,
  joinPath,
  listFiles,
  normalizePath,
  withoutDot,
  type ProgramFinding,
  type Project,
} from './project.ts'

/** Files that make reads without being told their names. */
export const makefile = /(?:^|\/)(?:GNUm|[Mm])akefile$/
const sourceEnding = /\.(?:cu|hip|cpp|cxx|cc|c|f90|F90)$/
/** Other programs have an option `-o` too, such as pandoc. */
const compiler =
  /^(?:.*\/)?(?:nvcc|hipcc|g?cc|[gc]\+\+|clang(?:\+\+)?|icpx?|icx|nvc(?:\+\+)?|gfortran|nvfortran|ifx|ftn|mpi(?:cc|cxx|c\+\+|fort|f90))(?:-\d+)?$|^\$[({](?:CC|CXX|NVCC|HIPCC|FC|LD|LINK)[)}]$/
const gpuBuild =
  /\b(?:nvcc|hipcc)$|^-(?:fsycl|fopenmp-targets|-?offload|acc)|^-l(?:cuda|cudart|cublas|OpenCL|amdhip64)$/
const noProgram = /\.(?:o|obj|a|so|ptx|cubin|fatbin|d)$|(?:^|[/_-])tests?(?:[_-][^/]*)?$/i

/**
 * Finds programs that are linked by makefiles. A target `run` or `bench` that starts one tells its arguments. Rules of
 * patterns such as `%: %.cu` are not read: their user names the command and adds `make` to the setup.
 */
export function findMakePrograms(project: Project): BuiltFindings {
  const sources = project.paths.filter((path) => sourceEnding.test(path))
  const makefiles = listFiles(project, makefile).filter(({ path }) => !isTest(path))
  return {
    benchmarks: [],
    programs: makefiles.flatMap(({ path, text }) => findPrograms(project, path, parseMakefile(text), sources)),
  }
}

/** A path without the ending, which a source and its object share. */
function toStem(path: string): string {
  return path.replace(/\.o$/, '').replace(sourceEnding, '')
}

function findPrograms(
  project: Project,
  file: string,
  rules: readonly MakeRule[],
  allSources: readonly string[],
): ProgramFinding[] {
  const folder = getFolder(file)
  const links = rules.flatMap((rule) => findLinks(rule).map((found) => ({ ...found, rule })))
  const unique = new Map(links.toReversed().map((one) => [one.output, one]))
  return [...unique.values()].toReversed().flatMap(({ rule, output, link }) => {
    const path = normalizePath(joinPath(folder, output))
    const stems = new Set([...rule.prerequisites, ...link].map((word) => toStem(joinPath(folder, word))))
    const sources = allSources.filter((source) => stems.has(toStem(source)))
    if (path === null || (sources.length === 0 && !link.some((word) => compiler.test(word)))) return []
    const call = findCall(rules, output, folder)
    // Without known sources it is what the directory contains.
    const relevant = sources.length > 0 ? sources : allSources.filter((one) => isBelow(one, folder))
    return buildProgram(project, {
      name: path,
      program: path.includes('/') ? path : `./${path}`,
      args: call?.args,
      setup: [['make', ...(folder === '' ? [] : ['-C', folder]), rule.target]],
      usesGpu: link.some((word) => gpuBuild.test(word)) || relevant.some((one) => /\.(?:cu|hip)$/.test(one)),
      sources,
      evidence: `${file} (target ${call?.target ?? rule.target})`,
      file,
    })
  })
}

/** The lines that link a program with `-o` at a path relative to the makefile. */
function findLinks({ target, recipe }: MakeRule): { readonly link: readonly string[]; readonly output: string }[] {
  if (target.includes('%')) return []
  return recipe.flatMap((line) => {
    const link = line.split(/\s+/)
    // Without a space only for the target: `-openmp` is another option.
    const glued = link.includes(`-o${target}`) ? target : ''
    const output = /(?:^|\s)-o\s+([\w.+-][\w./+-]*)(?=\s|$)/.exec(line)?.[1] ?? glued
    const isProgram = output !== '' && !noProgram.test(output) && !link.some((word) => /^-(?:c|dc|shared)$/.test(word))
    return isProgram ? [{ link, output: withoutDot(output) }] : []
  })
}

/** The target that starts a program, and its arguments, unless they need a shell or name files of the folder. */
function findCall(rules: readonly MakeRule[], program: string, folder: string) {
  for (const { target, recipe } of rules.filter((one) => /^(?:run|bench|benchmark|perf)$/.test(one.target)))
    for (const line of recipe) {
      const [first = '', ...args] = splitShellWords(line) ?? []
      const hasPaths = args.some((word) => /[/.]/.test(word) && !/^-?[\d.]+$/.test(word))
      if (withoutDot(first) === program && (folder === '' || !hasPaths)) return { target, args }
    }
  return undefined
}

/** A rule of a makefile; variables are expanded where their values are known. */
type MakeRule = {
  readonly target: string
  readonly prerequisites: readonly string[]
  /** Command lines of the recipe. */
  readonly recipe: readonly string[]
}

type Variables = ReadonlyMap<string, string>

const assignment = /^(?:override\s+|export\s+)?([\w.-]+)\s*(\+|\?|::?)?=\s*(.*)$/

/**
 * Reads the rules of a makefile. Nothing runs: conditions hold, the last value of a variable counts, and functions such
 * as `$(shell …)` are left as they are. `$(objects:.cu=.o)` has the sources themselves.
 */
export function parseMakefile(text: string): MakeRule[] {
  const lines = text.replaceAll(/\\\r?\n\s*/g, ' ').split(/\r?\n/)
  const variables = readVariables(lines)
  const rules: { target: string; prerequisites: string[]; recipe: string[] }[] = []
  /** The rules of the last line that is no recipe. */
  let current: typeof rules = []
  for (const line of lines) {
    if (line.startsWith('\t')) for (const { recipe } of current) recipe.push(line.slice(1))
    else if (line.trim() !== '' && !line.startsWith('#')) {
      const rule = /^([^:=#]+):(?![:=])([^;#=]*)(?:;([^]*))?$/
      const [, targets = '', prerequisites = '', first = []] =
        (!assignment.test(line) && rule.exec(expand(line, variables))) || []
      current = splitWords(targets).map((target) => {
        return { target, prerequisites: splitWords(prerequisites), recipe: [first].flat() }
      })
      rules.push(...current)
    }
  }
  return rules.map(({ target, prerequisites, recipe }) => {
    const all = prerequisites.join(' ')
    const automatic = new Map([...variables, ['@', target], ['<', prerequisites[0] ?? ''], ['^', all]])
    return { target, prerequisites, recipe: recipe.map((line) => expand(line, automatic).replace(/^[@+\s-]+/, '')) }
  })
}

function readVariables(lines: readonly string[]): Variables {
  const variables = new Map<string, string>()
  for (const line of lines) {
    const [, name = '', operator, value = ''] = (!line.startsWith('\t') && assignment.exec(line.trim())) || []
    const plain = value.replace(/\s*#.*$/, '')
    if (name === '' || (operator === '?' && variables.has(name))) continue
    variables.set(name, operator === '+' ? `${variables.get(name) ?? ''} ${plain}` : plain)
  }
  return variables
}

function splitWords(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '' && word !== '|')
}

/** A makefile can multiply a text: references are kept where it or one of its values would become longer. */
const maxLength = { text: 20_000, value: 5000 }

/** Replaces references; values may name other variables, to a depth of 8, because a variable may name itself. */
function expand(text: string, variables: Variables, depth = 0): string {
  const references = /\$(?:[({]([\w.@<^-]+)(?::[^(){}]*)?[)}]|([@<^]))/g
  const expanded = text.replaceAll(references, (reference, long: string | undefined, short: string | undefined) => {
    const value = variables.get(long ?? short ?? '')
    // make or the environment may set a name in upper case.
    if (value === undefined) return long !== undefined && !/^[A-Z]/.test(long) ? '' : reference
    return value.length > maxLength.value ? reference : value
  })
  if (expanded === text || expanded.length > maxLength.text || depth === 8) return text
  return expand(expanded, variables, depth + 1)
}
