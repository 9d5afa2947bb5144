/** Values of the placeholders in the command line that one trial executes. */
export type CommandValues = {
  /** Absolute paths of the input files. */
  readonly dataset: readonly string[]
  /** Ids of the devices of this trial. */
  readonly gpus: readonly number[]
  /** A path that does not exist yet. */
  readonly output: string
  /** Number of nodes; absent: 1. */
  readonly nodes?: number
  /** Host name; absent: `localhost`. */
  readonly host?: string
}

/** Position of the case options; without it they are appended. */
export const optionsPlaceholder = '{options}'

/** Inserts the options of a case at their placeholder, or appends them. */
export function withOptions(template: readonly string[], args: readonly string[]): string[] {
  return replacePlaceholder(optionsPlaceholder, template, args)
}

/** Position of the arguments that resume from the pipeline's checkpoints; without it they are appended. */
export const resumePlaceholder = '{resume}'

/** Inserts the resume arguments; an empty list gives the command of a fresh start. */
export function withResume(template: readonly string[], args: readonly string[]): string[] {
  return replacePlaceholder(resumePlaceholder, template, args)
}

function replacePlaceholder(placeholder: string, template: readonly string[], args: readonly string[]): string[] {
  if (!template.includes(placeholder)) return [...template, ...args]
  return template.flatMap((argument) => (argument === placeholder ? args : [argument]))
}

/**
 * Fills the placeholders of an argument list. An argument that is exactly `{dataset}` expands to one argument per
 * file, so that a pipeline with several files never runs on the first one only. No shell is involved.
 */
export function fillCommand(template: readonly string[], values: CommandValues): string[] {
  return template.flatMap((argument) => {
    if (argument === '{dataset}') return [...values.dataset]
    return [fillPlaceholders(argument, values)]
  })
}

/**
 * Fills placeholders in a text such as a path: `{dataset}` with the first file. `{{word}}` becomes `{word}`; other
 * words in braces stay.
 */
export function fillPlaceholders(text: string, values: CommandValues): string {
  const filled: ReadonlyMap<string, string> = new Map([
    ['dataset', values.dataset[0] ?? ''],
    ['gpuCount', String(values.gpus.length)],
    ['gpus', values.gpus.join(',')],
    ['nodes', String(values.nodes ?? 1)],
    ['totalGpus', String((values.nodes ?? 1) * values.gpus.length)],
    ['host', values.host ?? 'localhost'],
    ['output', values.output],
  ])
  return text.replaceAll(
    /(?<!\$)\{\{([A-Za-z][\w-]{0,40})\}\}|\{([A-Za-z]+)\}/g,
    (all, literal: string | undefined, name: string | undefined) =>
      literal === undefined ? (filled.get(name ?? '') ?? all) : `{${literal}}`,
  )
}

const enterDirectory = 'cd "$0" && exec "$@"'

/** Lets a command start in a directory below the checkout; empty: in the checkout. BusyBox has no `env --chdir`. */
export function startIn(directory: string, argv: readonly string[]): string[] {
  return directory === '' ? [...argv] : ['sh', '-c', enterDirectory, directory, ...argv]
}

/** Reverses `startIn`, and `env --chdir=DIRECTORY`. */
export function splitStart(command: readonly string[]): { readonly directory: string; readonly argv: string[] } {
  if (command[2] === enterDirectory) return { directory: command[3] ?? '', argv: command.slice(4) }
  const option = '--chdir='
  const word = command[0] === 'env' ? command.find((one) => one.startsWith(option)) : undefined
  if (word === undefined) return { directory: '', argv: [...command] }
  return { directory: word.slice(option.length), argv: command.slice(1).filter((one) => one !== word) }
}

/** Splits a command line into words; null if it needs shell expansion, redirection or operators. */
export function splitShellWords(line: string): string[] | null {
  const words: string[] = []
  let rest = line.trim()
  while (rest !== '') {
    const word = /^(?:"[^"\\$`]*"|'[^']*'|[\w./:=+@%,-]|\{[\w-]+\})+(?=\s|$)/.exec(rest)?.[0]
    if (word === undefined) return null
    words.push(
      word.replaceAll(/"([^"]*)"|'([^']*)'/g, (_all, double?: string, single?: string) => double ?? single ?? ''),
    )
    rest = rest.slice(word.length).trimStart()
  }
  return words
}

/** Quotes a word for a command line that people copy: a name may come from measured code. */
export function quoteShellWord(word: string): string {
  return /^[\w./:=+@%,-]+$/u.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}

/** Formats words as a command line for a shell; `splitShellWords` gives the words back unless one has a quote. */
export function joinShellWords(words: readonly string[]): string {
  return words.map(quoteShellWord).join(' ')
}
