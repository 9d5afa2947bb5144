import { appendFileSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { Trial } from '../../src/domain/trial/trial.ts'
import { createFileInspector } from '../../src/io/files/disk-file-inspector.ts'
import { diskFileStore } from '../../src/io/files/disk-file-store.ts'
import { createResultTables } from '../../src/io/tables/disk-result-tables.ts'
import { compareTables, keptTables } from '../../src/steps/trial/compare-tables.ts'
import { aConfig } from '../unit/a-config.ts'
import { aTrial } from '../unit/a-run.ts'
import { aTrialRequest } from './a-trial-request.ts'
import { aRule } from '../unit/a-table.ts'

const folder = mkdtempSync(join(tmpdir(), 'warpgauge-compare-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let count = 0

const duties = {
  head: { against: ['base'], standsFor: [] },
  base: { against: [], standsFor: ['head'] },
} as const

/** A run folder of its own, and trials that end in it one by one. */
function openRun() {
  const runFolder = join(folder, `run-${(count += 1)}`)
  const earlier: Trial[] = []
  return {
    runFolder,
    end: async (id: keyof typeof duties, index: number, table: string) => {
      const output = join(runFolder, `output-${id}-${index}`)
      mkdirSync(output, { recursive: true })
      writeFileSync(join(output, 'results.csv'), table)
      const planned = { id, tables: { rules: [aRule()], ...duties[id], stored: [] } }
      const request = aTrialRequest({ folder: runFolder, config: aConfig(), planned })
      const next = { ...request.next, index }
      const workplace = { ...request.workplace, workDirectory: runFolder }
      const values = { dataset: [], gpus: [], output }
      const resultTables = await compareTables(
        { ...request, next, workplace, values, roots: [output], earlier: [...earlier] },
        { inspector: createFileInspector(null), files: diskFileStore, tables: createResultTables(null) },
      )
      if (!resultTables) throw new Error('the case has a duty')
      earlier.push(aTrial({ caseId: id, index, resultTables }))
      return resultTables.comparisons.map(({ subject, reference, findings, problem }) => ({
        subject,
        reference,
        labelMismatches: findings?.labelMismatches,
        problem,
      }))
    },
  }
}

const table = 'id,label\na,x\nb,y\n'
const other = 'id,label\nb,y\na,z\n'

it.each([['head', 'base'] as const, ['base', 'head'] as const])(
  'compares the later of %s and %s with the earlier, always against the base',
  async (first, second) => {
    const { end } = openRun()
    expect(await end(first, 1, first === 'head' ? other : table)).toEqual([])
    expect(await end(second, 1, second === 'head' ? other : table)).toEqual([
      {
        subject: { caseId: 'head', index: 1 },
        reference: { caseId: 'base', index: 1 },
        labelMismatches: 1,
        problem: null,
      },
    ])
  },
)

it('holds later runs against the first of both sides, and keeps only the first', async () => {
  const { end, runFolder } = openRun()
  await end('head', 0, table)
  await end('base', 0, table)
  const later = await end('head', 1, other)
  expect(later.map(({ reference, labelMismatches }) => [reference, labelMismatches])).toEqual([
    [{ caseId: 'head', index: 0 }, 1],
    [{ caseId: 'base', index: 0 }, 1],
  ])
  expect(globSync(join(runFolder, keptTables, '*', '*', '*'))).toHaveLength(2)
  expect(existsSync(join(runFolder, 'table-join'))).toBe(false)
})

it('believes no kept table that was changed after its trial', async () => {
  const { end, runFolder } = openRun()
  await end('base', 0, table)
  const [kept = ''] = globSync(join(runFolder, keptTables, '*', '*', '*'))
  appendFileSync(kept, 'c,z\n')
  const [comparison] = await end('head', 0, `${table}c,z\n`)
  expect(comparison?.problem).toMatch(/^the reference has SHA-256 [0-9a-f]{12} instead of [0-9a-f]{12}$/)
  expect(comparison?.labelMismatches).toBeUndefined()
})
