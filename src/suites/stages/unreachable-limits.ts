import type { Config } from '../../config/schema/schema.ts'
import { matchesAxes } from '../../domain/core/case.ts'
import type { Finding } from '../../domain/verdict/report.ts'
import type { Derived } from '../../domain/verdict/requirement.ts'
import { minimumSpeedup } from '../../domain/scaling/scaling.ts'

/** Limits on the speed-up that the shares of the stages put out of reach, whoever asks for them (W37). */
export function unreachableLimits(derived: readonly Derived[], config: Config): Finding[] {
  return derived
    .filter((item) => item.name === 'ceiling')
    .flatMap(({ axes, value: ceiling }): Finding[] => {
      if (ceiling === null) return []
      return limitsAt(Number(axes['gpus']), config)
        .filter(({ limit }) => limit > ceiling)
        .map(({ id, limit }) => ({
          kind: 'caution',
          subject: `${id} on ${axes['gpus']} GPUs`,
          reason: `asks for ${limit}×, which is out of reach: the 1-GPU shares of the stages allow ${ceiling.toFixed(2)}×`,
        }))
    })
}

type Limit = { readonly id: string; readonly limit: number }

function limitsAt(gpus: number, { suites, requirements }: Config): Limit[] {
  const ofProfile = suites.scaling ? minimumSpeedup(suites.scaling.profile, gpus) : null
  const own = requirements.flatMap(({ id, value, operator, limit, axes }) => {
    if (!operator.startsWith('>') || !matchesAxes({ gpus }, axes)) return []
    if (value === 'speedup') return [{ id, limit }]
    return value === 'efficiency' ? [{ id, limit: limit * gpus }] : []
  })
  const named = suites.scaling ? [{ id: `scaling profile ${suites.scaling.profile}`, limit: ofProfile ?? 0 }] : []
  return [...named, ...own]
}
