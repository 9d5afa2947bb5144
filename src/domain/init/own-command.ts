import { findRole, type Argument, type CommandLine } from './command-line.ts'
import {
  getBaseName,
  isBelow,
  plainProgram,
  toConfigName,
  withoutDot,
  type Findings,
  type ProgramFinding,
  type Project,
} from './project.ts'
import { readCommandLines } from './python-commands.ts'
import { createPythonModules } from './python-modules.ts'
import { buildScriptProgram } from './python-programs.ts'
import { dropLongTexts, listFunctions, readModuleCode } from './python-source.ts'
import { findPackageFolder, hasPythonGpuCode } from './python-tools.ts'

/**
 * Turns a command that the user named into a program. Where its program is one of the repository, given by path, by
 * name, as a script or as a module, the setup that builds or installs it is taken over. What it writes goes to a new
 * place in each run, and is its proof; a program that writes nothing is proven by what it prints.
 */
export function buildOwnProgram(words: readonly string[], findings: Findings, project: Project): ProgramFinding {
  const { program, start } = findProgram(words, findings, project)
  const outputs = listOutputs(start, program?.main ?? '', project)
  const command = outputs.reduce<readonly string[]>((done, { index, word }) => done.with(index, word), start)
  // The part of a word that begins with {output}.
  const places = outputs.map(({ word }) => word.slice(word.indexOf('{output}')))
  const replaced = outputs.map(({ value }, index) => `${places[index] ?? ''} for ${value}`)
  const own = program ? `${program.evidence}, with your arguments` : 'your command'
  return {
    ...plainProgram,
    name: toConfigName(getBaseName(words[0] ?? 'program')),
    usesGpu: findings.usesGpu,
    file: '',
    ...(program && pickProgram(program)),
    command,
    readsFasta: words.some((word) => word.includes('{dataset}')),
    ...findProof(command, places, program ? project.texts.get(program.main) : undefined),
    takesGpus: words.some((word) => /\{gpus\}|\{gpuCount\}/.test(word)),
    isMain: true,
    evidence: replaced.length > 0 ? `${own}; a new place in each run: ${replaced.join(', ')}` : own,
  }
}

/** What has to be written in each run, or printed where nothing is. */
function findProof(command: readonly string[], places: readonly string[], source: string | undefined) {
  const isWritten = command.some((word) => word.includes('{output}'))
  if (!isWritten) return { proofPath: null, proofText: source === undefined ? null : findLastPrint(source) }
  const [place = '{output}', ...others] = places
  return { proofPath: others.length > 0 || place === '{output}' ? '{output}/**' : place, proofText: null }
}

function pickProgram({ name, setup, env, cpuEnv, passEnv, hasFixedTime, usesGpu, file, main }: ProgramFinding) {
  return { name, setup, env, passEnv, hasFixedTime, usesGpu, file, main, ...(cpuEnv && { cpuEnv }) }
}

/** The program of the repository that a command starts, and the command as it is started in a checkout. */
function findProgram(words: readonly string[], findings: Findings, project: Project) {
  for (const program of findings.programs) {
    const start = replaceStart(words, program)
    if (start !== null) return { program, start }
  }
  // A script or module of the repository that is no finding.
  const isModule = words[1] === '-m'
  const name = withoutDot(words[isModule ? 2 : 1] ?? '')
  const inPackage = name.replaceAll('.', '/')
  const paths = isModule ? [`${inPackage}.py`, `${inPackage}/__main__.py`] : [name]
  const file = isPython(words[0]) ? paths.find((path) => project.texts.has(path)) : undefined
  if (file === undefined) return { program: null, start: words }
  const script = buildScriptProgram(project, file, name.replace(/\.py$/, ''), isModule ? ['-m', name] : [file])
  const usesGpu = hasPythonGpuCode(project, findPackageFolder(project, file))
  const start = [...script.command, ...words.slice(script.command.length)]
  return { program: { ...script, usesGpu, evidence: file }, start }
}

/** An argument of a command that names where it writes. */
type Output = {
  readonly index: number
  /** As the user gave it. */
  readonly value: string
  /** The argument with {output}. */
  readonly word: string
}

/** Finds the arguments that name outputs: options by their names, others by the declared arguments of the program. */
function listOutputs(command: readonly string[], main: string, project: Project): Output[] {
  const lines = main === '' ? [] : readCommandLines(createPythonModules(project), main)
  const declared = lines.flatMap((line) => matchWords(command, line) ?? [])
  const named = command.flatMap((word, index) => readOption(word, command[index + 1], index))
  const given = [...declared, ...named].flatMap((one) => {
    const role = findRole(one.argument)
    const isWritten = role === 'directory' || role === 'output'
    return isWritten && isNewPath(one.value, project) ? [{ ...one, isDirectory: role === 'directory' }] : []
  })
  const unique = [...new Map(given.map((one) => [one.index, one])).values()].toSorted((a, b) => a.index - b.index)
  return unique.map(({ index, value, prefix, isDirectory }) => {
    const name = getBaseName(value.replace(/\/+$/, ''))
    const isFile = !isDirectory && /\.[A-Za-z]\w{0,5}$/.test(name)
    const isInside = isFile || unique.length > 1
    return { index, value, word: `${prefix}${isInside ? `{output}/${name}` : '{output}'}` }
  })
}

