import { formatNames } from '../../domain/core/errors.ts'
import { computeHostLoad, isCrowded, formatLoad } from '../../domain/testbed/host-load.ts'
import { type CaseOutcome, getSamples, isMeasured, type Measurement } from '../../domain/trial/outcome.ts'
import type { Finding } from '../../domain/verdict/report.ts'
import { formatCaseId } from '../../domain/core/case.ts'
import type { Comparison } from '../../domain/verdict/comparison.ts'
import { findSlowGpus, type SlowGpu } from '../../domain/telemetry/slow-gpus.ts'
import { selectOwnGpuUses } from '../../domain/telemetry/own-gpu-uses.ts'
import { type Device, listTestbedDifferences } from '../../domain/testbed/testbed.ts'
import type { DatasetDifference, DatasetIdentity, RunRecord } from '../../record/run.ts'
import { formatPercent, formatShare } from '../../domain/core/numbers.ts'
import { isGateMetric } from '../../domain/verdict/gate.ts'
import { gpuBusyTime, parseStageName, wallTime } from '../../domain/core/metric.ts'
import { computeMedian } from '../../domain/core/statistics.ts'
import { describeUnknownFacts } from '../ingest/ingest.ts'
import type { Trial } from '../../domain/trial/trial.ts'
import type { Baseline } from '../../record/baseline.ts'
import { describeNodeScope, type Launcher } from '../../domain/core/launcher.ts'
import { workingTreeName } from '../../domain/core/revision.ts'

/** A caution for the reader; a prominent one is also shown below the headline. */
export function createCaution(subject: string, reason: string, isProminent = false): Finding {
  return { kind: 'caution', subject, reason, ...(isProminent && { isProminent }) }
}

/** Lists a caution when other programs used most of the CPU during counted runs; empty when unknown. */
export function listHostLoadCautions(outcomes: readonly CaseOutcome[]): Finding[] {
  const measured = outcomes.filter(isMeasured)
  const crowded = measured.filter(({ trials }) => {
    const load = computeHostLoad(trials)
    return load !== null && isCrowded(load)
  })
  const load = computeHostLoad(crowded.flatMap(({ trials }) => trials))
  if (load === null) return []
  const where = crowded.length === measured.length ? 'every case' : `${crowded.length} of ${measured.length} cases`
  const reason = `used ${formatLoad(load)} while ${where} ran; they affect wall-clock times much more than cpu_time`
  return [createCaution('other programs', reason, true)]
}

/** Lists cautions about the GPU work of comparisons: clocks that changed with it, and work that is too short. */
export function listWorkCautions(comparisons: readonly Comparison[]): Finding[] {
  return [...listClockCautions(comparisons), ...listShortWorkCautions(comparisons)]
}

/** Lists a caution for each comparison whose GPU busy time changed together with the GPU clocks. */
function listClockCautions(comparisons: readonly Comparison[]): Finding[] {
  return comparisons.flatMap((item) => {
    const caution = item.workCause?.caution
    if (caution === undefined || item.verdict === 'not comparable') return []
    return [createCaution(`GPUs of ${formatCaseId(item)}`, caution, true)]
  })
}

/** Memory activity that deviates by at least this part of the busy-time deviation indicates more work. */
const minMemoryActivityRatio = 2 / 3

/** Lists a caution for each GPU that was slower than the others of its runs, at its largest deviation. */
export function listSlowGpuCautions(outcomes: readonly CaseOutcome[], devices: readonly Device[]): Finding[] {
  const findModel = (gpu: number) => devices.find(({ physicalIndex }) => physicalIndex === gpu)?.model ?? null
  const found = outcomes.filter(isMeasured).flatMap(({ trials, planned }) =>
    findSlowGpus(trials, findModel).map((slow) => {
      const deviation = Math.max(Math.abs(slow.clock?.share ?? 0), Math.abs(slow.busy?.share ?? 0))
      return { slow, deviation, id: formatCaseId(planned.key) }
    }),
  )
  return [...Map.groupBy(found, ({ slow }) => slow.gpu).values()].flatMap((cases) => {
    const [worst] = cases.toSorted((a, b) => b.deviation - a.deviation)
    if (!worst) return []
    const others = cases.length === 2 ? '1 other case' : `${cases.length - 1} other cases`
    const more = cases.length > 1 ? `; the same GPU also deviates in ${others}` : ''
    // A longer busy time alone may come from the work distribution of the program.
    const isProminent = cases.some(({ slow }) => slow.clock !== null)
    return [createCaution(`GPU ${worst.slow.gpu}`, `${describe(worst.slow)} of ${worst.id}${more}`, isProminent)]
  })
}

