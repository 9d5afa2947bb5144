import { expect, it } from 'vitest'
import { buildNodeSection } from '../../../../src/judging/findings/sections.ts'
import type { NodeTelemetry } from '../../../../src/record/telemetry.ts'
import { aTrial } from '../../a-run.ts'
import { aGpuUse, aTelemetry, steady } from '../../a-telemetry.ts'

function aNode(node: string, telemetry: NodeTelemetry['telemetry'], problem: string | null = null): NodeTelemetry {
  return { node, telemetry, problem }
}

const host = {
  cpuSeconds: 42,
  userCpuSeconds: 40,
  cpuCores: null,
  residentBytes: { ...steady(5e9), max: 6e9 },
  readBytes: null,
  writtenBytes: null,
  ioWaitShare: null,
  pageCacheBytes: null,
}

it('shows the nodes of the last counted run of each case', () => {
  const gpus = [
    aGpuUse({ utilizationPercent: steady(90), energyJoules: 300 }),
    aGpuUse({ utilizationPercent: steady(60), energyJoules: 500 }),
  ]
  const nodes = [aNode('a', aTelemetry({ gpus, host })), aNode('b', null, 'no answer')]
  const [section] = buildNodeSection([
    aTrial({ nodes: [aNode('first', null)] }),
    aTrial({ nodes }),
    aTrial({ nodes: [aNode('warmup', null)], isWarmup: true }),
    aTrial({}),
    aTrial({ caseId: 'other', nodes: [aNode('b', null, 'no answer'), aNode('c', null)] }),
  ])
  const none = [null, null, null, null, null]
  const full = [
    '2',
    { value: 0.75, unit: 'share' },
    { value: 800, unit: 'J' },
    { value: 42, unit: 's' },
    { value: 6e9, unit: 'B' },
  ]
  expect(section).toMatchObject({
    id: 'nodes',
    isDetail: true,
    rows: [
      ['scaling/predict gpus=1', 'a', ...full],
      ['scaling/predict gpus=1', 'b', ...none],
      ['other', 'b', ...none],
      ['other', 'c', ...none],
    ],
    notes: ['b has no telemetry: no answer'],
  })
})

it.each([
  ['one GPU without figures', [aGpuUse(), aGpuUse({ utilizationPercent: null, energyJoules: null })], '2'],
  ['no GPU', [], '0'],
])('leaves empty what is not known of all: %s', (_name, gpus, count) => {
  const [section] = buildNodeSection([aTrial({ nodes: [aNode('a', aTelemetry({ gpus }))] })])
  expect(section?.rows).toEqual([['scaling/predict gpus=1', 'a', count, null, null, null, null]])
})

it('shows at most 200 nodes and 20 notes', () => {
  const nodes = Array.from({ length: 201 }, (_, index) => aNode(`n${index}`, null, 'lost'))
  const [section] = buildNodeSection([aTrial({ nodes })])
  expect([section?.rows.length, section?.notes.length]).toEqual([200, 20])
})

it('has no section for runs on one node', () => {
  expect(buildNodeSection([aTrial({}), aTrial({ isWarmup: true, nodes: [aNode('a', null)] })])).toEqual([])
})
