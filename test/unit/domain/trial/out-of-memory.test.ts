import { describe, expect, it } from 'vitest'
import { classifyOutOfMemory } from '../../../../src/domain/trial/memory-growth.ts'
import { aTrial } from '../../a-run.ts'
import { aTrialHost } from '../../a-telemetry.ts'
import { pipelineThatTold } from '../../a-pipeline.ts'
import type { OutOfMemorySigns } from '../../../../src/record/pipeline.ts'

const silent = pipelineThatTold()
const said = (overrides: Partial<OutOfMemorySigns> = {}) =>
  pipelineThatTold({
    outOfMemory: {
      lines: [{ where: 'standard output', line: 'CUDA out of memory: reducing token budget to 8192' }],
      count: 1,
      reductions: 1,
      unread: [],
      ...overrides,
    },
  })

describe('out of memory: handled, crashed and absent told apart (F-19)', () => {
  it('is absent when no output mentions it', () => {
    expect(classifyOutOfMemory(aTrial({ pipeline: silent })).kind).toBe('absent')
  })

  it('is a crash by the exit map (I-166)', () => {
    const failure = { kind: 'out-of-memory', detail: 'exit code 4: out of memory; last output:\n…' } as const
    const verdict = classifyOutOfMemory(aTrial({ exitCode: 4, failure, pipeline: said() }))
    expect(verdict.kind).toBe('crashed')
    expect(verdict.evidence).toMatch(/^exit code 4: out of memory; standard output: CUDA out of memory/)
  })

  it('is handled when it ran out and all rows are there (I-165)', () => {
    const verdict = classifyOutOfMemory(aTrial({ pipeline: said(), resultRows: 1000 }))
    expect(verdict).toMatchObject({ kind: 'handled', evidence: expect.stringContaining('all 1000 result rows') })
    expect(verdict.evidence).toContain('reduced once')
  })

  it('is a crash when it ran out and rows are missing, whatever the exit code says (W20)', () => {
    const failure = { kind: 'no-proof', detail: 'the result tables have 500 rows, 1000 are required' } as const
    expect(classifyOutOfMemory(aTrial({ exitCode: 0, failure, pipeline: said() })).kind).toBe('crashed')
  })

  it('is not told by a kill without a word, by an unread output, or without any output', () => {
    const killed = {
      kind: 'signal',
      detail: 'killed by SIGKILL, possibly because the host ran out of memory',
    } as const
    expect(classifyOutOfMemory(aTrial({ failure: killed, pipeline: silent })).kind).toBe('unknown')
    const asCode = { kind: 'exit-code', detail: `exit code 137 (${killed.detail}); last output:\n…` } as const
    expect(classifyOutOfMemory(aTrial({ failure: asCode, pipeline: silent }))).toMatchObject({
      kind: 'unknown',
      evidence: expect.stringContaining('SIGKILL'),
    })
    const unread = said({ lines: [], count: 0, unread: ['standard error'] })
    expect(classifyOutOfMemory(aTrial({ pipeline: unread }))).toMatchObject({
      kind: 'unknown',
      evidence: expect.stringContaining('standard error'),
    })
    expect(classifyOutOfMemory(aTrial()).kind).toBe('unknown')
  })

  it('is a crash when the kernel killed a process, however the program ended', () => {
    const host = aTrialHost({ outOfMemoryKills: 1 })
    const failure = { kind: 'exit-code', detail: 'exit code 1' } as const
    expect(classifyOutOfMemory(aTrial({ failure, host, pipeline: silent })).kind).toBe('crashed')
  })

  it('is absent in a run that failed for another reason', () => {
    expect(
      classifyOutOfMemory(aTrial({ failure: { kind: 'exit-code', detail: 'exit code 1' }, pipeline: silent })).kind,
    ).toBe('absent')
  })
})