/**
 * Lists a caution for each GPU that was lost: without it the machine is another testbed, with other baselines.
 * `devices`: those of the testbed, which may lack it.
 */
export function listLostGpuCautions(trials: readonly Trial[], devices: readonly Device[]): Finding[] {
  const lost = trials.flatMap(({ telemetry }) => telemetry?.events.filter(({ kind }) => kind === 'lost') ?? [])
  return [...new Map(lost.map((event) => [event.gpu, event])).values()].map(({ gpu, detail }) => {
    const isMissing = !devices.some(({ physicalIndex }) => physicalIndex === gpu)
    const state = isMissing
      ? `it is missing in this testbed of ${devices.length}`
      : 'with fewer GPUs this is another testbed'
    const reason = `was lost: ${detail}; reset it or restart the machine; ${state}, without the baselines of all`
    return createCaution(`GPU ${gpu}`, reason, true)
  })
}

/** Checks of the machine, by what they need to know of a GPU. */
const gpuChecks = {
  processes: 'other programs',
  clocksEventReasons: 'lowered clocks',
  utilizationPercent: 'idle GPUs',
} as const

/** Lists a caution for the checks of GPUs that could not be made in some counted run: nothing was seen is not clean. */
export function listUnobservedChecks(outcomes: readonly CaseOutcome[]): Finding[] {
  const uses = outcomes.filter(isMeasured).flatMap(({ trials }) => trials.flatMap((trial) => selectOwnGpuUses(trial)))
  const open = Object.entries(gpuChecks).flatMap(([name, check]) => {
    const unseen = uses.filter(({ coverage }) => coverage && !Reflect.get(coverage, name)).map(({ gpu }) => gpu)
    return unseen.length === 0 ? [] : [`${check} on GPU ${[...new Set(unseen)].toSorted((a, b) => a - b).join(', ')}`]
  })
  if (open.length === 0) return []
  return [createCaution(open.join('; '), 'not evaluated: not observed by the monitor of this run')]
}

function describe({ clock, busy, dram, others, runs }: SlowGpu): string {
  const rest = others === 1 ? 'the other GPU' : `the median of the other ${others} GPUs`
  const parts = [
    clock &&
      `ran ${formatPercent(Math.abs(clock.share))} below ${rest} (${Math.round(clock.own)} MHz against ${Math.round(clock.others)} MHz while busy)`,
    busy &&
      `was busy ${formatPercent(busy.share)} longer than ${rest} (${busy.own.toPrecision(3)} s against ${busy.others.toPrecision(3)} s)`,
    busy &&
      dram &&
      dram.share >= busy.share * minMemoryActivityRatio &&
      `had more work (memory activity +${formatPercent(dram.share)})`,
  ].filter((part) => typeof part === 'string')
  return `${parts.join(' and ')} in ${runs === 1 ? 'the run' : `all ${runs} runs`}`
}

/** Below this share of result rows per input sequence, a run times start-up rather than its input. */
const smallPart = 0.5

/**
 * Lists cautions about inputs that do not represent the work: datasets of which most was dropped, with the case that
 * kept least, and batches of synthetic sequences.
 */
export function listDatasetCautions(outcomes: readonly CaseOutcome[], datasets: readonly DatasetIdentity[]): Finding[] {
  const measured = outcomes.filter(isMeasured)
  const dropped = datasets.flatMap(({ name, sequences }) => {
    const own = measured.filter(({ planned }) => planned.dataset === name)
    const fewest = Math.min(...own.flatMap(({ resultRows }) => resultRows ?? []))
    if (!Number.isFinite(fewest) || sequences === null || fewest >= smallPart * sequences) return []
    const part = `${fewest} result rows from ${sequences} sequences (${formatShare(fewest / sequences)})`
    const advice = 'use sequences that the pipeline keeps, such as orfShare of a synthetic dataset'
    const reason = `${part}: the pipeline dropped most of the input, so times and projections describe little of the work; ${advice}`
    return [createCaution(`dataset ${name}`, reason)]
  })
  const synthetic = new Set(datasets.filter(({ kind }) => kind === 'synthetic').map(({ name }) => name))
  const packed = measured.filter(
    ({ planned, trials }) =>
      synthetic.has(planned.dataset) && trials.some(({ pipeline }) => (pipeline?.packing?.efficiency ?? null) !== null),
  )
  if (packed.length === 0) return dropped
  const names = [...new Set(packed.map(({ planned }) => planned.dataset))].join(', ')
  const reason = `packing was measured on synthetic sequences (${names}), which can fill batches better than real ones: above 95 % here does not exclude below 85 % in production; measure it on production data`
  return [...dropped, createCaution('packing', reason)]
}

