import { describe, expect, it } from 'vitest'
import { listDifferenceCautions, listOwnDatasets } from '../../../../src/judging/findings/cautions.ts'
import { aRecord } from '../../a-run.ts'

const { yardstick, revisions } = aRecord()
const local = { ...yardstick, origin: 'local' } as const
const ofBase = { name: 'reads', used: 'base', problem: null } as const
const ofHead = { name: 'reads', used: 'head', problem: 'data/reads does not exist' } as const
const say = (source: Parameters<typeof listDifferenceCautions>[0]) =>
  listDifferenceCautions(source).map(({ subject, reason }) => `${subject} ${reason}`)

describe('datasets that base and head do not both provide', () => {
  it('are stated, with the reason, when the base provides them', () => {
    const broken = { ...ofBase, name: 'noise', problem: 'datasets.noise.command failed' }
    const source = { yardstick, revisions, datasetDifferences: [ofBase, broken] }
    expect(say(source)).toEqual([
      "dataset reads differs between base and head; all revisions were measured with the base's",
      'dataset noise comes from the base, because the head cannot provide it (datasets.noise.command failed)',
    ])
    expect(listOwnDatasets(source)).toEqual([])
  })

  it('are doubted when only the head provides them, except in a local run', () => {
    const words = 'dataset reads comes from the head, because the base cannot provide it (data/reads does not exist)'
    expect(listOwnDatasets({ yardstick, datasetDifferences: [ofHead] })).toEqual([`${words}; merge it first`])
    expect(say({ yardstick, revisions, datasetDifferences: [ofHead] })).toEqual([])
    expect(listOwnDatasets({ yardstick: local, datasetDifferences: [ofHead] })).toEqual([])
    expect(say({ yardstick: local, revisions, datasetDifferences: [ofHead] })).toEqual([words])
  })
})

it('inputs outside of datasets are stated by revision, at most five, and those of the merge base next to the verdict', () => {
  const changedInputs = { base: ['a', 'b', 'c', 'd', 'e', 'f', 'g'], 'v1.0': ['data/a.json'] }
  const mergeBase = { label: 'base', ref: 'merge-base', commit: null, problem: null }
  const words = 'differ from those of the head, and each revision read its own'
  const found = listDifferenceCautions({ yardstick, revisions: [...revisions, mergeBase], changedInputs })
  expect(found).toEqual([
    { kind: 'caution', subject: 'inputs of base', reason: `${words}: a, b, c, d, e and 2 more`, isProminent: true },
    { kind: 'caution', subject: 'inputs of v1.0', reason: `${words}: data/a.json` },
  ])
})
