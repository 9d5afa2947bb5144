import { join } from 'node:path'
import { execa } from 'execa'
import type { ChangePointsOf } from './change-points-of.ts'
import { noisyHistory } from './noisy-history.ts'
import { askOtava } from './otava.ts'
import { middle } from './pairs.ts'
import type { Figure, Row } from './row.ts'

const counts = [100, 1000, 10_000, 100_000]
const repeats = 7
const otavaRepeats = 3

/** How the search for change points grows with the history. */
export const changePointsRow: Row = {
  name: 'change-points',
  question: 'How long does it take to find and describe the change points of a history, and how does that grow?',
  async run() {
    const own = await measureOwn()
    const otava = await askOtava(
      counts.map((count) => noisyHistory(count)),
      otavaRepeats,
    )
    if ('reason' in otava) {
      const notMeasured = [{ what: 'the same histories by Otava', reason: otava.reason }]
      return { figures: ownFigures(own), notMeasured }
    }
    return { figures: [...ownFigures(own), ...otavaFigures(own, otava.measured)], notMeasured: [] }
  },
}

async function measureOwn(): Promise<ChangePointsOf[]> {
  const program = join(import.meta.dirname, 'change-points-of.ts')
  const { stdout } = await execa(process.execPath, [program, ...[repeats, ...counts].map(String)])
  return JSON.parse(stdout) as ChangePointsOf[]
}

function ownFigures(own: readonly ChangePointsOf[]): Figure[] {
  const times = own.map(({ count, found, timesMs }): Figure => {
    return { what: `${count} values`, unit: 'ms', against: `itself, ${found} changes found`, ...middle(timesMs) }
  })
  const grown = own.map(({ count, grownBytes }): Figure => {
    const one = { spread: null, count: 1, against: 'peak of the process before' } as const
    return { what: `${count} values: memory`, value: grownBytes / 1000, unit: 'kB', ...one }
  })
  return [...times, ...growth('', own), ...grown]
}

function otavaFigures(own: readonly ChangePointsOf[], otava: readonly ChangePointsOf[]): Figure[] {
  const times = otava.flatMap(({ count, found, timesMs, grownBytes }): Figure[] => {
    const mine = own.find((other) => other.count === count)
    const ratios = timesMs.map((timeMs) => timeMs / middle(mine?.timesMs ?? []).value)
    const one = { spread: null, count: 1, against: 'peak of its process before' } as const
    return [
      { what: `${count} values, Otava`, unit: 'ms', against: `itself, ${found} changes found`, ...middle(timesMs) },
      { what: `${count} values, Otava takes`, unit: '×', against: 'median of warpgauge', ...middle(ratios) },
      { what: `${count} values, Otava: memory`, value: grownBytes / 1000, unit: 'kB', ...one },
    ]
  })
  return [...times, ...growth(', Otava', otava)]
}

/** What ten times the values cost in time. */
function growth(whose: string, measured: readonly ChangePointsOf[]): Figure[] {
  return measured.slice(1).map(({ count, timesMs }, index) => {
    const before = middle(measured[index]?.timesMs ?? []).value
    const against = `${measured[index]?.count} values; 10 is linear`
    return {
      what: `${count} values${whose}: time`,
      unit: '×',
      against,
      ...middle(timesMs.map((timeMs) => timeMs / before)),
    }
  })
}
