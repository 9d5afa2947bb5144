import { splitShellWords } from '../core/command.ts'
import { buildProgram, type BuiltFindings } from './built-programs.ts'
import {
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
  /\b(?:nvcc|hipcc)$|\.(?:cu|hip)$|^-(?:fsycl|fopenmp-targets|-?offload|acc)|^-l(?:cuda|cudart|cublas|OpenCL|amdhip64)$/
const noProgram = /%|\.(?:o|obj|a|so|ptx|cubin|fatbin|d)$|(?:^|[/_-])tests?(?:[_-][^/]*|cc?)?$/i

/**
 * Finds programs that are linked by makefiles. A target `run` or `bench` that starts one tells its arguments. Rules of
 * patterns such as `%: %.cu` are not read: their user names the command and adds `make` to the setup.
 */
export function findMakePrograms(project: Project): BuiltFindings {
  const sources = project.paths.filter((path) => sourceEnding.test(path))
  const makefiles = listFiles(project, makefile).filter(({ path }) => !isTest(path))
  return { benchmarks: [], programs: makefiles.flatMap((file) => findPrograms(project, file, sources)) }
}

function findPrograms(
  project: Project,
  { path: file, folder, text }: ReturnType<typeof listFiles>[number],
  allSources: readonly string[],
): ProgramFinding[] {
  const recipes = listRecipes(text)
  const outputs = new Set<string>()
  return recipes.flatMap(({ target, prerequisites, line }) => {
    const output = findOutput(line, target)
    const path = normalizePath(joinPath(folder, output))
    const link = line.split(/\s+/)
    const words = new Set([...prerequisites, ...link].map((word) => joinPath(folder, word)))
    // By their own names, or those of their objects.
    const sources = allSources.filter((one) => words.has(one) || words.has(one.replace(sourceEnding, '.o')))
    const isLink = sources.length > 0 || link.some((word) => compiler.test(word))
    if (output === '' || path === null || outputs.has(path) || !isLink) return []
    outputs.add(path)
    const call = findCall(recipes, output, folder)
    // Without known sources it is what the directory contains.
    const relevant = sources.length > 0 ? sources : allSources.filter((one) => isBelow(one, folder))
    return buildProgram(project, {
      name: path,
      program: path.includes('/') ? path : `./${path}`,
      args: call?.args,
      setup: [['make', ...(folder === '' ? [] : ['-C', folder]), target]],
      usesGpu: [...link, ...relevant].some((word) => gpuBuild.test(word)),
      sources,
      evidence: `${file} (target ${call?.target ?? target})`,
      file,
    })
  })
}

/** The program that a line links with `-o` at a path relative to the makefile; empty: none. */
function findOutput(line: string, target: string): string {
  const output = /(?:^|\s)-o\s+([\w.+-][\w./+-]*)(?=\s|$)/.exec(line)?.[1] ?? ''
  const isProgram = !noProgram.test(output) && !noProgram.test(target) && !/\s-(?:c|dc|shared)\s/.test(line)
  return isProgram ? withoutDot(output) : ''
}

/** The target that starts a program, and its arguments, unless they need a shell or name files of the folder. */
function findCall(recipes: readonly Recipe[], program: string, folder: string) {
  for (const { target, line } of recipes.filter((one) => /^(?:run|bench|benchmark|perf)$/.test(one.target))) {
    const [first = '', ...args] = splitShellWords(line) ?? []
    const hasPaths = args.some((word) => /[/.]/.test(word) && !/^-?[\d.]+$/.test(word))
    if (withoutDot(first) === program && (folder === '' || !hasPaths)) return { target, args }
  }
  return undefined
}

/** A command line of a rule; variables are expanded where their values are known. */
type Recipe = { readonly target: string; readonly prerequisites: readonly string[]; readonly line: string }

const assignment = /^(?:override\s+|export\s+)?([\w.-]+)\s*(\+|\?|::?)?=\s*(.*)$/

/**
 * Reads the command lines of a makefile. Nothing runs: conditions hold, the last value of a variable counts, and
 * functions such as `$(shell …)` are left as they are. `$(objects:.cu=.o)` has the sources themselves.
 */
function listRecipes(text: string): Recipe[] {
  const lines = text.replaceAll(/\\\r?\n\s*/g, ' ').split(/\r?\n/)
  const variables = new Map<string, string>()
  for (const line of lines) {
    const [, name = '', operator, value = ''] = (!line.startsWith('\t') && assignment.exec(line.trim())) || []
    const plain = value.replace(/\s*#.*$/, '')
    if (name === '' || (operator === '?' && variables.has(name))) continue
    variables.set(name, operator === '+' ? `${variables.get(name) ?? ''} ${plain}` : plain)
  }
  let rule: { targets: string[]; prerequisites: string[] } = { targets: [], prerequisites: [] }
  return lines.flatMap((line) => {
    if (!line.startsWith('\t')) {
      const form = /^([^:=#]+):(?![:=])([^;#=]*)(?:;.*)?$/
      const [found, targets = '', all = ''] = (!assignment.test(line) && form.exec(expand(line, variables))) || []
      const [names = [], prerequisites = []] = [targets, all].map((one) => one.split(/[\s|]+/).filter(Boolean))
      if (found !== undefined || /^[^\s#]/.test(line)) rule = { targets: names, prerequisites }
      return []
    }
    return rule.targets.map((target) => {
      const { prerequisites } = rule
      const automatic = [
        ['@', target],
        ['<', prerequisites[0] ?? ''],
        ['^', prerequisites.join(' ')],
      ] as const
      const expanded = expand(line.slice(1), new Map([...variables, ...automatic]))
      return { target, prerequisites, line: expanded.replace(/^[@+\s-]+/, '') }
    })
  })
}

/** A makefile can multiply a text: references are kept where it or one of its values would become longer. */
const maxLength = { text: 20_000, value: 5000 }

/** Replaces references; values may name other variables, to a depth of 8, because a variable may name itself. */
function expand(text: string, variables: ReadonlyMap<string, string>, depth = 0): string {
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
