import type { Report, TelemetryDigest } from '../../domain/verdict/report.ts'
import type { Interval } from '../../domain/core/statistics.ts'
import type { Testbed } from '../../domain/testbed/testbed.ts'
import { code, joined, link, say, type Content } from '../content.ts'
import { formatValue } from '../markdown/numbers.ts'
import { part, type Part } from '../part.ts'
import type { Whereabouts } from '../whereabouts.ts'
import { commitName, firstFew } from './words.ts'

/** What was measured, on what hardware, and what the GPUs did meanwhile. */
export function provenance(report: Report, whereabouts: Whereabouts): Part {
  const lines = [
    headLine(report, whereabouts),
    testbedLine(report.testbed),
    ...(report.telemetry ? telemetryLine(report.telemetry) : []),
    ...(report.yardstick.origin === 'head' ? [yardstickLine(report.yardstick)] : []),
  ]
  return part({ title: null, importance: 0, lead: lines })
}

/** The rules by which the run was judged, and whose they are. */
export function yardstickLine(yardstick: Report['yardstick']): Content {
  const { ruleSet } = yardstick
  const set = ruleSet === undefined ? say`` : say` with rule set ${code(ruleSet)}`
  const rules = say`${code(yardstick.path)} (sha256 ${code(yardstick.sha256.slice(0, 12))})${set}`
  switch (yardstick.origin) {
    case 'base':
      return say`Rules: ${rules} as it stands on the base side at ${commitName(yardstick.commit)}.`
    case 'head':
      return say`Rules: ${rules} as this head brings it at ${commitName(yardstick.commit)}: read it before you trust the verdict, it cannot vouch for itself.`
    case 'local':
      return say`Rules: ${rules} as it lies on this machine.`
    default:
      return yardstick.origin satisfies never
  }
}

function headLine(report: Report, { runUrl }: Whereabouts): Content {
  const { runId, baseCommit } = report
  const run = runUrl === null ? say`run ${code(runId)}` : say`${link('run', runUrl)} ${code(runId)}`
  const base =
    baseCommit === null || report.testMerge ? say`` : say`, compared with ${commitName(baseCommit)} of the base`
  return say`Measured: ${measured(report)}${base}, ${run}.`
}

/** Of a test merge both sides: its own commit is nobody's work and gone when the base moves on. */
function measured({ head, pullRequest, testMerge }: Report): Content {
  if (!testMerge) return say`${code(head.ref)} at ${commitName(head.commit)}`
  const pull = pullRequest === null ? say`` : say` (pull request #${pullRequest})`
  const branch = testMerge.branch === null ? say`the base` : code(testMerge.branch)
  const sides = say`${commitName(testMerge.head)}${pull} into ${branch} at ${commitName(testMerge.base)}`
  return say`the merge of ${sides}, which is ${commitName(testMerge.commit)}`
}

function testbedLine(testbed: Testbed): Content {
  const facts = [
    deviceText(testbed),
    ...(testbed.driverVersion === null ? [] : [say`driver ${testbed.driverVersion}`]),
    ...(testbed.cudaVersion === null ? [] : [say`CUDA ${testbed.cudaVersion}`]),
    testbed.cpuCores > 0 ? say`${testbed.cpuModel}, ${cores(testbed.cpuCores)}` : say`CPU ${testbed.cpuModel}`,
  ]
  return say`Hardware: ${joined(facts, ', ')} (testbed ${code(testbed.id)}).`
}

function deviceText({ devices, deviceKind }: Testbed): Content {
  if (deviceKind === 'cpu') return say`no GPU, ${cores(devices.length)} used`
  if (devices.length === 0) return say`no GPU`
  const models = [...Map.groupBy(devices, (device) => device.model)]
  return firstFew(models.map(([model, same]) => say`${same.length} × ${model}`))
}

/** One line for what a table of every GPU says further down. */
function telemetryLine({ gpus, ...digest }: TelemetryDigest): Content[] {
  const facts = [
    ...rangeText(digest.utilizationPercent, '%').map((text) => say`busy ${text} of the time`),
    ...(digest.memoryPeakBytes === null ? [] : [say`at most ${formatValue(digest.memoryPeakBytes, 'B')} in use`]),
    ...rangeText(digest.powerWatts, 'W').map((text) => say`${text}`),
    ...(digest.hottestCelsius === null ? [] : [say`never above ${formatValue(digest.hottestCelsius, '°C')}`]),
  ]
  if (facts.length === 0) return []
  return [say`${gpus === 1 ? 'GPU' : 'GPUs'} while measuring: ${joined(facts, ', ')}.`]
}

function rangeText(range: Interval | null, unit: string): string[] {
  if (range === null) return []
  const [low, high] = range.map(Math.round)
  return [low === high ? `${low} ${unit}` : `${low} to ${high} ${unit}`]
}

function cores(count: number): string {
  return count === 1 ? '1 core' : `${count} cores`
}
