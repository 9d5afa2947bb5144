import { describe, expect, it } from 'vitest'
import { findStageCauses, type StageEvidence } from '../../../../src/domain/stages/stage-causes.ts'

const unseen: StageEvidence = {
  isGpuStage: true,
  utilizationPercent: null,
  smActivity: null,
  cpuCores: null,
  hostCores: 16,
  ioWaitShare: null,
  readBytesPerSecond: null,
  waitShare: null,
  starvedShare: null,
  paddingEfficiency: null,
  imbalance: null,
  scalingEfficiency: null,
}

const kinds = (seen: Partial<StageEvidence>) => findStageCauses({ ...unseen, ...seen }).map(({ kind }) => kind)

describe('causes that were seen', () => {
  it('starved: the model waited for data while the host had room (I-201, I-203)', () => {
    const [cause] = findStageCauses({
      ...unseen,
      utilizationPercent: 60,
      waitShare: 0.35,
      starvedShare: 0.35,
      cpuCores: 4,
    })
    expect(cause).toMatchObject({ kind: 'starved', advice: expect.stringContaining('The host has free capacity') })
  })

  it('critical below 50 % with 35 % starved batches: the example of what stayed undetected (I-133, I-202)', () => {
    const [cause] = findStageCauses({ ...unseen, utilizationPercent: 45, starvedShare: 0.35 })
    expect(cause?.evidence).toContain('35 % of the batches came late; critical: the GPU was 45 % busy')
  })

  it('a saturated host: more loader processes are not recommended (I-093)', () => {
    const causes = findStageCauses({ ...unseen, utilizationPercent: 30, waitShare: 0.5, cpuCores: 15.5 })
    expect(causes.map(({ kind }) => kind)).toEqual(['host-saturated', 'starved'])
    expect(causes.map(({ advice }) => advice).join(' ')).not.toContain('raise the number of loader processes')
  })

  it.each<[kind: string, reached: Partial<StageEvidence>, missed: Partial<StageEvidence>]>([
    ['io-bound', { ioWaitShare: 0.5, hostCores: 1 }, { ioWaitShare: 0.49, hostCores: 1 }],
    ['io-bound', { ioWaitShare: 0.1, hostCores: null }, { ioWaitShare: 0.099, hostCores: null }],
    ['host-saturated', { cpuCores: 9, hostCores: 10 }, { cpuCores: 8.99, hostCores: 10 }],
    ['host-saturated', { cpuCores: 9, hostCores: 10 }, { cpuCores: 9, hostCores: null }],
    ['starved', { waitShare: 0.1 }, { waitShare: 0.099 }],
    ['starved', { starvedShare: 0.1 }, { starvedShare: 0.099 }],
    ['serial-host', { cpuCores: 0.75 }, { cpuCores: 0.74 }],
    ['serial-host', { cpuCores: 1.15 }, { cpuCores: 1.16 }],
    ['padding', { paddingEfficiency: 0.799 }, { paddingEfficiency: 0.8 }],
    ['imbalance', { imbalance: 0.101 }, { imbalance: 0.1 }],
    ['does-not-scale', { scalingEfficiency: 0.749 }, { scalingEfficiency: 0.75 }],
  ])('%s from its limit on', (kind, reached, missed) => {
    const found = [reached, missed].map((seen) => kinds({ utilizationPercent: 30, ...seen }).includes(kind))
    expect(found).toEqual([true, false])
  })

  it('I/O-bound: half a core waits for storage, however many cores there are', () => {
    expect(kinds({ utilizationPercent: 30, ioWaitShare: 0.05 })).toContain('io-bound')
    expect(kinds({ utilizationPercent: 30, ioWaitShare: 0.01 })).not.toContain('io-bound')
    expect(kinds({ utilizationPercent: 30, ioWaitShare: 0.05, hostCores: null })).not.toContain('io-bound')
  })

  it('tiny kernels: utilisation is high while the multiprocessors idle', () => {
    expect(kinds({ utilizationPercent: 96, smActivity: 0.12 })).toEqual(['tiny-kernels'])
    expect(kinds({ utilizationPercent: 96, smActivity: 0.8 })).toEqual(['gpu-busy'])
    expect(kinds({ utilizationPercent: 40, smActivity: 0.12 })).not.toContain('tiny-kernels')
  })

  it('a serial host: one core at work beside an idle GPU', () => {
    expect(kinds({ utilizationPercent: 20, cpuCores: 1.02 })).toEqual(['serial-host'])
    expect(kinds({ isGpuStage: false, cpuCores: 0.98 })).toEqual(['serial-host'])
    expect(kinds({ utilizationPercent: 20, cpuCores: 1.02, scalingEfficiency: 0.9 })).toEqual(['gpu-idle'])
  })

  it('padding, imbalance and a stage that does not use its GPUs', () => {
    expect(kinds({ utilizationPercent: 90, paddingEfficiency: 0.5 })).toContain('padding')
    expect(kinds({ utilizationPercent: 90, imbalance: 0.34 })).toContain('imbalance')
    expect(kinds({ utilizationPercent: 90, scalingEfficiency: 0.479 })).toContain('does-not-scale')
  })

  it('an idle GPU whose data came in time needs larger batches, not more loader processes (I-125)', () => {
    const [cause, ...others] = findStageCauses({ ...unseen, utilizationPercent: 70, starvedShare: 0.02 })
    expect(others).toEqual([])
    expect(cause).toMatchObject({
      kind: 'gpu-idle',
      evidence: 'the GPU was only 70 % busy; 2 % of its batches came late',
      advice: expect.stringContaining('make batches larger'),
    })
    expect(kinds({ utilizationPercent: 70, starvedShare: 0.2 })).toEqual(['starved'])
    expect(kinds({ isGpuStage: false, utilizationPercent: 5 })).toEqual(['unknown'])
  })

  it('unknown where nothing was seen, never a guess', () => {
    expect(findStageCauses(unseen)).toMatchObject([
      { kind: 'unknown', evidence: expect.stringContaining('not monitored') },
    ])
    expect(findStageCauses({ ...unseen, utilizationPercent: 50, cpuCores: 6 })).toMatchObject([
      { kind: 'gpu-idle', evidence: 'the GPU was only 50 % busy; its waits for data were not recorded' },
    ])
  })
})