/** A value of a command: its position, and what comes before it in the same word. */
type GivenValue = {
  readonly index: number
  readonly prefix: string
  readonly value: string
  readonly argument: Pick<Argument, 'names' | 'isPositional' | 'isFlag'>
}

/** An option by its form: `--name value`, `--name=value`, `-o value` or `key.name=value`. */
function readOption(word: string, next: string | undefined, index: number): GivenValue[] {
  const argument = { isPositional: false, isFlag: false }
  const [, prefix, name = '', value = ''] = /^((-{0,2}[A-Za-z][\w.-]*)=)(.+)$/.exec(word) ?? []
  if (prefix !== undefined)
    return [{ index, prefix, value, argument: { ...argument, names: [name.replace(/^.*\./, '')] } }]
  if (!/^--?[A-Za-z][\w-]*$/.test(word) || next === undefined || next.startsWith('-')) return []
  return [{ index: index + 1, prefix: '', value: next, argument: { ...argument, names: [word] } }]
}

/** Assigns the words of a command to declared arguments; null: it is another command line. */
function matchWords(command: readonly string[], line: CommandLine): GivenValue[] | null {
  const all = [...(line.leading ?? []), ...line.arguments]
  const positional = all.filter(({ isPositional }) => isPositional)
  const options = all.filter(({ isFlag, isPositional }) => !isFlag && !isPositional)
  const path = [...line.words]
  const values: GivenValue[] = []
  for (let index = countStartWords(command); index < command.length; index += 1) {
    const word = command[index] ?? ''
    if (word === path[0]) {
      path.shift()
      continue
    }
    const isOption = word.startsWith('-')
    const option = isOption ? options.find(({ names }) => names.includes(word)) : undefined
    if (option) index += 1
    const argument = isOption ? option : positional.shift()
    if (argument) values.push({ index, prefix: '', value: command[index] ?? '', argument })
  }
  return path.length === 0 ? values : null
}

/** Words before the arguments: a program, an interpreter with a script, or one with a module. */
function countStartWords(command: readonly string[]): number {
  return isPython(command[0]) ? (command[1] === '-m' || command[1] === '-c' ? 3 : 2) : 1
}

/** What the repository has is an input, as are numbers and standard output. */
function isNewPath(value: string, { paths }: Project): boolean {
  const place = withoutDot(value).replace(/\/+$/, '')
  const isKnown = place === '.' || paths.some((path) => path === place || isBelow(path, place || '/'))
  return !isKnown && !/^(?:-?[\d.]+|-|\/dev\/.*|true|false|none)$/i.test(value) && !value.includes('{')
}

const unconditional = /^(?: {4})?print\(\s*[fr]?["']([^"'{}\\\n]{4,})/gm

/** The beginning of the last line that a program prints in every run; null: not known. */
function findLastPrint(text: string): string | null {
  const source = dropLongTexts(text)
  const body = listFunctions(source).find(({ name }) => name === 'main')?.body ?? ''
  const inGuard = /^if\s+__name__\b[^\n]*\n((?:[ \t]+[^\n]*\n?|\n)*)/m.exec(source)?.[1] ?? ''
  const found = [inGuard, body, readModuleCode(source).replaceAll(/^[ \t].*$/gm, '')].map((code) =>
    [...code.matchAll(unconditional)].at(-1)?.[1]?.trimEnd(),
  )
  return found.find((one) => one !== undefined && one.length >= 4) ?? null
}

/** The command as its program is found: by path or name, as a script with or without interpreter, or as a module. */
function replaceStart(words: readonly string[], { command }: ProgramFinding): readonly string[] | null {
  const [start = '', ...known] = command
  const [first = '', ...rest] = isPython(start) && isPython(words[0]) ? words.slice(1) : words
  if (!isPython(start))
    return withoutDot(first) === withoutDot(start) || first === getBaseName(start) ? [start, ...rest] : null
  if (known[0] === '-m') return first === '-m' && rest[0] === known[1] ? [start, first, ...rest] : null
  return withoutDot(first) === known[0] ? [start, withoutDot(first), ...rest] : null
}

function isPython(word = ''): boolean {
  return /(?:^|\/)python[\d.]*$/.test(word)
}
