import { silentFigures } from '../../domain/trial/pipeline-reading.ts'
import type { OutOfMemorySigns, PipelineFigures } from '../../record/pipeline.ts'
import { splitBoundedLines } from '../bounded-lines.ts'
import { toLine } from '../fields.ts'
import type { BatchEvents } from './batch-events.ts'

/** One output of a trial: `where` names its stream or file; `text` is null when it could not be read completely. */
export type TrialOutput = { readonly where: string; readonly text: string | null }

/** Figures that a known program prints, except for stage times. */
export type LogFigures = Pick<
  PipelineFigures,
  'counts' | 'workers' | 'workerStage' | 'packing' | 'dataLoader' | 'warnings' | 'allocator'
>

/** What a line of a running program says about its progress. */
export type LogProgress =
  | { readonly kind: 'stage'; readonly stage: string }
  | { readonly kind: 'workers'; readonly count: number }
  | { readonly kind: 'share'; readonly worker: string; readonly done: number; readonly total: number }
  | { readonly kind: 'wait'; readonly isStarved: boolean }

/**
 * Joins what a program printed with its events and with signs that memory ran out. `outputs`: its streams and logs;
 * `events`: null without any.
 */
export function joinFigures(
  outputs: readonly TrialOutput[],
  printed: LogFigures,
  events: BatchEvents | null,
): PipelineFigures {
  return {
    ...silentFigures,
    ...printed,
    packing: events?.packing ?? printed.packing,
    dataLoader: events?.dataLoader ?? printed.dataLoader,
    shards: events?.shards ?? [],
    allocator: [...(events?.allocator ?? []), ...printed.allocator],
    outOfMemory: collectSigns(outputs, events?.reductions ?? 0),
  }
}

function collectSigns(outputs: readonly TrialOutput[], counted: number): OutOfMemorySigns {
  const found = outputs.flatMap(({ text, where }) => (text === null ? [] : [findOutOfMemoryLines(text, where)]))
  return {
    lines: found.flatMap(({ lines }) => lines).slice(0, 5),
    count: found.reduce((sum, { count }) => sum + count, Number(counted > 0)),
    reductions: Math.max(
      found.reduce((sum, { reductions }) => sum + reductions, 0),
      counted,
    ),
    unread: outputs.flatMap(({ text, where }) => (text === null ? [where] : [])),
  }
}

/** Messages of torch, CUDA, Python, Node, C++ and the kernel when memory runs out. */
const exhausted =
  /out[ _]of[ _]memory|CUDA OOM error|OutOfMemory|\bcuda_oom\b|\bMemoryError\b|can(?:no|')t allocate memory|std::bad_alloc|heap limit Allocation failed|\boom[-_]kill/i
/** Lines that only mention the possibility. */
const denied = /\b(?:no|without|avoid\w*|prevent\w*|never|not|0)\b[^.;:]{0,30}\b(?:out[ _-]of[ _-]memory|oom)/i
const reduced =
  /\b(?:reduc|halv|lower|shrink)\w*\b[^.;]{0,40}\b(?:batch|budget|tokens)|\b(?:batch[ _-]size|budget)\b[^.;]{0,20}\b(?:reduced|halved|lowered)|\bretry\w*\b[^.;]{0,30}\bsmaller batch/i

const mostLines = 5
const mostCharacters = 300

/** Searches one output for out-of-memory messages. `where` names the stream or file for people. */
function findOutOfMemoryLines(text: string, where: string) {
  const lines: OutOfMemorySigns['lines'][number][] = []
  let count = 0
  let reductions = 0
  for (const line of splitBoundedLines(text)) {
    const isExhausted = exhausted.test(line) && !denied.test(line)
    if (isExhausted) count += 1
    // A reduction without a reason counts once memory has run out.
    if (count > 0 && reduced.test(line)) reductions += 1
    if (isExhausted && lines.length < mostLines)
      lines.push({ where, line: (toLine(line.replaceAll(/\p{Cc}/gu, ' ')) ?? '').slice(0, mostCharacters) })
  }
  return { lines, count, reductions }
}

/** Reads the number at `{count}` in the last line that contains this text; null: no such line, or 1e15 and more. */
export function findLineCount(text: string, line: string): number | null {
  const [before = '', after = ''] = line
    .split('{count}')
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
  const pattern = new RegExp(`${before}(\\d[\\d,_]{0,30}(?:\\.\\d{1,20})?)${after}`)
  let count: number | null = null
  for (const one of splitBoundedLines(text)) {
    const [, digits] = pattern.exec(one) ?? []
    if (digits !== undefined) count = Number(digits.replaceAll(/[,_]/g, ''))
  }
  return count !== null && count < 1e15 ? count : null
}
