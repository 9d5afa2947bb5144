import type { ComparedColumns } from './compared-columns.ts'
import { createDifferenceSketch, type DifferenceSketch } from './difference-sketch.ts'
import { createTopItems, type TopItems } from './top-items.ts'
import type { DifferingRow, TableFindings, Tolerance } from '../../record/tables.ts'
import { keptExamples } from '../../record/limits.ts'

type RatedRow = DifferingRow & { readonly ratio: number | null }

type LabelTally = { readonly column: string; differing: number; readonly examples: TopItems<DifferingRow> }

type ScoreTally = Tolerance & {
  readonly column: string
  beyond: number
  unreadable: number
  worstRatio: number | null
  readonly sketch: DifferenceSketch
  readonly worst: TopItems<RatedRow>
}

/** Counts how joined rows agree, separately for labels and scores, in constant memory. */
export type RowTally = {
  /** Adds the values of one id: labels, then scores, in column order. */
  readonly add: (id: string, subject: readonly string[], reference: readonly string[]) => void
  readonly findings: () => TallyFindings
}

type TallyFindings = Pick<TableFindings, 'joined' | 'labelMismatches' | 'scoreMismatches' | 'labels' | 'scores'>

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
      scores: scores.map(({ sketch, worst, ...tally }) => ({
        ...tally,
        difference: sketch.summary(),
        worst: worst.items,
      })),
    }),
  }
}

function createLabelTally(column: string): LabelTally {
  return { column, differing: 0, examples: createTopItems(keptExamples, isEarlier) }
}

function createScoreTally({ column, rtol, atol }: ComparedColumns['scores'][number]): ScoreTally {
  const [sketch, worst] = [createDifferenceSketch(), createTopItems(keptExamples, isWorse)]
  return { column, rtol, atol, beyond: 0, unreadable: 0, worstRatio: null, sketch, worst }
}

/** Labels are compared as text: `False` is not a truth value. */
function addLabel(tally: LabelTally, row: DifferingRow): boolean {
  if (row.subject.trim() === row.reference.trim()) return false
  tally.differing += 1
  tally.examples.add(row)
  return true
}

/** A value that is not a number on either side never agrees. */
function addScore(tally: ScoreTally, row: DifferingRow): boolean {
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

function isEarlier(one: DifferingRow, other: DifferingRow): boolean {
  return one.id < other.id
}

/** Rows without a number first, then by ratio; ties by id, so that the order is deterministic. */
function isWorse(one: RatedRow, other: RatedRow): boolean {
  const [mine, theirs] = [one.ratio ?? Number.POSITIVE_INFINITY, other.ratio ?? Number.POSITIVE_INFINITY]
  return mine === theirs ? one.id < other.id : mine > theirs
}
