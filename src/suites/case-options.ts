import type { SuiteConfig } from '../config/schema/schema.ts'
import type { CaseOptions } from '../domain/core/case-options.ts'

type OptionsConfig = SuiteConfig<'variants'>['options'][string]

/** Both ways of writing a set of options as one. */
export function normalizeCaseOptions(written: OptionsConfig | undefined): CaseOptions {
  if (written === undefined) return { args: [], env: {} }
  return 'args' in written ? written : { args: written, env: {} }
}
