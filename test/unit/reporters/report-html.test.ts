import { describe, expect, test } from 'vitest'
import type { Baseline } from '../../../src/domain/baselines/baseline.ts'
import type { Page, PageBlock } from '../../../src/domain/page/page.ts'
import type { Report } from '../../../src/domain/verdict/report.ts'
import type { RunRecord } from '../../../src/domain/trial/run-record.ts'
import { summarize } from '../../../src/domain/core/statistics.ts'
import { renderPage } from '../../../src/reporters/html/render-page.ts'
import { buildReportPage } from '../../../src/reporters/html/report-page.ts'
import { aCase, aRecord, aTestbed, aTrial, otherCommit } from '../a-run.ts'
import { aComparison, aDerived, aReport, aRequirement, aSection } from './a-report.ts'
import { aReportSaying, attacks } from './hostile.ts'

const assets = { script: 'run()', style: 'p{}', scriptSha256: 'c2NyaXB0', styleSha256: 'c3R5bGU=' }
const key = { suite: 'end-to-end', benchmark: 'predict', axes: { gpus: 1 } }

function pageOf(report: Report, record: RunRecord = aRecord(), baselines: readonly Baseline[] = []): Page {
  return buildReportPage({
    report,
    record,
    baselines,
    packed: new Map(),
    histories: [],
    downloads: [],
    madeBy: 'warpgauge 1',
  })
}

function html(report: Report): string {
  return [...renderPage(pageOf(report), [{ id: 'samples-0', base64: 'AAAA' }], assets)].join('')
}

function blocks<Kind extends PageBlock['kind']>(page: Page, kind: Kind): Extract<PageBlock, { kind: Kind }>[] {
  const all = page.views.flatMap((view) => view.blocks)
  return all.filter((block): block is Extract<PageBlock, { kind: Kind }> => block.kind === kind)
}

const plain = (texts: readonly { readonly text: string }[]): string => texts.map(({ text }) => text).join('')

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
    const [effect] = blocks(page, 'intervals')[0]!.rows
    expect([effect?.value, effect?.low, effect?.high].map((value) => value?.toFixed(1))).toEqual(['0.4', '-0.6', '1.4'])
    expect(effect?.tone).toBe('quiet')
  })

  test('shows every sample of both sides of a comparison', () => {
    const { record, baseline } = compared([10, 11, 12], [9, 9.5, 10])
    const comparison = aComparison({ ...key, base: summarize([9, 9.5, 10]), head: summarize([10, 11, 12]) })
    const [strip] = blocks(pageOf(aReport({ comparisons: [comparison] }), record, [baseline]), 'strip')
    expect(strip?.groups).toEqual([
      { name: 'baseline 9a8b7c6', values: [9, 9.5, 10] },
      { name: 'head', values: [10, 11, 12] },
    ])
  })

  test('shows no samples but those that were judged', () => {
    const { record, baseline } = compared([10, 11, 12], [9, 9.5, 10])
    const comparison = aComparison({ ...key, base: summarize([1, 2, 3]), head: summarize([10, 11, 12]) })
    const [strip] = blocks(pageOf(aReport({ comparisons: [comparison] }), record, [baseline]), 'strip')
    expect(strip?.groups.map(({ name }) => name)).toEqual(['head'])
    expect(plain(strip!.caption)).toContain('The samples of the reference are not available.')
  })

  test('names what is not the same on the machine of the baseline', () => {
    const { record, baseline } = compared([10], [9])
    const [machines] = blocks(pageOf(aReport(), record, [baseline]), 'table').filter(
      ({ title }) => title && plain(title) === 'Machines',
    )
    const rows = machines!.table.rows.map((row) => row.map(plain))
    expect(rows.find(([field]) => field === 'driver')).toEqual(['driver', '580.65.06', '570.00', 'differs'])
    expect(rows.find(([field]) => field === 'CUDA')?.at(-1)).toBe('same')
  })

  test('draws the speed-up over GPUs with the ideal line and the law through all runs', () => {
    const speedups = [2, 4].flatMap((gpus) => {
      const common = {
        benchmark: 'predict',
        axes: { gpus },
        value: gpus * 0.9,
        interval: [gpus * 0.85, gpus * 0.95] as const,
      }
      return [aDerived(common), aDerived({ ...common, name: 'efficiency', value: 0.9 })]
    })
    const cases = [1, 2, 4].map((gpus) =>
      aCase({ id: `scaling/predict gpus=${gpus}`, key: { suite: 'scaling', benchmark: 'predict', axes: { gpus } } }),
    )
    const trials = cases.flatMap(({ id, key: { axes } }) =>
      [10, 10.1, 10.2].map((one, index) =>
        aTrial({ caseId: id, index, wallSeconds: one / Number(axes['gpus']) ** 0.9 }),
      ),
    )
    const record = aRecord({ plan: { cases, notTested: [], comparisons: [] }, trials })
    const [chart] = blocks(pageOf(aReport({ derived: speedups }), record), 'curves')
    expect(chart?.curves.map(({ name, style, points }) => [name, style, points.length])).toEqual([
      ['measured', 'dots', 3],
      ['ideal', 'dashes', 2],
      ['Universal Scalability Law', 'dashes', 61],
    ])
    expect(chart?.curves[0]?.points[1]).toEqual({ x: 2, y: 1.8, low: 1.7, high: 1.9 })
  })

  test('makes a map of a sweep and leaves empty what was not measured', () => {
    const rows = (
      [
        ['2', '8', 7.4, 2e9],
        ['2', '16', 7.9, 3e9],
        ['4', '8', 8.1, 1e9],
      ] as const
    ).map(([workers, budget, value, memory]) => [
      workers,
      budget,
      '2',
      { value, unit: 's' },
      null,
      { value: memory, unit: 'B' },
      null,
      '',
    ])
    const columns = ['workers', 'budget', 'Runs', 'wall_time', 'Worse than best', 'Peak GPU memory', 'Energy', 'Place']
    const page = pageOf(aReport({ sections: [aSection({ id: 'sweep', columns, rows })] }))
    const [heat] = blocks(page, 'heat')
    expect([heat?.x.values, heat?.y.values, heat?.cells]).toEqual([
      ['8', '16'],
      ['2', '4'],
      [
        [7.4, 7.9],
        [8.1, null],
      ],
    ])
    const [front] = blocks(page, 'curves')
    expect(front?.curves[1]?.points.map(({ note }) => note)).toEqual(['workers=2 budget=8', 'workers=4 budget=8'])
  })

  test('folds what only confirms that all is well', () => {
    const requirements = [
      aRequirement({ status: 'fail', severity: 'warn', id: 'A' }),
      aRequirement({ id: 'B' }),
      aRequirement({ id: 'C' }),
    ]
    const tables = blocks(pageOf(aReport({ requirements })), 'table').filter(({ table }) =>
      table.rows.some((row) => row.some((cell) => /\b[ABC] speedup/.test(plain(cell)))),
    )
    expect(tables.map(({ isFolded, table }) => [isFolded, table.rows.length])).toEqual([
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
