import type { Config } from '../config/schema/schema.ts'
import type { CaseOutcome } from '../domain/trial/outcome.ts'
import type { Plan } from '../domain/plan/plan.ts'
import type { Comparison, ComparisonPolicy } from '../domain/verdict/comparison.ts'
import type { JudgedComparison } from '../domain/verdict/judged-comparison.ts'
import type { DerivedValue, Requirement } from '../domain/verdict/requirement.ts'
import type { Finding, Section } from '../domain/verdict/report.ts'
import type { DatasetIdentity, ResolvedRevision, RunRecord } from '../record/run.ts'
import type { Device } from '../domain/testbed/testbed.ts'

/** Input for planning a suite. */
export type PlanInput<SuiteConfig> = {
  readonly config: Config
  /** Settings of this suite. */
  readonly suite: SuiteConfig
  /** All devices of this machine. */
  readonly devices: readonly Device[]
  readonly revisions: readonly ResolvedRevision[]
}

/** Input for judging a suite. */
export type JudgeInput<SuiteConfig> = PlanInput<SuiteConfig> & {
  /** Outcomes of the cases of this suite. */
  readonly outcomes: readonly CaseOutcome[]
  /** Comparisons that the suite planned, with their decisions. */
  readonly comparisons: readonly JudgedComparison[]
  readonly datasets: readonly DatasetIdentity[]
  /** SHA-256 of the model files by revision label and path. */
  readonly identity: RunRecord['identity']
  /** Logical CPUs of the host; absent: unknown. */
  readonly cpuCores?: number
  readonly policy: ComparisonPolicy
}

/** Results of a suite. */
export type SuiteFindings = {
  readonly derived: readonly DerivedValue[]
  /** Limits from the config of the suite; those of `requirements` in the config are added later. */
  readonly requirements: readonly Requirement[]
  /** Comparisons inside the run, for example of two revisions; comparisons with stored baselines are not part of it. */
  readonly comparisons: readonly Comparison[]
  readonly sections: readonly Section[]
  readonly findings: readonly Finding[]
  /** Why no figure of this suite is judged, such as a dataset that is too small; absent: they are. */
  readonly unjudged?: string
}

/** A suite plans the cases to run and judges their outcomes. Pure. */
export interface Suite<SuiteConfig> {
  /** Whether committed baselines apply; false for a suite that measures its own reference. */
  readonly usesBaselines: boolean
  plan(input: PlanInput<SuiteConfig>): Plan
  judge(input: JudgeInput<SuiteConfig>): SuiteFindings
}
