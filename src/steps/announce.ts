import type { CheckConclusion } from '../domain/delivery.ts'
import { EnvironmentError, NoDeviceError, OutageError, UserError } from '../domain/errors.ts'
import { neutraliseMessage } from '../domain/neutralise.ts'
import type { GitHub } from '../ports/github.ts'
import type { Logger } from '../ports/logger.ts'
import { completeCheck, type CompletePorts } from './complete-check.ts'
import type { CheckIdentity } from './deliver.ts'
import type { FoundCommits } from './find-commits.ts'

export type Announcement = CheckSubject & {
  readonly name: string
  readonly headCommit: string
  readonly identity: CheckIdentity
}

/** What the verdict of a check is about. Several pull requests may share the head commit that the check belongs to. */
export type CheckSubject = {
  /** Null: none, or not known yet. */
  readonly pullRequest: number | null
  /** The branch that the pull request is to be merged into, and the commit of it that the head is judged against; null: none, or not known yet. */
  readonly base: { readonly branch: string; readonly commit: string } | null
}

/** What the verdict on these commits is about. */
export function describeSubject(
  pullRequest: number | null,
  { base, testMerge }: Pick<FoundCommits, 'base' | 'testMerge'>,
): CheckSubject {
  const branch = base?.branch ?? null
  return {
    pullRequest,
    base: branch === null || base === null ? null : { branch, commit: testMerge?.base ?? base.tip },
  }
}

/**
 * Opens the check as in progress before anything is measured. A refusal here ends the run: no check could be completed
 * later either. An outage does not: it is over when there is something to say, and then the check is made.
 */
export async function announce(
  { name, headCommit, identity }: Announcement,
  { gitHub, logger }: { readonly gitHub: GitHub; readonly logger: Logger },
): Promise<void> {
  const said = {
    title: 'Measuring …',
    summary: 'The benchmarks are being measured. This check is completed when they are judged.',
  }
  try {
    await gitHub.upsertCheckRun({ name, headCommit, ...identity, ...said, state: { status: 'in_progress' } })
  } catch (error) {
    if (!(error instanceof OutageError)) throw error
    logger.warning(`${error.message} The run goes on without an open check, which is written when it is judged.`)
  }
}

/** Completes an announced check when the run ended before there was anything to judge. */
export async function completeWithError(
  announced: Announcement,
  error: unknown,
  isCancelled: boolean,
  ports: CompletePorts & { readonly logger: Logger },
): Promise<void> {
  const { name, headCommit, identity } = announced
  const isUnable = error instanceof NoDeviceError
  const conclusion: CheckConclusion = isCancelled || isUnable ? 'neutral' : 'failure'
  const title = isCancelled ? 'Cancelled before there was a result' : titleOf(isUnable)
  try {
    await completeCheck({ name, headCommit, ...identity, title, summary: errorText(error), conclusion }, ports)
  } catch (second) {
    ports.logger.warning(
      `The check could not be completed: ${second instanceof Error ? second.message : String(second)}`,
    )
  }
}

function titleOf(isUnable: boolean): string {
  return isUnable ? 'Inconclusive: this runner has no GPU' : 'Could not be measured'
}

/** Message and hint as a code block: an error may quote what a pull request wrote. */
function errorText(error: unknown): string {
  const hint = error instanceof UserError || error instanceof EnvironmentError ? `\n\n${error.hint}` : ''
  const text = `${error instanceof Error ? error.message : String(error)}${hint}`
  return `\`\`\`text\n${neutraliseMessage(text, 20_000).replaceAll('```', "'''")}\n\`\`\``
}
