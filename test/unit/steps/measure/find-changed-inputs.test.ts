import { expect, it } from 'vitest'
import type { FileState } from '../../../../src/domain/core/tree-state.ts'
import { findChangedInputs } from '../../../../src/steps/measure/measure-run.ts'
import { aConfig } from '../../a-config.ts'
import { aCase } from '../../a-run.ts'
import { runRecord } from '../../../../src/record/run.ts'

it('finds no more than a record may contain, neither paths nor characters', () => {
  const config = aConfig({ pipeline: { command: ['train', 'data'], devices: 'cpu' } })
  const plan = { cases: [aCase()], notTested: [], comparisons: [] }
  const longest = `data/${'d/'.repeat(600)}x`
  const createState = (id: string) =>
    new Map([longest, ...Array.from({ length: 300 }, (_, index) => `data/y${index}`)].map((path) => [path, aFile(id)]))
  const states = new Map([
    ['head', createState('1')],
    ['base', createState('2')],
  ])
  const trees = new Map([...states.keys()].map((label) => [label, `/${label}`]))
  const guard = { getState: (label: string) => states.get(label) ?? null }
  const found = findChangedInputs(config, plan, { trees, guard })
  expect(found?.['base']).toHaveLength(100)
  expect(runRecord.shape.changedInputs.safeParse(found)).toMatchObject({ success: true })
})

function aFile(id: string): FileState {
  return { kind: 'file', stamp: '', changedNs: '', links: 1, id }
}
