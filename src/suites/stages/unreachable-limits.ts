import type { Config } from '../../config/schema/schema.ts'
import { hasAxes } from '../../domain/core/case.ts'
import type { Finding } from '../../domain/verdict/report.ts'
import type { DerivedValue } from '../../domain/verdict/requirement.ts'
import { getMinimumSpeedup } from '../../domain/scaling/scaling.ts'

/** Lists limits on the speed-up or efficiency that exceed the Amdahl ceiling of the stage shares. */
export function listUnreachableLimits(derived: readonly DerivedValue[], config: Config): Finding[] {
  return derived
    .filter((item) => item.name === 'ceiling')
    .flatMap(({ axes, value: ceiling }): Finding[] => {
      if (ceiling === null) return []
      return listLimits(Number(axes['gpus']), config)
        .filter(({ limit }) => limit > ceiling)
        .map(({ id, limit }) => ({
          kind: 'caution',
          subject: `${id} on ${axes['gpus']} GPUs`,
          reason: `requires ${limit}×, which exceeds the ceiling: the 1-GPU shares of the stages allow ${ceiling.toFixed(2)}×`,
        }))
    })
}

type Limit = { readonly id: string; readonly limit: number }

function listLimits(gpus: number, { suites, requirements }: Config): Limit[] {
  const ofProfile = suites.scaling ? getMinimumSpeedup(suites.scaling.profile, gpus) : null
  const own = requirements.flatMap(({ id, value, operator, limit, axes }) => {
    if (!operator.startsWith('>') || !hasAxes({ gpus }, axes)) return []
    if (value === 'speedup') return [{ id, limit }]
    return value === 'efficiency' ? [{ id, limit: limit * gpus }] : []
  })
  const named = suites.scaling ? [{ id: `scaling profile ${suites.scaling.profile}`, limit: ofProfile ?? 0 }] : []
  return [...named, ...own]
}
