import type { OutOfMemorySigns } from '../../record/pipeline.ts'
import { splitBoundedLines } from '../bounded-lines.ts'

/** Messages of torch, CUDA, Python, Node, C++ and the kernel when memory runs out. */
const exhausted =
  /out[ _]of[ _]memory|CUDA OOM error|OutOfMemory|\bcuda_oom\b|\bMemoryError\b|can(?:no|')t allocate memory|std::bad_alloc|heap limit Allocation failed|\boom[-_]kill/i
/** Lines that only mention the possibility. */
const denied = /\b(?:no|without|avoid\w*|prevent\w*|never|not|0)\b[^.;:]{0,30}\b(?:out[ _-]of[ _-]memory|oom)/i
const reduced =
  /\b(?:reduc|halv|lower|shrink)\w*\b[^.;]{0,40}\b(?:batch|budget|tokens)|\b(?:batch[ _-]size|budget)\b[^.;]{0,20}\b(?:reduced|halved|lowered)|\bretry\w*\b[^.;]{0,30}\bsmaller batch/i

const mostLines = 5
const mostCharacters = 300

/** Out-of-memory lines of one output. */
export type OutOfMemoryLines = {
  readonly lines: OutOfMemorySigns['lines']
  readonly count: number
  readonly reductions: number
}

/** Searches one output for out-of-memory messages. `where` names the stream or file for people. */
export function findOutOfMemoryLines(text: string, where: string): OutOfMemoryLines {
  const lines: OutOfMemorySigns['lines'][number][] = []
  let count = 0
  let reductions = 0
  for (const line of splitBoundedLines(text)) {
    const isExhausted = exhausted.test(line) && !denied.test(line)
    if (isExhausted) count += 1
    if (isExhausted && reduced.test(line)) reductions += 1
    if (isExhausted && lines.length < mostLines) lines.push({ where, line: cleanLine(line) })
    // A reduction without a reason counts once memory has run out.
    if (!isExhausted && count > 0 && reduced.test(line)) reductions += 1
  }
  return { lines, count, reductions }
}

function cleanLine(line: string): string {
  return line
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, mostCharacters)
}
