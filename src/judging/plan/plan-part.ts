import type { Config } from '../../config/schema/schema.ts'
import { groupComparedCases } from '../../domain/plan/group-compared-cases.ts'
import { UserError } from '../../domain/core/errors.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import type { ResolvedRevision } from '../../domain/core/revision.ts'
import { selectPlanPart, formatSelection, type Selection } from '../../domain/plan/selection.ts'
import type { Device } from '../../domain/testbed/testbed.ts'
import { planRun } from './plan-run.ts'

/** More than any config can ask for. */
const mostDevices = 1024

/** What the config asks for on this machine, or the part of it that is selected; null: all of it. */
export function planPart(
  config: Config,
  devices: readonly Device[],
  revisions: readonly ResolvedRevision[],
  selection: Selection | null,
): Plan {
  const plan = planRun(config, devices, revisions)
  return selection === null ? plan : selectPlanPart(plan, planCompleteRun(config, revisions), selection)
}

/** Every case that the config can ask for, on a machine that lacks no device. */
export function planCompleteRun(config: Config, revisions: readonly ResolvedRevision[]): Plan {
  return planRun(
    config,
    Array.from({ length: mostDevices }, (_, id) => createDevice(id)),
    revisions,
  )
}

function createDevice(id: number): Device {
  return { id, physicalIndex: id, model: 'any', uuid: null, memoryBytes: null, migProfile: null, settings: null }
}

/** @throws UserError when a selection leaves nothing to measure, nor to call not tested */
export function requireSelected(plan: Plan, selection: Selection | undefined, whole: () => Plan): Plan {
  if (!selection || plan.cases.length > 0 || plan.notTested.length > 0) return plan
  const { cases } = whole()
  const groups = groupComparedCases({ cases, notTested: [], comparisons: [] }).length
  throw new UserError(
    `${formatSelection(selection)} holds no case`,
    `The config asks for ${cases.length} cases in at most ${groups} parts: ${cases
      .slice(0, 5)
      .map(({ id }) => id)
      .join(', ')} …`,
  )
}
