import { EnvironmentError } from '../../domain/core/errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { GitHub } from '../../io/github/github.ts'
import type { Logger } from '../../ports/logger.ts'
import type { Progress } from '../../ports/progress.ts'
import type { Announcement } from './announce.ts'
import { writeCheck } from './write-check.ts'

/** Often enough for readers, and far below GitHub's rate limits. */
const updateIntervalMs = 30_000
/** Longest back-off after repeated failures: GitHub blocks clients that keep using an expired token. */
const maxUpdateIntervalMs = 15 * 60_000

type LiveCheckPorts = {
  readonly gitHub: GitHub | null
  readonly logger: Logger
  readonly progress: Progress
  readonly clock: Clock
}

/**
 * Runs the work and shows its progress in the check. Sends one update at a time, at most every 30 s. Warns once per
 * outage and backs off exponentially until an update succeeds. Waits for the last update, because a late one would
 * reopen a completed check.
 */
export async function runUnderLiveCheck<Result>(
  announcement: Announcement,
  { gitHub, logger, progress, clock }: LiveCheckPorts,
  work: (progress: Progress) => Promise<Result>,
): Promise<Result> {
  if (!gitHub) return await work(progress)
  const state = { lastMs: Number.NEGATIVE_INFINITY, sending: null as Promise<void> | null, failures: 0 }
  const send = async (line: string): Promise<void> => {
    try {
      await updateLiveSummary(announcement, line, gitHub)
      if (state.failures > 0) logger.info('Updating the check works again.')
      state.failures = 0
    } catch (error) {
      if (state.failures === 0) logger.warning(`The check could not be updated: ${formatReason(error)}`)
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
    return await work({ ...forwardProgress(progress), onLiveLine })
  } finally {
    await state.sending
  }
}

function forwardProgress(progress: Progress): Progress {
  return {
    onStart: (size) => progress.onStart(size),
    onTrialStart: (next) => progress.onTrialStart(next),
    onTrialEnd: (trial) => progress.onTrialEnd(trial),
    ...(progress.onStanding && { onStanding: (sentence: string) => progress.onStanding?.(sentence) }),
    onEnd: () => progress.onEnd(),
  }
}

async function updateLiveSummary(announcement: Announcement, line: string, gitHub: GitHub): Promise<void> {
  const plain = line.replaceAll('```', "'''").slice(0, 4000)
  const content = {
    title: 'Measuring …',
    summary: `The full-size run is in progress; latest progress:\n\n\`\`\`text\n${plain}\n\`\`\``,
    result: 'open',
  } as const
  await writeCheck({ ...announcement, ...content }, gitHub, 'refresh')
}

function formatReason(error: unknown): string {
  if (error instanceof EnvironmentError)
    return `${error.message} The run continues, and its verdict is stored in the run folder. ${error.hint}`
  return error instanceof Error ? error.message : String(error)
}
