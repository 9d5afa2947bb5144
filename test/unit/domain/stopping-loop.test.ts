import { describe, expect, it } from 'vitest'
import { normals } from './noisy-series.ts'
import { aGpuUse, aTelemetry, aTrialHost, workAt } from '../a-telemetry.ts'
import { simulatedLoop, type LoopOptions } from '../simulated-loop.ts'
import { ends, loops, machine, runsOf, shareOf } from './stopping-loops.ts'

// `test/soak` has these figures on less and on more noise. Bounds lie three standard errors of 300 loops beyond what docs/statistics.md says.
describe('the whole loop from the first warm-up to the verdict, at a minimum effect of 3 %', () => {
  it.each([[0.02, 0.04, 0.78, 5.8]])(
    'on noise of %d: at most %d false alarms, %d cleared, in %d runs a side',
    (cv, alarms, cleared, runs) => {
      const same = ends(cv, 0)
      expect(shareOf(same, 'regression')).toBeLessThanOrEqual(alarms)
      expect(shareOf(same, 'unchanged')).toBeGreaterThanOrEqual(cleared)
      expect(runsOf(same)).toBeLessThanOrEqual(runs)
      expect(runsOf(same)).toBeGreaterThanOrEqual(3)
    },
  )

  it.each([[0.02, 0.55, 0.97]])(
    'on noise of %d: finds a slowdown of 0.03 in %d and one of 0.05 in %d of the cases',
    (cv, three, five) => {
      expect(shareOf(ends(cv, 0.03), 'regression')).toBeGreaterThanOrEqual(three)
      expect(shareOf(ends(cv, 0.05), 'regression')).toBeGreaterThanOrEqual(five)
    },
  )

  it('rarely alarms, whether the noise is known or not, and never the wrong way', () => {
    for (const sessions of [0, 3]) expect(shareOf(ends(0.05, 0, {}, sessions), 'regression')).toBeLessThanOrEqual(0.02)
    expect(shareOf(ends(0.02, 0.05, {}, 3), 'improvement')).toBe(0)
  })

  it('does not take a machine that heats up, or warms its caches, for a change', () => {
    const rising = Array.from({ length: loops }, (_, seed) => {
      const normal = normals(seed)
      let run = 0
      return simulatedLoop({ machine: () => 0.005 * run++ + 0.005 * normal(), slowdown: 0, seed })
    })
    expect(shareOf(rising, 'regression')).toBeLessThanOrEqual(0.01)
    expect(shareOf(rising, 'unchanged')).toBeGreaterThanOrEqual(0.97)
  })

  it('stops early where the answer is out of reach, says what would be needed, and does not call it unchanged', () => {
    const open = ends(0.05, 0, { maxRepeats: 20 }, 3).filter(({ state }) => state === 'out of reach')
    const noisy = ends(0.2, 0, { maxRepeats: 20 })
    const far = noisy.filter(({ state }) => state === 'out of reach')
    expect(open.length + far.length).toBeGreaterThan(loops / 2)
    expect(runsOf(far)).toBeLessThan(10)
    for (const { verdict, reason } of [...open, ...far]) {
      expect(verdict).toBe('inconclusive')
      expect(reason).toMatch(/out of reach at this noise: 20 runs per side can detect .*needs (about|more than) \d+/)
    }
  })

  it('goes on where a covariate that follows the noise may be taken out from five runs on', () => {
    const probed = (noise: number) => ({
      host: { ...aTrialHost(), otherCpuSeconds: null, probeSeconds: 0.0003 * Math.exp(noise) },
    })
    const loops100 = (facts?: LoopOptions['facts']) =>
      Array.from({ length: 100 }, (_, seed) =>
        simulatedLoop({ machine: machine(0.2, seed), slowdown: 0.05, seed, ...(facts && { facts }) }),
      )
    const [plain, explained] = [loops100(), loops100(probed)]
    expect(
      plain.filter(({ state, runsPerSide }) => state === 'out of reach' && runsPerSide < 5).length,
    ).toBeGreaterThan(25)
    // Some are told by chance at the first look: noise of 20 %.
    expect(explained.filter(({ state, runsPerSide }) => state === 'out of reach' && runsPerSide < 5)).toEqual([])
    expect(shareOf(explained, 'regression')).toBeGreaterThan(0.85)
  })

  it('gives up no slowdown that shows inside each of two recorded clock states', () => {
    const slowState = 0.125
    const recorded: LoopOptions['facts'] = (noise) => ({
      telemetry: aTelemetry({ gpus: [aGpuUse({ work: workAt(noise > slowState / 2 ? 1747 : 1980) })] }),
    })
    const told = Array.from({ length: 100 }, (_, seed) => {
      const normal = normals(seed)
      const machineOfTwoStates = () => (normal() > 0 ? slowState : 0) + 0.002 * normal()
      return simulatedLoop({ machine: machineOfTwoStates, slowdown: 0.05, seed, facts: recorded })
    })
    expect(shareOf(told, 'regression')).toBeGreaterThanOrEqual(0.95)
  })

  it('is the same every time', () => {
    const twice = [0, 1].map(() => simulatedLoop({ machine: machine(0.02, 7), slowdown: 0.03, seed: 7 }))
    expect(twice[0]).toEqual(twice[1])
  })
})
