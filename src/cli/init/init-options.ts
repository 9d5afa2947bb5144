import { type TrustModel } from '../../domain/init/choices.ts'

/** What was said on the command line; nothing is asked about it again. */
export type InitOptions = {
  readonly yes?: boolean
  readonly labels?: string
  readonly trustModel?: TrustModel
  readonly dir: string
  readonly config?: string
  readonly action?: string
  readonly dryRun?: boolean
}
