import { stepState } from '../action/step-state.ts'
import { seal, unseal } from '../io/files/seal.ts'
import type { CheckClaim } from '../domain/check/check-claim.ts'
import type { PendingCheck } from '../ports/pending-check.ts'

/** The state comes back as one variable of the environment, which Linux limits to 128 KiB. */
const mostBytes = 90_000
const tooLong = 'The report of this run is too long to be told after its end; it lies in the run folder.'

/**
 * Keeps the check in the state of the step for its post step. The runner holds that in a file which the measured code
 * could reach, so it is sealed with the token: who has that needs no file.
 */
export function createPendingCheck(token: string | null): PendingCheck {
  return {
    keep: (claim) => {
      if (token === null) return
      const text = JSON.stringify(claim)
      const fitting = Buffer.byteLength(text) <= mostBytes ? text : JSON.stringify({ ...claim, summary: tooLong })
      stepState.pendingCheck.write(seal(fitting, token))
    },
    settle: () => {
      if (token !== null) stepState.pendingCheck.write('')
    },
  }
}

/** What the step could not say; null when there is nothing, or nothing that its token vouches for. */
export function readPendingCheck(token: string): CheckClaim | null {
  const text = unseal(stepState.pendingCheck.read(), token)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The seal says that it is our own.
  return text === null ? null : (JSON.parse(text) as CheckClaim)
}
