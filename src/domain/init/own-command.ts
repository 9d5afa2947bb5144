import { getBaseName, plainProgram, toConfigName, type Findings, type ProgramFinding } from './project.ts'

/**
 * Turns a command that the user named into a program. Where its program is one of the repository, given by path, by
 * name, as a script or as a module, the setup that builds or installs it is taken over.
 */
export function buildOwnProgram(words: readonly string[], findings: Findings): ProgramFinding {
  const match = findings.programs.map((program) => replaceStart(words, program)).find((one) => one !== null)
  const { command, program } = match ?? { command: words, program: null }
  return {
    ...plainProgram,
    ...(program && takeOver(program)),
    name: program?.name ?? toConfigName(getBaseName(words[0] ?? 'program')),
    command,
    readsFasta: words.some((word) => word.includes('{dataset}')),
    proofPath: words.some((word) => word.includes('{output}')) ? '{output}' : null,
    takesGpus: words.some((word) => /\{gpus\}|\{gpuCount\}/.test(word)),
    usesGpu: program ? program.usesGpu : findings.usesGpu,
    isMain: true,
    evidence: program ? `${program.evidence}, with your arguments` : 'your command',
    file: program?.file ?? '',
  }
}

function takeOver({ setup, env, passEnv, hasFixedTime }: ProgramFinding): Partial<ProgramFinding> {
  return { setup, env, passEnv, hasFixedTime }
}

type Match = { readonly command: readonly string[]; readonly program: ProgramFinding }

/** Null: the command starts another program. */
function replaceStart(words: readonly string[], program: ProgramFinding): Match | null {
  const command = isPython(program.command[0] ?? '') ? replacePython(words, program) : replaceProgram(words, program)
  return command && { program, command }
}

/** A script, with or without the interpreter in front, or a module. */
function replacePython(words: readonly string[], program: ProgramFinding): readonly string[] | null {
  const [start = '', ...known] = program.command
  const [first = '', second = '', ...rest] = isPython(words[0] ?? '') ? words.slice(1) : words
  if (known[0] === '-m') return first === '-m' && second === known[1] ? [start, first, second, ...rest] : null
  if (toPath(first) !== known[0]) return null
  return [start, toPath(first), ...(second === '' ? [] : [second]), ...rest]
}

/** A program by its path, or by its name alone. */
function replaceProgram([first = '', ...rest]: readonly string[], program: ProgramFinding): readonly string[] | null {
  const [start = ''] = program.command
  const isSame = toPath(first) === toPath(start) || first === getBaseName(start)
  return isSame ? [start, ...rest] : null
}

function isPython(word: string): boolean {
  return /(?:^|\/)python[\d.]*$/.test(word)
}

function toPath(word: string): string {
  return word.replace(/^\.\//, '')
}
