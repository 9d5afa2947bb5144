import type { SuiteConfig } from '../config/schema/schema.ts'
import type { CaseOptions } from '../record/tables.ts'

type OptionsConfig = SuiteConfig<'variants'>['options'][string]

/** Normalizes a set of options, which the config allows as a list or as a mapping. */
export function normalizeCaseOptions(written: OptionsConfig | undefined): CaseOptions {
  if (written === undefined) return { args: [], env: {} }
  return 'args' in written ? written : { args: written, env: {} }
}
