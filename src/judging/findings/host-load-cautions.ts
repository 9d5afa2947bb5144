import { computeHostLoad, isCrowded, formatLoad } from '../../domain/testbed/host-load.ts'
import type { CaseOutcome } from '../../domain/trial/outcome.ts'
import type { Finding } from '../../domain/verdict/report.ts'

/** Lists a caution when other programs used most of the CPU during counted runs; empty when unknown. */
export function listHostLoadCautions(outcomes: readonly CaseOutcome[]): Finding[] {
  const measured = outcomes.filter((outcome) => outcome.status === 'measured')
  const crowded = measured.filter(({ trials }) => isCrowdedIn(trials))
  const load = computeHostLoad(crowded.flatMap(({ trials }) => trials))
  if (load === null) return []
  const where = crowded.length === measured.length ? 'every case' : `${crowded.length} of ${measured.length} cases`
  const reason = `used ${formatLoad(load)} while ${where} ran; they affect wall-clock times much more than cpu_time`
  return [{ kind: 'caution', subject: 'other programs', reason, isProminent: true }]
}

function isCrowdedIn(trials: Parameters<typeof computeHostLoad>[0]): boolean {
  const load = computeHostLoad(trials)
  return load !== null && isCrowded(load)
}
