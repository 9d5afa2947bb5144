import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseBaseline } from '../../../../src/config/records/parse-records.ts'
import { formatReviewedJson } from '../../../../src/domain/core/json.ts'
import { mergeBaselines } from '../../../../src/domain/baselines/baseline.ts'
import { makeBaseline, type HeadCase } from '../../../../src/domain/baselines/baseline-comparison.ts'
import { listStoredKernels } from '../../../../src/domain/baselines/baseline-kernels.ts'
import { compareKernels } from '../../../../src/domain/kernels/compare-kernels.ts'
import { buildBaselineKernelSections } from '../../../../src/domain/kernels/kernel-sections.ts'
import { describeKernelTable, furtherKernels, summarizeKernels } from '../../../../src/domain/kernels/kernel-table.ts'
import { kernelRecord, kernelTable, type KernelRecord } from '../../../../src/record/kernels.ts'
import { aTestbed } from '../../a-run.ts'
import { aProvenance } from '../../a-baseline.ts'
import { aKernelRecord } from './a-kernel-record.ts'

const testbed = aTestbed()
const record = aKernelRecord(['softmax 100 20', 'jacobi 3000 1600', 'jacobi 10 4 2'])

function aCase(kernels: KernelRecord | null, overrides: Partial<HeadCase> = {}): HeadCase {
  const conditions = { datasetSha256: 'd'.repeat(64), sequences: 1, command: [], resultRows: null, identity: {} }
  const key = { suite: 'scaling', benchmark: 'predict', axes: { gpus: 1 } }
  const metric = { name: 'wall_time', unit: 's', betterWhen: 'lower' } as const
  const table = kernels && { kernels: summarizeKernels(kernels, null) }
  return { key, conditions, measurements: [{ metric, samples: [1, 2] }], problem: null, ...table, ...overrides }
}

const write = (kernels: KernelRecord | null) => makeBaseline('scaling', testbed, [aCase(kernels)], aProvenance())

/** The sections of a run whose baseline was written to a file and read again. */
function compare(base: KernelRecord | null, head: KernelRecord | null, more: Partial<HeadCase> = {}, now = testbed) {
  const stored = parseBaseline(formatReviewedJson(write(base)), 'scaling.json')
  return buildBaselineKernelSections('scaling', listStoredKernels(stored, [aCase(head, more)], now, new Set()))
}

describe('the kernel table of a baseline', () => {
  it('has one line per kernel, sorted by name, so that a change is one line of the diff', () => {
    const rows = formatReviewedJson(write(record)).split('\n')
    const start = rows.findIndex((row) => row.includes('"kernels"'))
    expect(
      rows.slice(start + 1).flatMap((row) => (row.includes('["') && row.includes('of 256') ? [row.trim()] : [])),
    ).toEqual([
      '["jacobi", 3010, 1.604, "1×1×1 of 256×1×1, 2×1×1 of 256×1×1"],',
      '["softmax", 100, 0.02, "1×1×1 of 256×1×1"]',
    ])
  })

  it('survives a merge of two refreshes', () => {
    const other = makeBaseline('scaling', testbed, [], aProvenance(2))
    expect(mergeBaselines(write(record), other).cases[0]?.kernels?.launches).toBe(3110)
  })

  it('holds the longest kernels and one row for all others, which stays comparable', () => {
    const many = (more: number) =>
      aKernelRecord(
        Array.from({ length: 2500 }, (_, index) => `k${index} ${index === 7 ? 10 + more : 10} ${index + 1}`),
      )
    const [base, head] = [many(0), many(5)].map((one) => kernelTable.parse(summarizeKernels(one, null)))
    if (!base || !head) throw new Error('two tables')
    expect([base.kernels.length, base.kernels[0]?.[0], base.kernels[0]?.[1]]).toEqual([2001, furtherKernels, 5000])
    const changed = compareKernels(base, head).rows.filter((row) => row.base?.launches !== row.head?.launches)
    expect(changed.map((row) => [row.name, row.base?.launches, row.head?.launches])).toEqual([
      [furtherKernels, 5000, 5005],
    ])
  })

  it('counts many shapes of one kernel with a checksum', () => {
    const shaped = (grids: readonly number[]) =>
      summarizeKernels(aKernelRecord(grids.map((grid) => `k 1 1 ${grid}`)), null).kernels[0]?.[3] ?? ''
    expect(shaped([1, 2, 3, 4, 5, 6])).toMatch(/^1×1×1 of 256×1×1, .*, 2 more \([0-9a-f]+\)$/)
    expect(shaped([1, 2, 3, 4, 5, 6])).not.toBe(shaped([1, 2, 3, 4, 5, 7]))
  })

  it('has no peak where an allocator reserves half of the GPU or more', () => {
    const peak = (largestBytes: number, gpuBytes: number | null) =>
      summarizeKernels({ ...record, largestBytes }, gpuBytes).peakBytes
    expect([peak(60e9, 80e9), peak(39e9, 80e9), peak(60e9, null)]).toEqual([null, 1e9, 1e9])
    expect(describeKernelTable({ ...summarizeKernels(record, null), peakBytes: null })).toBe(
      '3,110 launches of 2 kernels in 1.62 s, peak of allocated memory reserved by the allocator, machine code abc, CUPTI 130001',
    )
  })
})

