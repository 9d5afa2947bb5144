import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { WorkTrace } from '../../../../src/record/run.ts'
import { suggestProof } from '../../../../src/judging/verdict/next-steps.ts'

function aTrace(overrides: Partial<WorkTrace> = {}): WorkTrace {
  return { files: [], stdoutLines: 0, lastLine: null, ...overrides }
}

const tableOf = (rows: number, path = '{output}/hits.tsv') => ({ path, bytes: rows * 10, rows })

describe('a suggested proof', () => {
  it.each<[string, readonly WorkTrace[], unknown]>([
    [
      'names a table with its rows',
      [aTrace({ files: [tableOf(8)] }), aTrace({ files: [tableOf(8)] })],
      { results: { path: '{output}/hits.tsv', rows: 8 } },
    ],
    [
      'requires half of the rows where they vary',
      [aTrace({ files: [tableOf(8)] }), aTrace({ files: [tableOf(9)] })],
      { results: { path: '{output}/hits.tsv', minRows: 4 } },
    ],
    [
      'names the largest file that every trial wrote',
      [
        aTrace({ files: [{ path: 'model.pt', bytes: 900, rows: null }, tableOf(0), tableOf(3, 'once.csv')] }),
        aTrace({ files: [{ path: 'model.pt', bytes: 800, rows: null }, tableOf(0)] }),
      ],
      { files: [{ path: 'model.pt', minBytes: 400 }] },
    ],
    [
      'quotes the last line if it is always the same',
      [aTrace({ lastLine: "it's done: 12 steps" }), aTrace({ lastLine: "it's done: 12 steps" })],
      { stdout: ["it's done: 12 steps"] },
    ],
    [
      'leaves out what varies in the last line',
      [aTrace({ lastLine: 'finished in 1.25 s' }), aTrace({ lastLine: 'finished in 1.31 s' })],
      { stdout: ['finished in'] },
    ],
  ])('%s', (_, traces, proof) => {
    expect(parse(suggestProof(traces) ?? '')).toEqual({ proof })
  })

  it.each<[string, readonly WorkTrace[]]>([
    ['nothing was left', [aTrace()]],
    ['only one of the trials left something', [aTrace({ files: [tableOf(8)] }), aTrace()]],
    ['the last lines share no text', [aTrace({ lastLine: '12.5' }), aTrace({ lastLine: '12.6' })]],
    ['the line has control characters', [aTrace({ lastLine: '\u202edone' })]],
  ])('does not exist where %s', (_, traces) => {
    expect(suggestProof(traces)).toBeNull()
  })
})
