import { describe, expect, it } from 'vitest'
import { chooseDataset } from '../../../src/datasets/prepare-dataset.ts'
import type { PreparedDataset } from '../../../src/domain/core/dataset.ts'
import { UserError } from '../../../src/domain/core/errors.ts'

function aDataset(side: string, content: string): PreparedDataset {
  const identity = { name: 'reads', kind: 'files', sha256: content, sequences: null, bytes: 1, parameters: {} } as const
  return { identity, files: [`/${side}/reads`] }
}
const absent = (side: string) => new UserError(`${side} has none`, 'Add it')
const choose = (base: PreparedDataset | UserError, head: PreparedDataset | UserError, isPinned = false) => {
  const { dataset, difference } = chooseDataset({ name: 'reads', base, head, isPinned })
  return { file: dataset.files[0], difference }
}

describe('the dataset of a run with a base', () => {
  it('is read from the head if both have the same content', () => {
    expect(choose(aDataset('base', 'a'), aDataset('head', 'a'))).toEqual({ file: '/head/reads', difference: null })
  })

  it('is that of the base if they differ, or the head has none', () => {
    expect(choose(aDataset('base', 'a'), aDataset('head', 'b'))).toEqual({
      file: '/base/reads',
      difference: { name: 'reads', used: 'base', problem: null },
    })
    expect(choose(aDataset('base', 'a'), absent('head'))).toEqual({
      file: '/base/reads',
      difference: { name: 'reads', used: 'base', problem: 'head has none' },
    })
  })

  it('is that of the head if the base has none, which counts as a choice of the head unless the content is pinned', () => {
    expect(choose(absent('base'), aDataset('head', 'b'))).toEqual({
      file: '/head/reads',
      difference: { name: 'reads', used: 'head', problem: 'base has none' },
    })
    expect(choose(absent('base'), aDataset('head', 'b'), true)).toEqual({ file: '/head/reads', difference: null })
  })

  it('does not exist if neither side has it, which is the error of the head', () => {
    expect(() => choose(absent('base'), absent('head'))).toThrow('head has none')
  })
})