describe('kernels since the baseline', () => {
  const elsewhere = { ...testbed, cpuModel: 'Other CPU' }

  it('are named with their launches, also on another machine of the GPU model', () => {
    const more = aKernelRecord(['softmax 112 22.4', 'jacobi 3000 1600', 'jacobi 10 4 2'])
    const [section] = compare(record, more, {}, elsewhere)
    expect(section).toMatchObject({ title: 'Kernels since the baseline: scaling/predict gpus=1', isExplanation: true })
    expect(section?.rows[0]?.slice(0, 2)).toEqual(['softmax', '100 → 112'])
    expect(section?.notes[0]).toMatch(
      /^\+12 launches of softmax since the baseline; that is 100 % of the change of kernel time\./,
    )
    expect(section?.notes.at(-1)).toBe(`The baseline is of another machine: CPU: ${testbed.cpuModel} → Other CPU.`)
  })

  it('say that launches also take longer, as with the lower clock of another machine', () => {
    const slower = aKernelRecord(['softmax 100 20', 'jacobi 3012 1650', 'jacobi 10 4 2'])
    const [section] = compare(record, slower, {}, elsewhere)
    expect(section?.notes[0]).toMatch(
      /^\+12 launches of jacobi since the baseline, each 2\.\d % longer; that is 100 % of/,
    )
  })

  it.each<[what: string, head: KernelRecord, note: RegExp]>([
    ['the same work', record, /The GPU executes the same work as in the baseline: equal machine code and launches\./],
    [
      'other machine code alone',
      { ...record, code: 'abd' },
      /Only the machine code differs from the baseline: launches and grids of all kernels are equal\./,
    ],
  ])('are folded for %s', (_what, head, note) => {
    expect(compare(record, head)).toEqual([
      expect.objectContaining({ rows: [], isDetail: true, notes: [expect.stringMatching(note)] }),
    ])
  })

  const other = { ...testbed, devices: testbed.devices.map((device) => ({ ...device, model: 'NVIDIA B200' })) }
  const cut = { ...record, unfinished: 1 }
  it.each<[what: string, run: () => ReturnType<typeof compare>, reason: string]>([
    [
      'a baseline without a table',
      () => compare(null, record),
      'the baseline has no table of kernels, its next refresh writes one',
    ],
    ['a run without a record', () => compare(record, null), 'this run recorded no kernels'],
    [
      'another GPU model',
      () => compare(record, record, {}, other),
      `GPU model ${testbed.devices[0]?.model} → NVIDIA B200`,
    ],
    [
      'launches that are "at least"',
      () => compare(cut, record),
      'baseline: 1 of 1 processes ended without a last flush, so their launches are "at least"',
    ],
    [
      'the same in the head',
      () => compare(record, cut),
      'head: 1 of 1 processes ended without a last flush, so their launches are "at least"',
    ],
    [
      'lost records',
      () => compare({ ...record, problems: ['CUPTI lost 7 records'] }, record),
      'baseline: CUPTI lost 7 records',
    ],
    ['a failed case', () => compare(record, record, { problem: 'exit-code: 1' }), 'exit-code: 1'],
    [
      'another dataset',
      () => compare(record, record, { conditions: { ...aCase(null).conditions, datasetSha256: 'e'.repeat(64) } }),
      'dataset dddddddddddd → eeeeeeeeeeee',
    ],
  ])('are not compared with %s, and the reason is named', (_what, run, reason) => {
    expect(run()).toMatchObject([
      { rows: [], notes: [`scaling/predict gpus=1: Not compared: ${reason}.`], isDetail: true },
    ])
  })

  it('of two recorded runs on an H100 are the same work, and one percent more calls is named', () => {
    const [one, again, more] = ['400-13109', '400-18858', '404-11514'].map((name) => {
      const path = new URL(`../../../../docs/evidence/h100-kernel-records/prog.py-${name}.json`, import.meta.url)
      return kernelRecord.parse(JSON.parse(readFileSync(path, 'utf8')))
    })
    if (!one || !again || !more) throw new Error('three records')
    expect(compare(one, again)[0]?.notes[0]).toContain('The GPU executes the same work as in the baseline')
    expect(compare(one, more)[0]?.notes[0]).toMatch(
      /^\+4 launches of .* since the baseline; that is \d+ % of the change/,
    )
  })

  it('are not mentioned where neither side has a record', () => {
    expect(compare(null, null)).toEqual([])
  })
})
