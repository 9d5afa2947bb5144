import type { ComparedColumns } from './compared-columns.ts'
import { createTopItems } from './top-items.ts'
import type { DifferingRow, ScoreFindings, TableFindings } from '../../record/tables.ts'
import { keptExamples } from '../../record/limits.ts'

/** Counts how joined rows agree, separately for labels and scores, in constant memory. */
export type RowTally = {
  /** Adds the values of one id: labels, then scores, in column order. */
  readonly add: (id: string, subject: readonly string[], reference: readonly string[]) => void
  readonly findings: () => Pick<TableFindings, 'joined' | 'labelMismatches' | 'scoreMismatches' | 'labels' | 'scores'>
}

/** Creates a tally for the compared columns. */
export function createRowTally(columns: ComparedColumns): RowTally {
  const labels = columns.labels.map(createLabelTally)
  const scores = columns.scores.map(createScoreTally)
  const mismatches = { joined: 0, labels: 0, scores: 0 }
  return {
    add: (id, subject, reference) => {
      const getRow = (place: number): DifferingRow => {
        return { id, subject: subject[place] ?? '', reference: reference[place] ?? '' }
      }
      const otherLabels = labels.filter((tally, place) => addLabel(tally, getRow(place)))
      const otherScores = scores.filter((tally, place) => addScore(tally, getRow(labels.length + place)))
      mismatches.joined += 1
      if (otherLabels.length > 0) mismatches.labels += 1
      if (otherScores.length > 0) mismatches.scores += 1
    },
    findings: () => ({
      joined: mismatches.joined,
      labelMismatches: labels.length > 0 ? mismatches.labels : null,
      scoreMismatches: scores.length > 0 ? mismatches.scores : null,
      labels: labels.map(({ examples, ...tally }) => ({ ...tally, examples: examples.items })),
      scores: scores.map(({ sketch, worst, ...tally }) => {
        return { ...tally, difference: sketch.summary(), worst: worst.items }
      }),
    }),
  }
}

function createLabelTally(column: string) {
  const examples = createTopItems<DifferingRow>(keptExamples, (one, other) => one.id < other.id)
  return { column, differing: 0, examples }
}

/** The worst rows: those without a number first, then by ratio; ties by id, so that the order is deterministic. */
function createScoreTally({ column, rtol, atol }: ComparedColumns['scores'][number]) {
  const worst = createTopItems<DifferingRow & { readonly ratio: number | null }>(keptExamples, (one, other) => {
    const [mine, theirs] = [one, other].map(({ ratio }) => ratio ?? Number.POSITIVE_INFINITY) as [number, number]
    return mine === theirs ? one.id < other.id : mine > theirs
  })
  const tally = { column, rtol, atol, beyond: 0, unreadable: 0, sketch: createDifferenceSketch(), worst }
  return { ...tally, worstRatio: null as number | null }
}

/** Labels are compared as text: `False` is not a truth value. */
function addLabel(tally: ReturnType<typeof createLabelTally>, row: DifferingRow): boolean {
  if (row.subject.trim() === row.reference.trim()) return false
  tally.differing += 1
  tally.examples.add(row)
  return true
}

/** A value that is not a number on either side never agrees. */
function addScore(tally: ReturnType<typeof createScoreTally>, row: DifferingRow): boolean {
  const [subject, reference] = [parseDecimal(row.subject), parseDecimal(row.reference)]
  if (subject === null || reference === null) {
    tally.beyond += 1
    tally.unreadable += 1
    tally.worst.add({ ...row, ratio: null })
    return true
  }
  const difference = Math.abs(subject - reference)
  const allowed = tally.atol + tally.rtol * Math.abs(reference)
  const isBeyond = difference > allowed
  // The difference of two finite numbers may be infinite; clamp it.
  tally.sketch.add(Math.min(difference, Number.MAX_VALUE))
  if (isBeyond) tally.beyond += 1
  const ratio = difference === 0 ? 0 : Math.min(difference / allowed, Number.MAX_VALUE)
  if (tally.worstRatio === null || ratio > tally.worstRatio) tally.worstRatio = ratio
  if (difference > 0) tally.worst.add({ ...row, ratio })
  return isBeyond
}

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/** Parses a decimal number; null for texts that `Number` accepts but programs do not print, such as '' or 0x1f. */
function parseDecimal(text: string): number | null {
  const value = Number(text)
  return Number.isFinite(value) && decimal.test(text.trim()) ? value : null
}

// Buckets of equal width in the logarithm give a relative error of 1 %, as in DDSketch (Masson, Rim, Lee 2019).
const growth = Math.log(1.02)
const smallest = 1e-30
const bucketCount = Math.ceil(Math.log(1e60) / growth)

/** Mean, maximum and quantiles of any number of finite, non-negative differences in constant memory. */
function createDifferenceSketch() {
  const counts = new Float64Array(bucketCount)
  let [zeros, count, sum, max] = [0, 0, 0, 0]
  const computeQuantile = (share: number): number => {
    let left = Math.ceil(share * count) - zeros
    if (left <= 0) return 0
    const bucket = counts.findIndex((inBucket) => (left -= inBucket) <= 0)
    return Math.min(max, smallest * Math.exp((bucket + 0.5) * growth))
  }
  return {
    add: (difference: number): void => {
      count += 1
      sum += difference
      max = Math.max(max, difference)
      if (difference < smallest) zeros += 1
      else {
        const bucket = Math.min(bucketCount - 1, Math.floor(Math.log(difference / smallest) / growth))
        counts[bucket] = (counts[bucket] ?? 0) + 1
      }
    },
    /** Null before the first difference. */
    summary: (): ScoreFindings['difference'] => {
      if (count === 0) return null
      return { mean: Math.min(sum / count, max), median: computeQuantile(0.5), p99: computeQuantile(0.99), max }
    },
  }
}
