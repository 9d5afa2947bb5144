import { readFileSync } from 'node:fs'
import { computeMedian } from '../src/domain/core/statistics.ts'

/**
 * Prints a Markdown table of the results that scripts/ab-hyperfine.ts wrote, one row per tool and kind of program.
 *
 *     node scripts/ab-hyperfine-summary.ts FILE
 */
type Estimate = { readonly effect: number; readonly interval: readonly [number, number] }
type Row = {
  readonly kind: string
  readonly planted: number
  readonly tool: string
  readonly seconds: number
  readonly runs: number
  readonly wall: Estimate
  readonly cpu?: Estimate
  readonly verdict: string
}

/** Half-width of the interval at which times are compared. */
const target = 0.05

const [file = ''] = process.argv.slice(2)
const rows = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Row)
const columns = [
  'program',
  'tool, quantity',
  'comparisons',
  'runs per side',
  'median error',
  'interval holds the planted change',
  'median half-width',
  `time for ±${target * 100} %`,
  'wrong decisions',
]
console.log(`| ${columns.join(' | ')} |\n| ${columns.map(() => ':-').join(' | ')} |`)
for (const kind of ['quiet', 'noisy'])
  for (const tool of ['hyperfine', 'ab --runs', 'ab'])
    for (const quantity of ['wall', 'cpu'] as const) {
      const own = rows.filter((row) => row.kind === kind && row.tool === tool && row[quantity])
      if (own.length > 0) console.log(`| ${formatRow(kind, `${tool}, ${quantity} time`, quantity, own).join(' | ')} |`)
    }

function formatRow(kind: string, name: string, quantity: 'wall' | 'cpu', own: readonly Row[]): string[] {
  const found = own.flatMap((row) => {
    const estimate = row[quantity]
    if (!estimate) return []
    const [low, high] = estimate.interval
    const halfWidth = (high - low) / 2
    return [
      {
        error: Math.abs(estimate.effect - row.planted),
        holds: low <= row.planted && row.planted <= high,
        halfWidth,
        // The width shrinks with the square root of the runs.
        seconds: row.seconds * (halfWidth / target) ** 2,
        isWrong: row.verdict === 'faster' || (row.verdict === 'slower' && row.planted === 0),
      },
    ]
  })
  return [
    kind,
    name,
    String(found.length),
    String(computeMedian(own.map(({ runs }) => runs))),
    formatShare(computeMedian(found.map(({ error }) => error))),
    `${found.filter(({ holds }) => holds).length} of ${found.length}`,
    formatShare(computeMedian(found.map(({ halfWidth }) => halfWidth))),
    `${Math.round(computeMedian(found.map(({ seconds }) => seconds)))} s`,
    quantity === 'wall' ? String(found.filter(({ isWrong }) => isWrong).length) : '–',
  ]
}

function formatShare(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}
