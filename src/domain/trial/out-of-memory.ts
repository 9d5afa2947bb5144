import type { Trial } from './trial.ts'
import type { OutOfMemorySigns } from './out-of-memory-signs.ts'

/**
 * `crashed`: memory ran out and the work was not done. `handled`: it ran out and all work was done. `absent`: nothing of the
 * kind in any output. `unknown`: the trial cannot tell.
 */
export type OutOfMemoryClass = 'crashed' | 'handled' | 'absent' | 'unknown'

export type OutOfMemoryVerdict = { readonly kind: OutOfMemoryClass; readonly evidence: string }

/**
 * What became of memory in one trial, from the exit code by the config's map, all output, and the proof of work: exit 0 with
 * missing rows is a crash (W20). A kill without a word may have been the kernel's, so that it proves neither.
 */
export function classifyOutOfMemory(trial: Trial): OutOfMemoryVerdict {
  const signs = trial.pipeline?.outOfMemory ?? null
  const said = signs?.lines[0]
  const quoted = said ? `${said.where}: ${said.line}` : null
  if (trial.failure?.kind === 'out-of-memory')
    return { kind: 'crashed', evidence: [trial.failure.detail.split(';')[0], quoted].filter(Boolean).join('; ') }
  if (signs && signs.count > 0) return classifySigns(trial, signs, quoted ?? '')
  return classifySilence(trial, signs)
}

function classifySigns(trial: Trial, signs: OutOfMemorySigns, quoted: string): OutOfMemoryVerdict {
  const { failure, resultRows } = trial
  if (failure) return { kind: 'crashed', evidence: `${quoted}; the trial failed: ${failure.kind}` }
  const reduced = signs.reductions > 0 ? `; batches were made smaller ${formatTimes(signs.reductions)}` : ''
  const rows = resultRows === null ? 'its proof of work holds' : `all ${resultRows} result rows are there`
  return { kind: 'handled', evidence: `${quoted}${reduced}; ${rows}` }
}

function classifySilence({ failure }: Trial, signs: OutOfMemorySigns | null): OutOfMemoryVerdict {
  if (signs === null) return { kind: 'unknown', evidence: 'the output was not searched' }
  if (signs.unread.length > 0) return { kind: 'unknown', evidence: `could not be searched: ${signs.unread.join(', ')}` }
  if (failure?.kind === 'signal') return { kind: 'unknown', evidence: failure.detail.split(';')[0] ?? 'killed' }
  return { kind: 'absent', evidence: 'no output speaks of it' }
}

function formatTimes(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}
