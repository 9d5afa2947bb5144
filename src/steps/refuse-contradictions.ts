import type { Config } from '../config/schema.ts'
import { UserError } from '../domain/errors.ts'
import type { PlannedCase } from '../domain/plan.ts'
import type { RunRecord } from '../domain/run-record.ts'
import { testbedId } from '../domain/testbed.ts'
import { isContaminated, type Trial } from '../domain/trial.ts'
import { planRun } from './plan-run.ts'
import { rowProblem } from './row-problem.ts'

const shownContradictions = 5

/**
 * Looks in a record that a stranger may have written for what no run under these rules can leave behind.
 *
 * @throws UserError that lists what contradicts the rules or the record itself
 */
export function refuseContradictions(record: RunRecord, config: Config): void {
  const plan = planRun(config, record.testbed.devices, record.revisions)
  const found = [
    ...testbedContradictions(record, config),
    ...plan.cases.flatMap((planned) => caseContradictions(planned, record.trials, config)),
  ]
  if (found.length === 0) return
  const more = found.length > shownContradictions ? [`and ${found.length - shownContradictions} more`] : []
  throw new UserError(
    ['run.json contradicts itself or the rules:', ...found.slice(0, shownContradictions), ...more].join('\n  '),
    'Publish the run folder as warpgauge left it; measure again if it was damaged.',
  )
}

/** The id picks the baseline, so it has to be the one that the devices give. */
function testbedContradictions({ testbed }: RunRecord, { pipeline }: Config): string[] {
  const expected = testbedId(testbed.deviceKind, testbed.devices, testbed.cpuModel)
  return [
    ...(testbed.deviceKind === pipeline.devices
      ? []
      : [`testbed: measured on a ${testbed.deviceKind}, the config asks for a ${pipeline.devices}`]),
    ...(testbed.id === expected ? [] : [`testbed.id: ${testbed.id}, its devices give ${expected}`]),
  ]
}

function caseContradictions(planned: PlannedCase, trials: readonly Trial[], config: Config): string[] {
  const own = trials.filter((trial) => trial.caseId === planned.id)
  const seen = new Set<number>()
  return own.flatMap((trial) => {
    const isRepeated = seen.has(trial.index)
    seen.add(trial.index)
    const problem = isRepeated
      ? 'is there twice'
      : (placeProblem(trial, planned, own) ?? excuseProblem(trial) ?? claimProblem(trial, config))
    return problem === null ? [] : [`${planned.id}, run ${trial.index}: ${problem}`]
  })
}

/** Samples of the cache were planned by the run that took them. */
function placeProblem(
  { index, isWarmup, cachedFromRun }: Trial,
  planned: PlannedCase,
  own: readonly Trial[],
): string | null {
  if (cachedFromRun !== null)
    return planned.samplesFrom === 'cached' ? null : 'reused from an earlier run, fresh ones are asked for'
  // Only a contaminated run is made again: nobody may pick the best of more runs than were planned.
  const contaminated = own.filter((trial) => isContaminated(trial) && !trial.isWarmup).length
  const total = planned.warmups + planned.repeats + Math.min(contaminated, planned.maxReruns)
  if (index >= total) return `at most ${total} are planned`
  if (isWarmup === index < planned.warmups) return null
  return isWarmup ? 'marked as a warm-up, which it is not' : 'a warm-up that is counted'
}

/** What does not count for the machine's sake must have been seen by somebody. */
function excuseProblem(trial: Trial): string | null {
  const isBlind = isContaminated(trial) && trial.telemetry === null
  return isBlind ? 'called contaminated, and nothing watched the machine' : null
}

/** A run that claims to count has to show what `failureOfEnding` and the proof of work ask for. */
function claimProblem(trial: Trial, config: Config): string | null {
  const { failure, wallSeconds, exitCode, signal, resultRows } = trial
  const { exitCodes, proof } = config.pipeline
  if (failure !== null || isContaminated(trial)) return null
  if (wallSeconds === null || wallSeconds <= 0) return `counted with a time of ${wallSeconds ?? 'none'}`
  if (exitCode === null || signal !== null || exitCodes[exitCode] !== 'success')
    return `counted although its exit code was ${exitCode ?? 'none'}`
  return proof.results ? rowProblem(resultRows ?? 0, proof.results) : null
}
