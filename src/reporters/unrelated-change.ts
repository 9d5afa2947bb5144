import { formatCodeSpan } from './markdown/escape.ts'

const maxListed = 100

/** A change that needs no measurement; all texts are untrusted. */
type UnrelatedFiles = {
  readonly changed: readonly string[]
  readonly globs: readonly string[]
  readonly label: string
}

export const unrelatedTitle = 'Not measured: no file of the program changed'

/** Renders the check of a change that needs no measurement, as Markdown: why, the changed files and the globs. */
export function renderUnrelatedChange({ changed, globs, label }: UnrelatedFiles): string {
  const files = changed.length === 1 ? 'changed file' : 'changed files'
  const rest = changed.length - maxListed
  return [
    `${changed.length} ${files}, none of which belongs to the program (\`pipeline.paths\` of the base), and neither config, dataset, baseline, submodule nor workflow changed.`,
    ...listLines('Changed', [
      ...changed.slice(0, maxListed).map((path) => formatCodeSpan(path)),
      ...(rest > 0 ? [`and ${rest} more`] : []),
    ]),
    ...listLines(
      'Program',
      globs.slice(0, maxListed).map((glob) => formatCodeSpan(glob)),
    ),
    `To measure anyway, write \`/warpgauge run\` in a comment, or add the label ${formatCodeSpan(label)} and run the workflow again.`,
  ].join('\n\n')
}

function listLines(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`**${title}**`, lines.map((line) => `- ${line}`).join('\n')]
}
