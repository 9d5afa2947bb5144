import { type TrustModel } from '../../domain/init/choices.ts'

/** Options of the command line. Given values are not asked for. */
export type InitOptions = {
  readonly yes?: boolean
  readonly labels?: string
  readonly trustModel?: TrustModel
  readonly dir: string
  readonly config?: string
  readonly action?: string
  readonly dryRun?: boolean
}
