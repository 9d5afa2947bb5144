import { z } from 'zod'
import {
  bisectVersion,
  type BisectQuestion,
  type BisectStep,
  type BisectTarget,
} from '../../domain/bisect/bisect-result.ts'
import type { LoggedCommit } from '../../domain/bisect/logged-commit.ts'
import { readUntrusted } from '../records/untrusted-json.ts'
import { axes, commit, count, detail, name, relativePath, sha256, slug } from '../../record/parts.ts'
import { limits } from '../../record/limits.ts'

/** State of a search, saved after every answer, so that an interrupted search can resume. */
export type BisectState = {
  readonly schemaVersion: typeof bisectVersion
  readonly question: BisectQuestion
  readonly range: readonly LoggedCommit[]
  readonly testbedId: string | null
  readonly target: BisectTarget | null
  readonly steps: readonly BisectStep[]
}

const mark = z.enum(['good', 'bad', 'skipped', 'undecided'])
const caseId = z.string().max(1000)
const effect = z.number().nullable()

const question = z.strictObject({
  good: commit,
  bad: commit,
  suite: slug,
  cases: z.array(caseId).max(limits.few),
  metric: name.nullable(),
  isFirstParent: z.boolean(),
  configPath: z.string().max(1000),
  configSha256: sha256,
})

const logged = z.strictObject({
  commit,
  parents: z.array(commit).max(100),
  subject: z.string().max(100_000),
  author: z.string().max(10_000),
  committedAt: z.string().max(100),
})

const metric = z.strictObject({
  name,
  unit: name,
  betterWhen: z.enum(['lower', 'higher']),
  kind: z.enum(['duration', 'rate', 'count', 'memory', 'share']).exactOptional(),
})

const target = z.strictObject({
  caseId,
  suite: slug,
  benchmark: name,
  axes,
  metric,
  minEffect: z.number().gt(0).lt(1),
})

const answer = z.strictObject({
  head: commit,
  base: commit,
  verdict: z.enum(['regression', 'improvement', 'unchanged', 'inconclusive', 'not comparable', 'missing']),
  effect,
  interval: z.tuple([z.number(), z.number()]).nullable(),
  runs: z.tuple([count, count]),
  reason: detail,
})

const step = z.strictObject({
  kind: z.enum(['ends', 'commit', 'culprit']),
  commit,
  mark,
  reason: detail,
  isSaved: z.boolean(),
  isBetween: z.boolean(),
  answers: z.array(answer).max(4),
  runFolder: relativePath.nullable(),
})

const bisectStateSchema = z.strictObject({
  schemaVersion: z.literal(bisectVersion),
  question,
  range: z.array(logged).max(limits.trials),
  testbedId: name.nullable(),
  target: target.nullable(),
  steps: z.array(step).max(limits.few),
}) satisfies z.ZodType<BisectState>

/** @throws UserError that names the JSON path */
export function parseBisectState(text: string, path: string): BisectState {
  return readUntrusted(text, bisectStateSchema, { path, maxBytes: 64 * 2 ** 20 })
}
