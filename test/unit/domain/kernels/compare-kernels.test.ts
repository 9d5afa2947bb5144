import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import type { Comparison } from '../../../../src/domain/verdict/comparison.ts'
import { compareKernels, selectChanged, shortenKernel } from '../../../../src/domain/kernels/compare-kernels.ts'
import { buildKernelSection, buildKernelSections } from '../../../../src/domain/kernels/kernel-sections.ts'
import { summarizeKernels } from '../../../../src/domain/kernels/kernel-table.ts'
import { aTrial } from '../../a-run.ts'
import { aComparison, aSummary } from '../../reporters/a-report.ts'
import { aKernelRecord } from './a-kernel-record.ts'
import { kernelRecord, kernelTable, type KernelRecord, type KernelTable } from '../../../../src/record/kernels.ts'

/** The table of one process with kernels as `NAME LAUNCHES MILLISECONDS [GRID]`. */
function aTable(kernels: readonly string[], overrides: Partial<KernelRecord> = {}): KernelTable {
  return kernelTable.parse(summarizeKernels(aKernelRecord(kernels, overrides), null))
}

const base = aTable(['jacobi 3000 1600', 'sum 100 20', 'fill 1 0.1'])
const section = (head: KernelTable) => buildKernelSection('x', base, head)

describe('kernels of two commits', () => {
  it.each<[what: string, head: KernelTable, first: RegExp]>([
    [
      'more launches',
      aTable(['jacobi 3030 1616', 'sum 100 20.03', 'fill 1 0.1']),
      /^jacobi runs 3,000 → 3,030 times; that is 100 % of the change of kernel time\./,
    ],
    [
      'a slower kernel with another grid',
      aTable(['jacobi 3000 1700 2', 'sum 100 20', 'fill 1 0.1']),
      /^jacobi takes 1\.6 → 1\.7 s for equal launches, now with 2×1×1 of 256×1×1; that is 100 %/,
    ],
    [
      'a new kernel',
      aTable(['jacobi 3000 1600', 'sum 100 20', 'fill 1 0.1', 'scan 7 40']),
      /^scan is new: 7 launches; that is 100 %/,
    ],
    [
      'a removed kernel',
      aTable(['jacobi 3000 1600', 'fill 1 0.1']),
      /^sum is gone: it had 100 launches; that is 100 %/,
    ],
    [
      'a removed kernel whose gain others cancel out',
      aTable(['jacobi 3030 1616', 'fill 1 0.1']),
      /^sum is gone: it had 100 launches; that is -20 ms, and \+16 ms in other kernels\./,
    ],
  ])('name first what changed most: %s', (_what, head, first) => {
    const { notes, rows, isExplanation } = section(head)
    expect([notes[0], isExplanation]).toEqual([expect.stringMatching(first), true])
    expect(rows.at(-1)?.[0]).toMatch(/other kernels?$/)
  })

  it('say that equal code and launches are the same work', () => {
    const { notes, rows, isDetail } = section(
      aTable(base.kernels.map(([name, launches, seconds]) => `${name} ${launches} ${seconds * 1004}`)),
    )
    expect([rows, isDetail]).toEqual([[], true])
    expect(notes[0]).toMatch(/^The GPU executes the same work: equal machine code and launches/)
  })

  it('say which kernels take equal time with another grid', () => {
    const { notes, isDetail } = section(aTable(['jacobi 3000 1601 2', 'sum 100 20 3', 'fill 1 0.1']))
    expect([notes[0], isDetail]).toEqual([
      expect.stringMatching(
        /^The launches of all kernels are equal, jacobi and 1 other with another grid or block \(1×1×1 of 256×1×1 → 2×1×1 of 256×1×1\), and no time changed/,
      ),
      true,
    ])
  })

  it('say what was copied beside the same kernels', () => {
    const moved = { ...base, onDevice: 0, copies: 2, fills: 3 }
    const within = buildKernelSection('x', moved, { ...moved, onDevice: 2 ** 30, copies: 102 })
    expect(within.notes[0]).toMatch(/^The GPU executes the same kernels: .* comes from copies, fills, the host/)
    expect(within.notes[1]).toBe('copied on and between GPUs: 0 → 1 GiB; copies: 2 → 102.')
    expect(buildKernelSection('x', base, moved).notes[0]).toMatch(/^The GPU executes the same kernels/)
    const { notes } = section({ ...base, toDevice: 48 * 2 ** 20, peakBytes: 2e9 })
    expect(notes[0]).toMatch(/^The GPU executes the same kernels: equal machine code and launches/)
    expect(notes[1]).toBe('copied to the GPU: 0 → 48 MiB; peak of allocated GPU memory: 0.93 → 1.86 GiB.')
  })

  it.each<[what: string, head: KernelTable | null, note: string]>([
    ['lost records', { ...base, problems: ['CUPTI lost 7 records'] }, 'head: CUPTI lost 7 records'],
    ['no launch', aTable([]), 'head: no kernel was launched while it was recorded'],
    ['no record', null, 'no process of the head initialized CUDA while it was recorded'],
  ])('are not compared with %s: what was not seen is neither equal nor gone', (_what, head, note) => {
    expect(buildKernelSection('x', base, head)).toMatchObject({ rows: [], notes: [`Not compared: ${note}.`] })
  })

  it('of processes without a last flush, or with other machine code, are not called the same work', () => {
    const notes = [{ unfinished: 1 }, { code: 'abd' }].map((change) => section({ ...base, ...change }).notes)
    expect(notes.map(([first]) => first)).toEqual([
      expect.stringMatching(/^The launches of all kernels are equal/),
      expect.stringMatching(/^Only the machine code differs: launches and grids of all kernels are equal\./),
    ])
    expect(notes[0]?.[1]).toMatch(/^head: 1 of 1 processes ended without a last flush/)
  })

  it('follow a kernel that only changed its name', () => {
    const renamed = aTable(['fusion_12 3000 1603', 'sum 100 20', 'fill 1 0.1'])
    const { rows } = compareKernels(base, renamed)
    expect(rows.map(({ name, headName }) => [name, headName])).toContainEqual(['jacobi', 'fusion_12'])
    expect(selectChanged({ rows, isShared: false })).toEqual([])
  })

  it('show no change of less than two records of equal work have, and no tiny one', () => {
    const noisy = aTable(['jacobi 3000 1609', 'sum 100 20.1', 'fill 1 0.2'])
    expect(selectChanged(compareKernels(base, noisy))).toEqual([])
  })

  it('show no 0.3 ms of a kernel of 17 ms, which two runs of one program had on an H100, but a grid that changed', () => {
    const product = aTable(['product 300 17.2'])
    const changed = (kernel: string) => selectChanged(compareKernels(product, aTable([kernel])))
    expect(changed('product 300 17.5')).toEqual([])
    expect(changed('product 300 17.5 2')).toHaveLength(1)
  })

  it('of two ranks on one GPU are compared by launches: the time of one includes waiting for the other', () => {
    const ranks = (kernels: readonly string[]) => aTable(kernels, { processes: 2, overlapping: 2 })
    const one = ranks(['sweep 600 62.8', 'product 600 47.5'])
    const { rows, notes } = buildKernelSection('x', one, ranks(['sweep 600 86.6', 'product 606 49']))
    expect(rows.map(([name]) => name)).toEqual(['product', '1 other kernel'])
    expect(notes.slice(0, 2)).toEqual([
      expect.stringMatching(/^product runs 600 → 606 times\./),
      expect.stringMatching(/^Several processes used a GPU at once/),
    ])
  })

  it('that exchange data between GPUs come last: they wait for what another kernel does', () => {
    const ranks = (sweep: number, sum: number, host = '') =>
      aTable([`sweep 600 ${sweep}`, `ncclDevKernel_AllReduce_Sum_f32_RING_LL 600 ${sum}`], { code: `${host}a` })
    const slower = buildKernelSection('x', ranks(38.5, 22.9), ranks(39.4, 25, 'b'))
    expect(slower.rows.map(([name]) => name)).toEqual([
      'sweep',
      'ncclDevKernel_AllReduce_Sum_f32_RING_LL',
      '0 other kernels',
    ])
    expect(slower.notes.slice(0, 2)).toEqual([
      expect.stringMatching(/^sweep takes 38\.5 → 39\.4 ms for equal launches; that is 30 % /),
      expect.stringContaining('their time includes waiting for the other GPUs'),
    ])
    const waiting = buildKernelSection('x', ranks(38.5, 22.9), ranks(38.5, 343, 'b'))
    expect(waiting.notes[0]).toMatch(
      /^ncclDevKernel_\w+ with its waiting takes 23 → 343 ms for equal launches; that is 100 %/,
    )
    const more = buildKernelSection(
      'x',
      ranks(38.5, 22.9),
      aTable(['sweep 600 38.5', 'ncclDevKernel_AllReduce_Sum_f32_RING_LL 630 24']),
    )
    expect(more.notes).toEqual([expect.stringMatching(/^ncclDevKernel_\w+ runs 600 → 630 times/)])
  })

  it('of processes that use a GPU one after the other are compared by time as well', () => {
    const stages = (kernel: string) => aTable([kernel], { processes: 2, overlapping: 0, code: kernel.slice(-2) })
    const { rows, notes } = buildKernelSection('x', stages('sweep 600 60'), stages('sweep 600 90'))
    expect(rows[0]?.[0]).toBe('sweep')
    expect(notes).toEqual([expect.stringMatching(/^sweep takes 60 → 90 ms for equal launches; that is 100 %/)])
  })

  it('add up to the change of all kernels', () => {
    const head = aTable(Array.from({ length: 30 }, (_, index) => `k${index} 10 ${index + 1}`))
    const compared = compareKernels(base, head)
    const sum = compared.rows.reduce((all, { change }) => all + change, 0)
    expect(sum).toBeCloseTo(compared.change, 12)
    expect(section(head).rows).toHaveLength(9)
  })

  it('of two recorded runs on an H100 are the same work, and one percent more calls is named', () => {
    const [one, other, more] = ['prog.py-400-13109', 'prog.py-400-18858', 'prog.py-404-11514'].map((name) => {
      const path = new URL(`../../../../docs/evidence/h100-kernel-records/${name}.json`, import.meta.url)
      return summarizeKernels(kernelRecord.parse(JSON.parse(readFileSync(path, 'utf8'))), null)
    })
    if (!one || !other || !more) throw new Error('three records')
    expect(compareKernels(one, other)).toMatchObject({ isSameWork: true, launches: 0 })
    const changed = selectChanged(compareKernels(one, more))
    expect(changed.map((row) => [row.base?.launches, row.head?.launches])).toEqual([
      [400, 404],
      [400, 404],
    ])
  })
})

