import type { Trial } from '../../domain/trial/trial.ts'
import type { Finding } from '../../domain/verdict/report.ts'

const mostShown = 5

/** Names the tracked files that trials changed, once per report. */
export function listRestoredCautions(trials: readonly Trial[]): Finding[] {
  const restored = trials.flatMap(({ restoredFiles }) => restoredFiles ?? [])
  if (restored.length === 0) return []
  const names = [...new Set(restored.flatMap(({ first }) => first))].toSorted()
  const count = Math.max(names.length, ...restored.map((files) => files.count))
  const shown = names.slice(0, mostShown).join(', ')
  const more = count > mostShown ? `, and ${count - mostShown} more` : ''
  const what = count === 1 ? 'a tracked file' : `${count} tracked files`
  return [{ kind: 'caution', subject: 'trials', reason: `changed ${what} (${shown}${more}); restored after each run` }]
}
