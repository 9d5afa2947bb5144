import { getFolder, joinPath, normalizePath, type Project } from './project.ts'
import type { Argument, CommandLine } from './command-line.ts'
import { readKeyword, splitBalanced } from './python-source.ts'

/** A command line with placeholders in place of its values. */
export type FilledCommandLine = {
  readonly args: readonly string[]
  readonly gpuArguments: readonly string[]
  /** Whether an input is filled with {dataset}. */
  readonly takesDataset: boolean
  /** `directory`: {output} is a directory; null: no argument is an output. */
  readonly output: 'file' | 'directory' | null
  readonly takesGpus: boolean
  /** Arguments that shorten the run. */
  readonly limit: string | null
  /** Whether the input has a default that the repository contains. */
  readonly hasOwnInput: boolean
}

/** What is known about the program of a command line. */
export type LineContext = {
  /** Whether generated FASTA is a valid input. */
  readonly readsFasta: boolean
  /** Whether the repository contains a path, from where the program starts. */
  readonly contains: (path: string) => boolean
}

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

/**
 * Fills a declared command line: {dataset} for FASTA, {output} for the output, {gpus} for the devices, and few steps or
 * one epoch for training. Returns a reason if a required argument is not recognized: a wrong guess would time a usage
 * error.
 */
export function fillCommandLine(
  line: CommandLine,
  { readsFasta, contains }: LineContext,
): FilledCommandLine | { readonly reason: string } {
  const found = findRoles(line)
  const limits = fillLimit(found)
  const values = [...fillPlaces(found, readsFasta), ...limits]
  const reason = line.doubt ?? explainRequired(line, values)
  if (reason !== null) return { reason }
  return {
    args: [...orderArguments(line.leading ?? [], values), ...line.words, ...orderArguments(line.arguments, values)],
    gpuArguments: fillDevice(found.get('device')),
    takesDataset: readsFasta && found.has('input'),
    output: found.has('directory') ? 'directory' : found.has('output') ? 'file' : null,
    takesGpus: found.has('gpus') || found.has('gpuCount'),
    limit: limits.length > 0 ? orderArguments(line.arguments, limits).join(' ') : null,
    hasOwnInput: !readsFasta && contains(found.get('input')?.default ?? ''),
  }
}

function explainRequired(
  { leading = [], words, arguments: own }: CommandLine,
  values: readonly Filled[],
): string | null {
  const missing = [...leading, ...own].filter(
    (argument) => argument.isRequired && !values.some((value) => value.argument === argument),
  )
  const subject = words.length > 0 ? `\`${words.join(' ')}\`` : 'it'
  return missing.length > 0 ? `${subject} requires ${missing.map(({ names }) => names.at(-1)).join(', ')}` : null
}

/** Fills the input, if it is FASTA, the output and the devices. */
function fillPlaces(found: ReadonlyMap<Role, Argument>, readsFasta: boolean): Filled[] {
  return [
    ...fill(readsFasta ? found.get('input') : undefined, '{dataset}'),
    ...fill(found.get('directory') ?? found.get('output'), '{output}'),
    ...fillDevices(found.get('gpus'), found.get('gpuCount')),
  ]
}

/** What an argument is for, by its names; undefined: not known. */
export function findRole({ names, isPositional, isFlag }: Omit<Argument, 'isRequired' | 'default'>): Role | undefined {
  const plain = names.map((name) => name.replace(/^-+/, '').replaceAll('_', '-').toLowerCase())
  const isModel = isPositional && plain.some((name) => /^(?:model|checkpoint|ckpt|exp|run)-/.test(name))
  if (isFlag || isModel) return undefined
  return roleNames.find((one) => plain.some((name) => roles[one].test(name)))
}

/** Devices are ids, or their number: by the type of the argument, or as Lightning has them (`auto`). */
function fillDevices(gpus: Argument | undefined, count: Argument | undefined): Filled[] {
  if (!gpus) return fill(count, '{gpuCount}')
  return fill(gpus, gpus.isNumber || gpus.default === 'auto' ? '{gpuCount}' : '{gpus}')
}

function findRoles(line: CommandLine): Map<Role, Argument> {
  const found = new Map<Role, Argument>()
  for (const argument of [...(line.leading ?? []), ...line.arguments]) {
    const role = findRole(argument)
    if (role !== undefined && !found.has(role)) found.set(role, argument)
  }
  return found
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

/** Overrides for a short run of a program with hydra. */
export type HydraArguments = { readonly args: readonly string[]; readonly limit: string | null }

const hydraLimits: readonly (readonly [RegExp, string])[] = [
  [/^(?:max_|num_|n_|total_|train_)*(?:steps|iters|iterations)$/, '100'],
  [/^(?:max_|num_|n_|total_)*epochs$/, '1'],
]

/** Builds the overrides of a hydra program: its output directory, and few steps or one epoch. Null: no hydra program. */
export function buildHydraArguments({ texts }: Project, file: string): HydraArguments | null {
  const source = texts.get(file) ?? ''
  const call = /@hydra\.main\(/.exec(source)
  if (!call) return null
  const parts = splitBalanced(source, call.index + call[0].length)
  const [folder, name] = [readKeyword(parts, 'config_path') ?? '.', readKeyword(parts, 'config_name') ?? 'config']
  const path = normalizePath(joinPath(getFolder(file), joinPath(folder, name))) ?? ''
  const keys = listKeys(texts.get(`${path}.yaml`) ?? texts.get(`${path}.yml`) ?? texts.get(path) ?? '')
  const [limit = null] = hydraLimits.flatMap(([form, value]) =>
    keys.filter((key) => form.test(key.split('.').at(-1) ?? '')).map((key) => `${key}=${value}`),
  )
  return { args: ['hydra.run.dir={output}', ...(limit === null ? [] : [limit])], limit }
}

/** Lists the keys of a YAML mapping and of the mappings directly in it, as `outer.inner`. */
function listKeys(text: string): string[] {
  let outer = ''
  return text.split('\n').flatMap((line) => {
    const [, indent = '', key = '', value = ''] = /^( *)([\w-]+):\s*(.*)$/.exec(line) ?? []
    if (key === '') return []
    if (indent === '') outer = key
    if (value === '') return []
    return indent === '' ? [key] : indent.length <= 4 ? [`${outer}.${key}`] : []
  })
}
