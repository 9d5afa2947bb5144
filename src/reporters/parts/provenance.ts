import type { Report, TelemetryDigest } from '../../domain/verdict/report.ts'
import type { Interval } from '../../domain/core/statistics.ts'
import { describeDevices } from '../../domain/core/describe-case.ts'
import type { Testbed } from '../../domain/testbed/testbed.ts'
import { toCode, joinContents, toLink, say, type Content } from '../content.ts'
import { formatValue } from '../markdown/numbers.ts'
import { createPart, type Part } from '../part.ts'
import type { ReportLocation } from '../report-location.ts'
import { formatCommit, joinFirst } from './labels.ts'

/** Describes the hardware and what was measured. */
export function buildProvenance(report: Report, location: ReportLocation): Part {
  const lines = [
    formatTestbed(report.testbed),
    ...formatVersions(report.versions ?? {}),
    formatHead(report, location),
    ...(report.yardstick.origin === 'head' ? [formatRuleSource(report.yardstick)] : []),
  ]
  return createPart({ title: null, importance: 0, lead: lines })
}

/** Describes how busy the GPUs were; empty without telemetry. */
export function buildTelemetrySummary({ telemetry, testbed }: Report): Part[] {
  const lead = telemetry && testbed.deviceKind === 'gpu' ? formatTelemetry(telemetry) : []
  return lead.length === 0 ? [] : [createPart({ title: null, importance: 9, isFolded: true, noun: 'GPUs', lead })]
}

/** Describes the config that the run was judged by, and who provided it. */
export function formatRuleSource(yardstick: Report['yardstick']): Content {
  const { ruleSet } = yardstick
  const set = ruleSet === undefined ? say`` : say` with rule set ${toCode(ruleSet)}`
  const rules = say`${toCode(yardstick.path)} (sha256 ${toCode(yardstick.sha256.slice(0, 12))})${set}`
  switch (yardstick.origin) {
    case 'base':
      return say`Config: ${rules} from the base branch at ${formatCommit(yardstick.commit)}.`
    case 'head':
      return say`Config: ${rules} from the head itself at ${formatCommit(yardstick.commit)}. Review it before you trust the verdict, because it is part of the change.`
    case 'local':
      return say`Config: ${rules} from this machine.`
    default:
      return yardstick.origin satisfies never
  }
}

function formatHead(report: Report, { runUrl }: ReportLocation): Content {
  const { runId, baseCommit } = report
  const run = runUrl === null ? say`run ${toCode(runId)}` : say`${toLink('run', runUrl)} ${toCode(runId)}`
  const base =
    baseCommit === null || report.testMerge
      ? say``
      : say`, compared with ${formatCommit(baseCommit)} of the base branch`
  return say`Measured: ${formatMeasured(report)}${base}, ${run}.`
}

/** Names both parents of a test merge, because its own commit is temporary. */
function formatMeasured({ head, pullRequest, testMerge }: Report): Content {
  if (!testMerge) return say`${toCode(head.ref)} at ${formatCommit(head.commit)}`
  const pull = pullRequest === null ? say`` : say` (pull request #${pullRequest})`
  const branch = testMerge.branch === null ? say`the base` : toCode(testMerge.branch)
  const sides = say`${formatCommit(testMerge.head)}${pull} into ${branch} at ${formatCommit(testMerge.base)}`
  return say`the merge of ${sides}, which is ${formatCommit(testMerge.commit)}`
}

function formatTestbed(testbed: Testbed): Content {
  if (testbed.deviceKind === 'cpu')
    return say`Hardware: ${formatCpu(testbed)}, ${testbed.devices.length} used (testbed ${toCode(testbed.id)}).`
  const facts = [
    formatDevices(testbed),
    ...(testbed.driverVersion === null ? [] : [say`driver ${testbed.driverVersion}`]),
    ...(testbed.cudaVersion === null ? [] : [say`CUDA ${testbed.cudaVersion}`]),
    formatCpu(testbed),
  ]
  return say`Hardware: ${joinContents(facts, ', ')} (testbed ${toCode(testbed.id)}).`
}

/** One line per set of versions; revisions with the same versions share it. */
function formatVersions(versions: NonNullable<Report['versions']>): Content[] {
  const sets = Map.groupBy(Object.entries(versions), ([, own]) => JSON.stringify(own))
  return [...sets.values()].flatMap((same) => {
    const facts = Object.entries(same[0]?.[1] ?? {}).map(([name, version]) => say`${name} ${toCode(version)}`)
    if (facts.length === 0) return []
    const labels = sets.size === 1 ? say`` : say` of ${same.map(([label]) => label).join(', ')}`
    return [say`Versions${labels}: ${joinContents(facts, ', ')}.`]
  })
}

function formatCpu({ cpuModel, cpuCores }: Testbed): Content {
  return cpuCores > 0 ? say`${cpuModel}, ${describeDevices(cpuCores, 'cpu')}` : say`CPU ${cpuModel}`
}

function formatDevices({ devices }: Testbed): Content {
  if (devices.length === 0) return say`no GPU`
  const models = [...Map.groupBy(devices, (device) => device.model)]
  return joinFirst(models.map(([model, same]) => say`${same.length} × ${model}`))
}

/** Summarizes the telemetry in one line; a table per GPU follows in the details. */
function formatTelemetry({ gpus, ...digest }: TelemetryDigest): Content[] {
  const facts = [
    ...formatRange(digest.utilizationPercent, '%').map((text) => say`utilization ${text}`),
    ...(digest.memoryPeakBytes === null ? [] : [say`memory up to ${formatValue(digest.memoryPeakBytes, 'B')}`]),
    ...formatRange(digest.powerWatts, 'W').map((text) => say`power ${text}`),
    ...(digest.hottestCelsius === null ? [] : [say`temperature up to ${formatValue(digest.hottestCelsius, '°C')}`]),
  ]
  if (facts.length === 0) return []
  return [say`${gpus === 1 ? 'GPU' : 'GPUs'} during the run: ${joinContents(facts, ', ')}.`]
}

function formatRange(range: Interval | null, unit: string): string[] {
  if (range === null) return []
  const [low, high] = range.map(Math.round)
  return [low === high ? `${low} ${unit}` : `${low} to ${high} ${unit}`]
}
