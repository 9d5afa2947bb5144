import { expect, it } from 'vitest'
import { describeCase } from '../../../../src/domain/core/case.ts'

it.each([
  [{ gpus: 2 }, 'gpu', 'scaling, 2 GPUs'],
  [{ gpus: 1 }, 'gpu', 'scaling, 1 GPU'],
  [{ gpus: 1 }, 'cpu', 'scaling, 1 core'],
  [{ gpus: 4, revision: 'v1.0' }, 'cpu', 'scaling, 4 cores, v1.0'],
  [{ gpus: 2, gpu: 1, stage: 'embed' }, 'gpu', 'scaling, 2 GPUs, GPU 1, stage embed'],
  [{ gpus: 1, revision: 'head' }, 'gpu', 'scaling, 1 GPU'],
  [{}, 'gpu', 'scaling'],
] as const)('%j on a %s reads %s', (axes, deviceKind, expected) => {
  expect(describeCase({ suite: 'scaling', benchmark: 'predict', axes }, deviceKind)).toBe(expected)
})

it('names the benchmarks of the suite command', () => {
  expect(describeCase({ suite: 'command', benchmark: 'tokenize', axes: { gpus: 1 } })).toBe('tokenize, 1 GPU')
})
