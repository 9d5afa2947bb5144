import { describe, expect, it } from 'vitest'
import type { CaseOutcome } from '../../../../src/domain/trial/outcome.ts'
import type { TrialHost, NodeTelemetry } from '../../../../src/record/telemetry.ts'
import { buildMachineSections, listPastRuns, buildNodeSection } from '../../../../src/judging/findings/sections.ts'
import { aTrial, measured } from '../../a-run.ts'
import { aTrialHost, aGpuUse, aTelemetry, steady } from '../../a-telemetry.ts'
import { nothingKnown, type PriorKnowledge } from '../../../../src/domain/plan/interleaved-runs.ts'
import { aComparison, aSummary } from '../../reporters/a-report.ts'

const host = aTrialHost()

function ran(hosts: readonly (TrialHost | null)[], revision = 'head'): CaseOutcome {
  const outcome = measured({ seconds: hosts.map(() => 10), revision })
  if (outcome.status !== 'measured') throw new Error('measured gives a measured case')
  return { ...outcome, trials: hosts.map((each, index) => aTrial({ index, host: each })) }
}

describe('buildMachineSections', () => {
  it('gives medians over the runs that count, for every revision', () => {
    const hosts = [host, { ...host, otherCpuSeconds: 30 }, { ...host, otherCpuSeconds: 0.7 }]
    const [section] = buildMachineSections([ran(hosts), ran([host], 'base')])
    const cells = section!.rows.map((row) => Object.fromEntries(section!.columns.map((name, at) => [name, row[at]])))
    expect(cells).toMatchObject([
      { Revision: 'head', 'CPU time': { value: 10, unit: 's' }, 'Other processes': { value: 0.7, unit: 's' } },
      { Revision: 'base', 'Involuntary switches': { value: 7 }, Probe: { value: 0.0003, unit: 's' } },
    ])
    expect(section).toMatchObject({ isDetail: true })
  })

  it('leaves unknown what one run does not know, and does not take it for 0', () => {
    const [section] = buildMachineSections([ran([host, { ...host, majorPageFaults: null }])])
    const at = (name: string) => section!.rows[0]![section!.columns.indexOf(name)]
    expect([at('CPU stall'), at('Major faults'), at('Stolen time')]).toEqual([null, null, { value: 0, unit: 's' }])
  })

  it('says nothing about runs of which nothing is known', () => {
    expect(buildMachineSections([ran([null, null])])).toEqual([])
  })
})

const known = (sessions: readonly (readonly number[])[]): PriorKnowledge => ({
  ...nothingKnown,
  sessionsOf: (id, metric) => (id === 'scaling/virnucpro gpus=2' && metric === 'wall_time' ? sessions : []),
})

describe('earlier runs of a gate metric', () => {
  it('are one median for each session, oldest first, beside the head of this run', () => {
    const beside = aComparison({ reference: 'v1.0', head: aSummary(2033.1) })
    expect(listPastRuns([aComparison(), beside], known([[3, 1, 2], [], [5, 7]]))).toEqual([
      {
        suite: 'scaling',
        benchmark: 'virnucpro',
        axes: { gpus: 2 },
        metric: 'wall_time',
        unit: 's',
        medians: [2, 6],
        now: 2033.1,
      },
    ])
  })

  it('are none where there is no history, no head, or no gate', () => {
    const sessions = known([[1], [2]])
    expect(listPastRuns([aComparison()], known([[1, 2]]))).toEqual([])
    expect(listPastRuns([aComparison({ head: null })], sessions)).toEqual([])
    expect(listPastRuns([aComparison({ isGate: false })], sessions)).toEqual([])
    expect(listPastRuns([aComparison()], nothingKnown)).toEqual([])
  })
})

function aNode(node: string, telemetry: NodeTelemetry['telemetry'], problem: string | null = null): NodeTelemetry {
  return { node, telemetry, problem }
}

const nodeHost = {
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
  const nodes = [aNode('a', aTelemetry({ gpus, host: nodeHost })), aNode('b', null, 'no answer')]
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

it('shows at most 200 nodes and 20 notes, and counts the others', () => {
  const nodes = Array.from({ length: 201 }, (_, index) => aNode(`n${index}`, null, 'lost'))
  const [section] = buildNodeSection([aTrial({ nodes })])
  expect(section?.rows).toHaveLength(200)
  expect([section?.notes[0], section?.notes.at(-1)]).toEqual(['1 more row not shown.', '181 more notes not shown.'])
})

it('has no section for runs on one node', () => {
  expect(buildNodeSection([aTrial({}), aTrial({ isWarmup: true, nodes: [aNode('a', null)] })])).toEqual([])
})
