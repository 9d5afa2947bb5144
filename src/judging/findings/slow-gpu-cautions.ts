import { formatCaseId } from '../../domain/core/case.ts'
import type { CaseOutcome } from '../../domain/trial/outcome.ts'
import type { Finding } from '../../domain/verdict/report.ts'
import { findSlowGpus, type Deviation, type SlowGpu } from '../../domain/telemetry/slow-gpus.ts'
import type { Device } from '../../domain/testbed/testbed.ts'

/** Memory activity that deviates by at least this part of the busy-time deviation indicates more work. */
const minMemoryActivityRatio = 2 / 3

/** Lists a caution for each GPU that was slower than the others of its runs, at its largest deviation. */
export function listSlowGpuCautions(outcomes: readonly CaseOutcome[], devices: readonly Device[]): Finding[] {
  const findModel = (gpu: number): string | null =>
    devices.find(({ physicalIndex }) => physicalIndex === gpu)?.model ?? null
  const found = outcomes.flatMap((outcome) =>
    outcome.status === 'measured'
      ? findSlowGpus(outcome.trials, findModel).map((slow) => ({ slow, id: formatCaseId(outcome.planned.key) }))
      : [],
  )
  return [...Map.groupBy(found, ({ slow }) => slow.gpu).values()].flatMap((cases) => {
    const [worst] = cases.toSorted((a, b) => computeDeviation(b.slow) - computeDeviation(a.slow))
    if (!worst) return []
    const others = cases.length === 2 ? '1 other case' : `${cases.length - 1} other cases`
    const more = cases.length > 1 ? `; the same GPU also deviates in ${others}` : ''
    return [
      {
        kind: 'caution',
        subject: `GPU ${worst.slow.gpu}`,
        reason: `${describe(worst.slow)} of ${worst.id}${more}`,
        // A longer busy time alone may come from the work distribution of the program.
        ...(cases.some(({ slow }) => slow.clock !== null) && { isProminent: true }),
      },
    ]
  })
}

function computeDeviation({ clock, busy }: SlowGpu): number {
  return Math.max(Math.abs(clock?.share ?? 0), Math.abs(busy?.share ?? 0))
}

function describe({ clock, busy, dram, others, runs }: SlowGpu): string {
  const rest = others === 1 ? 'the other GPU' : `the median of the other ${others} GPUs`
  const parts = [
    ...(clock
      ? [
          `ran ${formatPercent(clock)} below ${rest} (${formatMhz(clock.own)} against ${formatMhz(clock.others)} while busy)`,
        ]
      : []),
    ...(busy
      ? [
          `was busy ${formatPercent(busy)} longer than ${rest} (${formatSeconds(busy.own)} against ${formatSeconds(busy.others)})`,
        ]
      : []),
    ...(busy && dram && dram.share >= busy.share * minMemoryActivityRatio
      ? [`had more work (memory activity +${formatPercent(dram)})`]
      : []),
  ]
  return `${parts.join(' and ')} in ${runs === 1 ? 'the run' : `all ${runs} runs`}`
}

function formatPercent({ share }: Deviation): string {
  return `${Math.abs(share * 100).toFixed(1)} %`
}

function formatMhz(clock: number): string {
  return `${Math.round(clock)} MHz`
}

function formatSeconds(value: number): string {
  return `${value.toPrecision(3)} s`
}
