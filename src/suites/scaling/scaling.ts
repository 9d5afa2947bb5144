import type { SuiteConfig } from '../../config/schema/schema.ts'
import { describeCase, hasAxes } from '../../domain/core/case.ts'
import { createStageMetric, gpuBusyTime, wallTime } from '../../domain/core/metric.ts'
import { computeMedian, sumValues, type Interval } from '../../domain/core/statistics.ts'
import {
  buildScalingRequirement,
  computeAmdahlCeiling,
  getMinimumSpeedup,
  getUsualMaximum,
} from '../../domain/scaling/scaling.ts'
import { buildSpeedupCharts } from '../../domain/scaling/speedup-charts.ts'
import { inferDeviceKind } from '../../domain/testbed/testbed.ts'
import type { Finding, Section } from '../../domain/verdict/report.ts'
import type { DerivedValue, Requirement } from '../../domain/verdict/requirement.ts'
import { buildTable, toCell } from '../../domain/verdict/section.ts'
import { buildFigure, findFigure, toFigureCell } from '../figures.ts'
import { createSuite, describeLack, type GridCase, type Point } from '../grid.ts'
import { judgeRequirement } from '../judge-requirement.ts'
import { compareWallTimes, explainAbsence, explainNoSpeedup, summarizeWallTime } from '../outcomes.ts'
import type { JudgeInput } from '../suite.ts'
import { getSamples, type MeasuredOutcome } from '../../domain/trial/outcome.ts'

type ScalingInput = JudgeInput<SuiteConfig<'scaling'>>
/** GPUs of all nodes together; `gpus` are those of each node. `nodes`: null when the config names no node counts. */
type ScalingCase = GridCase & { readonly total: number; readonly nodes: number | null }
type ScalingPoint = Point<ScalingCase>

/** Plans runs over GPU counts, and derives speed-up, efficiency and ceiling of the pipeline. */
export const scaling = createSuite<SuiteConfig<'scaling'>, ScalingCase>({
  name: 'scaling',
  usesBaselines: true,
  isDivisible: true,

  // The 1-GPU base is always included. Node counts use the largest GPU count of this runner.
  listCases: ({ suite, devices }) => {
    const [counts, across] = [[1, ...suite.gpus], suite.nodes ?? []].map((list) =>
      [...new Set(list)].toSorted((a, b) => a - b),
    )
    const perNode = counts?.findLast((count) => count <= devices.length) ?? 1
    return [
      ...(counts ?? []).map((gpus) => buildCase(gpus, suite.nodes ? 1 : null)),
      ...(across ?? []).map((nodes) => buildCase(perNode, nodes)),
    ]
  },

  judge: (points, input) => {
    const derived = deriveFigures(points, input)
    // A GPU count that this runner lacks keeps its row with severity `info`.
    const requirements = points.flatMap(({ total, axes, outcome }): Requirement[] => {
      const { profile, severity } = input.suite
      const limit = total > 1 ? buildScalingRequirement(profile, total, outcome ? severity : 'info') : null
      return limit ? [{ ...limit, axes }] : []
    })
    const sections = [buildSection(points, derived, requirements, input)]
    return { derived, requirements, findings: listHostBoundCautions(points), sections }
  },
})

function buildCase(gpus: number, nodes: number | null): ScalingCase {
  const total = gpus * (nodes ?? 1)
  const placed = nodes !== null && { nodes }
  return { gpus, nodes, total, axes: { gpus: total, ...placed }, planned: { ...placed } }
}

/** Derives speed-up, efficiency and ceiling of each GPU count against the 1-GPU run of the same record. */
function deriveFigures(points: readonly ScalingPoint[], input: ScalingInput): DerivedValue[] {
  const { parallelStages } = input.suite
  const base = points.find(({ total }) => total === 1)
  const parallelShare = base?.measured ? computeParallelShare(base.measured, parallelStages) : null
  const noCeiling =
    parallelStages.length === 0
      ? 'parallelStages names no stage that can use more GPUs'
      : 'the 1-GPU run reported no times for the stages in parallelStages'
  return points.flatMap((point) => {
    if (point.total === 1) return []
    const value = parallelShare === null ? null : computeAmdahlCeiling(parallelShare, point.total)
    return [...deriveSpeedup(point, base, value, input), buildFigure(point.key, 'ceiling', value ?? noCeiling)]
  })
}

