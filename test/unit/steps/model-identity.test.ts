import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { RunRecord } from '../../../src/record/run.ts'
import { createFileInspector } from '../../../src/io/files/disk-file-inspector.ts'
import { hashIdentity } from '../../../src/steps/trees/identify-revisions.ts'
import { judgeRun } from '../../../src/judging/verdict/judge-run.ts'
import { planRun } from '../../../src/judging/plan/plan-run.ts'
import { aConfig } from '../a-config.ts'
import { aRecord, aTrial, headCommit, otherCommit } from '../a-run.ts'
import { aComparison, otherLabels, referenceDigest, subjectDigest, trialTables } from '../a-table.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const pipeline = { ...aConfig().pipeline, identity: ['model.pth', 'none.pth'] }

/** Both commits with a model each, and a path that leads nowhere. */
async function identityOf(models: Readonly<Record<string, string>>): Promise<RunRecord['identity']> {
  const root = mkdtempSync(join(tmpdir(), 'identity-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const trees = Object.entries(models).map(([label, model]) => {
    mkdirSync(join(root, label))
    writeFileSync(join(root, label, 'model.pth'), model)
    return [label, join(root, label)] as const
  })
  const prepared = { config: { ...aConfig(), pipeline }, trees: new Map(trees) }
  return hashIdentity(
    { ...prepared, datasets: new Map(), watchedGpus: [], physicalGpus: () => [] },
    createFileInspector(null),
  )
}

describe('the model', () => {
  it('is hashed in every revision; a path that leads nowhere is recorded as absent (W10)', async () => {
    expect(await identityOf({ head: 'weights', 'v1.0': 'other weights' })).toEqual({
      head: { 'model.pth': sha256('weights'), 'none.pth': 'absent' },
      'v1.0': { 'model.pth': sha256('other weights'), 'none.pth': 'absent' },
    })
  })

  it('that is not there leaves nothing to pass by, though it is absent on both sides alike (W10)', () => {
    const config = aConfig({
      suites: { scaling: { run: { dataset: 'medium' }, gpus: [1, 2], profile: 'legacy-range' } },
    })
    const judged = (file: string) => {
      const record = aRecord({ identity: { head: { 'model.pth': file } } })
      const trials = planRun(config, record.testbed.devices, record.revisions).cases.flatMap(({ id, gpus }) =>
        [10, 10.01, 9.99].map((seconds, index) => aTrial({ caseId: id, index, wallSeconds: seconds / gpus.length })),
      )
      return judgeRun({ record: { ...record, trials }, config, baselines: [], obstacles: [] })
    }
    expect(judged(sha256('weights')).verdict).toBe('pass')
    expect(judged('absent').verdict).toBe('inconclusive')
    expect(judged('absent').sentence).toContain(
      'pipeline.identity: model.pth does not exist at the head, so the model that ran is unknown',
    )
  })
})

describe('answers of two models', () => {
  const config = aConfig({
    revisions: { 'v1.0': { ref: 'v1.0' } },
    suites: { equivalence: { run: { dataset: 'small' }, against: ['v1.0'] } },
  })
  const revisions = [
    { label: 'head', ref: 'HEAD', commit: headCommit, problem: null },
    { label: 'v1.0', ref: 'v1.0', commit: otherCommit, problem: null },
  ]
  const answersWith = (identity: RunRecord['identity']) => {
    const record = aRecord({ revisions, identity })
    const [head, tag] = planRun(config, record.testbed.devices, revisions).cases
    if (!head || !tag) throw new Error('two sides are planned')
    const sides = { subject: { caseId: head.id, index: 0 }, reference: { caseId: tag.id, index: 0 } }
    const compared = aComparison({ ...sides, findings: otherLabels(69) })
    const trials = [
      aTrial({ caseId: tag.id, commit: otherCommit, resultTables: trialTables(referenceDigest) }),
      aTrial({ caseId: head.id, resultTables: trialTables(subjectDigest, [compared]) }),
    ]
    return judgeRun({ record: { ...record, trials }, config, baselines: [], obstacles: [] })
  }

  it('are not comparable: 93.1 % of equal labels are no fault of the change that is tested (W36)', () => {
    const same = { 'model.pth': sha256('500') }
    expect(answersWith({ head: same, 'v1.0': same })).toMatchObject({ verdict: 'fail', exitCode: 1 })
    const { verdict, requirements } = answersWith({ head: { 'model.pth': sha256('300') }, 'v1.0': same })
    expect(verdict).toBe('inconclusive')
    expect(requirements.map(({ id, status }) => `${id}: ${status}`)).toEqual([
      'EQUIVALENCE-rows: not evaluated',
      'EQUIVALENCE-labels: not evaluated',
      'EQUIVALENCE-scores: not evaluated',
    ])
    expect(requirements[1]?.reason).toMatch(/^not comparable: model\.pth: [0-9a-f]{12} → [0-9a-f]{12}$/)
  })
})
