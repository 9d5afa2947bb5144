import type { CheckClaim, CheckSubject, CheckResult } from '../../domain/check/check-entry.ts'
import type { RunContext } from '../../domain/core/run-context.ts'
import {
  EnvironmentError,
  ExplainedError,
  NoDeviceError,
  OutageError,
  SupersededError,
} from '../../domain/core/errors.ts'
import { sanitizeMessage } from '../../domain/core/sanitize-output.ts'
import type { GitHub } from '../../io/github/github.ts'
import type { Logger } from '../../ports/logger.ts'
import { completeCheck, writeCheck } from './write-check.ts'
import type { RunCommits } from '../trees/find-commits.ts'
import type { PendingCheck } from '../../ports/pending-check.ts'
import type { Clock } from '../../io/machine/system-clock.ts'
import type { Progress } from '../../ports/progress.ts'

const measuring = 'Measuring …'

/** A check whose result is not known yet. */
export type Announcement = Omit<CheckClaim, 'title' | 'summary' | 'result'>

/** How an unfinished measurement ended; null: it finished. */
export type CutShort = 'cancelled' | 'timed_out' | null

/** Formats the id of the run that a check belongs to: `RUN.ATTEMPT`. */
export function formatRunName({ runKey, runAttempt = 1 }: Pick<RunContext, 'runKey' | 'runAttempt'>): string {
  return `${runKey}.${runAttempt}`
}

/** What the verdict on these commits refers to. */
export function describeSubject(
  pullRequest: number | null,
  { base, testMerge }: Pick<RunCommits, 'base' | 'testMerge'>,
): CheckSubject {
  const branch = base?.branch ?? null
  return {
    pullRequest,
    base: branch === null || base === null ? null : { branch, commit: testMerge?.base ?? base.tip },
  }
}

/**
 * Opens the check as in progress before the measurement. Keeps an earlier verdict for the same pull request and base
 * until there is a new one. A refusal ends the run, because the check could not be completed later either. An outage
 * does not: the check is then created with the result.
 */
export async function announce(
  announcement: Announcement,
  { gitHub, logger }: { readonly gitHub: GitHub; readonly logger: Logger },
): Promise<void> {
  const summary = 'The benchmarks are running. This check is updated with the result.'
  try {
    await writeCheck({ ...announcement, title: measuring, summary, result: 'open' }, gitHub)
  } catch (error) {
    if (!(error instanceof OutageError)) throw error
    logger.warning(`${error.message} The run continues; the check is created with the result.`)
  }
}

function describeEnd(error: unknown, cutShort: CutShort): { readonly title: string; readonly result: CheckResult } {
  if (error instanceof SupersededError) return { title: 'Superseded before it was published', result: 'cancelled' }
  if (cutShort === 'cancelled') return { title: 'Cancelled before there was a result', result: 'cancelled' }
  if (cutShort === 'timed_out') return { title: 'Timed out before there was a result', result: 'timed_out' }
  if (error instanceof NoDeviceError) return { title: 'Inconclusive: this runner has no GPU', result: 'unmeasured' }
  return { title: 'Could not be measured', result: 'error' }
}

/** Formats message and hint as a code block, because an error may quote untrusted text. */
function formatError(error: unknown): string {
  const hint = error instanceof ExplainedError ? `\n\n${error.hint}` : ''
  const text = `${error instanceof Error ? error.message : String(error)}${hint}`
  return `\`\`\`text\n${sanitizeMessage(text, 20_000).replaceAll('```', "'''")}\n\`\`\``
}

/** Reports the pull request and base of the work once they are known. */
export type Identify = (subject: CheckSubject) => void

/**
 * Opens the check and runs the work. When the work throws, completes the check with the error and throws it again;
 * otherwise the work completes the check. Without GitHub it only runs the work. `cutShort`: how the underlying
 * measurement ended.
 */
export async function runUnderCheck<Result>(
  announcement: Announcement,
  { signal, cutShort = null }: { readonly signal: AbortSignal; readonly cutShort?: CutShort },
  ports: {
    readonly gitHub: GitHub | null
    readonly logger: Logger
    readonly pending?: PendingCheck | null
  },
  work: (identify: Identify) => Promise<Result>,
): Promise<Result> {
  const { gitHub, logger, pending = null } = ports
  if (!gitHub) return await work(() => {})
  let announced = announcement
  await announce(announcement, { gitHub, logger })
  try {
    return await work((subject) => {
      announced = { ...announcement, ...subject, isProvisional: false }
    })
  } catch (error) {
    const content = { ...describeEnd(error, signal.aborted ? 'cancelled' : cutShort), summary: formatError(error) }
    await completeCheck({ ...announced, ...content }, { gitHub, pending }).catch((second: unknown) => {
      const reason = second instanceof Error ? second.message : String(second)
      logger.warning(`The check could not be completed: ${reason}`)
    })
    throw error
  }
}

/** Often enough for readers, and far below GitHub's rate limits. */
const updateIntervalMs = 30_000
/** Longest back-off after repeated failures: GitHub blocks clients that keep using an expired token. */
const maxUpdateIntervalMs = 15 * 60_000

/**
 * Runs the work and shows its progress in the check. Sends one update at a time, at most every 30 s. Warns once per
 * outage and backs off exponentially until an update succeeds. Waits for the last update, because a late one would
 * reopen a completed check.
 */
export async function runUnderLiveCheck<Result>(
  announcement: Announcement,
  {
    gitHub,
    logger,
    progress,
    clock,
  }: {
    readonly gitHub: GitHub | null
    readonly logger: Logger
    readonly progress: Progress
    readonly clock: Clock
  },
  work: (progress: Progress) => Promise<Result>,
): Promise<Result> {
  if (!gitHub) return await work(progress)
  const state = { lastMs: Number.NEGATIVE_INFINITY, sending: null as Promise<void> | null, failures: 0 }
  const send = async (line: string): Promise<void> => {
    try {
      const plain = line.replaceAll('```', "'''").slice(0, 4000)
      const summary = `The full-size run is in progress; latest progress:\n\n\`\`\`text\n${plain}\n\`\`\``
      await writeCheck({ ...announcement, title: measuring, summary, result: 'open' }, gitHub, 'refresh')
      if (state.failures > 0) logger.info('Updating the check works again.')
      state.failures = 0
    } catch (error) {
      const hint =
        error instanceof EnvironmentError
          ? ` The run continues, and its verdict is stored in the run folder. ${error.hint}`
          : ''
      const reason = error instanceof Error ? error.message : String(error)
      if (state.failures === 0) logger.warning(`The check could not be updated: ${reason}${hint}`)
      state.failures += 1
    }
    state.sending = null
  }
  const onLiveLine = (line: string): void => {
    progress.onLiveLine?.(line)
    const pauseMs = Math.min(maxUpdateIntervalMs, updateIntervalMs * 2 ** state.failures)
    if (state.sending || clock.readMonotonicMs() - state.lastMs < pauseMs) return
    state.lastMs = clock.readMonotonicMs()
    state.sending = send(line)
  }
  try {
    return await work({ ...progress, onLiveLine })
  } finally {
    await state.sending
  }
}