const mostShown = 5

/** Lists datasets that the head alone provides, as sentences; empty for a local run, whose user chose the head. */
export function listOwnDatasets({
  datasetDifferences = [],
  yardstick,
}: Pick<RunRecord, 'datasetDifferences' | 'yardstick'>): string[] {
  return datasetDifferences
    .filter(({ used }) => used === 'head' && yardstick.origin !== 'local')
    .map((difference) => `dataset ${difference.name} ${describeDifference(difference)}; merge it first`)
}

/**
 * Lists cautions about datasets that base and head do not both provide, unless `listOwnDatasets` has them, and about
 * other inputs that differ. Those of the merge base may explain the verdict.
 */
export function listDifferenceCautions({
  datasetDifferences = [],
  changedInputs = {},
  sharedInputs = [],
  yardstick,
  revisions,
}: Pick<RunRecord, 'datasetDifferences' | 'changedInputs' | 'sharedInputs' | 'yardstick' | 'revisions'>): Finding[] {
  const stated = datasetDifferences.filter(({ used }) => used === 'base' || yardstick.origin === 'local')
  return [
    ...stated.map((item) => createCaution(`dataset ${item.name}`, describeDifference(item), true)),
    ...Object.entries(changedInputs).map(([name, paths]) => {
      const reason = `differ from those of the head, and each revision read its own: ${formatNames(paths)}`
      const isMergeBase = revisions.some(({ label, ref }) => label === name && ref === 'merge-base')
      return createCaution(`inputs of ${name}`, reason, isMergeBase)
    }),
    ...(sharedInputs.length > 0 ? [createSharedCaution(sharedInputs)] : []),
  ]
}

function createSharedCaution(paths: readonly string[]): Finding {
  const reason = `used ${formatNames(paths)} of the working tree, named by an absolute path, instead of its own: name it relative to the checkout`
  return createCaution('every revision', reason, true)
}

function describeDifference({ used, problem }: DatasetDifference): string {
  if (used === 'head') return `comes from the head, because the base cannot provide it (${problem ?? 'unknown'})`
  if (problem !== null) return `comes from the base, because the head cannot provide it (${problem})`
  return "differs between base and head; all revisions were measured with the base's"
}

/** Typical run-to-run variation of an interpreter's start-up time on an idle machine, in seconds. */
const startUpVariationSeconds = 0.005

/**
 * Lists a caution when runs are so short that the minimum effect is smaller than the variation of process start-up. One
 * caution per suite, with its shortest case. Only wall time includes the start-up.
 */
export function listShortRunCautions(
  suite: string,
  outcomes: readonly CaseOutcome[],
  gate: readonly string[],
  minEffect: number,
): Finding[] {
  if (!isGateMetric(wallTime.name, gate)) return []
  const short = outcomes
    .filter(isMeasured)
    .flatMap((outcome) => {
      const samples = getSamples(outcome, wallTime.name)
      return samples.length === 0 ? [] : [{ id: outcome.planned.id, seconds: computeMedian(samples) }]
    })
    .filter(({ seconds }) => minEffect > 0 && minEffect * seconds < startUpVariationSeconds)
    .toSorted((one, other) => one.seconds - other.seconds)
  const [shortest] = short
  if (!shortest) return []
  const isOnly = short.length === 1
  const least = isOnly ? 'a run takes' : 'the shortest runs take'
  const part = `a change of ${formatShare(minEffect)} is ${formatMilliseconds(minEffect * shortest.seconds)}`
  const start = `start-up times vary by about ${formatMilliseconds(startUpVariationSeconds)}`
  const advice = 'use a larger dataset or repeat the work in each run'
  const reason = `${least} ${formatMilliseconds(shortest.seconds)} including process start-up: ${part}, but ${start}; ${advice}`
  return [createCaution(isOnly ? shortest.id : `${suite} (${short.length} cases)`, reason)]
}

/** GPU work of less than this per run is short: its noise is mostly absolute, 2.5 to 7.7 ms. */
const shortWorkSeconds = 1
/** A slowdown that is worth the longer run, and the longest run that is advised, in multiples of the present one. */
const [wantedResolution, mostTimesLonger] = [0.003, 10]
/** The relative noise falls with the length of the GPU work to this power: ten programs, 0.1 to 3.6 s. */
const noisePower = 0.7

