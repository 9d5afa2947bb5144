import type { Trial } from './trial.ts'
import type { OutOfMemorySigns } from '../../record/pipeline.ts'

/**
 * `crashed`: memory ran out and the work is incomplete. `handled`: memory ran out and the work is complete. `absent`:
 * no sign in any output. `unknown`: the trial does not show it.
 */
export type OutOfMemoryClass = 'crashed' | 'handled' | 'absent' | 'unknown'

/** Classification of a trial, with the evidence for it. */
export type OutOfMemoryVerdict = { readonly kind: OutOfMemoryClass; readonly evidence: string }

/**
 * Classifies a trial by its exit code (mapped by the config), its output and its proof of work: exit 0 with missing
 * rows is a crash. A kill without output may come from the OOM killer, so it is unknown.
 */
export function classifyOutOfMemory(trial: Trial): OutOfMemoryVerdict {
  const signs = trial.pipeline?.outOfMemory ?? null
  const first = signs?.lines[0]
  const quoted = first ? `${first.where}: ${first.line}` : null
  if (trial.failure?.kind === 'out-of-memory')
    return { kind: 'crashed', evidence: [trial.failure.detail.split(';')[0], quoted].filter(Boolean).join('; ') }
  if (signs && signs.count > 0) return classifySigns(trial, signs, quoted ?? '')
  return classifySilence(trial, signs)
}

function classifySigns(trial: Trial, signs: OutOfMemorySigns, quoted: string): OutOfMemoryVerdict {
  const { failure, resultRows } = trial
  if (failure) return { kind: 'crashed', evidence: `${quoted}; the trial failed: ${failure.kind}` }
  const reduced = signs.reductions > 0 ? `; batches were reduced ${formatTimes(signs.reductions)}` : ''
  const rows = resultRows === null ? 'its proof of work is complete' : `all ${resultRows} result rows are present`
  return { kind: 'handled', evidence: `${quoted}${reduced}; ${rows}` }
}

function classifySilence({ failure }: Trial, signs: OutOfMemorySigns | null): OutOfMemoryVerdict {
  if (signs === null) return { kind: 'unknown', evidence: 'the output was not searched' }
  if (signs.unread.length > 0) return { kind: 'unknown', evidence: `could not be searched: ${signs.unread.join(', ')}` }
  if (failure?.kind === 'signal') return { kind: 'unknown', evidence: failure.detail.split(';')[0] ?? 'killed' }
  return { kind: 'absent', evidence: 'no sign of it in any output' }
}

function formatTimes(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}
