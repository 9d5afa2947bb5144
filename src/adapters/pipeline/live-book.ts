import type { LiveReading } from '../../domain/production/live-figures.ts'
import { sumOf } from '../../domain/core/statistics.ts'
import { boundedLines } from '../bounded-lines.ts'
import { amountBelow, at, type Place } from '../json-place.ts'
import { stageLines } from './pipeline-log-lines.ts'

/** Takes in what a running pipeline says, piece by piece, and tells how it stands. */
export type LiveBook = {
  /** Whole lines of the file that `WARPGAUGE_EVENTS` names. */
  readonly addEvents: (text: string) => void
  /** Whole lines of standard output or standard error. */
  readonly addLog: (text: string) => void
  readonly reading: () => LiveReading
}

type Share = { readonly done: number; readonly total: number | null }

const starvedAboveMs = 50
const mostWorkers = 4096
const worker = / - Worker (\d{1,6}) - /
const workers = /- Worker \d+\/(\d{1,6}) starting/
const progress = /- Batch \d[\d,]{0,15}: (\d[\d,]{0,15})\/(\d[\d,]{0,15}) \(/
const queue = /, queue_state=(\w{1,20})/

type State = {
  stage: string | null
  hasEvents: boolean
  hasBatches: boolean
  expectedWorkers: number
  readonly shares: Map<string, Share>
  readonly sums: { tokens: number; tokenBudget: number; waits: number; starved: number }
}

/**
 * Workers tell their own share each; what is done is their sum. Events go before log lines where a pipeline has both, so
 * that nothing is counted twice.
 */
export function createLiveBook(): LiveBook {
  const sums = { tokens: 0, tokenBudget: 0, waits: 0, starved: 0 }
  const state: State = { stage: null, hasEvents: false, hasBatches: false, expectedWorkers: 1, shares: new Map(), sums }
  return {
    addEvents: (text) => {
      for (const line of boundedLines(text)) addEvent(parsed(line), state)
    },
    addLog: (text) => {
      for (const line of stageLines(text)) if (line.kind === 'start' && !state.hasEvents) enterStage(line.stage, state)
      for (const line of boundedLines(text)) if (line.includes('Worker ')) addWorkerLine(line, state)
    },
    reading: () => ({ stage: state.stage, ...summed([...state.shares.values()], state.expectedWorkers), ...sums }),
  }
}

function enterStage(stage: string, state: State): void {
  const name = stage.slice(0, 200)
  if (name === state.stage) return
  state.stage = name
  state.shares.clear()
}

function enterShare(key: string, share: Share, { shares }: State): void {
  if (shares.size < mostWorkers || shares.has(key)) shares.set(key, share)
}

function addEvent(event: Place, state: State): void {
  const [kind, stage] = [at(event, 'event').value, at(event, 'stage').value]
  if (kind === 'batch') addBatch(event, state)
  if (kind !== 'stage-start' && kind !== 'progress') return
  if (typeof stage === 'string') enterStage(stage, state)
  if (kind === 'stage-start') return
  state.hasEvents = true
  const done = amountBelow(1e15, at(event, 'done'))
  if (done !== null) enterShare(workerOf(event), { done, total: amountBelow(1e15, at(event, 'total')) }, state)
}

function addBatch(event: Place, state: State): void {
  state.hasBatches = true
  const [tokens, budget, wait] = ['tokens', 'tokenBudget', 'waitMs'].map((key) => amountBelow(1e15, at(event, key)))
  if (tokens && budget) {
    state.sums.tokens += tokens
    state.sums.tokenBudget += budget
  }
  if (typeof wait === 'number') addWait(wait > starvedAboveMs, state)
}

function addWait(isStarved: boolean, { sums }: State): void {
  sums.waits += 1
  if (isStarved) sums.starved += 1
}

function addWorkerLine(line: string, state: State): void {
  const [, of] = workers.exec(line) ?? []
  if (of !== undefined) state.expectedWorkers = Number(of)
  const [, name] = worker.exec(line) ?? []
  if (name === undefined) return
  const [, done, total] = progress.exec(line) ?? []
  if (!state.hasEvents && done !== undefined && total !== undefined)
    enterShare(`worker ${name}`, { done: plain(done), total: plain(total) }, state)
  const [, queued] = queue.exec(line) ?? []
  if (!state.hasBatches && queued !== undefined) addWait(queued === 'starved', state)
}

/** The total stands only when every worker has told its own. */
function summed(shares: readonly Share[], expected: number): Pick<LiveReading, 'done' | 'total'> {
  if (shares.length === 0) return { done: null, total: null }
  const totals = shares.map(({ total }) => total)
  const isWhole = shares.length >= expected && totals.every((total) => total !== null)
  return { done: sumOf(shares.map(({ done }) => done)), total: isWhole ? sumOf(totals.map(Number)) : null }
}

function workerOf(event: Place): string {
  const [found] = ['rank', 'worker', 'gpu'].map((key) => at(event, key).value).filter((value) => value !== undefined)
  return typeof found === 'string' || typeof found === 'number' ? String(found).slice(0, 40) : ''
}

function parsed(line: string): Place {
  const place = { file: '', path: '' }
  try {
    return { ...place, value: line.startsWith('{') ? JSON.parse(line) : null }
  } catch {
    return { ...place, value: null }
  }
}

function plain(text: string): number {
  return Number(text.replaceAll(',', ''))
}