/** Lists a caution for short GPU work whose runs resolve less than longer ones would, with the number. */
function listShortWorkCautions(comparisons: readonly Comparison[]): Finding[] {
  return comparisons.flatMap((item) => {
    const { isGate, base, resolution } = item
    if (!isGate || item.metric !== gpuBusyTime.name || !base || resolution === null) return []
    if (base.median >= shortWorkSeconds || resolution <= wantedResolution) return []
    const times = Math.min(mostTimesLonger, Math.ceil((resolution / wantedResolution) ** (1 / noisePower)))
    const reached = formatShare(resolution / times ** noisePower)
    const reason = `the GPU works for ${formatMilliseconds(base.median)} per run, which resolves a slowdown of ${formatShare(resolution)}; ${times} times the work per run would resolve about ${reached} in as many runs`
    return [createCaution(formatCaseId(item), reason)]
  })
}

function formatMilliseconds(seconds: number): string {
  return `${Number((seconds * 1000).toPrecision(2))} ms`
}

/** Whether all runs of the case were ingested from files. */
export function isIngested(outcome: CaseOutcome): boolean {
  return outcome.status === 'measured' && outcome.trials.every(({ origin }) => origin?.kind === 'ingested')
}

/** Lists cautions about ingested runs: unknown machine facts, source notes and unlike runs. Empty for measured runs. */
export function listIngestCautions(outcomes: readonly CaseOutcome[], { testbed }: RunRecord): Finding[] {
  const ingested = outcomes.filter(isMeasured).filter(isIngested)
  const machine = ingested.length === 0 ? null : describeUnknownFacts(testbed)
  const series = Map.groupBy(ingested, ({ planned }) => `${planned.key.suite}/${planned.key.benchmark}`)
  return [
    ...(machine === null ? [] : [createCaution('testbed', machine)]),
    ...ingested.map(({ planned, trials }) => {
      const notes = new Set(trials.flatMap(({ origin }) => origin?.notes ?? []))
      const single = trials.length === 1 ? ['a single run, so the spread is unknown'] : []
      const reason = ['read from existing files, not measured by warpgauge', ...notes, ...single].join('; ')
      return createCaution(formatCaseId(planned.key), reason)
    }),
    ...[...series].flatMap(([subject, group]) => {
      const logged = group.flatMap(({ trials }) => trials.map(({ readings }) => readings?.context ?? {}))
      return decisiveFacts.flatMap((name) => {
        const values = new Set(logged.flatMap((context) => context[name] ?? []))
        return values.size < 2 ? [] : [createCaution(subject, `its runs differ in ${name}: ${[...values].join(', ')}`)]
      })
    }),
  ]
}

/** Logged facts that decide how long a pipeline runs: runs that differ in one, such as the model, are not comparable. */
const decisiveFacts = ['model', 'model_path', 'expectedLength', 'expected_length', 'config_hash', 'architecture']

/**
 * Lists problems in what a pipeline reported about itself, such as a stage that did not end, or one that the reference
 * or the baseline has and the head has not.
 */
export function listReportCautions(
  outcomes: readonly CaseOutcome[],
  pairs: readonly CasePair[],
  baselines: readonly { readonly baseline: Baseline | null }[] = [],
): Finding[] {
  const problems = outcomes.filter(isMeasured).flatMap(({ planned, trials }) => {
    const own = planned.tool ? [] : [...new Set(trials.flatMap(({ readings }) => readings?.problems ?? []))]
    const more = own.length > mostShown ? [`and ${own.length - mostShown} more`] : []
    const reason = [...own.slice(0, mostShown), ...more].join('; ')
    return reason === '' ? [] : [createCaution(formatCaseId(planned.key), reason)]
  })
  const ofPairs = pairs.flatMap(({ head, base }): Reference[] => {
    const reference = outcomes.filter(isMeasured).find(({ planned }) => planned.id === base)
    return reference ? [{ head, name: 'the reference', measurements: reference.measurements }] : []
  })
  const stored = baselines.flatMap(({ baseline }) =>
    (baseline?.cases ?? []).map((item): Reference => {
      const head = formatCaseId({ suite: baseline?.suite ?? '', ...item })
      const measurements = item.metrics.map((metric) => ({ metric, samples: metric.samples }))
      return { head, name: 'the baseline', measurements }
    }),
  )
  const isAlone = ({ head }: Reference) => !ofPairs.some((other) => other.head === head)
  return [...listGoneStages(outcomes, [...ofPairs, ...stored.filter(isAlone)]), ...problems]
}