function deriveSpeedup(
  { key, measured, total, gpus, outcome }: ScalingPoint,
  base: ScalingPoint | undefined,
  ceiling: number | null,
  input: ScalingInput,
): DerivedValue[] {
  const found = compareWallTimes(base?.measured, measured, input.policy.confidence)
  if (!found || !measured || !base?.measured) {
    const isLacking = gpus > input.devices.length
    const reason = isLacking ? describeLack(gpus, input.devices) : explainNoSpeedup(outcome, base?.outcome)
    return [buildFigure(key, 'speedup', reason), buildFigure(key, 'efficiency', reason)]
  }
  const { value, interval } = found
  const unfit = findDoubt(measured, base.measured, input) ?? findExcess(total, value, interval)
  const doubt = { reason: unfit ?? describeRemarks(total, value, ceiling, input), isSuspicious: unfit !== null }
  const share: Interval | null = interval && [interval[0] / total, interval[1] / total]
  return [
    buildFigure(key, 'speedup', value, { ...doubt, interval }),
    buildFigure(key, 'efficiency', value / total, { ...doubt, interval: share }),
  ]
}

/** Finds out why a speed-up is unfit for a verdict, such as different work, or a dataset that is too small. */
function findDoubt(own: MeasuredOutcome, base: MeasuredOutcome, { suite, datasets }: ScalingInput): string | null {
  const [rows, others] = [own, base].map(({ resultRows }) => resultRows ?? 'unknown')
  if (own.resultRows !== base.resultRows) return `wrote ${rows} result rows, the 1-GPU run ${others}: different work`
  if (suite.dataset === undefined) return null
  const sequences = datasets.find(({ name }) => name === suite.dataset)?.sequences
  if (sequences === undefined) return `the size of dataset ${suite.dataset} is unknown`
  if (sequences === null || sequences >= suite.minSequences) return null
  return `${sequences} sequences are dominated by overhead; ${suite.minSequences} are needed to judge scaling`
}

/** Efficiencies above this are not judged, whatever their interval. */
const maxEfficiency = 1.05

function findExcess(gpus: number, speedup: number, interval: Interval | null): string | null {
  const impossible = `faster than ${gpus} GPUs can be (efficiency above 100 %)`
  if ((interval?.[0] ?? speedup) > gpus) return `${impossible}: check that both runs did the same work`
  return speedup > gpus * maxEfficiency ? `${impossible}: the noise of these runs is too large to judge it` : null
}

function describeRemarks(
  gpus: number,
  speedup: number,
  ceiling: number | null,
  { suite: { profile } }: ScalingInput,
): string | null {
  const [usual, limit] = [getUsualMaximum(profile, gpus), getMinimumSpeedup(profile, gpus)]
  const isSuperlinear = speedup > gpus
  const look = isSuperlinear ? `the excess over ${gpus}× is within the noise` : 'check that both runs did the same work'
  const notes = [
    usual !== null && speedup > usual ? `above the usual ${usual}×: ${look}` : null,
    usual === null && isSuperlinear ? `efficiency above 100 %: ${look}` : null,
    ceiling !== null && limit !== null && limit > ceiling
      ? `the limit of ${limit}× exceeds the ceiling: the 1-GPU shares allow ${ceiling.toFixed(2)}×`
      : null,
  ]
  return notes.filter((note) => note !== null).join('; ') || null
}

/** Share of the 1-GPU wall time in the named stages, 0 to 1; null when a stage has no time. */
function computeParallelShare(base: MeasuredOutcome, stages: readonly string[]): number | null {
  const seconds = stages.map((stage) => getSamples(base, createStageMetric(stage).name))
  if (seconds.length === 0 || seconds.some((samples) => samples.length === 0)) return null
  return Math.min(1, sumValues(seconds.map(computeMedian)) / summarizeWallTime(base).median)
}

