import { expect, it } from 'vitest'
import { summarizeKernels } from '../../../src/domain/kernels/kernel-table.ts'
import { buildKernelBlocks, buildTableBlocks } from '../../../src/reporters/kernels.ts'
import { renderTerminalBlocks } from '../../../src/reporters/terminal.ts'
import { aKernelRecord } from '../domain/kernels/a-kernel-record.ts'

const show = (blocks: ReturnType<typeof buildKernelBlocks>) =>
  renderTerminalBlocks(blocks, { columns: 200, color: false })
const many = (count: number) => aKernelRecord(Array.from({ length: count }, (_, index) => `kernel_${index} 2 10`))
const rows = (text: string) => text.match(/^kernel_\d+ .*$/gm) ?? []

it.each([
  ['a record', (count: number) => buildKernelBlocks(many(count), null)],
  ['a profile', (count: number) => buildTableBlocks(summarizeKernels(many(count), null), null)],
])('%s shows 30 kernels, and says how many more there are', (_what, build) => {
  const [whole, cut] = [show(build(30)), show(build(32))]
  expect([rows(whole).length, rows(cut).length]).toEqual([30, 30])
  expect(whole).not.toContain('more kernels')
  expect(cut).toContain('2 more kernels: --json has all, with complete names.')
  expect(cut).toContain('64 launches of 32 kernels')
})

it('gives launches, time and share of each kernel, and no share of nothing', () => {
  const [first, second] = rows(show(buildKernelBlocks(aKernelRecord(['kernel_1 1 30', 'kernel_2 5 10']), null)))
  expect(first).toMatch(/^kernel_1 +1 +30 ms +75\.0\s% +1×1×1 +256×1×1 +0$/)
  expect(second).toMatch(/^kernel_2 +5 +10 ms +25\.0\s% /)
  expect(rows(show(buildKernelBlocks(aKernelRecord(['kernel_1 1 0']), null)))[0]).toMatch(/ 0(?:\.0)?\s% /)
})

it('says what the record lacks', () => {
  const text = show(
    buildKernelBlocks(aKernelRecord(['a 1 1'], { processes: 3, unfinished: 1, problems: ['a part was lost'] }), null),
  )
  expect(text).toContain('1 of 3 processes ended without a last flush; their launches are at least these.')
  expect(text).toContain('a part was lost.')
  expect(text).toContain('1 launch of 1 kernel')
  expect(show(buildKernelBlocks(aKernelRecord(['a 1 1']), null))).not.toContain('last flush')
})

it('compares with a base where there is one', () => {
  const base = summarizeKernels(aKernelRecord(['kernel_1 1 10']), null)
  const head = aKernelRecord(['kernel_1 1 20'])
  expect(show(buildKernelBlocks(head, base))).toMatch(/compared with the base/i)
  expect(show(buildKernelBlocks(head, null))).not.toMatch(/compared with the base/i)
})
