import type { LiveReading } from '../../domain/production/live-figures.ts'
import { sumValues } from '../../domain/core/statistics.ts'
import { splitBoundedLines } from '../bounded-lines.ts'
import { readAmountBelow, getField, type JsonNode } from '../json-node.ts'
import { readStageLines } from './pipeline-log-lines.ts'

/** Accumulates the output of a running pipeline and reports its progress. */
export type LiveAccumulator = {
  /** Adds complete lines of the file named by `WARPGAUGE_EVENTS`. */
  readonly addEvents: (text: string) => void
  /** Adds complete lines of standard output or standard error. */
  readonly addLog: (text: string) => void
  readonly summarize: () => LiveReading
}

type Share = { readonly done: number; readonly total: number | null }

const starvedAboveMs = 50
const mostWorkers = 4096
const worker = / - Worker (\d{1,6}) - /
const workers = /- Worker \d+\/(\d{1,6}) starting/
const progress = /- Batch \d[\d,]{0,15}: (\d[\d,]{0,15})\/(\d[\d,]{0,15}) \(/
const queue = /, queue_state=(\w{1,20})/

type LiveState = {
  stage: string | null
  hasEvents: boolean
  hasBatches: boolean
  expectedWorkers: number
  readonly shares: Map<string, Share>
  readonly sums: { tokens: number; tokenBudget: number; waits: number; starved: number }
}

/**
 * Creates an accumulator. Each worker reports its share; the progress is their sum. Events take precedence over log
 * lines, so that nothing counts twice.
 */
export function createLiveAccumulator(): LiveAccumulator {
  const sums = { tokens: 0, tokenBudget: 0, waits: 0, starved: 0 }
  const state: LiveState = {
    stage: null,
    hasEvents: false,
    hasBatches: false,
    expectedWorkers: 1,
    shares: new Map(),
    sums,
  }
  return {
    addEvents: (text) => {
      for (const line of splitBoundedLines(text)) addEvent(parseLine(line), state)
    },
    addLog: (text) => {
      for (const line of readStageLines(text))
        if (line.kind === 'start' && !state.hasEvents) enterStage(line.stage, state)
      for (const line of splitBoundedLines(text)) if (line.includes('Worker ')) addWorkerLine(line, state)
    },
    summarize: () => ({ stage: state.stage, ...sumShares([...state.shares.values()], state.expectedWorkers), ...sums }),
  }
}

function enterStage(stage: string, state: LiveState): void {
  const name = stage.slice(0, 200)
  if (name === state.stage) return
  state.stage = name
  state.shares.clear()
}

function setShare(key: string, share: Share, { shares }: LiveState): void {
  if (shares.size < mostWorkers || shares.has(key)) shares.set(key, share)
}

function addEvent(event: JsonNode, state: LiveState): void {
  const [kind, stage] = [getField(event, 'event').value, getField(event, 'stage').value]
  if (kind === 'batch') addBatch(event, state)
  if (kind !== 'stage-start' && kind !== 'progress') return
  if (typeof stage === 'string') enterStage(stage, state)
  if (kind === 'stage-start') return
  state.hasEvents = true
  const done = readAmountBelow(1e15, getField(event, 'done'))
  if (done !== null)
    setShare(readWorkerName(event), { done, total: readAmountBelow(1e15, getField(event, 'total')) }, state)
}

function addBatch(event: JsonNode, state: LiveState): void {
  state.hasBatches = true
  const [tokens, budget, wait] = ['tokens', 'tokenBudget', 'waitMs'].map((key) =>
    readAmountBelow(1e15, getField(event, key)),
  )
  if (tokens && budget) {
    state.sums.tokens += tokens
    state.sums.tokenBudget += budget
  }
  if (typeof wait === 'number') addWait(wait > starvedAboveMs, state)
}

function addWait(isStarved: boolean, { sums }: LiveState): void {
  sums.waits += 1
  if (isStarved) sums.starved += 1
}

function addWorkerLine(line: string, state: LiveState): void {
  const [, of] = workers.exec(line) ?? []
  if (of !== undefined) state.expectedWorkers = Number(of)
  const [, name] = worker.exec(line) ?? []
  if (name === undefined) return
  const [, done, total] = progress.exec(line) ?? []
  if (!state.hasEvents && done !== undefined && total !== undefined)
    setShare(`worker ${name}`, { done: parseCount(done), total: parseCount(total) }, state)
  const [, queued] = queue.exec(line) ?? []
  if (!state.hasBatches && queued !== undefined) addWait(queued === 'starved', state)
}

/** The total is known only when every worker has reported its total. */
function sumShares(shares: readonly Share[], expected: number): Pick<LiveReading, 'done' | 'total'> {
  if (shares.length === 0) return { done: null, total: null }
  const totals = shares.map(({ total }) => total)
  const isWhole = shares.length >= expected && totals.every((total) => total !== null)
  return { done: sumValues(shares.map(({ done }) => done)), total: isWhole ? sumValues(totals.map(Number)) : null }
}

function readWorkerName(event: JsonNode): string {
  const [found] = ['rank', 'worker', 'gpu']
    .map((key) => getField(event, key).value)
    .filter((value) => value !== undefined)
  return typeof found === 'string' || typeof found === 'number' ? String(found).slice(0, 40) : ''
}

function parseLine(line: string): JsonNode {
  const node = { file: '', path: '' }
  try {
    return { ...node, value: line.startsWith('{') ? JSON.parse(line) : null }
  } catch {
    return { ...node, value: null }
  }
}

function parseCount(text: string): number {
  return Number(text.replaceAll(',', ''))
}
