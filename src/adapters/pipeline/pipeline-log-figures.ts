import { splitBoundedLines } from '../bounded-lines.ts'
import { extractMessage } from './pipeline-log-lines.ts'
import type { PipelineCounts } from '../../record/pipeline.ts'

/** Figures of the main log, except for stage times. */
export type LogFigures = {
  readonly counts: PipelineCounts
  readonly wallSeconds: number | null
  readonly invalid: readonly string[]
  readonly context: Readonly<Record<string, string>>
}

const extras = /^\s{2}\S.{0,199} completed in \d{1,9}(?:\.\d{1,9})?s \[(.{1,500})\]$/
const wall = /^Total wall time: [\d:]{5,12} \((\d{1,9}(?:\.\d{1,3})?)s\)/

/** Lines that report one fact, by the name of the fact. */
const facts: readonly (readonly [name: string, form: RegExp])[] = [
  ['architecture', /^(?:Architecture|\s{2}ESM-2 architecture): (.{1,200})$/],
  ['model', /^\s{2}Model: (.{1,200})$/],
  ['expectedLength', /^\s{2}Expected length: (.{1,40})$/],
  ['dnabertBatchSize', /DNABERT batch size: (\d{1,9})/],
  ['tokenBudget', /^Dynamic token budget: (\d{1,9})/],
  ['hdf5Conversion', /^HDF5-to-PT conversion: (\d[\d.]{0,12}s) for /],
  ['declaredBaseline', /^\s{2}v1\.0 baseline: (.{1,80})$/],
  ['memoryAtFailure', /^Memory at failure: (.{1,200})$/],
  ['fragmentation', /^Fragmentation ratio: (.{1,40})$/],
]

const faults: readonly (readonly [form: RegExp, text: (found: readonly string[]) => string])[] = [
  [/Pipeline completed with (\d{1,9}) failures/, ([, count]) => `the pipeline completed with ${count} failures`],
  [/OUT OF MEMORY ERROR/, () => 'the pipeline ran out of memory'],
]

/**
 * Reads the counts that stages print in brackets, the final wall time in seconds, and the facts that decide whether
 * runs are comparable.
 */
export function readPipelineLogFigures(text: string): LogFigures {
  const counts = new Map<string, number>()
  const context: Record<string, string> = {}
  const invalid = new Set<string>()
  let wallSeconds: number | null = null
  for (const raw of splitBoundedLines(text)) {
    const line = extractMessage(raw)
    for (const [name, value] of readCounts(line)) if (!counts.has(name)) counts.set(name, value)
    for (const [name, value] of readFacts(line)) context[name] ??= value
    for (const fault of readFaults(line)) invalid.add(fault)
    wallSeconds = Number(wall.exec(line)?.[1] ?? Number.NaN) || wallSeconds
  }
  const count = (name: string): number | null => counts.get(name) ?? null
  return {
    counts: {
      sequences: count('sequences'),
      predictions: count('predictions'),
      consensus: count('consensus_sequences'),
    },
    wallSeconds,
    invalid: [...invalid],
    context,
  }
}

function readFacts(line: string): [string, string][] {
  return facts.flatMap(([name, form]) => {
    const value = form.exec(line)?.[1]
    return value === undefined ? [] : [[name, value] as [string, string]]
  })
}

function readFaults(line: string): string[] {
  return faults.flatMap(([form, say]) => {
    const found = form.exec(line)
    return found ? [say(found)] : []
  })
}

/** Parses `sequences: 1,000,000, seq_per_sec: 119047.6`: only commas between entries have a space after them. */
function readCounts(line: string): [string, number][] {
  if (!line.includes(' completed in ')) return []
  const entries = extras.exec(line)?.[1]?.split(', ') ?? []
  return entries.flatMap((entry) => {
    const [, name = '', value] = /^([a-z_]{1,40}): (\d[\d,]{0,19})$/.exec(entry) ?? []
    return value === undefined ? [] : [[name, Number(value.replaceAll(',', ''))] as [string, number]]
  })
}
