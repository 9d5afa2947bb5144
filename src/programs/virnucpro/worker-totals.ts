import type { BatchTotals } from '../../adapters/pipeline/batches.ts'
import { type Interval, sumValues } from '../../domain/core/statistics.ts'
import { findLastLine, selectLines, type WorkerLine } from './worker-lines.ts'

type Lines = readonly WorkerLine[]

/** Limit of a number of batches that the log leaves open. */
const unlimited = Number.MAX_SAFE_INTEGER

/**
 * Range of the number of batches of a worker: in its loop, which logs every tenth, and from its last buffer, which logs
 * none. Every batch that is not logged has at least one sequence, and the loop logs at a constant distance until it ends.
 */
export function countBatches(lines: Lines): { loop: Interval; flushed: Interval } {
  const { done, total, covered } = readProgress(lines)
  const logged = selectLines(lines, 'batch').map(({ batch }) => batch)
  const seen = logged.reduce((most, batch) => Math.max(most, batch + 1), covered)
  const [flushed, returned] = [findLastLine(lines, 'flushed'), findLastLine(lines, 'returned')]
  const loopTotal = flushed?.before ?? total
  const hasEnded =
    flushed !== null || lines.some(({ kind }) => kind === 'inferred' || kind === 'loader' || kind === 'completed')
  const further = Math.min(hasEnded ? findDistance(logged) - 1 : unlimited, covered + loopTotal - done - seen)
  const left = flushed ? total - flushed.before : total - done
  const fromBuffer = returned?.batches ?? null
  return {
    loop: [seen, seen + Math.max(0, further)],
    flushed: [fromBuffer ?? (flushed && left > 0 ? 1 : 0), fromBuffer ?? Math.max(0, left)],
  }
}

/** Batches that the last progress line covers, their sequences, and all sequences of the worker. */
function readProgress(lines: Lines): { covered: number; done: number; total: number } {
  const progress = findLastLine(lines, 'progress')
  const total = progress?.total ?? findLastLine(lines, 'assigned')?.sequences ?? unlimited
  return { covered: progress ? progress.batch + 1 : 0, done: progress?.done ?? 0, total }
}

/** Smallest distance between two logged batches. */
function findDistance(batches: readonly number[]): number {
  const distances = batches.slice(1).map((batch, index) => batch - (batches[index] ?? 0))
  return distances.filter((one) => one > 0).reduce((least, one) => Math.min(least, one), unlimited)
}

/** Start and end token that the program adds to each sequence. */
const addedTokens = 2

/** Tokens of the model for all sequences of a worker. */
export function countTokens({ residues, sequences }: Extract<WorkerLine, { kind: 'indexed' }>): number {
  return residues + addedTokens * sequences
}

/**
 * Sums batches, tokens and unused room of all workers, as ranges: the log leaves some batches open. Room is the token
 * budget of a batch. Null without a token budget or batches.
 */
export function sumTotals(workers: readonly { lines: Lines }[], tokenBudget: number | null): BatchTotals | null {
  const isReported = workers.some(({ lines }) => lines.some(({ kind }) => kind === 'progress' || kind === 'batch'))
  if (!tokenBudget || !isReported) return null
  const totals = workers.map(({ lines }) => computeTotals(lines, tokenBudget))
  const sum = (read: (one: BatchTotals) => Interval): Interval => [
    sumValues(totals.map((one) => read(one)[0])),
    sumValues(totals.map((one) => read(one)[1])),
  ]
  return {
    batches: sum(({ batches }) => batches),
    tokens: sum(({ tokens }) => tokens),
    unused: sum(({ unused }) => unused),
    covered: {
      tokens: sum(({ covered }) => covered.tokens),
      room: sumValues(totals.map(({ covered }) => covered.room)),
    },
  }
}

/** The batches up to the last progress line by its rates, the later ones between empty and full. */
function computeTotals(lines: Lines, budget: number): BatchTotals {
  const { covered, done, total } = readProgress(lines)
  const { loop, flushed } = countBatches(lines)
  const fewest = loop[0] + flushed[0]
  const batches: Interval = [fewest, Math.max(fewest, Math.min(loop[1] + flushed[1], covered + total - done))]
  const listTokens = (isEarly: boolean): number[] =>
    selectLines(lines, 'batch').flatMap(({ batch, tokens }) => (batch < covered === isEarly ? [tokens] : []))
  const [early, late] = [listTokens(true), listTokens(false)]
  const tokens = computeCoveredTokens(lines, early, budget)
  const open = (batches[1] - covered - late.length) * budget
  const known = sumValues(late)
  const room = covered * budget
  const totals: BatchTotals = {
    batches,
    covered: { tokens, room },
    tokens: [tokens[0] + known, tokens[1] + known + open],
    unused: [room - tokens[1] + late.length * budget - known, room - tokens[0] + late.length * budget - known + open],
  }
  return restrictByIndex(totals, lines, budget)
}

/** Rounding of the printed rates: whole tokens and tenths of sequences per second. */
const [tokenRounding, sequenceRounding] = [0.5, 0.05]

/**
 * Range of the tokens up to the last progress line. It has batches, sequences and both rates of the same moment, so
 * tokens = sequences × token rate / sequence rate. At low rates, their rounding allows a wide range.
 */
function computeCoveredTokens(lines: Lines, logged: readonly number[], budget: number): Interval {
  const progress = findLastLine(lines, 'progress')
  if (!progress) return [0, 0]
  const { batch, done, tokensPerSecond, sequencesPerSecond } = progress
  const rates: Interval =
    sequencesPerSecond > sequenceRounding
      ? [
          (done * (tokensPerSecond - tokenRounding)) / (sequencesPerSecond + sequenceRounding),
          (done * (tokensPerSecond + tokenRounding)) / (sequencesPerSecond - sequenceRounding),
        ]
      : [0, unlimited]
  const known = sumValues(logged)
  return intersect(rates, [known, known + (batch + 1 - logged.length) * budget]) ?? rates
}

/** Restricts the totals by the exact tokens of all sequences, which the program prints at the start. */
function restrictByIndex(totals: BatchTotals, lines: Lines, budget: number): BatchTotals {
  const indexed = findLastLine(lines, 'indexed')
  const { total } = readProgress(lines)
  if (indexed?.sequences !== total) return totals
  const exact = countTokens(indexed)
  const tokens = intersect(totals.tokens, [exact, exact])
  const unused = intersect(totals.unused, [totals.batches[0] * budget - exact, totals.batches[1] * budget - exact])
  return tokens && unused ? { ...totals, tokens, unused } : totals
}

/** The common part of two ranges; null without one. */
function intersect(one: Interval, other: Interval): Interval | null {
  const [low, high] = [Math.max(one[0], other[0]), Math.min(one[1], other[1])]
  return low <= high ? [low, high] : null
}
