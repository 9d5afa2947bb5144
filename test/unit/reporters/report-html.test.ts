import type { Baseline } from '../../../src/record/baseline.ts'
import { type Block, type Chart, createChart, type Page } from '../../../src/domain/report/block.ts'
import type { Content } from '../../../src/domain/report/content.ts'
import type { Report } from '../../../src/domain/verdict/report.ts'
import type { RunRecord } from '../../../src/record/run.ts'
import { summarize } from '../../../src/domain/core/statistics.ts'
import { buildKernelSections } from '../../../src/domain/kernels/kernel-sections.ts'
import { renderPage } from '../../../src/reporters/html/page.ts'
import { buildReportPage } from '../../../src/reporters/html/report-page.ts'
import { aCase, aRecord, aTestbed, aTrial, otherCommit } from '../a-run.ts'
import { aComparison, aReport, aRequirement, aSection } from './a-report.ts'
import { aTelemetry } from '../a-telemetry.ts'
import { aKernelRecord } from '../domain/kernels/a-kernel-record.ts'
import { aReportSaying, attacks } from './hostile.ts'
import { describe, expect, test } from 'vitest'

const assets = { script: 'run()', style: 'p{}', scriptSha256: 'c2NyaXB0', styleSha256: 'c3R5bGU=' }
const key = { suite: 'end-to-end', benchmark: 'predict', axes: { gpus: 1 } }

function pageOf(report: Report, record: RunRecord = aRecord(), baselines: readonly Baseline[] = []): Page {
  const rest = { packed: new Map(), histories: [], downloads: [], madeBy: 'warpgauge 1' }
  return buildReportPage({ report, record, baselines, ...rest })
}

function html(report: Report): string {
  return [...renderPage(pageOf(report), [{ id: 'samples-0', base64: 'AAAA' }], assets)].join('')
}

function blocks<Kind extends Block['kind']>(page: Page, kind: Kind): Extract<Block, { kind: Kind }>[] {
  const all = page.views.flatMap((view) => view.blocks)
  return all.filter((block): block is Extract<Block, { kind: Kind }> => block.kind === kind)
}

function charts<Kind extends Chart['kind']>(page: Page, kind: Kind): Extract<Chart, { kind: Kind }>[] {
  const all = blocks(page, 'chart').map(({ chart }) => chart)
  return all.filter((chart): chart is Extract<Chart, { kind: Kind }> => chart.kind === kind)
}

const plain = (text: Content): string => text.map((span) => span.text).join('')

/** A run of three trials, and what was committed of the same case on another driver. */
function compared(seconds: readonly number[], stored: readonly number[]) {
  const planned = aCase({ id: 'end-to-end/predict gpus=1', key })
  const trials = seconds.map((wallSeconds, index) => aTrial({ caseId: planned.id, index, wallSeconds }))
  const record = aRecord({ plan: { cases: [planned], notTested: [], comparisons: [] }, trials })
  const baseline: Baseline = {
    schemaVersion: 1,
    suite: key.suite,
    testbed: aTestbed({ driverVersion: '570.00' }),
    provenance: {
      commit: otherCommit,
      runId: 'r',
      recordedAt: '2026-11-01T00:00:00Z',
      tool: 'warpgauge 0.1.0',
      configSha256: 'c'.repeat(64),
      reason: 'first',
    },
    cases: [
      {
        benchmark: key.benchmark,
        axes: key.axes,
        conditions: { datasetSha256: 'd'.repeat(64), sequences: 1, command: [], resultRows: 1, identity: {} },
        metrics: [{ name: 'wall_time', unit: 's', betterWhen: 'lower', samples: stored }],
      },
    ],
  }
  return { record, baseline }
}

