import { formatEntries, isBlocking, type CheckEntry } from '../../domain/check/check-entry.ts'
import { addUnmeasured, findDecisive } from '../../domain/check/check-precedence.ts'
import type { CheckContent, GitHub, StoredCheck } from '../../ports/github.ts'
import { describeResult, joinStored, formatSubject, toSubjects, withoutClosed } from './write-check.ts'

/**
 * Withdraws a check that would allow merging a pull request never measured against its base: another pull request with
 * the same head passed, or the base was changed. Leaves blocking and missing checks unchanged. Returns what the check
 * waits for; null: nothing was written.
 */
export async function holdCheck(
  place: { readonly name: string; readonly headCommit: string },
  gitHub: GitHub,
): Promise<CheckEntry | null> {
  const { headCommit } = place
  const pulls = await gitHub.listPullRequests(headCommit)
  if (pulls.length === 0) return null
  let held: CheckEntry | null = null
  const decide = async (stored: readonly StoredCheck[]): Promise<CheckContent | null> => {
    held = null
    if (stored.length === 0) return null
    const openPullRequest = async (number: number) => pulls.find((pull) => pull.number === number) ?? null
    const known = await withoutClosed(
      joinStored(stored),
      { headCommit, pullRequest: null, base: null },
      { findOpenPullRequest: openPullRequest },
    )
    const earlier = findDecisive(known)
    const found = new Set(known.entries.filter(({ result }) => result !== 'waiting').map(({ base }) => base))
    const next = addUnmeasured(
      known,
      toSubjects({ sharing: pulls }).filter(({ base }) => !found.has(base)),
    )
    const decisive = findDecisive(next)
    if (decisive === null || known.isOverfull || (earlier !== null && isBlocking(earlier.result))) return null
    if (!isBlocking(decisive.result)) return null
    held = decisive
    const entries = next.entries.map((entry) => ({ ...entry, isShown: false }))
    const title = `Held by ${formatSubject(decisive)}: ${describeResult(decisive)}`.slice(0, 250)
    return {
      externalId: formatEntries({ ...next, entries }),
      detailsUrl: null,
      output: { title, summary },
      state: { status: 'in_progress' },
    }
  }
  await gitHub.changeCheckRun({ ...place, isPatient: true, isFleeting: false }, decide)
  return held
}

const summary =
  'This commit was measured against another base. The check is completed after a measurement against this base.'
