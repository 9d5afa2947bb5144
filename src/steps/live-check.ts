import type { Clock } from '../ports/clock.ts'
import type { GitHub } from '../ports/github.ts'
import type { Logger } from '../ports/logger.ts'
import type { Progress } from '../ports/progress.ts'
import type { Announcement } from './announce.ts'

/** As often as readers of a check can use, and far from any limit of GitHub. */
const everyMs = 30_000

type Hands = {
  readonly gitHub: GitHub | null
  readonly logger: Logger
  readonly progress: Progress
  readonly clock: Clock
}

/**
 * Does the work with a progress that also stands in the check meanwhile. One update at a time, at most every half minute;
 * a failed one is only warned of, once: the run goes on, and the next line comes soon. Ends when no update is on its way: one
 * that arrives late would open a completed check again.
 */
export async function underLiveCheck<Result>(
  announcement: Announcement,
  { gitHub, logger, progress, clock }: Hands,
  work: (progress: Progress) => Promise<Result>,
): Promise<Result> {
  if (!gitHub) return await work(progress)
  const state = { lastMs: Number.NEGATIVE_INFINITY, sending: null as Promise<void> | null, hasWarned: false }
  const send = async (line: string): Promise<void> => {
    try {
      await sayInCheck(announcement, line, gitHub)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (!state.hasWarned) logger.warning(`The check could not be updated: ${reason}`)
      state.hasWarned = true
    }
    state.sending = null
  }
  const live = (line: string): void => {
    progress.live?.(line)
    if (state.sending || clock.monotonicMs() - state.lastMs < everyMs) return
    state.lastMs = clock.monotonicMs()
    state.sending = send(line)
  }
  try {
    return await work({ ...forwarded(progress), live })
  } finally {
    await state.sending
  }
}

function forwarded(progress: Progress): Progress {
  return {
    started: (...counts) => progress.started(...counts),
    trialStarted: (next) => progress.trialStarted(next),
    trialEnded: (trial) => progress.trialEnded(trial),
    ended: () => progress.ended(),
  }
}

async function sayInCheck({ name, headCommit, identity }: Announcement, line: string, gitHub: GitHub): Promise<void> {
  const plain = line.replaceAll('```', "'''").slice(0, 4000)
  await gitHub.upsertCheckRun({
    name,
    headCommit,
    ...identity,
    title: 'Measuring …',
    summary: `The full-size run is being measured; this is the last look at it.\n\n\`\`\`text\n${plain}\n\`\`\``,
    state: { status: 'in_progress' },
  })
}