test('a peak that an allocator reserves is named and not compared', () => {
  const [before, after] = [60e9, 1e9].map((largestBytes) =>
    summarizeKernels(aKernelRecord(['jacobi 3000 1600'], { largestBytes }), 80e9),
  )
  expect(buildKernelSection('x', before!, after!).notes[1]).toBe(
    'peak of allocated GPU memory: reserved by the allocator, not compared.',
  )
})

const comparison = {
  head: 'head',
  base: 'base',
  minEffect: 0.03,
  mayWiden: true,
  gate: [],
  maxRepeats: 3,
  isScreened: false,
}

describe('gaps between kernels', () => {
  /** A layer norm on an H200: busy time by the driver, and the union of kernels and copies in one recorded run per side. */
  const build = (
    recorded: readonly [number, number],
    effect: number,
    given: Partial<KernelRecord> = {},
    verdict: Comparison['verdict'] = 'improvement',
  ) => {
    const trials = ['base', 'head'].map((caseId, side) =>
      aTrial({
        caseId,
        index: 0,
        isWarmup: true,
        kernels: aKernelRecord([`norm 1810 ${side === 0 ? 581 : 182}`], { busySeconds: recorded[side] ?? 0, ...given }),
      }),
    )
    const interval = [effect - 0.003, effect + 0.003] as const
    const busy = { ...aComparison({ verdict, effect, interval, base: aSummary(0.988), head: aSummary(0.471) }) }
    return buildKernelSections([comparison], trials, null, () => busy)[0]!.notes.at(-1)
  }

  it('are named where they are a part of the change of busy time', () => {
    expect(build([0.79, 0.4], -0.523)).toBe(
      'GPU busy time: -517 ms, kernels and copies of the recorded runs: -390 ms; the rest are gaps between close kernels.',
    )
  })

  it('are not where the kernels explain it, and where several processes or GPUs worked', () => {
    expect(build([0.917, 0.4], -0.523)).not.toContain('gaps')
    expect(build([0.79, 0.4], -0.523, { processes: 2 })).not.toContain('gaps')
  })

  it('are not while busy time is undecided, as where the clocks vary', () => {
    expect(build([0.79, 0.4], -0.523, {}, 'inconclusive')).not.toContain('gaps')
  })

  it('are not where a recorded run tuned itself, and so worked for longer than the counted runs', () => {
    expect(build([2.2, 1.9], -0.523)).not.toContain('gaps')
    expect(build([0.79, 0.6], -0.523)).not.toContain('gaps')
  })
})

