import { expect, it } from 'vitest'
import { createGpuBusyMetric, gpuBusyTime, type Metric } from '../../../../src/domain/core/metric.ts'
import { buildGateTerms, judgeFamily, autoGates } from '../../../../src/domain/verdict/gate.ts'
import { aComparison } from '../../reporters/a-report.ts'

const gpus = Array.from({ length: 8 }, (_, gpu) => createGpuBusyMetric(gpu))
/** Eight GPUs, each busy for half of a run of 10 s. */
const baseLevels = new Map([
  ['wall_time', 10],
  [gpuBusyTime.name, 40],
  ...gpus.map(({ name }): [string, number] => [name, 5]),
])
const terms = buildGateTerms({ gate: [autoGates.gpu], minEffect: 0.03, minCost: 0.01, minGpuEffect: 0.01 }, [
  baseLevels,
  baseLevels,
])

/** Judges more busy time of all GPUs together, 1.25 % unless told otherwise. */
function judgeBusyTime(effects: Readonly<Record<string, number>>, together = 0.0125) {
  const answer = ({ name }: Metric) => {
    const effect = name === gpuBusyTime.name ? together : (effects[name] ?? 0)
    return () => ({ decision: aComparison({ verdict: effect > 0.005 ? 'regression' : 'unchanged', effect }) })
  }
  return judgeFamily([gpuBusyTime, ...gpus], { terms, baseLevels }, answer)[0]
}

it('costs 10 % more work of one of eight GPUs as the run that waits for it, not as an eighth', () => {
  const judged = judgeBusyTime({ 'gpu_busy_time:gpu=5': 0.1 })
  expect(judged?.cost).toBeCloseTo(0.05, 9)
  expect(judged).not.toHaveProperty('toleratedBecause')
})

it('fails by 1.25 % more GPU work whatever it costs of a short run, and tolerates less than minGpuEffect', () => {
  const judged = judgeBusyTime({})
  expect(judged?.cost).toBeCloseTo(0.00625, 9)
  expect(judged).not.toHaveProperty('toleratedBecause')
  const less = judgeBusyTime({}, 0.008)
  expect(less?.toleratedBecause).toBe('it is 0.8 % of the GPU work, less than comparison.minGpuEffect (1 %)')
})

it('counts a slower GPU by its own busy time: one that hardly works delays no run', () => {
  const uneven = new Map([
    ['wall_time', 10],
    [gpuBusyTime.name, 9.05],
    ['gpu_busy_time:gpu=0', 9],
    ['gpu_busy_time:gpu=1', 0.05],
  ])
  const rules = buildGateTerms({ gate: [autoGates.gpu], minEffect: 0.03, minCost: 0.01, minGpuEffect: 0.01 }, [
    uneven,
    uneven,
  ])
  const judge = (effects: Readonly<Record<string, number>>) =>
    judgeFamily([gpuBusyTime, ...gpus.slice(0, 2)], { terms: rules, baseLevels: uneven }, ({ name }) => () => ({
      decision: aComparison({ verdict: 'regression', effect: effects[name] ?? 0 }),
    }))[0]
  const idle = judge({ [gpuBusyTime.name]: 0.009, 'gpu_busy_time:gpu=0': 0.009, 'gpu_busy_time:gpu=1': 0.4 })
  expect(idle?.toleratedBecause).toContain('less than comparison.minGpuEffect')
  const busy = judge({ [gpuBusyTime.name]: 0.02, 'gpu_busy_time:gpu=0': 0.02 })
  expect(busy?.cost).toBeCloseTo(0.018, 9)
})
