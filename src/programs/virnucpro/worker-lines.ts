import { splitBoundedLines } from '../../adapters/bounded-lines.ts'
import type { QueueState } from '../../adapters/pipeline/batches.ts'

const prefix = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:[.,]\d{1,6})? - Worker (\d{1,6}) - \S{1,200} - [A-Z]{1,10} - /
const integer = String.raw`(\d[\d,]{0,19})`
const decimal = String.raw`(\d[\d,]{0,19}(?:\.\d{1,9})?)`

/** The relevant lines of a worker log: kind, form and what its groups are. */
const forms = [
  [
    'progress',
    `Batch ${integer}: ${integer}/${integer} \\(${decimal}%\\) \\| ${decimal}% pack eff, ${decimal} tok/s, ${decimal} seq/s`,
    ['batch', 'done', 'total', 'percent', 'packingPercent', 'tokensPerSecond', 'sequencesPerSecond'],
  ],
  [
    'batch',
    `Batch ${integer}: wait=${decimal}ms, seqs=${integer}, tokens=${integer}, queue_state=(\\w{1,20})`,
    ['batch', 'waitMs', 'sequences', 'tokens', 'state'],
  ],
  ['flushed', `Flush called: .{0,200}, total returned so far: ${integer}`, ['before']],
  ['returned', `Flush returned ${integer} batches`, ['batches']],
  [
    'inferred',
    `Async inference complete: ${integer} sequences, ${decimal} seq/s, ${decimal} tokens/s`,
    ['sequences', 'sequencesPerSecond', 'tokensPerSecond'],
  ],
  ['loader', `DataLoader stats: avg_wait=${decimal}ms, max_wait=${decimal}ms`, ['meanMs', 'maxMs']],
  ['budget', `Dynamic token budget: ${integer}`, ['tokens']],
  ['started', String.raw`Worker \d+\/(\d{1,6}) starting`, ['workers']],
  // The program counts residues here, and tokens of the model everywhere else.
  ['indexed', `Worker \\d+/\\d{1,6}: ${integer} sequences, ${integer} tokens`, ['sequences', 'residues']],
  ['assigned', `Assigned ${integer} sequences`, ['sequences']],
  ['completed', String.raw`Worker \d+ completed successfully`, []],
  ['failed', String.raw`Worker \d+ failed: (.{0,300})`, ['error']],
  [
    'failed',
    String.raw`Rank \d+: ((?:NaN\/Inf detected in batch \d+|CUDA OOM error|CUDA runtime error|Runtime error|Unexpected error).{0,300})`,
    ['error'],
  ],
  ['warning', '(Mild|CRITICAL) I/O bottleneck: GPU utilization', ['level']],
  ['resumed', String.raw`=== Resume at \S+ ===`, []],
] as const

const texts: readonly string[] = ['state', 'error', 'level']

type Form = (typeof forms)[number]
type Field<Name extends string> = { readonly [Key in Name]: Key extends 'state' | 'error' | 'level' ? string : number }

/** One relevant line of a worker log. */
export type WorkerLine = {
  [Kind in Form[0]]: { readonly worker: number; readonly kind: Kind } & Field<
    Extract<Form, readonly [Kind, ...unknown[]]>[2][number]
  >
}[Form[0]]

const expressions = forms.map(([kind, form, names]) => ({ kind, form: new RegExp(`^${form}`), names }))

/** Yields the worker lines of a text, from worker logs or their copy on standard error. */
export function* readWorkerLines(text: string): Generator<WorkerLine> {
  for (const line of splitBoundedLines(text)) {
    const start = prefix.exec(line)
    if (!start) continue
    const message = line.slice(start[0].length)
    for (const { kind, form, names } of expressions) {
      const found = form.exec(message)
      if (!found) continue
      const fields = names.map((name, index) => {
        const value = found[index + 1]
        return [name, texts.includes(name) ? value : parseAmount(value)]
      })
      yield { worker: Number(start[1]), kind, ...Object.fromEntries(fields) } as WorkerLine
      break
    }
  }
}

const queueStates: readonly QueueState[] = ['full', 'normal', 'starved']

/** The state of the queue that a batch found; null: another one than is known. */
export function readQueue({ state }: Extract<WorkerLine, { kind: 'batch' }>): QueueState | null {
  return queueStates.find((known) => known === state) ?? null
}

/** Parses a number with commas between thousands; 0 for no text. */
export function parseAmount(text: string | undefined): number {
  return Number((text ?? '').replaceAll(',', ''))
}

/** Lists the lines of a kind. */
export function selectLines<Kind extends WorkerLine['kind']>(lines: readonly WorkerLine[], kind: Kind) {
  return lines.filter((line): line is Extract<WorkerLine, { kind: Kind }> => line.kind === kind)
}

/** Finds the last line of a kind; null: there is none. */
export function findLastLine<Kind extends WorkerLine['kind']>(lines: readonly WorkerLine[], kind: Kind) {
  return selectLines(lines, kind).at(-1) ?? null
}
