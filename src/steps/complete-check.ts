import type { CheckConclusion } from '../domain/delivery.ts'
import type { CheckRun, GitHub } from '../ports/github.ts'
import type { PendingCheck } from '../ports/pending-check.ts'

export type CompletedCheck = Omit<CheckRun, 'state' | 'isFleeting'> & { readonly conclusion: CheckConclusion }

export type CompletePorts = { readonly gitHub: GitHub; readonly pending?: PendingCheck | null }

/** Completes a check. What is to be said is kept before it is tried, because this process may be killed while it tries. */
export async function completeCheck(
  { conclusion, ...said }: CompletedCheck,
  { gitHub, pending }: CompletePorts,
): Promise<{ readonly url: string; readonly wasCreated: boolean }> {
  const check: CheckRun = { ...said, state: { status: 'completed', conclusion } }
  pending?.keep(check)
  const written = await gitHub.upsertCheckRun(check)
  pending?.settle()
  return written
}
