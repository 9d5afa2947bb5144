import { expect, it } from 'vitest'
import { listWorkDoubts, listUnverifiedCautions } from '../../../../src/judging/verdict/unverified-work.ts'
import { aConfig } from '../../a-config.ts'
import { cutOutput, silentFigures } from '../../../../src/domain/trial/pipeline-reading.ts'
import { summarizeOutcome } from '../../../../src/domain/trial/outcome.ts'
import { aCase, aTrial } from '../../a-run.ts'
import { aGpuUse, aTelemetry, workAt } from '../../a-telemetry.ts'

const command = ['python', 'train.py']
const config = aConfig({ pipeline: { command, devices: 'cpu' } })
const proven = aConfig({ pipeline: { command, devices: 'cpu', proof: { stdout: ['done'] } } })
const pair = { head: 'head', base: 'base' }
const crash = ['RuntimeError: worker 4711 died']

function aSide(revision: string, errors: readonly (readonly string[])[]) {
  const trials = errors.map((reportedErrors, index) =>
    aTrial({ caseId: revision, index, ...(reportedErrors.length > 0 && { reportedErrors }) }),
  )
  return summarizeOutcome({ ...aCase(), id: revision, revision }, trials)
}

it('takes an error that only the head prints for unverified work, without a proof', () => {
  const outcomes = [aSide('head', [crash, [], crash]), aSide('base', [[], []])]
  const text = `printed "${crash[0]}" in 2 of 3 runs, which ended with exit code 0; the other side printed no such error`
  expect(listWorkDoubts(outcomes, [pair], config)).toEqual([`head: not verified: ${text}`])
  expect(listWorkDoubts(outcomes, [pair], proven)).toEqual([])
  expect(listUnverifiedCautions(outcomes, [pair], proven)).toEqual([
    { kind: 'caution', subject: 'head', reason: text, isProminent: true },
  ])
})

it('takes the absence of a GPU for an error where GPUs are measured, and no other error with it for none', () => {
  const doubt = (error: string, devices: 'cpu' | 'gpu') =>
    listWorkDoubts([aSide('head', [[error]]), aSide('base', [[]])], [pair], aConfig({ pipeline: { command, devices } }))
  for (const text of ['Using device: cpu', 'CUDA is not available', 'no GPU found, using CPU']) {
    expect(doubt(text, 'cpu')).toEqual([])
    expect(doubt(text, 'gpu')).toHaveLength(1)
  }
  expect(doubt('ERROR: CUDA is not available', 'cpu')).toHaveLength(1)
})

it('says that an error is of the setup, which ran once', () => {
  const outcomes = [aSide('head', [['setup: CMake Error at 3:'], ['setup: CMake Error at 3:']]), aSide('base', [[]])]
  expect(listWorkDoubts(outcomes, [pair], config)).toEqual([
    'head: not verified: printed "CMake Error at 3:" in its setup, which ended with exit code 0; the other side printed no such error',
  ])
})

it('counts the runs with the error that it quotes, not those with another', () => {
  const errors = [crash, ['ValueError: no input'], ['ValueError: again', ...crash]]
  const [caution] = listUnverifiedCautions([aSide('head', errors)], [], proven)
  expect(caution?.reason).toContain(`"${crash[0]}" in 2 of 3 runs`)
})

it('takes errors of both sides for normal, and names those of the base', () => {
  const other = ['RuntimeError: worker 12 died']
  expect(listWorkDoubts([aSide('head', [crash]), aSide('base', [other])], [pair], config)).toEqual([])
  expect(listUnverifiedCautions([aSide('head', [crash]), aSide('base', [other])], [pair], proven)).toEqual([])
  const fixed = [aSide('head', [[]]), aSide('base', [crash])]
  expect(listWorkDoubts(fixed, [pair], config)).toEqual([])
  expect(listUnverifiedCautions(fixed, [pair], proven)).toEqual([
    expect.objectContaining({ subject: 'base', isProminent: true }),
  ])
})

