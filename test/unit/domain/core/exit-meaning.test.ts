import { describe, expect, it } from 'vitest'
import { classifyEnding, type ProcessEnding } from '../../../../src/domain/core/exit-meaning.ts'

const meanings = { '0': 'success', '2': 'partial', '4': 'out-of-memory' } as const
const ended = (overrides: Partial<ProcessEnding>): ProcessEnding => ({
  ending: 'exited',
  exitCode: 0,
  signal: null,
  problem: null,
  wallSeconds: 1,
  ...overrides,
})

describe('failureOfEnding (F-02)', () => {
  it.each([
    [0, null],
    [1, 'exit-code'],
    [2, 'partial'],
    [4, 'out-of-memory'],
    [null, 'exit-code'],
  ] as const)('takes exit code %s for %s', (exitCode, kind) => {
    expect(classifyEnding(ended({ exitCode }), meanings)?.kind ?? null).toBe(kind)
  })

  it('names a kill as the kernel does it when memory runs out', () => {
    const failure = classifyEnding(ended({ ending: 'signalled', exitCode: null, signal: 'SIGKILL' }), meanings)
    expect(failure).toMatchObject({ kind: 'signal', detail: expect.stringContaining('out of memory') as unknown })
  })

  it.each([
    [1, 'exit code 1'],
    [137, 'exit code 137 (killed by SIGKILL, possibly because the host ran out of memory)'],
    [139, 'exit code 139 (killed by SIGSEGV)'],
    [124, 'exit code 124 (that of timeout(1) for a command that it ended at its limit)'],
  ])('names what exit code %s of a shell, container or tool stands for', (exitCode, detail) => {
    expect(classifyEnding(ended({ exitCode }), meanings)).toEqual({ kind: 'exit-code', detail })
  })

  it('takes an exit code that stands for a signal as the config says, and for the signal otherwise', () => {
    const killed = ended({ ending: 'signalled', exitCode: 137, signal: 'SIGKILL' })
    expect(classifyEnding(killed, meanings)?.kind).toBe('signal')
    expect(classifyEnding(killed, { ...meanings, '137': 'out-of-memory' })?.kind).toBe('out-of-memory')
  })
})