type CasePair = { readonly head: string; readonly base: string }

/** Below this share of its run, a stage of the reference that is gone changes little. */
const minStageShare = 0.1

/** What a head case is compared with. */
type Reference = { readonly head: string; readonly name: string; readonly measurements: readonly Measurement[] }

/** Lists each large stage of a reference that the head did not report in every run: nothing is compared with it. */
function listGoneStages(outcomes: readonly CaseOutcome[], references: readonly Reference[]): Finding[] {
  const byId = new Map(outcomes.filter(isMeasured).map((outcome) => [outcome.planned.id, outcome]))
  return references.flatMap((reference) => {
    const own = byId.get(reference.head)
    const walls = getSamples(reference, wallTime.name)
    if (!own || walls.length === 0) return []
    return reference.measurements.flatMap(({ metric, samples }) => {
      const stage = parseStageName(metric.name)
      const share = samples.length > 0 ? computeMedian(samples) / computeMedian(walls) : 0
      if (stage === null || !(share >= minStageShare) || getSamples(own, metric.name).length > 0) return []
      const count = own.trials.filter(
        ({ stages }) => !stages.some((one) => one.stage === stage && one.seconds !== null),
      )
      const reason = `has no time in ${count.length} of ${own.trials.length} runs of the head, and takes ${formatShare(Math.min(1, share))} of a run of ${reference.name}: it is compared only as a part of the complete run`
      return [createCaution(`stage ${stage}`, reason, true)]
    })
  })
}

/** Lists one caution that names the tracked files that trials changed; empty if there are none. */
export function listRestoredCautions(trials: readonly Trial[]): Finding[] {
  const restored = trials.flatMap(({ restoredFiles }) => restoredFiles ?? [])
  if (restored.length === 0) return []
  const names = [...new Set(restored.flatMap(({ first }) => first))].toSorted()
  const count = Math.max(names.length, ...restored.map((files) => files.count))
  const shown = names.slice(0, mostShown).join(', ')
  const more = count > mostShown ? `, and ${count - mostShown} more` : ''
  const what = count === 1 ? 'a tracked file' : `${count} tracked files`
  return [createCaution('trials', `changed ${what} (${shown}${more}); restored after each run`)]
}

/** Lists a caution when the head is the uncommitted working tree, which nobody else can measure. */
export function listWorkingTreeCautions({ revisions }: RunRecord): Finding[] {
  const head = revisions.find(({ label }) => label === 'head')
  if (head?.ref !== workingTreeName) return []
  const reason = `is the uncommitted working tree (temporary commit ${head.commit?.slice(0, 7)}), not a commit of the repository`
  return [createCaution('The head', reason, true)]
}

/** Lists cautions about the machines of a run: other testbeds, an unknown driver, several jobs, several nodes. */
export function listRecordCautions(record: RunRecord, launcher: Launcher | undefined): Finding[] {
  const { testbed, elsewhere = [], trials, joinedFrom = [], plan } = record
  const isIngestedRun = trials.some(({ origin }) => origin?.kind === 'ingested')
  const nodes = describeNodeScope(launcher)
  return [
    ...elsewhere.map((other) => {
      const differences = listTestbedDifferences(testbed, other.testbed).join('; ')
      const reason = `measured on another testbed, ${other.testbed.id} (${differences}), and compared with its baselines`
      return createCaution(other.suites.join(', '), reason, true)
    }),
    // Unknown on both sides counts as equal, so an update of the driver would not be seen.
    ...(testbed.deviceKind === 'cpu' || isIngestedRun || testbed.driverVersion !== null
      ? []
      : [createCaution('testbed', 'the version of the GPU driver is unknown, so a change of it is not noticed', true)]),
    ...[...Map.groupBy(plan.cases, ({ key }) => key.suite)].flatMap(([suite, cases]) => {
      const ids = new Set(cases.map(({ id }) => id))
      const runs = joinedFrom.filter((run) => run.cases.some((id) => ids.has(id))).map(({ runId }) => runId)
      if (runs.length < 2) return []
      const reason = `its cases were measured by ${runs.length} jobs (runs ${runs.slice(0, 4).join(', ')}${runs.length > 4 ? ' …' : ''}): figures across these jobs, such as a speed-up, assume equal runners`
      return [createCaution(suite, reason)]
    }),
    ...(nodes === null ? [] : [createCaution('telemetry', nodes)]),
  ]
}