it('takes a result of an earlier run for unverified work, also where both sides print it', () => {
  const cached = ['ok  x  (cached)']
  const outcomes = [aSide('head', [cached, cached]), aSide('base', [cached, cached])]
  const text = 'printed "ok  x  (cached)" in 2 of 2 runs: it took results of an earlier run instead of computing them'
  expect(listWorkDoubts(outcomes, [pair], config)).toEqual([`head: not verified: ${text}`])
  expect(listWorkDoubts(outcomes, [pair], proven)).toEqual([])
})

it('takes the time of a command that submitted a job for unverified work, also on both sides', () => {
  const [one, other] = ['Submitted batch job 12', 'Submitted batch job 13']
  const outcomes = [aSide('head', [[one], [other]]), aSide('base', [[one], [other]])]
  expect(listWorkDoubts(outcomes, [pair], config)).toEqual([
    expect.stringContaining(`not verified: printed "${one}" in 2 of 2 runs: its time is not that of the job`),
  ])
})

it('takes a build with nothing to do for unverified work, unless the run wrote files, reported figures or used a GPU', () => {
  const idle = "make: Nothing to be done for 'all'."
  const aBuilt = (revision: string, left: Parameters<typeof aTrial>[0] = {}) => {
    const trials = [0, 1].map((index) => aTrial({ caseId: revision, index, reportedErrors: [idle], ...left }))
    return summarizeOutcome({ ...aCase(), id: revision, revision }, trials)
  }
  const list = (left = {}) => listWorkDoubts([aBuilt('head', left), aBuilt('base', left)], [pair], config)
  const text = `printed "${idle}" in 2 of 2 runs as the last line, and nothing shows that the run did any work`
  expect(list()).toEqual([`head: not verified: ${text}`])
  expect(list({ workTrace: { files: [], stdoutLines: 1, lastLine: idle } })).toHaveLength(1)
  const files = [{ path: 'out.json', bytes: 9, rows: null }]
  expect(list({ workTrace: { files, stdoutLines: 1, lastLine: idle } })).toEqual([])
  const busy = (gpu: number) => ({
    gpus: [0],
    telemetry: aTelemetry({ gpus: [aGpuUse({ gpu, work: { ...workAt(null), busySeconds: 1 } })] }),
  })
  expect(list(busy(0))).toEqual([])
  expect(list(busy(1))).toHaveLength(1)
})

it.each([
  { seconds: 2, left: ['out.txt'], written: [], found: [/^took 2 times .* count, and wrote out\.txt only there: /] },
  { seconds: 1.9, left: ['out.txt'], written: [], found: [] },
  { seconds: 9, left: ['out.txt'], written: ['out.txt'], found: [] },
  { seconds: 10, left: [], written: [], found: [/^took 10 times as long in the warm-up run as in those that count: /] },
])('names a warm-up run of $seconds s that left $left', ({ seconds, left, written, found }) => {
  const trace = (paths: readonly string[]) => ({
    workTrace: { files: paths.map((path) => ({ path, bytes: 9, rows: null })), stdoutLines: 1, lastLine: 'done' },
  })
  const counted = [0, 1].map((index) => aTrial({ caseId: 'head', index, wallSeconds: 1, ...trace(written) }))
  const warmup = aTrial({ caseId: 'head', isWarmup: true, wallSeconds: seconds, ...trace(left) })
  const outcome = summarizeOutcome({ ...aCase(), id: 'head', revision: 'head' }, counted)
  const list = (of: typeof config) =>
    listUnverifiedCautions([outcome], [], of, [warmup, ...counted]).flatMap(({ subject, reason }) =>
      subject === 'head' ? [reason] : [],
    )
  // Recording kernels takes time of its own.
  const recorded = { ...warmup, isRecorded: true as const }
  expect(listUnverifiedCautions([outcome], [], config, [recorded, ...counted])).toHaveLength(1)
  expect(list(config)).toEqual(found.map((pattern): unknown => expect.stringMatching(pattern)))
  expect(list(proven)).toEqual([])
})

