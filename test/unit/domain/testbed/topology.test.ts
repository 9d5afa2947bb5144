import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeTopology } from '../../../../src/domain/testbed/topology.ts'

const eight = fixture('topo-h100-8.txt')
const two = fixture('topo-2x-phb.txt')

test('F-01: eight GPUs with NVLink between all of them', () => {
  expect(describeTopology(eight, [0, 1, 2, 3, 4, 5, 6, 7])).toBe('NV18 all-to-all')
  expect(describeTopology(eight, [2, 5])).toBe('NV18')
})

test('two GPUs that meet at a PCIe host bridge', () => {
  expect(describeTopology(two, [0, 1])).toBe('PCIe (PHB)')
})

test('a header underlined by escape sequences is read', () => {
  const escape = String.fromCodePoint(27)
  expect(
    describeTopology(two.replace('GPU0\tGPU1', `${escape}[4mGPU0\tGPU1`).replace('ID', `ID${escape}[0m`), [0, 1]),
  ).toBe('PCIe (PHB)')
})

test('pairs that differ are named', () => {
  const text = [
    '      GPU0 GPU1 GPU2 CPU Affinity',
    'GPU0  X    NV4  SYS  0-7',
    'GPU1  NV4  X    SYS  0-7',
    'GPU2  SYS  SYS  X    8-15',
  ].join('\n')
  expect(describeTopology(text, [0, 1, 2])).toBe('mixed: NV4 0-1; SYS 0-2 1-2')
  expect(describeTopology(text, [0, 2])).toBe('PCIe (SYS)')
})

test.each([
  ['one GPU', eight, [0]],
  ['a GPU that the matrix lacks', two, [0, 5]],
  ['another text', 'No devices were found', [0, 1]],
  ['a cell of unknown meaning', two.replace('PHB', '???'), [0, 1]],
])('%s gives no topology', (_, text, gpus) => {
  expect(describeTopology(text, gpus)).toBeNull()
})

function fixture(name: string): string {
  return readFileSync(new URL(`../../../fixtures/nvidia-smi/${name}`, import.meta.url), 'utf8')
}