describe('the page of a report', () => {
  test('begins with the verdict and what changed', () => {
    const report = aReport({ verdict: 'fail', sentence: 'wall_time is 12 % slower', comparisons: [aComparison()] })
    const page = pageOf(report)
    expect(plain(page.headline)).toBe('Failed · virnucpro: wall_time is 12 % slower')
    expect([page.tone, page.views[0]?.id]).toEqual(['bad', 'overview'])
    const [effect] = charts(page, 'intervals')[0]!.rows
    expect([effect?.value, effect?.low, effect?.high].map((value) => value?.toFixed(1))).toEqual(['0.4', '-0.6', '1.4'])
    expect(effect?.tone).toBe('quiet')
  })

  test('shows the kernels of both sides: changed ones as bars, all in a sortable table', () => {
    const record = aRecord({
      plan: {
        cases: [aCase({ id: 'base' }), aCase({ id: 'head' })],
        notTested: [],
        comparisons: [
          { head: 'head', base: 'base', gate: [], minEffect: 0.03, mayWiden: true, maxRepeats: 3, isScreened: false },
        ],
      },
      trials: [
        aTrial({
          caseId: 'base',
          isWarmup: true,
          kernels: aKernelRecord(['ns::jacobi(float*) 3000 1600', 'sum 100 20']),
        }),
        aTrial({
          caseId: 'head',
          isWarmup: true,
          kernels: aKernelRecord(['ns::jacobi(float*) 3030 1616', 'sum 100 20']),
        }),
      ],
    })
    const page = pageOf(
      aReport({ sections: buildKernelSections(record.plan.comparisons, record.trials, null) }),
      record,
    )
    const view = page.views.find(({ id }) => id === 'kernels')
    const chart = charts(page, 'intervals').find(({ title }) => title.startsWith('Change of the time'))
    expect(chart?.rows.map(({ name, value, tone }) => [name, value?.toFixed(1), tone])).toEqual([
      ['jacobi: 3,000 → 3,030 launches', '16.0', 'bad'],
      ['1 other kernel', '0.0', 'quiet'],
    ])
    const [all, complete] = view?.blocks.flatMap((block) => (block.kind === 'table' ? [block] : [])) ?? []
    expect(all?.columns.find(({ title }) => plain(title) === 'Launches after')?.values).toEqual([3030, 100])
    expect(all?.rows[0]?.map(plain)).toEqual([
      '1',
      'jacobi',
      '3,000',
      '3,030',
      '1.6 s',
      '1.62 s',
      '+16 ms (100 %)',
      '1×1×1 of 256×1×1',
    ])
    expect(complete?.rows.map((row) => row.map(plain))).toEqual([
      ['1', 'ns::jacobi(float*)'],
      ['2', 'sum'],
    ])
    expect(
      page.views
        .find(({ id }) => id === 'details')
        ?.blocks.some(({ title }) => plain(title ?? []).startsWith('Kernels')),
    ).toBe(false)
  })

  test('shows every sample of both sides of a comparison', () => {
    const { record, baseline } = compared([10, 11, 12], [9, 9.5, 10])
    const comparison = aComparison({ ...key, base: summarize([9, 9.5, 10]), head: summarize([10, 11, 12]) })
    const [strip] = charts(pageOf(aReport({ comparisons: [comparison] }), record, [baseline]), 'samples')
    expect(strip?.groups).toEqual([
      { name: 'baseline 9a8b7c6', values: [9, 9.5, 10] },
      { name: 'head', values: [10, 11, 12] },
    ])
  })

  test('shows no samples but those that were judged', () => {
    const { record, baseline } = compared([10, 11, 12], [9, 9.5, 10])
    const comparison = aComparison({ ...key, base: summarize([1, 2, 3]), head: summarize([10, 11, 12]) })
    const page = pageOf(aReport({ comparisons: [comparison] }), record, [baseline])
    const [strip] = charts(page, 'samples')
    expect(strip?.groups.map(({ name }) => name)).toEqual(['head'])
    expect(
      blocks(page, 'chart')
        .flatMap(({ lead }) => lead.map(plain))
        .join(),
    ).toContain('The samples of the reference are not available.')
  })

  test('names a testbed of which no record of the history can be read', () => {
    const rest = { baselines: [], packed: new Map(), histories: [], downloads: [], madeBy: 'warpgauge 1' }
    const page = buildReportPage({ report: aReport(), record: aRecord(), unreadable: ['4x-nvidia-h200'], ...rest })
    const { blocks: own = [] } = page.views.find(({ id }) => id === 'history') ?? {}
    expect(own.map(({ lead }) => lead.map(plain))).toEqual([['No record of testbed 4x-nvidia-h200 can be read.']])
  })

  test('names what is not the same on the machine of the baseline', () => {
    const { record, baseline } = compared([10], [9])
    const [machines] = blocks(pageOf(aReport(), record, [baseline]), 'table').filter(
      ({ title }) => title && plain(title) === 'Machines',
    )
    const rows = machines!.rows.map((row) => row.map(plain))
    expect(rows.find(([field]) => field === 'driver')).toEqual(['driver', '580.65.06', '570.00', 'differs'])
    expect(rows.find(([field]) => field === 'CUDA')?.at(-1)).toBe('same')
    expect(
      rows.filter((row) => row.slice(1, -1).every((value) => value === 'unknown')).map((row) => row.at(-1)),
    ).toEqual(expect.arrayContaining(['unknown']))
    expect(rows.filter((row) => row[1] === 'unknown' && row.at(-1) === 'same')).toEqual([])
  })

  test('shows the charts of a section before its table, each section once', () => {
    const chart = createChart({ kind: 'intervals', title: 'Agreement', unit: '%', reference: null, rows: [] })
    const sections = [aSection({ id: 'scaling', charts: [chart] }), aSection({ id: 'equivalence', charts: [chart] })]
    const { views } = pageOf(aReport({ sections }))
    const kinds = views.flatMap(({ id, blocks: own }) => own.map(({ kind }) => `${id} ${kind}`))
    expect(kinds.filter((kind) => /^(scaling|equivalence)/.test(kind))).toEqual([
      'scaling chart',
      'scaling table',
      'equivalence chart',
      'equivalence table',
    ])
    expect(kinds.filter((kind) => kind.startsWith('details table'))).toEqual([])
  })

  test('folds what only confirms that all is well', () => {
    const requirements = [
      aRequirement({ status: 'fail', severity: 'warn', id: 'A' }),
      aRequirement({ id: 'B' }),
      aRequirement({ id: 'C' }),
    ]
    const tables = blocks(pageOf(aReport({ requirements })), 'table').filter(({ rows }) =>
      rows.some((row) => row.some((cell) => /\b[ABC] Speed-up on 2 GPUs/.test(plain(cell)))),
    )
    expect(tables.map(({ isFolded, rows }) => [isFolded, rows.length])).toEqual([
      [false, 1],
      [true, 2],
    ])
  })

  test('shows a run over time whose stages have a place in it, also without telemetry', () => {
    const stages = [{ stage: 'ESM-2', seconds: 2, startedMs: 1000, endedMs: 3000 }]
    const trials = [aTrial({ stages }), aTrial({ index: 1 })]
    const [timeline] = blocks(pageOf(aReport(), aRecord({ trials })), 'timeline')
    expect(timeline?.runs).toEqual([
      {
        name: 'scaling/predict gpus=1 · run 1',
        startMs: 1000,
        endMs: 3000,
        stages: [{ name: 'ESM-2', startMs: 1000, endMs: 3000 }],
        events: [],
        part: null,
        notes: [],
        summary: null,
      },
    ])
  })

  test('counts the runs and events that it leaves out', () => {
    const stages = [{ stage: 'ESM-2', seconds: 2, startedMs: 1000, endedMs: 3000 }]
    const event = { gpu: 0, timeMs: 1, kind: 'xid', detail: '79' } as const
    const telemetry = aTelemetry({ events: Array.from({ length: 203 }, () => event) })
    const trials = Array.from({ length: 201 }, (_, index) =>
      aTrial({ index, stages, ...(index === 200 && { telemetry }) }),
    )
    const page = pageOf(aReport(), aRecord({ trials }))
    const [timeline] = blocks(page, 'timeline')
    expect(timeline?.runs.map(({ name, notes }) => [name, notes])).toEqual([
      ['scaling/predict gpus=1 · run 201', ['3 more events not shown']],
    ])
    const leads = blocks(page, 'text').flatMap(({ lead }) => lead.map(plain))
    expect(leads).toContain('200 more runs not shown: above 200 runs, only the last one of each case is.')
  })
})

// oxlint-disable-next-line no-control-regex -- these are what must not come through
const unseen = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u200B-\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/

describe('the file of a page', () => {
  test('allows its own program and style by their hashes, and nothing else', () => {
    expect(html(aReport())).toContain(
      `content="default-src 'none'; script-src 'sha256-c2NyaXB0'; style-src 'sha256-c3R5bGU='; base-uri 'none'; form-action 'none'"`,
    )
  })

  test.each(attacks.map((attack, index) => [index, () => attack] as const))(
    'holds attack %i as data',
    (_, attackOf) => {
      const brackets = (text: string): number => text.split('<').length
      const attacked = html(aReportSaying(attackOf()))
      expect(brackets(attacked)).toBe(brackets(html(aReportSaying('tame'))))
      expect(attacked).not.toMatch(unseen)
      expect(attacked).not.toContain('n'.repeat(2001))
      expect(attacked).not.toContain('"javascript:')
    },
  )
})
