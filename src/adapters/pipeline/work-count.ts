import { splitBoundedLines } from '../bounded-lines.ts'
import { getField, readAmountBelow, type JsonNode } from '../json-node.ts'

const maxCount = 1e15
const maxWorkers = 10_000
const countPlaceholder = '{count}'

/**
 * Counts the processed units in events: the sum of the values of the metric events with this name, or for `progress`
 * the largest `done` of each worker, added up in the stage with the most. Null: no such event.
 */
export function countEventWork(text: string, event: string): number | null {
  return event === 'progress' ? countProgress(text) : sumMetric(text, event)
}

/** Reads the number at `{count}` in the last line that contains this text; null: no such line. */
export function findLineCount(text: string, line: string): number | null {
  const [before = '', after = ''] = line.split(countPlaceholder).map(escapePattern)
  const pattern = new RegExp(`${before}(\\d[\\d,_]{0,30}(?:\\.\\d{1,20})?)${after}`)
  let count: number | null = null
  for (const one of splitBoundedLines(text)) {
    const [, digits] = pattern.exec(one) ?? []
    if (digits !== undefined) count = Number(digits.replaceAll(/[,_]/g, ''))
  }
  return count !== null && count < maxCount ? count : null
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
}

function sumMetric(text: string, name: string): number | null {
  let sum: number | null = null
  for (const event of parseEvents(text, 'metric')) {
    const value = readAmountBelow(maxCount, getField(event, 'value'))
    if (getField(event, 'name').value === name && value !== null) sum = (sum ?? 0) + value
  }
  return sum
}

function countProgress(text: string): number | null {
  const stages = new Map<string, Map<string, number>>()
  for (const event of parseEvents(text, 'progress')) {
    const done = readAmountBelow(maxCount, getField(event, 'done'))
    if (done === null) continue
    const workers = getOrCreate(stages, String(getField(event, 'stage').value))
    const worker = ['rank', 'worker', 'gpu'].map((key) => String(getField(event, key).value)).join(' ')
    if (workers && (workers.has(worker) || workers.size < maxWorkers))
      workers.set(worker, Math.max(done, workers.get(worker) ?? 0))
  }
  const sums = [...stages.values()].map((workers) => [...workers.values()].reduce((sum, done) => sum + done, 0))
  return sums.length === 0 ? null : Math.max(...sums)
}

function getOrCreate(stages: Map<string, Map<string, number>>, stage: string): Map<string, number> | null {
  const known = stages.get(stage)
  if (known || stages.size >= maxWorkers) return known ?? null
  const created = new Map<string, number>()
  stages.set(stage, created)
  return created
}

function* parseEvents(text: string, kind: string): Generator<JsonNode> {
  for (const line of splitBoundedLines(text)) {
    if (!line.includes(kind)) continue
    try {
      const event: JsonNode = { file: '', path: '', value: JSON.parse(line) }
      if (getField(event, 'event').value === kind) yield event
    } catch {
      // A torn last line of a killed program is no event.
    }
  }
}
