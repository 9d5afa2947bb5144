import type { Config } from '../config/schema/schema.ts'
import {
  evaluateRequirement,
  type DerivedValue,
  type Requirement,
  type RequirementResult,
} from '../domain/verdict/requirement.ts'

/** Suites whose runs count only with the files or tables that they must write. */
const selfProving = ['command', 'equivalence']

/** Judges a requirement. A suite without a proof of work can miss a limit, but not meet it. */
export function judgeRequirement(
  requirement: Requirement,
  derived: readonly DerivedValue[],
  { pipeline }: Pick<Config, 'pipeline'>,
): RequirementResult[] {
  const results = evaluateRequirement(requirement, derived)
  const isVerified = pipeline.proof !== undefined || selfProving.includes(requirement.suite)
  return isVerified ? results : results.map(rejectPass)
}

function rejectPass(result: RequirementResult): RequirementResult {
  if (result.status !== 'pass') return result
  return { ...result, status: 'not evaluated', reason: 'work not verified; add pipeline.proof to the config' }
}
