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
  /** Written as one word, `--name=value`; absent: two words. */
  readonly isAssigned?: boolean
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
const roleNames = Object.keys(roles) as Role[]
const manySteps = 100

type Filled = { readonly argument: Argument; readonly value: string }

/** What an argument is for; undefined: not known. */
export function findRole({ names, isPositional, isFlag }: Omit<Argument, 'isRequired' | 'default'>): Role | undefined {
  const plain = names.map((name) => name.replace(/^-+/, '').replaceAll('_', '-').toLowerCase())
  const isModel = isPositional && plain.some((name) => /^(?:model|checkpoint|ckpt|exp|run)-/.test(name))
  if (isFlag || isModel) return undefined
  return roleNames.find((one) => plain.some((name) => roles[one].test(name)))
}

/**
 * Fills a declared command line: {dataset} for FASTA, {output} for the output, {gpus} for the devices, and few steps or
 * one epoch for training. Returns a reason if a required argument is not recognized: a wrong guess would time a usage
 * error. `readsFasta`: generated FASTA is a valid input; `contains`: the repository has a path, from where the program starts.
 */
export function fillCommandLine(
  line: CommandLine,
  { readsFasta, contains }: { readonly readsFasta: boolean; readonly contains: (path: string) => boolean },
) {
  const { leading = [], words, arguments: own } = line
  const found = findRoles([...leading, ...own])
  const limits = fillLimit(found)
  const values = [...fillPlaces(found, readsFasta), ...limits]
  const reason = line.doubt ?? explainRequired(line, values)
  if (reason !== null) return { reason }
  const [directory, output] = [found.has('directory'), found.has('output')]
  return {
    args: [...orderArguments(leading, values), ...words, ...orderArguments(own, values)],
    gpuArguments: fillDevice(found.get('device')),
    /** Whether an input is filled with {dataset}. */
    readsFasta: readsFasta && found.has('input'),
    takesGpus: found.has('gpus') || found.has('gpuCount'),
    /** Arguments that shorten the run. */
    limit: limits.length > 0 ? orderArguments(own, limits).join(' ') : null,
    /** The path to expect, with {output}; null: no argument is an output. */
    output: directory ? '{output}/**' : output ? '{output}' : null,
    /** Whether the input has a default that the repository contains. */
    hasOwnInput: !readsFasta && contains(found.get('input')?.default ?? ''),
  }
}

function findRoles(all: readonly Argument[]): Map<Role, Argument> {
  const found = new Map<Role, Argument>()
  for (const argument of all) {
    const role = findRole(argument)
    if (role !== undefined && !found.has(role)) found.set(role, argument)
  }
  return found
}

function explainRequired(line: CommandLine, values: readonly Filled[]): string | null {
  const filled = new Set(values.map(({ argument }) => argument))
  const all = [...(line.leading ?? []), ...line.arguments]
  const missing = all.filter((argument) => argument.isRequired && !filled.has(argument))
  const subject = line.words.length > 0 ? `\`${line.words.join(' ')}\`` : 'it'
  return missing.length > 0 ? `${subject} requires ${missing.map(({ names }) => names.at(-1)).join(', ')}` : null
}

/** Fills the input, if it is FASTA, the output and the devices. */
function fillPlaces(found: ReadonlyMap<Role, Argument>, readsFasta: boolean): Filled[] {
  const gpus = found.get('gpus')
  // Devices are ids, or their number: by the type of the argument, or as Lightning has them (`auto`).
  const areIds = gpus && !gpus.isNumber && gpus.default !== 'auto'
  return [
    ...fill(readsFasta ? found.get('input') : undefined, '{dataset}'),
    ...fill(found.get('directory') ?? found.get('output'), '{output}'),
    ...fill(gpus ?? found.get('gpuCount'), areIds ? '{gpus}' : '{gpuCount}'),
  ]
}

function fill(argument: Argument | undefined, value: string): Filled[] {
  return argument ? [{ argument, value }] : []
}

/** Steps limit a run more precisely than epochs. A smaller default is kept. */
function fillLimit(found: ReadonlyMap<Role, Argument>): Filled[] {
  const [steps, epochs] = [found.get('steps'), found.get('epochs')]
  if (!steps) return epochs?.default === '1' ? [] : fill(epochs, '1')
  const usual = Number(steps.default ?? Number.NaN)
  return usual > 0 && usual <= manySteps ? [] : fill(steps, String(manySteps))
}

/** A program whose device defaults to the CPU, or that requires one, is told to use the GPU. */
function fillDevice(argument: Argument | undefined): string[] {
  if (!argument || argument.isPositional || (argument.default !== 'cpu' && !argument.isRequired)) return []
  return [getLongName(argument), argument.names.includes('--accelerator') ? 'gpu' : 'cuda']
}

/** Positional arguments keep their declared order and come first. */
function orderArguments(list: readonly Argument[], values: readonly Filled[]): string[] {
  const positional = list.filter(({ isPositional }) => isPositional)
  return [
    ...positional.flatMap((argument) => values.find((value) => value.argument === argument)?.value ?? []),
    ...values.flatMap(({ argument, value }) => {
      if (argument.isPositional || !list.includes(argument)) return []
      return argument.isAssigned ? [`${getLongName(argument)}=${value}`] : [getLongName(argument), value]
    }),
  ]
}

function getLongName({ names }: Argument): string {
  return names.find((name) => name.startsWith('--')) ?? names[0] ?? ''
}