it('takes less output than that of the merge base for unverified work, but not than that of a tag', () => {
  const aTraced = (revision: string, stdoutLines: number) => {
    const trials = [0, 1].map((index) =>
      aTrial({ caseId: revision, index, workTrace: { files: [], stdoutLines, lastLine: 'done' } }),
    )
    return summarizeOutcome({ ...aCase(), id: revision, revision }, trials)
  }
  const outcomes = [aTraced('head', 4), aTraced('base', 9)]
  const list = (ref: string, of = config) => listWorkDoubts(outcomes, [pair], { ...of, revisions: { base: { ref } } })
  expect(list('merge-base')).toEqual(['head: not verified: the head printed 4 lines, the reference 9'])
  expect(list('v1.0')).toEqual([])
  expect(list('merge-base', proven)).toEqual([])
})

it('takes output that was cut off, and so was not searched, for unverified work, whatever the base printed', () => {
  const outOfMemory = { lines: [], count: 0, reductions: 0, unread: [cutOutput] }
  const aCutSide = (revision: string, cut: readonly boolean[]) => {
    const trials = cut.map((isCut, index) =>
      aTrial({ caseId: revision, index, ...(isCut && { pipeline: { ...silentFigures, outOfMemory } }) }),
    )
    return summarizeOutcome({ ...aCase(), id: revision, revision }, trials)
  }
  const outcomes = [aCutSide('head', [true, false]), aCutSide('base', [true, true])]
  const text =
    'printed more than run.maxOutputMegabytes in 1 of 2 runs, and what was cut off was not searched for errors'
  expect(listWorkDoubts(outcomes, [pair], config)).toEqual([`head: not verified: ${text}`])
  expect(listWorkDoubts(outcomes, [pair], proven)).toEqual([])
  expect(listUnverifiedCautions(outcomes, [pair], proven)).toContainEqual(
    expect.objectContaining({ subject: 'head', reason: text, isProminent: true }),
  )
})

it('takes an error that differs behind its limit of characters, or by its numbers, for that of the base', () => {
  const cut = (path: string) => [`RuntimeError in ${path}/train.py: ${'x'.repeat(300)}`.slice(0, 200)]
  const outcomes = [aSide('head', [cut('/runs/tree-of-the-head')]), aSide('base', [cut('/runs/base')])]
  expect(listWorkDoubts(outcomes, [pair], config)).toEqual([])
})

it('names errors of a case without a reference, and doubts nothing', () => {
  expect(listWorkDoubts([aSide('head', [crash])], [], config)).toEqual([])
  expect(listUnverifiedCautions([aSide('head', [crash])], [], proven)).toEqual([
    { kind: 'caution', subject: 'head', reason: `printed "${crash[0]}" in 1 of 1 runs, which ended with exit code 0` },
  ])
})

it('names the table of the head that has less than half the rows of its base, also with a proof of files', () => {
  const aTraced = (revision: string, rows: readonly number[]) => {
    const trials = rows.map((count, index) => {
      const files = [{ path: '{output}/hits.csv', bytes: 9, rows: count }]
      return aTrial({ caseId: revision, index, workTrace: { files, stdoutLines: 1, lastLine: 'done' } })
    })
    return summarizeOutcome({ ...aCase(), id: revision, revision }, trials)
  }
  const list = (head: readonly number[], base: readonly number[]) =>
    listUnverifiedCautions([aTraced('head', head), aTraced('base', base)], [pair], proven)
  expect(list([3, 4, 3], [1000, 1000])).toEqual([
    {
      kind: 'caution',
      subject: 'output of head',
      reason: 'is smaller: the head wrote 3 rows to {output}/hits.csv, the reference 1000',
      isProminent: true,
    },
  ])
  expect(list([600, 600], [1000, 1000])).toEqual([])
  expect(list([1000], [3])).toEqual([])
})
