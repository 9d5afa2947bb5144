import type { Argument, CommandLine } from './python-arguments.ts'

/** A command line with placeholders in place of its values. */
export type FilledCommandLine = {
  readonly args: readonly string[]
  readonly writesDirectory: boolean
  readonly takesGpus: boolean
}

const roles = {
  input:
    /^(?:in|input|infile|fasta|fa|sequences?|seqs?|reads|contigs|query|genomes?|input-(?:file|fasta|path)|(?:fasta|sequence)-(?:file|path))$/,
  directory: /^(?:outdir|out-?dir|output-(?:dir|directory|folder))$/,
  output: /^(?:o|out|output|outfile|out-file|output-(?:file|path|csv|tsv)|results?|predictions)$/,
  gpus: /^(?:gpus|gpu-?ids|devices|device-ids|cuda-devices)$/,
  gpuCount: /^(?:n|num|n-?)-?gpus$/,
} as const

type Role = keyof typeof roles

/**
 * Fills a declared command line: {dataset} for the input, {output} for the output, {gpus} for the devices. Returns a
 * reason if an argument is not recognized, because a wrong guess would time a usage error.
 */
export function fillCommandLine(line: CommandLine): FilledCommandLine | { readonly reason: string } {
  const found = new Map<Role, Argument>()
  for (const argument of line.arguments) {
    const role = findRole(argument)
    if (role !== null && !found.has(role)) found.set(role, argument)
  }
  const [input, output] = [found.get('input'), found.get('directory') ?? found.get('output')]
  if (!input) return { reason: 'no argument looks like an input file' }
  if (!output) return { reason: 'no argument looks like an output' }
  const missing = line.arguments.find((argument) => argument.isRequired && ![...found.values()].includes(argument))
  if (missing) return { reason: `it requires ${missing.names.at(-1) ?? ''}` }
  const placed = [
    { argument: input, value: '{dataset}' },
    { argument: output, value: '{output}' },
    ...fill(found.get('gpus'), '{gpus}'),
    ...fill(found.get('gpus') ? undefined : found.get('gpuCount'), '{gpuCount}'),
  ]
  const order = line.arguments.filter(({ isPositional }) => isPositional)
  const positional = placed
    .filter(({ argument }) => argument.isPositional)
    .toSorted((a, b) => order.indexOf(a.argument) - order.indexOf(b.argument))
  return {
    args: [
      ...line.words,
      ...positional.map(({ value }) => value),
      ...placed
        .filter(({ argument }) => !argument.isPositional)
        .flatMap(({ argument, value }) => [getLongName(argument), value]),
    ],
    writesDirectory: output === found.get('directory'),
    takesGpus: found.has('gpus') || found.has('gpuCount'),
  }
}

function fill(argument: Argument | undefined, value: string) {
  return argument ? [{ argument, value }] : []
}

function findRole({ names, isFlag }: Argument): Role | null {
  if (isFlag) return null
  const plain = names.map((name) => name.replace(/^-+/, '').replaceAll('_', '-').toLowerCase())
  const all: readonly Role[] = ['input', 'directory', 'output', 'gpus', 'gpuCount']
  return all.find((role) => plain.some((name) => roles[role].test(name))) ?? null
}

function getLongName({ names }: Argument): string {
  return names.find((name) => name.startsWith('--')) ?? names[0] ?? ''
}