describe('a program that tunes itself', () => {
  const record = (caseId: string, index: number, kernels: readonly string[]) =>
    aTrial({
      caseId,
      index,
      isWarmup: true,
      ...(index > 0 && { isRecorded: true as const }),
      kernels: aKernelRecord(kernels),
    })
  const build = (launches: readonly number[], more = 0) => {
    const trials = launches.flatMap((tuned, index) =>
      ['base', 'head'].map((caseId) => {
        const isHead = caseId === 'head'
        return record(caseId, index, [
          `jacobi ${3000 + (isHead ? more : 0)} 1600`,
          `tuned_${tuned} 1 1`,
          `conv ${tuned + (isHead ? 3 : 0)} 20`,
        ])
      }),
    )
    return buildKernelSections([comparison], trials, null)[0]!
  }

  it('has one row for what varies between runs of one commit, and says nothing by its launches', () => {
    const { rows, notes } = build([900, 100, 104, 102])
    expect(rows).toEqual([])
    expect(notes[0]).toMatch(/^The launches of all other kernels are equal, and no time changed/)
    expect(notes[1]).toMatch(/^Kernels whose launches vary between runs of the same commit/)
  })

  it('still names the kernels that do not vary', () => {
    const { rows, notes } = build([900, 100, 104, 102], 30)
    expect(notes[0]).toMatch(/^jacobi runs 3,000 → 3,030 times/)
    expect(rows.map(([name]) => name)).toEqual(['jacobi', '1 other kernel'])
  })

  it('needs more than the warm-up, which tunes and compiles, and one other run', () => {
    expect(build([900, 100]).notes[0]).toMatch(/^conv runs 100 → 103 times/)
    expect(build([900, 100, 100]).notes[0]).toMatch(/^conv runs 100 → 103 times/)
  })
})

