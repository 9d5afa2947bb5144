import { listKeys } from '../core/json.ts'

/** One declared argument of a command line. */
export type Argument = {
  /** `--output`, `-o`, or the name of a positional argument. */
  readonly names: readonly string[]
  readonly isPositional: boolean
  readonly isRequired: boolean
  /** Takes no value. */
  readonly isFlag: boolean
  /** Plain text or number; null: none, or an expression. */
  readonly default: string | null
  /** Takes a whole number; absent: not known. */
  readonly isNumber?: boolean
}

/** A command line: required options of the groups, the words of a subcommand, and arguments. */
export type CommandLine = {
  /** Arguments that come before the subcommand; absent: none. */
  readonly leading?: readonly Argument[]
  readonly words: readonly string[]
  readonly arguments: readonly Argument[]
  /** The module that declares it. */
  readonly file: string
  /** Why its words are not certain; absent: they are. */
  readonly doubt?: string
}

/** What arguments are for, by their names without dashes in front. */
const roles = {
  input:
    /^(?:in|input|infile|fasta|fa|sequences?|seqs?|reads|contigs|query|genomes?|input-(?:file|fasta|path)|(?:fasta|sequence)-(?:file|path)|data-?(?:path|file|dir)?|dataset)$/,
  directory:
    /^(?:outdir|out-?dir|(?:output|work|save|checkpoint|ckpt|log|logging|results?|exp|run|model)-?(?:dir|directory|folder))$/,
  output: /^(?:o|out|output|outfile|out-file|output-(?:file|path|csv|tsv)|results?|predictions|save-path)$/,
  gpus: /^(?:gpus|gpu-?ids|devices|device-ids|cuda-devices)$/,
  gpuCount: /^(?:n|num|n-?)-?gpus$/,
  device: /^(?:device|accelerator)$/,
  steps: /^(?:(?:max|num|n|train|total|max-train|num-train)-?)?(?:steps|iters|iterations)$/,
  epochs: /^(?:(?:max|num|n|total|num-train)-?)?epochs?$/,
} as const

type Role = keyof typeof roles
const manySteps = 100

/** What an argument is for; undefined: not known. */
export function findRole({ names, isPositional, isFlag }: Omit<Argument, 'isRequired' | 'default'>): Role | undefined {
  const plain = names.map((name) => name.replace(/^-+/, '').replaceAll('_', '-').toLowerCase())
  const isModel = isPositional && plain.some((name) => /^(?:model|checkpoint|ckpt|exp|run)-/.test(name))
  if (isFlag || isModel) return undefined
  return listKeys(roles).find((one) => plain.some((name) => roles[one].test(name)))
}

/** Arguments and their values. */
type Values = readonly (readonly [Argument | undefined, string])[]

/**
 * Fills a declared command line: {dataset} for FASTA, {output} for the output, {gpus} for the devices, and few steps or
 * one epoch for training. Returns a reason if a required argument is not recognized: a wrong guess would time a usage
 * error. `readsFasta`: generated FASTA is a valid input; `contains`: the repository has a path, from where the program starts.
 */
export function fillCommandLine(
  { leading = [], words, arguments: own, doubt }: CommandLine,
  { readsFasta, contains }: { readonly readsFasta: boolean; readonly contains: (path: string) => boolean },
) {
  const all = [...leading, ...own]
  const find = (role: Role): Argument | undefined => all.find((one) => findRole(one) === role)
  const limits = fillLimit(find('steps'), find('epochs'))
  const values = [...fillPlaces(find, readsFasta), ...limits]
  const missing = all.filter((one) => one.isRequired && !values.some(([argument]) => argument === one))
  if (doubt !== undefined || missing.length > 0) return { reason: doubt ?? explainMissing(words, missing) }
  return {
    args: [...formatArguments(leading, values), ...words, ...formatArguments(own, values)],
    gpuArguments: fillDevice(find('device')),
    /** Whether an input is filled with {dataset}. */
    readsFasta: readsFasta && find('input') !== undefined,
    takesGpus: all.some((one) => findRole(one)?.startsWith('gpu')),
    /** Arguments that shorten the run. */
    limit: limits.length > 0 ? formatArguments(own, limits).join(' ') : null,
    /** The path to expect, with {output}; null: no argument is an output. */
    output: find('directory') ? '{output}/**' : find('output') ? '{output}' : null,
    /** Whether the input has a default that the repository contains. */
    hasOwnInput: !readsFasta && contains(find('input')?.default ?? ''),
  }
}

function explainMissing(words: readonly string[], missing: readonly Argument[]): string {
  const subject = words.length > 0 ? `\`${words.join(' ')}\`` : 'it'
  return `${subject} requires ${missing.map(({ names }) => names.at(-1)).join(', ')}`
}

/** Fills the input, if it is FASTA, the output and the devices. */
function fillPlaces(find: (role: Role) => Argument | undefined, readsFasta: boolean): Values {
  const gpus = find('gpus')
  // Devices are ids, or their number: by the type of the argument, or as Lightning has them (`auto`).
  const areIds = gpus && !gpus.isNumber && gpus.default !== 'auto'
  return [
    [readsFasta ? find('input') : undefined, '{dataset}'],
    [find('directory') ?? find('output'), '{output}'],
    [gpus ?? find('gpuCount'), areIds ? '{gpus}' : '{gpuCount}'],
  ]
}

/** Steps limit a run more precisely than epochs. A smaller default is kept. */
function fillLimit(steps: Argument | undefined, epochs: Argument | undefined): Values {
  const isShort = steps ? Number(steps.default) > 0 && Number(steps.default) <= manySteps : epochs?.default === '1'
  if (isShort || !(steps ?? epochs)) return []
  return [steps ? [steps, String(manySteps)] : [epochs, '1']]
}

/** A program whose device defaults to the CPU, or that requires one, is told to use the GPU. */
function fillDevice(argument: Argument | undefined): string[] {
  if (!argument || argument.isPositional || (argument.default !== 'cpu' && !argument.isRequired)) return []
  return [getLongName(argument), argument.names.includes('--accelerator') ? 'gpu' : 'cuda']
}

/** Positional arguments keep their declared order and come first. */
function formatArguments(list: readonly Argument[], values: Values): string[] {
  const positional = list.filter(({ isPositional }) => isPositional)
  const options = values.flatMap(([argument, value]) => {
    if (!argument || argument.isPositional || !list.includes(argument)) return []
    return [getLongName(argument), value]
  })
  return [...positional.flatMap((one) => values.find(([argument]) => argument === one)?.[1] ?? []), ...options]
}

function getLongName({ names }: Argument): string {
  return names.find((name) => name.startsWith('--')) ?? names[0] ?? ''
}
