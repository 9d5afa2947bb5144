import { describe, expect, it } from 'vitest'
import { type GpuIdentity, unknownSettings } from '../../../../src/domain/telemetry/gpu.ts'
import {
  resolveCommandDevices,
  explainUnexpectedUse,
  resolveVisibleDevices,
} from '../../../../src/domain/testbed/visible-devices.ts'

function aGpu(index: number, overrides: Partial<GpuIdentity> = {}): GpuIdentity {
  return {
    index,
    uuid: `GPU-${index}${index}aa-bb`,
    pciBusId: null,
    model: 'NVIDIA H200',
    memoryBytes: null,
    settings: unknownSettings,
    migSlices: [],
    ...overrides,
  }
}

const slice = (uuid: string) => ({ uuid, profile: '1g.18gb', memoryBytes: null })
const four = [0, 1, 2, 3].map((index) => aGpu(index))
const sliced = [aGpu(0), aGpu(1, { migSlices: [slice('MIG-c6d4'), slice('MIG-cba6')] })]
const cuda = (value: string | undefined, gpus = four) =>
  resolveVisibleDevices(gpus, { CUDA_VISIBLE_DEVICES: value }, 'nvidia-smi')
const indices = ({ devices }: { devices: readonly { gpu: number }[] }): number[] => devices.map(({ gpu }) => gpu)

describe('the GPUs behind CUDA_VISIBLE_DEVICES', () => {
  it.each([
    [undefined, [0, 1, 2, 3]],
    ['2,3', [2, 3]],
    ['3, 0', [3, 0]],
    ['GPU-22aa-bb', [2]],
    ['GPU-1,gpu-33AA', [1, 3]],
    ['2,-1,3', [2]],
    ['1gpu2', [1]],
    ['', []],
    ['-1', []],
    ['NoDevFiles', []],
  ])('are, when it is %j, the physical %j, and nothing is odd (W21)', (value, expected) => {
    const visible = cuda(value)
    expect(indices(visible)).toEqual(expected)
    expect(visible.problems).toEqual([])
  })

  it.each([
    ['0,7,1', [0], '7 matches no GPU, so only the 1 before it is visible'],
    ['1,1', [], '1 is named twice, so no GPU is visible'],
    ['0,2,2', [], '2 is named twice, so no GPU is visible'],
    ['GPU-', [], 'matches no GPU, so no GPU is visible'],
    ['nonsense', [], 'nonsense matches no GPU'],
    ['2,1,MIG-c6d4', [2, 1], 'only the 2 before it are visible'],
  ])('end before the first entry of %j that names none, and it is said (W22)', (value, expected, problem) => {
    const visible = cuda(value)
    expect(indices(visible)).toEqual(expected)
    expect(visible.problems.join()).toContain(problem)
  })

  it('are not guessed when a beginning fits several', () => {
    const visible = cuda('GPU-a', [aGpu(0, { uuid: 'GPU-ab' }), aGpu(1, { uuid: 'GPU-ac' })])
    expect(visible).toMatchObject({ devices: [], problems: [expect.stringContaining('GPU-a matches 2 devices')] })
  })

  it('may be slices of a GPU, by UUID, its beginning or the older name (W21)', () => {
    expect(cuda('MIG-cba6', sliced).devices).toEqual([{ gpu: 1, migSlice: 'MIG-cba6' }])
    expect(cuda('MIG-c6', sliced).devices).toEqual([{ gpu: 1, migSlice: 'MIG-c6d4' }])
    expect(cuda('MIG-GPU-11aa-bb/1/0', sliced).devices).toEqual([{ gpu: 1, migSlice: 'MIG-GPU-11aa-bb/1/0' }])
    expect(cuda('MIG-c', sliced).problems.join()).toContain('MIG-c matches 2 devices')
  })

  it('may be others than the numbers say when the models differ', () => {
    const mixed = [aGpu(0, { model: 'NVIDIA L4' }), aGpu(1)]
    expect(cuda('1', mixed).problems.join()).toContain('CUDA_DEVICE_ORDER=PCI_BUS_ID')
    const ordered = { CUDA_VISIBLE_DEVICES: '1', CUDA_DEVICE_ORDER: 'PCI_BUS_ID' }
    expect(resolveVisibleDevices(mixed, ordered, 'nvidia-smi').problems).toEqual([])
    expect(cuda('GPU-11', mixed).problems).toEqual([])
  })
})

describe('the GPUs behind ROCR_VISIBLE_DEVICES and HIP_VISIBLE_DEVICES', () => {
  it.each([
    [{}, [0, 1, 2, 3], null],
    [{ ROCR_VISIBLE_DEVICES: '2,3' }, [2, 3], 'ROCR_VISIBLE_DEVICES'],
    [{ HIP_VISIBLE_DEVICES: '1' }, [1], 'HIP_VISIBLE_DEVICES'],
    [{ ROCR_VISIBLE_DEVICES: '2,3', HIP_VISIBLE_DEVICES: '1' }, [3], 'HIP_VISIBLE_DEVICES'],
    [{ ROCR_VISIBLE_DEVICES: 'GPU-33aa-bb,0', CUDA_VISIBLE_DEVICES: '1' }, [0], 'CUDA_VISIBLE_DEVICES'],
  ])('are, with %j, the physical %j (W21)', (env, expected, variable) => {
    const visible = resolveVisibleDevices(four, env, 'amd-smi')
    expect(indices(visible)).toEqual(expected)
    expect(visible.variable).toBe(variable)
  })
})

describe('the GPUs that a command asks for', () => {
  it.each([
    [
      ['predict', '--gpus', '2,3'],
      [2, 3],
    ],
    [
      ['predict', '--gpus=1,0'],
      [1, 0],
    ],
  ])('are with %j places in the visible list (W22)', (argv, expected) => {
    const asked = resolveCommandDevices(argv, cuda(undefined))
    expect(asked && indices(asked)).toEqual(expected)
    expect(asked?.problems).toEqual([])
  })

  it('are counted within what the environment leaves (W22)', () => {
    const asked = resolveCommandDevices(['--gpus', '1,0'], cuda('3,2'))
    expect(asked && indices(asked)).toEqual([2, 3])
  })

  it('are missed by name when there are fewer (W22)', () => {
    const asked = resolveCommandDevices(['--gpus', '0,2,5'], cuda('3,2'))
    expect(asked?.problems).toEqual([
      'the command asks for --gpus 0,2,5, but CUDA_VISIBLE_DEVICES leaves 2 GPUs, numbered from 0, so 2, 5 cannot be used',
    ])
  })

  it.each([
    [['predict']],
    [['predict', '--gpus']],
    [['--gpus', '4']],
    [['--gpus', 'all']],
    [['--gpus-per-node', '1,2']],
  ])('are unknown from %j: a single number may be a count', (argv) => {
    expect(resolveCommandDevices(argv, cuda(undefined))).toBeNull()
  })
})

describe('a command that uses other GPUs than it was given', () => {
  it('is caught (W21, W22)', () => {
    const [problem] = explainUnexpectedUse(cuda('2,3'), [0, 1])
    expect(problem).toMatch(/used GPU 0, 1, which CUDA_VISIBLE_DEVICES does not name and did not use GPU 2, 3/)
  })

  it('is none when it uses some of them, none, or when nobody limited it', () => {
    expect(explainUnexpectedUse(cuda('2,3'), [3])).toEqual([])
    expect(explainUnexpectedUse(cuda('2,3'), [])).toEqual([])
    expect(explainUnexpectedUse(cuda(undefined), [0])).toEqual([])
  })
})
