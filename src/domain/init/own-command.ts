import { findRole, type Argument } from './command-line.ts'
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
import { buildScriptProgram } from './python-programs.ts'
import { dropLongTexts, listFunctions, readModuleCode, createPythonModules } from './python-source.ts'
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
  const isWritten = command.some((word) => word.includes('{output}'))
  const source = isWritten ? undefined : project.texts.get(program?.main ?? '')
  return {
    ...plainProgram,
    name: toConfigName(getBaseName(words[0] ?? 'program')),
    usesGpu: findings.usesGpu,
    file: '',
    ...program,
    gpuArguments: [],
    limit: null,
    missing: null,
    isEntry: false,
    command,
    readsFasta: words.some((word) => word.includes('{dataset}')),
    proofPath: isWritten ? joinPlaces(places) : null,
    proofText: source === undefined ? null : findLastPrint(source),
    takesGpus: words.some((word) => /\{gpus\}|\{gpuCount\}/.test(word)),
    isMain: true,
    evidence: replaced.length > 0 ? `${own}; a new place in each run: ${replaced.join(', ')}` : own,
  }
}

/** What has to be written in each run: one file, or anything. */
function joinPlaces([place = '{output}', ...others]: readonly string[]): string {
  return others.length > 0 || place === '{output}' ? '{output}/**' : place
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
  const script = buildScriptProgram(createPythonModules(project), project, file, isModule ? ['-m', name] : [file])
  const usesGpu = hasPythonGpuCode(project, findPackageFolder(project, file))
  const start = [...script.command, ...words.slice(script.command.length)]
  return { program: { ...script, usesGpu, evidence: file }, start }
}

/** The command as its program is found: by path or name, as a script with or without interpreter, or as a module. */
function replaceStart(words: readonly string[], { command }: ProgramFinding): readonly string[] | null {
  const [own = [], known = []] = [words, command].map((one) => (isPython(one[0]) ? one.slice(1) : one))
  const length = known[0] === '-m' ? 2 : 1
  const isSame = known.slice(0, length).every((word, index) => withoutDot(own[index] ?? '') === withoutDot(word))
  const isNamed = !isPython(command[0]) && words[0] === getBaseName(command[0] ?? '')
  const start = command.slice(0, command.length - known.length + length)
  return isSame || isNamed ? [...start, ...own.slice(length)] : null
}

function isPython(word = ''): boolean {
  return /(?:^|\/)python[\d.]*$/.test(word)
}

/** A value of a command: its position, and what comes before it in the same word. */
type GivenValue = {
  readonly index: number
  readonly prefix: string
  readonly value: string
  readonly argument: Pick<Argument, 'names' | 'isPositional' | 'isFlag'>
}

/** Finds the arguments that name outputs, each with {output} in place of its value. */
function listOutputs(command: readonly string[], main: string, project: Project) {
  const lines = main === '' ? [] : readCommandLines(createPythonModules(project), main)
  const line = lines.find((one) => one.words.every((word) => command.includes(word)))
  const declared = line ? [...(line.leading ?? []), ...line.arguments] : []
  // Words of a subcommand are no values.
  const subcommand = [...(line?.words ?? [])]
  const words = command.map(parseWord).slice(countStartWords(command))
  const others = words.filter(({ value }) => value !== subcommand[0] || !subcommand.shift())
  const written = listValues(others, declared).flatMap((one) => {
    const role = findRole(one.argument)
    const isWritten = role === 'directory' || role === 'output'
    return isWritten && isNewPath(one.value, project) ? [{ ...one, isDirectory: role === 'directory' }] : []
  })
  return written.map(({ index, value, prefix, isDirectory }) => {
    const name = getBaseName(value.replace(/\/+$/, ''))
    const isInside = written.length > 1 || (!isDirectory && /\.[A-Za-z]\w{0,5}$/.test(name))
    return { index, value, word: `${prefix}${isInside ? `{output}/${name}` : '{output}'}` }
  })
}

/** The values of options by their form, `--name value`, `--name=value` or `key.name=value`, and of declared arguments. */
function listValues(words: readonly ReturnType<typeof parseWord>[], declared: readonly Argument[]): GivenValue[] {
  const positional = declared.filter(({ isPositional }) => isPositional)
  let option: GivenValue['argument'] | undefined
  return words.flatMap(({ name, ...word }) => {
    const named = { names: [name], isPositional: false, isFlag: false }
    if (word.prefix === '' && name.startsWith('-')) {
      const known = declared.find(({ names }) => names.includes(name)) ?? named
      option = known.isFlag ? undefined : known
      return []
    }
    const argument = word.prefix === '' ? (option ?? positional.shift()) : named
    option = undefined
    return argument ? [{ ...word, argument }] : []
  })
}

/** A word with the name that it has as an option, `--name`, or in front of its value, `--name=` or `key.name=`. */
function parseWord(word: string, index: number) {
  const [, prefix = '', name = word, value = word] = /^((-{0,2}[A-Za-z][\w.-]*)=)(.+)$/.exec(word) ?? []
  return { index, prefix, name: prefix === '' ? name : name.replace(/^.*\./, ''), value }
}

/** Words before the arguments: a program, an interpreter with a script, or one with a module. */
function countStartWords(command: readonly string[]): number {
  return isPython(command[0]) ? (/^-[mc]$/.test(command[1] ?? '') ? 3 : 2) : 1
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
