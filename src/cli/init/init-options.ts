import type { Devices, TrustModel } from '../../domain/init/choices.ts'

/** Options of the command line. Given values are not asked for. */
export type InitOptions = {
  /** Command to measure; empty: the one that the repository shows. */
  readonly command: readonly string[]
  readonly yes?: boolean
  readonly devices?: Devices
  readonly labels?: string
  readonly trustModel?: TrustModel
  readonly dir: string
  readonly config?: string
  readonly action?: string
  /** Name of a config in the package. */
  readonly example?: string
  readonly dryRun?: boolean
}
