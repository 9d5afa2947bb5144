import type { Config } from '../config/schema/schema.ts'
import type { DatasetIdentity } from '../domain/core/dataset.ts'
import type { CaseOutcome } from '../domain/trial/outcome.ts'
import type { Plan } from '../domain/plan/plan.ts'
import type { Comparison, ComparisonPolicy } from '../domain/verdict/comparison.ts'
import type { JudgedComparison } from '../domain/verdict/judged-comparison.ts'
import type { DerivedValue, Requirement } from '../domain/verdict/requirement.ts'
import type { Finding, Section } from '../domain/verdict/report.ts'
import type { ResolvedRevision } from '../domain/core/revision.ts'
import type { RunRecord } from '../domain/trial/run-record.ts'
import type { Device } from '../domain/testbed/testbed.ts'

export type PlanInput<SuiteConfig> = {
  readonly config: Config
  readonly suite: SuiteConfig
  readonly devices: readonly Device[]
  readonly revisions: readonly ResolvedRevision[]
}

export type JudgeInput<SuiteConfig> = {
  readonly config: Config
  readonly suite: SuiteConfig
  /** Outcomes of the cases of this suite. */
  readonly outcomes: readonly CaseOutcome[]
  /** Comparisons that the suite planned, with their answers. */
  readonly comparisons: readonly JudgedComparison[]
  readonly datasets: readonly DatasetIdentity[]
  readonly revisions: readonly ResolvedRevision[]
  /** SHA-256 of the model files by revision label and path. */
  readonly identity: RunRecord['identity']
  readonly devices: readonly Device[]
  /** Processors of the host; absent: not known. */
  readonly cpuCores?: number
  readonly policy: ComparisonPolicy
}

/** What a suite makes of its outcomes. */
export type SuiteFindings = {
  readonly derived: readonly DerivedValue[]
  /** Limits that the suite's own config implies; those of `requirements` in the config come on top. */
  readonly requirements: readonly Requirement[]
  /** Comparisons inside the run, e.g. of two revisions; those with stored baselines are made elsewhere. */
  readonly comparisons: readonly Comparison[]
  readonly sections: readonly Section[]
  readonly findings: readonly Finding[]
}

/** A question with a method: which cases to run, and what their outcomes mean. Pure. */
export interface Suite<SuiteConfig> {
  /** Whether committed baselines apply: not to a suite that measures its own reference. */
  readonly usesBaselines: boolean
  plan(input: PlanInput<SuiteConfig>): Plan
  judge(input: JudgeInput<SuiteConfig>): SuiteFindings
}
