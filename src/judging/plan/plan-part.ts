import type { Config } from '../../config/schema/schema.ts'
import { groupComparedCases } from '../../domain/plan/group-compared-cases.ts'
import { UserError } from '../../domain/core/errors.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import type { ResolvedRevision } from '../../domain/core/revision.ts'
import { selectPlanPart, formatSelection, type Selection } from '../../domain/plan/selection.ts'
import type { Device } from '../../domain/testbed/testbed.ts'
import { planRun } from './plan-run.ts'

/** Above the GPU count of any config. */
const maxDevices = 1024

/** Plans the cases of the config on these devices, or only the selected part; selection null: all cases. */
export function planPart(
  config: Config,
  devices: readonly Device[],
  revisions: readonly ResolvedRevision[],
  selection: Selection | null,
): Plan {
  const plan = planRun(config, devices, revisions)
  return selection === null ? plan : selectPlanPart(plan, planCompleteRun(config, revisions), selection)
}

/** Plans every case of the config, as if the machine had enough devices. */
export function planCompleteRun(config: Config, revisions: readonly ResolvedRevision[]): Plan {
  return planRun(
    config,
    Array.from({ length: maxDevices }, (_, id) => createDevice(id)),
    revisions,
  )
}

function createDevice(id: number): Device {
  return { id, physicalIndex: id, model: 'any', uuid: null, memoryBytes: null, migProfile: null, settings: null }
}

/** @throws UserError when the selection contains no case, neither planned nor not tested */
export function requireSelected(plan: Plan, selection: Selection | undefined, planAll: () => Plan): Plan {
  if (!selection || plan.cases.length > 0 || plan.notTested.length > 0) return plan
  const { cases } = planAll()
  const groups = groupComparedCases({ cases, notTested: [], comparisons: [] }).length
  throw new UserError(
    `${formatSelection(selection)} contains no case`,
    `The config has ${cases.length} cases in at most ${groups} parts: ${cases
      .slice(0, 5)
      .map(({ id }) => id)
      .join(', ')} …`,
  )
}
