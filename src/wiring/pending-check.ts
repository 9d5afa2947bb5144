import type { Runner } from '../action/action-step.ts'
import { attempt } from '../domain/core/errors.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { CheckClaim } from '../domain/check/check-entry.ts'
import type { PendingCheck } from '../ports/pending-check.ts'

const stateName = 'pending-check'
/** The state is passed in one environment variable, which Linux limits to 128 KiB. */
const mostBytes = 90_000
const tooLong = 'The report of this run is too long for the check; see the run folder.'

/**
 * Stores the check in the step state for the post step. The runner stores the state in a file that measured code could
 * change, so it is sealed with the token.
 */
export function createPendingCheck(runner: Pick<Runner, 'saveState'>, token: string | null): PendingCheck {
  // Only the post step needs it: a full disk must not keep the verdict from GitHub.
  const save = (text: string) => attempt(() => runner.saveState(stateName, text))
  return {
    keep: (claim) => {
      if (token === null) return
      const text = JSON.stringify(claim)
      const fitting = Buffer.byteLength(text) <= mostBytes ? text : JSON.stringify({ ...claim, summary: tooLong })
      save(`${computeSeal(fitting, token)} ${fitting}`)
    },
    settle: () => {
      if (token !== null) save('')
    },
  }
}

/** Reads the pending check of the step; null when there is none, or the seal is invalid. */
export function readPendingCheck(runner: Runner, token: string): CheckClaim | null {
  const [, mark, text] = /^([0-9a-f]{64}) (.+)$/su.exec(runner.getState(stateName)) ?? []
  if (mark === undefined || text === undefined) return null
  if (!timingSafeEqual(Buffer.from(mark), Buffer.from(computeSeal(text, token)))) return null
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The seal proves that warpgauge wrote it.
  return JSON.parse(text) as CheckClaim
}

/** An authentication code that only the owner of the token can create. */
function computeSeal(text: string, token: string): string {
  return createHmac('sha256', token).update(text).digest('hex')
}
