import { expect, it } from 'vitest'
import { needsBaseDatasets } from '../../../../src/steps/measure/prepare-datasets.ts'
import { aConfig } from '../../a-config.ts'
import { aCase } from '../../a-run.ts'

const sha256 = 'a'.repeat(64)
const config = aConfig({
  datasets: {
    medium: { preset: 'medium' },
    own: { path: 'data/reads.fasta' },
    pinned: { path: 'data/reads.fasta', sha256 },
    shared: { path: '/data/reads.fasta' },
  },
})

it.each([
  [[], false],
  [['medium', 'shared', 'pinned'], false],
  [['own'], true],
  [['medium', 'own'], true],
])('the head can choose the data of a plan with %j: %s', (names, expected) => {
  expect(needsBaseDatasets(config, { cases: names.map((dataset) => aCase({ dataset })) })).toBe(expected)
})
