import { availableParallelism, cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import type { RowResult } from './row.ts'
import { rows } from './rows.ts'
import { showRow } from './table.ts'

const names = rows.map((row) => row.name)
const { values } = parseArgs({ options: { json: { type: 'boolean', default: false }, only: { type: 'string' } } })
const chosen = rows.filter((row) => values.only === undefined || row.name === values.only)

if (chosen.length === 0) {
  process.stderr.write(`--only ${values.only}: there is no such row; use one of ${names.join(', ')}\n`)
  process.exitCode = 2
} else {
  await measure()
}

async function measure(): Promise<void> {
  const machine = describeMachine()
  if (!values.json) process.stdout.write(`${Object.values(machine).join(', ')}\n`)
  const results: Record<string, RowResult> = {}
  for (const row of chosen) {
    const result = await row.run()
    results[row.name] = result
    if (!values.json) process.stdout.write(`\n${showRow(row, result)}\n`)
  }
  if (values.json) process.stdout.write(`${JSON.stringify({ machine, rows: results }, null, 2)}\n`)
}

function describeMachine(): Record<string, string> {
  const load = loadavg()[0] ?? Number.NaN
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown CPU',
    cores: `${availableParallelism()} cores`,
    load: `load ${load.toFixed(2)} at the start`,
    node: `node ${process.version}`,
    startedAt: new Date().toISOString(),
  }
}
