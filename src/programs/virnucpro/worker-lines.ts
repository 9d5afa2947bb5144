import { splitBoundedLines } from '../../adapters/bounded-lines.ts'
import type { QueueState } from '../../adapters/pipeline/batches.ts'

/** One relevant line of a worker log. */
export type WorkerLine = { readonly worker: number } & (
  | { readonly kind: 'started'; readonly workers: number }
  | { readonly kind: 'assigned'; readonly sequences: number }
  | { readonly kind: 'indexed'; readonly sequences: number; readonly residues: number }
  | {
      readonly kind: 'progress'
      readonly batch: number
      readonly done: number
      readonly total: number
      readonly packing: number
      readonly tokensPerSecond: number
      readonly sequencesPerSecond: number
    }
  | {
      readonly kind: 'batch'
      readonly batch: number
      readonly waitMs: number
      readonly sequences: number
      readonly tokens: number
      readonly queue: QueueState | null
    }
  | { readonly kind: 'flushed'; readonly before: number }
  | { readonly kind: 'returned'; readonly batches: number }
  | {
      readonly kind: 'inferred'
      readonly sequences: number
      readonly sequencesPerSecond: number
      readonly tokensPerSecond: number
    }
  | { readonly kind: 'loader'; readonly meanMs: number; readonly maxMs: number }
  | { readonly kind: 'budget'; readonly tokens: number }
  | { readonly kind: 'warning'; readonly isCritical: boolean }
  | { readonly kind: 'completed' }
  | { readonly kind: 'failed'; readonly error: string }
  | { readonly kind: 'resumed' }
)

type LineContent = WorkerLine extends infer Line ? (Line extends WorkerLine ? Omit<Line, 'worker'> : never) : never

const queueStates: readonly QueueState[] = ['full', 'normal', 'starved']
const prefix = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:[.,]\d{1,6})? - Worker (\d{1,6}) - \S{1,200} - [A-Z]{1,10} - /
const integer = String.raw`(\d[\d,]{0,19})`
const decimal = String.raw`(\d[\d,]{0,19}(?:\.\d{1,9})?)`

/** The line formats; the text after `Batch` distinguishes the two batch messages. */
const forms: readonly (readonly [RegExp, (groups: readonly string[]) => LineContent])[] = [
  [
    new RegExp(
      `^Batch ${integer}: ${integer}/${integer} \\(${decimal}%\\) \\| ${decimal}% pack eff, ${decimal} tok/s, ${decimal} seq/s`,
    ),
    ([batch, done, total, , packing, tokens, sequences]) => ({
      kind: 'progress',
      batch: parseAmount(batch),
      done: parseAmount(done),
      total: parseAmount(total),
      packing: parseAmount(packing) / 100,
      tokensPerSecond: parseAmount(tokens),
      sequencesPerSecond: parseAmount(sequences),
    }),
  ],
  [
    new RegExp(`^Batch ${integer}: wait=${decimal}ms, seqs=${integer}, tokens=${integer}, queue_state=(\\w{1,20})`),
    ([batch, wait, sequences, tokens, queue]) => ({
      kind: 'batch',
      batch: parseAmount(batch),
      waitMs: parseAmount(wait),
      sequences: parseAmount(sequences),
      tokens: parseAmount(tokens),
      queue: queueStates.find((state) => state === queue) ?? null,
    }),
  ],
  [
    new RegExp(`^Flush called: .{0,200}, total returned so far: ${integer}`),
    ([before]) => ({ kind: 'flushed', before: parseAmount(before) }),
  ],
  [
    new RegExp(`^Flush returned ${integer} batches`),
    ([batches]) => ({ kind: 'returned', batches: parseAmount(batches) }),
  ],
  [
    new RegExp(`^Async inference complete: ${integer} sequences, ${decimal} seq/s, ${decimal} tokens/s`),
    ([sequences, rate, tokens]) => ({
      kind: 'inferred',
      sequences: parseAmount(sequences),
      sequencesPerSecond: parseAmount(rate),
      tokensPerSecond: parseAmount(tokens),
    }),
  ],
  [
    new RegExp(`^DataLoader stats: avg_wait=${decimal}ms, max_wait=${decimal}ms`),
    ([mean, max]) => ({ kind: 'loader', meanMs: parseAmount(mean), maxMs: parseAmount(max) }),
  ],
  [new RegExp(`^Dynamic token budget: ${integer}`), ([tokens]) => ({ kind: 'budget', tokens: parseAmount(tokens) })],
  [/^Worker \d+\/(\d{1,6}) starting/, ([workers]) => ({ kind: 'started', workers: parseAmount(workers) })],
  [
    // The program counts residues here, and tokens of the model everywhere else.
    new RegExp(`^Worker \\d+/\\d{1,6}: ${integer} sequences, ${integer} tokens`),
    ([sequences, residues]) => ({
      kind: 'indexed',
      sequences: parseAmount(sequences),
      residues: parseAmount(residues),
    }),
  ],
  [
    new RegExp(`^Assigned ${integer} sequences`),
    ([sequences]) => ({ kind: 'assigned', sequences: parseAmount(sequences) }),
  ],
  [/^Worker \d+ completed successfully/, () => ({ kind: 'completed' })],
  [/^Worker \d+ failed: (.{0,300})/, ([error = '']) => ({ kind: 'failed', error })],
  [
    /^Rank \d+: ((?:NaN\/Inf detected in batch \d+|CUDA OOM error|CUDA runtime error|Runtime error|Unexpected error).{0,300})/,
    ([error = '']) => ({ kind: 'failed', error }),
  ],
  [
    /^(Mild|CRITICAL) I\/O bottleneck: GPU utilization/,
    ([level]) => ({ kind: 'warning', isCritical: level === 'CRITICAL' }),
  ],
  [/^=== Resume at \S+ ===/, () => ({ kind: 'resumed' })],
]

/** Yields the worker lines of a text, from worker logs or their copy on standard error. */
export function* readWorkerLines(text: string): Generator<WorkerLine> {
  for (const line of splitBoundedLines(text)) {
    const found = prefix.exec(line)
    const content = found && parseContent(line.slice(found[0].length))
    if (content) yield { worker: Number(found[1]), ...content }
  }
}

function parseContent(message: string): LineContent | null {
  for (const [form, read] of forms) {
    const found = form.exec(message)
    if (found) return read(found.slice(1))
  }
  return null
}

/** Parses a number with commas between thousands. */
export function parseAmount(text: string | undefined): number {
  return Number((text ?? '').replaceAll(',', ''))
}

/** Finds the last line of a kind. */
export function findLastLine<Kind extends WorkerLine['kind']>(
  lines: readonly WorkerLine[],
  kind: Kind,
): Extract<WorkerLine, { kind: Kind }> | null {
  const found = lines.findLast((line): line is Extract<WorkerLine, { kind: Kind }> => line.kind === kind)
  return found ?? null
}
