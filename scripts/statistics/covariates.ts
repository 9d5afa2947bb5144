import type { LoopOptions } from '../../test/unit/simulated-loop.ts'
import { aGpuUse, aTelemetry, aTrialHost, steady } from '../../test/unit/a-telemetry.ts'
import { drawsFrom } from './noise-families.ts'

/** Facts of runs whose core was probed first: the probe follows the noise of the run with this correlation. */
export function probedFacts(cv: number, correlation: number) {
  return (seed: number): NonNullable<LoopOptions['facts']> => {
    const { normal } = drawsFrom(seed + 555_555)
    return (noise) => {
      const place = correlation * (noise / cv) + Math.sqrt(1 - correlation ** 2) * normal()
      return { host: { ...aTrialHost(), otherCpuSeconds: null, probeSeconds: 0.0003 * Math.exp(0.02 * place) } }
    }
  }
}

/** Facts of runs of the machine with two clocks, whose clock was watched. */
export function watchedClocks(): NonNullable<LoopOptions['facts']> {
  return (noise) => ({ telemetry: aTelemetry({ gpus: [aGpuUse({ smClockMhz: steady(noise > 0.02 ? 1900 : 1980) })] }) })
}
