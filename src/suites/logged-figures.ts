import type { CaseKey } from '../domain/core/case.ts'
import { formatPair } from '../domain/core/numbers.ts'
import { type Interval, computeCompleteMedian } from '../domain/core/statistics.ts'
import type { DerivedValue } from '../domain/verdict/requirement.ts'
import type { DataLoaderReading, PackingReading, PipelineFigures } from '../record/pipeline.ts'
import { buildFigure, type FigureName } from './figures.ts'

/**
 * A figure of one run, null if it cannot be known, and the possible range if the log has a part of the batches, else
 * null. `extent`: which part it has, in words.
 */
type LoggedFigure = { readonly value: number | null; readonly range: Interval | null; readonly extent: string }

/** Reads a figure of the batches of one run; null, also from the readers below: the run does not report it. */
export type LoggedFigureReader = (pipeline: PipelineFigures) => LoggedFigure | null

/** The share of the token budget that all batches use. Null, here and below: the pipeline reported none. */
export function readPacking({ packing }: PipelineFigures): LoggedFigure | null {
  return packing && { value: packing.efficiency, range: packing.bounds ?? null, extent: describePackedBatches(packing) }
}

/** The packing of the worst batch; if the log has a part of the batches, the most that it can be. */
export function readLowestPacking({ packing }: PipelineFigures): LoggedFigure | null {
  const range = packing?.sample?.lowest ?? null
  return packing && { value: range?.[1] ?? packing.lowest, range, extent: describePackedBatches(packing) }
}

/** The number of batches that use less than 80 % of their token budget; of the logged ones, if these are a part. */
export function readBadlyPackedBatches({ packing }: PipelineFigures): LoggedFigure | null {
  const range = packing?.sample?.batchesBelow80 ?? null
  return (
    packing && { value: clampToRange(packing.batchesBelow80, range), range, extent: describePackedBatches(packing) }
  )
}

/** The share of the batches that came more than 50 ms late; of the logged ones, if these are a part. */
export function readStarvedShare({ dataLoader }: PipelineFigures): LoggedFigure | null {
  if (!dataLoader) return null
  const range = dataLoader.sample?.starvedShare ?? null
  return { value: clampToRange(dataLoader.starvedShare, range), range, extent: describeWaits(dataLoader) }
}

function clampToRange(value: number | null, range: Interval | null): number | null {
  return value === null || range === null ? value : Math.min(Math.max(value, range[0]), range[1])
}

function describePackedBatches({ sample }: PackingReading): string {
  return sample && sample.logged > 0
    ? describeExtent(sample.logged, sample.batches)
    : 'only rounded rates are logged, no batches'
}

/** Describes how many batches have a wait in the log: "of 20 logged of 200 batches"; all: empty. */
export function describeWaits({ batches, sample }: DataLoaderReading): string {
  return sample ? describeExtent(batches, sample.batches) : ''
}

function describeExtent(logged: number, [fewest, most]: Interval): string {
  const total = fewest === most ? String(fewest) : `at least ${fewest}`
  return `of ${logged} logged of ${total} batches`
}

/**
 * Builds a figure of the batches over the runs of a case: the median, and the range over all runs if a log has a part of
 * the batches. A limit inside the range gets no verdict. `unknown`: the reason where a run lacks the figure.
 */
export function buildLoggedFigure(
  key: CaseKey,
  name: FigureName,
  runs: readonly (LoggedFigure | null)[],
  unknown: string,
): DerivedValue {
  const value = computeCompleteMedian(runs.map((run) => run?.value))
  const sampled = runs.find((run) => run?.range)
  if (value === null || !sampled) return buildFigure(key, name, value ?? unknown)
  const edges = runs.flatMap((run) => run?.range ?? run?.value ?? [])
  const interval = [Math.min(...edges), Math.max(...edges)] as const
  const figure = buildFigure(key, name, value, { interval, isRange: true })
  const [low, high] = formatPair(...interval, figure.unit)
  return { ...figure, reason: `${sampled.extent}: ${low} to ${high}` }
}
