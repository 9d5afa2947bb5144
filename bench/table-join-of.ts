import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createResultTables } from '../src/io/tables/disk-result-tables.ts'
import { createRowTally } from '../src/domain/tables/row-tally.ts'

/** A program of its own: joins two tables, as warpgauge does it or with both in memory, and prints what it took. */
export type TableJoinOf = { readonly timeMs: number; readonly peakBytes: number; readonly joined: number }

const [way = '', subject = '', reference = ''] = process.argv.slice(2)
const tolerance = { rtol: 1e-3, atol: 1e-3 }
const started = performance.now()
const joined = way === 'disk' ? await onDisk() : inMemory()
const timeMs = performance.now() - started
process.stdout.write(JSON.stringify({ timeMs, joined, peakBytes: process.resourceUsage().maxRSS * 1024 }))

async function onDisk(): Promise<number> {
  const scratch = mkdtempSync(join(subject, '..', 'scratch-'))
  const rule = { name: 'results', path: '', id: null, labels: null, scores: null, tolerance, tolerances: {} }
  const pair = { rule, subject: [subject], reference: [reference], scratchDirectory: scratch }
  const { findings, problem } = await createResultTables(null).compare(pair)
  rmSync(scratch, { recursive: true, force: true })
  if (!findings) throw new Error(problem)
  return findings.joined
}

/** What a short script would do; only the counting is the same. */
function inMemory(): number {
  const scores = ['score1', 'score2'].map((column) => ({ column, ...tolerance }))
  const tally = createRowTally({ id: { subject: '', reference: '' }, labels: ['Prediction'], scores })
  const [own, other] = [rowsOf(subject), rowsOf(reference)]
  for (const [id, row] of own) tally.add(id, row, other.get(id) ?? [])
  return tally.findings().joined
}

function rowsOf(path: string): Map<string, string[]> {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n').slice(1)
  return new Map(
    lines.map((line) => {
      const [id = '', ...values] = line.split('\t')
      return [id, values]
    }),
  )
}