it('names more launches of several kernels before the times that a clock moves, with the mean of all recorded runs', () => {
  const record = (caseId: string, index: number, launches: number, clock: number) => {
    const kernels = [
      `check 120 ${7500 * clock}`,
      `gemm ${launches} ${0.1 * launches * clock}`,
      `gelu ${launches} ${0.01 * launches * clock}`,
    ]
    return aTrial({ caseId, index, isWarmup: true, isRecorded: true, kernels: aKernelRecord(kernels) })
  }
  const trials = [1.02, 1, 1.01].flatMap((clock, index) => [
    record('base', index + 1, 26_000, clock),
    record('head', index + 1, 26_390, clock * (index === 0 ? 0.98 : 1 + 0.02 / index)),
  ])
  const { rows, notes } = buildKernelSections([comparison], trials, null)[0]!
  expect(rows.map(([name, launches]) => [name, launches])).toEqual([
    ['gemm', '26,000 → 26,390'],
    ['gelu', '26,000 → 26,390'],
    ['1 other kernel', null],
  ])
  expect(notes[0]).toMatch(
    /^2 kernels run more often and none less: 0\.4 % more work at equal time per launch\. .* \(mean of 3 recorded runs per side\)\.$/,
  )
  expect(buildKernelSections([comparison], trials.slice(0, -1), null)[0]?.notes[0]).toMatch(
    /mean of 3 and 2 recorded runs\)\.$/,
  )
})

it.each([
  [
    'void at::native::(anonymous namespace)::fill<float, std::array<char*, 2ul>>(int, float)',
    'fill<float, array<char*, 2ul>>',
  ],
  ['jacobi(float*, int)', 'jacobi'],
  ['sm90_xmma_gemm_f32', 'sm90_xmma_gemm_f32'],
  [`void ns::k<${'a'.repeat(200)}>(int)`, `k<${'a'.repeat(87)}…`],
])('shortens %s to %s', (name, short) => {
  expect(shortenKernel(name)).toBe(short)
})
