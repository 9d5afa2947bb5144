import { caseId } from '../../domain/core/case.ts'
import type { CaseOutcome } from '../../domain/trial/outcome.ts'
import type { Finding } from '../../domain/verdict/report.ts'
import { findSlowGpus, type Deviation, type SlowGpu } from '../../domain/telemetry/slow-gpus.ts'
import type { Device } from '../../domain/testbed/testbed.ts'

/** Memory activity that deviates by at least this part of the busy time's deviation shows more work. */
const followingShare = 2 / 3

/** A caution for each GPU that was slower than the other GPUs of its runs, by the case in which it deviates most. */
export function slowGpuFindings(outcomes: readonly CaseOutcome[], devices: readonly Device[]): Finding[] {
  const modelOf = (gpu: number): string | null =>
    devices.find(({ physicalIndex }) => physicalIndex === gpu)?.model ?? null
  const found = outcomes.flatMap((outcome) =>
    outcome.status === 'measured'
      ? findSlowGpus(outcome.trials, modelOf).map((slow) => ({ slow, id: caseId(outcome.planned.key) }))
      : [],
  )
  return [...Map.groupBy(found, ({ slow }) => slow.gpu).values()].flatMap((cases) => {
    const [worst] = cases.toSorted((a, b) => sizeOf(b.slow) - sizeOf(a.slow))
    if (!worst) return []
    const more = cases.length > 1 ? `; the same GPU deviates in ${cases.length - 1} more of the cases` : ''
    return [
      {
        kind: 'caution',
        subject: `GPU ${worst.slow.gpu}`,
        reason: `${describe(worst.slow)} of ${worst.id}${more}`,
        // A longer busy time alone may be how the program deals out its work.
        ...(cases.some(({ slow }) => slow.clock !== null) && { isProminent: true }),
      },
    ]
  })
}

function sizeOf({ clock, busy }: SlowGpu): number {
  return Math.max(Math.abs(clock?.share ?? 0), Math.abs(busy?.share ?? 0))
}

function describe({ clock, busy, dram, others, runs }: SlowGpu): string {
  const rest = others === 1 ? 'the other GPU' : `the median of the other ${others} GPUs`
  const parts = [
    ...(clock
      ? [`ran ${percent(clock)} below ${rest} (${mhz(clock.own)} against ${mhz(clock.others)} while busy)`]
      : []),
    ...(busy
      ? [`was busy ${percent(busy)} longer than ${rest} (${seconds(busy.own)} against ${seconds(busy.others)})`]
      : []),
    ...(busy && dram && dram.share >= busy.share * followingShare
      ? [`had more work (memory activity +${percent(dram)})`]
      : []),
  ]
  return `${parts.join(' and ')} in ${runs === 1 ? 'the run' : `all ${runs} runs`}`
}

function percent({ share }: Deviation): string {
  return `${Math.abs(share * 100).toFixed(1)} %`
}

function mhz(clock: number): string {
  return `${Math.round(clock)} MHz`
}

function seconds(value: number): string {
  return `${value.toPrecision(3)} s`
}
