import { UserError } from '../domain/core/errors.ts'
import { renderUnrelatedChange, unrelatedTitle } from '../reporters/unrelated-change.ts'
import { buildClaim, describeSubject } from '../steps/deliver/announce.ts'
import { completeCheck } from '../steps/deliver/complete-check.ts'
import { confirmCheck } from '../steps/deliver/write-check.ts'
import { decideMeasurement, type DecisionPorts, type MeasurementDecision } from '../steps/paths/decide-measurement.ts'
import type { AnnouncedPublish, PublishPorts } from './publish-under-check.ts'

/** A check that was written without a measurement. */
export type UnmeasuredResult = { readonly said: string; readonly checkUrl: string | null }

/**
 * Publishes the result of a run that measured nothing: passes if no file of the program changed, by the config of the
 * base and the commits on GitHub. Null: the base has no `pipeline.paths`, so a run folder is missing.
 *
 * @throws UserError when a measurement is needed
 */
export async function publishUnmeasured(
  request: AnnouncedPublish,
  ports: PublishPorts & DecisionPorts,
): Promise<UnmeasuredResult | null> {
  const decision = await decideMeasurement(request, ports)
  if (!decision.isNeeded) return await concludeUnrelated(decision, request, ports)
  if (!decision.hasPaths) return null
  throw new UserError(
    `nothing was measured, but a measurement is needed: ${decision.reason}`,
    'Run the measuring workflow again, or write /warpgauge run in a comment.',
  )
}

type Unrelated = Extract<MeasurementDecision, { readonly isNeeded: false }>

/** Never replaces a verdict on the same commit. */
async function concludeUnrelated(
  { unrelated, commits }: Unrelated,
  { announcement, identify }: AnnouncedPublish,
  ports: PublishPorts,
): Promise<UnmeasuredResult> {
  const subject = describeSubject(commits.pull?.number ?? null, commits)
  identify(subject)
  const about = { ...announcement, ...subject, isProvisional: false }
  const summary = renderUnrelatedChange(unrelated)
  const claim = buildClaim(about, { title: unrelatedTitle, summary, result: 'unrelated' })
  const { url, held } = await completeCheck(claim, ports)
  if (about.pullRequest !== null) await confirmCheck(claim, ports.gitHub)
  await ports.jobSummary?.write(`## ${unrelatedTitle}\n\n${summary}\n`)
  return { said: `${unrelatedTitle}.${held === null ? '' : ` ${held}`}`, checkUrl: url }
}