function buildSection(
  points: readonly ScalingPoint[],
  derived: readonly DerivedValue[],
  requirements: readonly Requirement[],
  input: ScalingInput,
): Section {
  const results = requirements.flatMap((requirement) => judgeRequirement(requirement, derived, input.config))
  const rows = points.map((point) => {
    return { ...point, result: results.find((item) => hasAxes(item.axes, point.axes)) }
  })
  const notes = derived.flatMap(({ name, value, reason, axes: { gpus, nodes = 1 } }) => {
    if (name !== 'speedup' || value === null || !reason) return []
    return [`${gpus} GPUs${nodes === 1 ? '' : ` on ${nodes} nodes`}: ${reason}`]
  })
  const charts = buildSpeedupCharts({ ...input, derived, deviceKind: inferDeviceKind(input.devices) })
  return buildTable({ id: 'scaling', title: 'Scaling', notes, charts }, rows, [
    ['GPUs', ({ total, nodes }) => (nodes === null || nodes === 1 ? String(total) : `${total} (${nodes} nodes)`)],
    ['Time (median)', ({ measured }) => toCell(measured && summarizeWallTime(measured).median, 's')],
    ['Speed-up', ({ axes }) => toFigureCell(findFigure(derived, 'speedup', axes))],
    ['Efficiency', ({ axes }) => toFigureCell(findFigure(derived, 'efficiency', axes))],
    ['Ceiling', ({ axes }) => toFigureCell(findFigure(derived, 'ceiling', axes))],
    [`Limit (${input.suite.profile})`, ({ result }) => toCell(result?.limit, '×')],
    [
      'Verdict',
      ({ gpus, total, measured, outcome, result }) => {
        if (gpus > input.devices.length) return `not tested: this runner has ${input.devices.length}`
        if (!measured) return `not evaluated: ${explainAbsence(outcome)}`
        if (total === 1) return 'base'
        if (!result) return 'no limit for this count'
        return result.status === 'fail' && result.severity !== 'fail' ? 'missed (warning)' : result.status
      },
    ],
  ])
}

/** A run is limited by the host if its GPUs are idle for more than this share of it. */
const minRestShare = 0.5
/** The busy time must scale better than the run by this factor. */
const minAdvantage = 1.1

/**
 * Lists a caution for the smallest GPU count whose speed-up is limited by time without GPU work: the busy time per GPU
 * shrinks, the larger rest of the run does not.
 */
function listHostBoundCautions(points: readonly ScalingPoint[]): Finding[] {
  const base = splitTime(points.find(({ total }) => total === 1))
  if (base === null) return []
  return points
    .flatMap((point): Finding[] => {
      const time = point.total > 1 ? splitTime(point) : null
      if (time === null) return []
      const [all, more] = [base.busy + base.rest, time.busy + time.rest]
      const scale = base.busy / time.busy
      if (time.rest <= minRestShare * more || scale <= (minAdvantage * all) / more) return []
      const formatRange = (key: keyof typeof time): string =>
        `${base[key].toPrecision(3)} to ${time[key].toPrecision(3)} s`
      const reason = `GPU work scaled ${scale.toPrecision(3)}× (busy time of each GPU ${formatRange('busy')}), but the rest of the run, such as start-up, took ${formatRange('rest')}: give each run more GPU work to measure its scaling`
      return [{ kind: 'caution', subject: describeCase(point.key), reason }]
    })
    .slice(0, 1)
}

/**
 * Splits the wall time of a run, in seconds: while a GPU was busy (mean over its GPUs), and the rest. Null without wall
 * time, or without busy time of every run.
 */
function splitTime(point: ScalingPoint | undefined): { readonly busy: number; readonly rest: number } | null {
  // Only the GPUs of one node were observed.
  if (!point?.measured || (point.nodes ?? 1) > 1) return null
  const wall = getSamples(point.measured, wallTime.name)
  const sums = getSamples(point.measured, gpuBusyTime.name)
  if (wall.length === 0 || sums.length === 0) return null
  const busy = computeMedian(sums) / point.total
  return busy > 0 ? { busy, rest: Math.max(0, computeMedian(wall) - busy) } : null
}
