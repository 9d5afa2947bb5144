import type { Cell, Section } from '../../domain/verdict/report.ts'
import type { MemoryGrowth } from '../../domain/trial/memory-growth.ts'
import type { DerivedValue } from '../../domain/verdict/requirement.ts'
import type { ExhaustionRow } from './memory-exhaustion.ts'
import type { LeakRow } from './memory-leak.ts'
import type { PeakRow } from './memory-peaks.ts'

/** Content of the memory tables. `repeats`: repeats per process; null: a single pass. */
export type MemoryReport = {
  readonly leaks: readonly LeakRow[]
  readonly peaks: readonly PeakRow[]
  readonly exhaustion: readonly ExhaustionRow[]
  readonly derived: readonly DerivedValue[]
  readonly repeats: number | null
}

/** Builds the tables of memory growth, peaks and exhaustion. */
export function buildMemorySections(report: MemoryReport): Section[] {
  return [buildGrowthTable(report), ...buildPeakTable(report), buildExhaustionTable(report)]
}

const quantityNames = {
  device: 'GPU, total by the driver',
  own: 'GPU, own processes',
  resident: 'main memory, own processes',
  allocated: 'GPU, allocated',
  reserved: 'GPU, reserved by the allocator',
} as const

function buildGrowthTable({ leaks, repeats, derived }: MemoryReport): Section {
  return {
    id: 'memory-growth',
    title: 'Memory growth',
    columns: [
      'Memory',
      'GPU',
      repeats === null ? 'Slope (per hour)' : 'Slope (per repeat)',
      'Growth',
      'Interval',
      'Verdict',
      'Reason',
    ],
    rows: leaks.map(({ quantity, gpu, growth, reason, isRepeated }): Cell[] => [
      quantityNames[quantity],
      gpu === null ? '' : String(gpu),
      growth ? { value: growth.slope * (isRepeated ? 1 : 3600), unit: 'B' } : null,
      growth ? { value: growth.growthBytes, unit: 'B' } : null,
      growth ? { interval: growth.growthInterval, unit: 'B' } : null,
      growth ? formatVerdict(growth, isRepeated) : 'not evaluated',
      reason,
    ]),
    notes: [
      repeats === null
        ? 'One pass per process: accumulating results look like a leak. suites.memory.repeat distinguishes them.'
        : `${repeats} repeats in one process, each by its median.`,
      ...(leaks.length === 0 ? ['No memory series was recorded.'] : []),
      ...derived.flatMap(describeRemainder),
    ],
  }
}

/** Growth in a single pass may be a leak or accumulated results. */
function formatVerdict({ verdict }: MemoryGrowth, isRepeated: boolean): string {
  return verdict === 'leak' && !isRepeated ? 'grows' : verdict
}

function describeRemainder({ name, value, axes }: DerivedValue): string[] {
  if (name !== 'memory_left' || value === null) return []
  return [`GPU ${axes['gpu']}: memory in use after the process − before it: ${(value / 1e6).toFixed(0)} MB.`]
}

function buildPeakTable({ peaks, derived }: MemoryReport): Section[] {
  const allocator = derived.filter(({ name }) => name === 'allocator_efficiency')
  const note = allocator.every(({ value }) => value === null)
    ? `Allocator efficiency not evaluated: ${allocator[0]?.reason ?? 'not reported'}.`
    : `Lowest allocator efficiency (allocated / reserved): ${formatLowest(allocator)} %.`
  if (peaks.length === 0) return []
  return [
    {
      id: 'memory-peaks',
      title: 'Peak memory',
      columns: ['Stage', 'GPU', 'Peak', 'Share of capacity'],
      rows: peaks.map(({ stage, gpu, peakBytes, capacityBytes }): Cell[] => [
        stage ?? 'complete run',
        String(gpu),
        { value: peakBytes, unit: 'B' },
        capacityBytes ? { value: peakBytes / capacityBytes, unit: 'share' } : null,
      ]),
      notes: ['Highest sampled value; peaks between two samples are not visible.', note],
    },
  ]
}

function formatLowest(items: readonly DerivedValue[]): string {
  return (Math.min(...items.flatMap(({ value }) => value ?? [])) * 100).toFixed(1)
}

function buildExhaustionTable({ exhaustion }: MemoryReport): Section {
  return {
    id: 'out-of-memory',
    title: 'Out of memory',
    columns: ['Case', 'Outcome', 'Runs', 'Evidence'],
    rows: exhaustion.map(({ isPressed, kind, runs, evidence }): Cell[] => [
      isPressed ? 'under pressure' : 'as configured',
      kind,
      String(runs),
      evidence,
    ]),
    notes: [],
  }
}
