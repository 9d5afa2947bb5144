/** What the placeholders of a command stand for in one trial. */
export type CommandValues = {
  /** Absolute paths of the input files. */
  readonly dataset: readonly string[]
  readonly gpus: readonly number[]
  /** A path that does not exist yet. */
  readonly output: string
  /** Nodes that the pipeline spans; absent: one. */
  readonly nodes?: number
  /** Name of this machine; absent: `localhost`. */
  readonly host?: string
}

/** Where the options of a case go; without it they stand at the end. */
export const optionsPlaceholder = '{options}'

/** The command of one case: its options in the place that the command names, or behind everything else. */
export function withOptions(template: readonly string[], args: readonly string[]): string[] {
  return replacePlaceholder(optionsPlaceholder, template, args)
}

/** Where the arguments go with which the pipeline goes on with its own checkpoints; without it they stand at the end. */
export const resumePlaceholder = '{resume}'

/** The command of an execution that goes on with the work of a lost one; of one that begins when there are no arguments. */
export function withResume(template: readonly string[], args: readonly string[]): string[] {
  return replacePlaceholder(resumePlaceholder, template, args)
}

function replacePlaceholder(placeholder: string, template: readonly string[], args: readonly string[]): string[] {
  if (!template.includes(placeholder)) return [...template, ...args]
  return template.flatMap((argument) => (argument === placeholder ? args : [argument]))
}

/**
 * Fills the placeholders of an argument list. An argument that is exactly `{dataset}` becomes one argument per file,
 * so that a pipeline is never timed on the first file of several (W3). Nothing passes through a shell.
 */
export function fillCommand(template: readonly string[], values: CommandValues): string[] {
  return template.flatMap((argument) => {
    if (argument === '{dataset}') return [...values.dataset]
    return [fillPlaceholders(argument, values)]
  })
}

/** Fills the placeholders inside one text, e.g. a path to a result table. */
export function fillPlaceholders(text: string, values: CommandValues): string {
  return text
    .replaceAll('{dataset}', values.dataset[0] ?? '')
    .replaceAll('{gpuCount}', String(values.gpus.length))
    .replaceAll('{gpus}', values.gpus.join(','))
    .replaceAll('{nodes}', String(values.nodes ?? 1))
    .replaceAll('{totalGpus}', String((values.nodes ?? 1) * values.gpus.length))
    .replaceAll('{host}', values.host ?? 'localhost')
    .replaceAll('{output}', values.output)
}
