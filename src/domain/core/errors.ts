/** The user gave something that cannot work: an input, a config value, a file. Exit code 2. */
export class UserError extends Error {
  override readonly name = 'UserError'
  /** The next thing to do, in one sentence. */
  readonly hint: string

  constructor(message: string, hint: string, options?: ErrorOptions) {
    super(message, options)
    this.hint = hint
  }
}

/** The machine or GitHub is not as it must be: no GPU, no permission, no disk. Exit code 2. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError'
  /** The next thing to do, in one sentence. */
  readonly hint: string

  constructor(message: string, hint: string, options?: ErrorOptions) {
    super(message, options)
    this.hint = hint
  }
}

/** GitHub did not answer, failed, or asked to be left alone for a while: the same may work minutes later. */
export class OutageError extends EnvironmentError {
  /** What GitHub asked for; null when it named no time. */
  readonly retryAfterSeconds: number | null

  constructor(message: string, hint: string, options: ErrorOptions & { readonly retryAfterSeconds: number | null }) {
    super(message, hint, options)
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/**
 * This machine has none of the devices that the pipeline is for: nothing can be told here, and nothing is wrong with
 * the code.
 */
export class NoDeviceError extends EnvironmentError {}

/** What was measured is no longer asked for: the pull request got a new head or was closed. Nothing failed. */
export class SupersededError extends UserError {}

/** One revision cannot be run at all: its setup fails, or its program is not there. Others may be. */
export class RevisionError extends UserError {
  /** Label of the revision. */
  readonly label: string

  constructor(label: string, message: string, hint: string) {
    super(message, hint)
    this.label = label
  }
}

/**
 * The reason of an aborted signal instead of an error that nobody foresaw: what breaks off after a cancellation, such as a
 * git that got the same signal, is a consequence of it.
 */
export function findCause(error: unknown, signal: AbortSignal): unknown {
  const isForeseen = error instanceof UserError || error instanceof EnvironmentError
  return signal.aborted && !isForeseen ? signal.reason : error
}

/** Codes that a machine out of something gives, whatever it was asked for. */
const machineCodes = ['EMFILE', 'ENFILE', 'ENOMEM', 'ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS', 'EAGAIN', 'ENOBUFS']

/** What to do about an error of `isOfMachine`. */
export const machineHint =
  'Check free disk space and memory, and the limits of this user (ulimit -a); then run it again.'

/** Whether an error says that this machine lacks descriptors, memory, space or a working disk. */
export function isOfMachine(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && machineCodes.includes(String(error.code))
}
