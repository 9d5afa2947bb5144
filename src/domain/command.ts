/** What the placeholders of a command stand for in one trial. */
export type CommandValues = {
  /** Absolute paths of the input files. */
  readonly dataset: readonly string[]
  readonly gpus: readonly number[]
  /** A path that does not exist yet. */
  readonly output: string
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
    .replaceAll('{output}', values.output)
}
